import type { Departure, RunRecord } from '../record.ts'
import { instrumentOf } from '../service/instruments.ts'

/** What was told of funds this long ago the desk may still go by: two readings of a book that nobody looks at. */
export const fundsHoldFor = 12_000

/**
 * What is a share of an account's funds costs no more than that share of what the service told of
 * them, and what is a share of a sum no more than that share of the sum.
 */
export const sharesHold = (
  { asked, sums }: Pick<RunRecord, 'asked' | 'sums'>,
  { legs }: Pick<Departure, 'legs'>,
  /** Figures that answers named, up to the confirmation and not long before it. */
  fundsTold: readonly number[],
): string[] =>
  legs.flatMap(({ tag, units, fields }) => {
    const order = tag === null ? undefined : asked.get(tag)
    if (order === undefined) return []
    const worth = units * priceOf(fields)
    const isMore = (percent: string, whole: number, of: string): string[] => {
      const most = (whole * Number(percent)) / 100
      return worth <= most
        ? []
        : [`${tag} is worth ${worth}, and ${percent} % of ${of} are ${most}`]
    }
    const ofSum = sums.get(order.tag)
    if (ofSum !== undefined) return isMore(ofSum.percent, Number(ofSum.sum), 'the sum')
    const share = order.ticket.ofFunds
    // Who was told that the funds fell, or are not known, took it upon himself.
    if (share === undefined || order.agreed.has('share')) return []
    return isMore(share.percent, Math.max(0, ...fundsTold), 'the funds')
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
