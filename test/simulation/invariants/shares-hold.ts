import type { Departure, RunRecord } from '../record.ts'
import { instrumentOf } from '../service/instruments.ts'

/** What was told of funds this long ago the desk may still go by: two readings of a book that nobody looks at. */
export const fundsHoldFor = 12_000

/** What is a share of an account's funds costs no more than that share of what the service told of them. */
export const sharesHold = (
  { asked }: Pick<RunRecord, 'asked'>,
  { legs }: Pick<Departure, 'legs'>,
  /** Figures that answers named, up to the confirmation and not long before it. */
  fundsTold: readonly number[],
): string[] =>
  legs.flatMap(({ tag, units, fields }) => {
    const order = tag === null ? undefined : asked.get(tag)
    const share = order?.ticket.ofFunds
    // Who was told that the funds fell, or are not known, took it upon himself.
    if (order === undefined || share === undefined || order.agreed.has('share')) return []
    const worth = units * priceOf(fields)
    const most = (Math.max(0, ...fundsTold) * Number(share.percent)) / 100
    return worth <= most
      ? []
      : [`${tag} is worth ${worth}, and ${share.percent} % of the funds are ${most}`]
  })

/** What a unit costs at the least: the market pays no less for what is offered below it. */
function priceOf({
  symbol = '',
  pricetype,
  price,
  action,
}: Readonly<Record<string, string>>): number {
  const market = instrumentOf(symbol)?.price ?? 0
  if (pricetype !== 'LIMIT' || price === undefined) return market
  return action === 'SELL' ? Math.max(Number(price), market) : Number(price)
}
