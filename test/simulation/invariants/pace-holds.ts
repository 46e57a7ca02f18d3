import { type Departure, type RunRecord, tagOf } from '../record.ts'

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

/** Milliseconds in which the desk lets so many orders leave: a second, and what the way there may shorten. */
const span = 1050

/**
 * Once all is well an order waits in the queue only while what left before it fills the pace: of a
 * request of a hundred slices at two a second, fifty seconds. What leaves in turn waits behind one of
 * another account as well.
 */
export function queueMoves(
  { asked, told, departures, now }: Pick<RunRecord, 'asked' | 'told' | 'departures' | 'now'>,
  of: { account: string; most: number },
): string[] {
  const isFilled = departures.some(
    (departure) =>
      departure.account === of.account &&
      departure.at + (Math.ceil(ordersOf(departure) / of.most) + 1) * span > now(),
  )
  if (isFilled) return []
  const waiting = [...told.values()].filter(
    ({ ticket, state }) => ticket !== null && state === 'recorded',
  )
  const tags = new Set(waiting.map(tagOf))
  const isBehind = (tag: string): boolean => {
    const inTurn = asked.get(tag)?.inTurn ?? []
    return inTurn.slice(0, Math.max(0, inTurn.indexOf(tag))).some((before) => tags.has(before))
  }
  return waiting
    .filter((intent) => intent.account === of.account && !isBehind(tagOf(intent)))
    .map((intent) => `${tagOf(intent)} waits in the queue, and nothing is before it`)
}

function filledSeconds(departure: Departure, most: number): { at: number; orders: number }[] {
  const filled: { at: number; orders: number }[] = []
  let { at } = departure
  for (let rest = ordersOf(departure); rest > 0; rest -= most, at += second)
    filled.push({ at, orders: Math.min(rest, most) })
  return filled
}

const ordersOf = ({ legs }: Departure): number => legs.reduce((sum, { orders }) => sum + orders, 0)
