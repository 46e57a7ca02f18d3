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
 * another account as well. A desk that was killed between the note that a request leaves and its
 * first byte counts it among them.
 */
export function queueMoves(
  { asked, told, departures, now }: Pick<RunRecord, 'asked' | 'told' | 'departures' | 'now'>,
  of: { account: string; most: number },
): string[] {
  const left = departures
    .filter(({ account }) => account === of.account)
    .map((departure) => ({ at: departure.at, orders: ordersOf(departure) }))
  const all = [...left, ...notedAlone({ asked, told, departures }, of.account)]
  const isFilled = all.some(
    ({ at, orders }) => at + (Math.ceil(orders / of.most) + 1) * span > now(),
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

/** Requests that were noted to leave, and of which no byte did. */
function notedAlone(
  { asked, told, departures }: Pick<RunRecord, 'asked' | 'told' | 'departures'>,
  account: string,
): { at: number; orders: number }[] {
  const tagsOfLeft = new Set(departures.flatMap(({ legs }) => legs.map(({ tag }) => tag)))
  return [...told.values()].flatMap((intent) => {
    const tag = tagOf(intent)
    const { sent, state, at, parts } = intent
    const confirmed = asked.get(tag)
    const isNoted = sent !== null && state !== 'recorded' && intent.account === account
    if (!isNoted || confirmed === undefined || tagsOfLeft.has(tag)) return []
    return [{ at: confirmed.at + (sent.at - at), orders: parts.length }]
  })
}

function filledSeconds(departure: Departure, most: number): { at: number; orders: number }[] {
  const filled: { at: number; orders: number }[] = []
  let { at } = departure
  for (let rest = ordersOf(departure); rest > 0; rest -= most, at += second)
    filled.push({ at, orders: Math.min(rest, most) })
  return filled
}

const ordersOf = ({ legs }: Departure): number => legs.reduce((sum, { orders }) => sum + orders, 0)
