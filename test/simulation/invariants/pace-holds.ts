import type { Departure } from '../record.ts'

const second = 1000

/**
 * In no second, wherever it begins, leave more orders of an account than it may send. A single
 * request may be more than fits into a second: it goes alone, and fills those that follow as well.
 */
export function paceHolds(
  departures: readonly Departure[],
  last: Departure,
  most: number,
): string[] {
  const before = departures.filter(
    (one) =>
      one !== last && one.account === last.account && one.legs.some(({ tag }) => tag !== null),
  )
  const filled = before
    .flatMap((departure) => filledSeconds(departure, most))
    .filter(({ at }) => at > last.at - second && at <= last.at)
    .reduce((sum, { orders }) => sum + orders, 0)
  const orders = filled + Math.min(ordersOf(last), most)
  return filled > 0 && orders > most
    ? [`${orders} orders of ${last.account} left within a second, and ${most} may`]
    : []
}

function filledSeconds(departure: Departure, most: number): { at: number; orders: number }[] {
  const filled: { at: number; orders: number }[] = []
  let { at } = departure
  for (let rest = ordersOf(departure); rest > 0; rest -= most, at += second)
    filled.push({ at, orders: Math.min(rest, most) })
  return filled
}

const ordersOf = ({ legs }: Departure): number => legs.reduce((sum, { orders }) => sum + orders, 0)
