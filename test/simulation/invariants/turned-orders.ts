import type { RunRecord } from '../record.ts'
import type { BrokerOrder } from '../service/orders.ts'

/** Whether the service made an order on the other side than was asked for: only its book can tell so. */
export function isTurned(
  { asked, departures }: Pick<RunRecord, 'asked' | 'departures'>,
  { tag, side }: BrokerOrder,
): boolean {
  const ticket = asked.get(tag)?.ticket
  if (ticket === undefined) return false
  if (ticket.kind !== 'smart') return ticket.action !== side
  // A target has no side: the desk chose one for it.
  const left = departures.flatMap(({ legs }) => legs.filter((leg) => leg.tag === tag)).at(-1)
  return left !== undefined && left.fields['action'] !== side
}
