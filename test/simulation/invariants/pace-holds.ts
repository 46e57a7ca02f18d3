import type { Departure } from '../record.ts'

/** In no second, wherever it begins, leave more orders of an account than it may send. */
export function paceHolds(
  departures: readonly Departure[],
  last: Departure,
  most: number,
): string[] {
  const within = departures.filter(
    ({ account, at, legs }) =>
      account === last.account && at > last.at - 1000 && legs.some(({ tag }) => tag !== null),
  )
  const orders = within.reduce(
    (sum, { legs }) => sum + legs.reduce((all, leg) => all + leg.orders, 0),
    0,
  )
  // A single request may be more than fits into a second: it goes alone.
  return orders > most && within.length > 1
    ? [`${orders} orders of ${last.account} left within a second, and ${most} may`]
    : []
}
