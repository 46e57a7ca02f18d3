import type { Intent } from '../../../src/shared/orders/intents.ts'
import { comparableOrderId } from '../../../src/shared/service/order-ids.ts'
import { isAbout, twinsOf } from './twin-orders.ts'
import { type Departure, type RunRecord, holdingOf, isMoved, madeFor, tagOf } from '../record.ts'
import type { Login } from '../service/service.ts'

/**
 * The order that an intent is said to be is one that its ticket made. One that was ordered by
 * telephone in the same words and within the same seconds nobody can tell from it, but where the
 * book had shown it before ours left; nor, then, the order of which it took the place from the next;
 * nor one in the same words that its own request made beside it, or in its place, at the same login,
 * be it for another account.
 */
export function foundIsItsOwn(
  record: Pick<RunRecord, 'logins' | 'departures' | 'asked' | 'told' | 'accepted' | 'loginsOf'>,
  intent: Intent,
  /** Whether a book has shown an order to a desk since a moment, and a while ago. */
  hasShownSince: (left: Departure, orderId: string, moment: number) => boolean,
): string[] {
  if (intent.ticket === null) return []
  const tag = tagOf(intent)
  const own = madeFor(record, tag).map(({ id }) => id)
  const left = record.departures.findLast(({ legs }) => legs.some((leg) => leg.tag === tag))
  const ids = new Set([...own, ...phonedAbout(record, intent), ...twinsOf(record, tag)])
  /**
   * The desk has the service's word alone for a number, so far: it is held against the readings that
   * follow. Where keys were changed since it left, what was read before is forgotten.
   */
  const isUnread = (orderId: string): boolean =>
    left !== undefined &&
    (isMoved(record, intent) ||
      (!left.shown.has(orderId) &&
        !hasShownSince(left, orderId, Math.max(left.at, record.accepted.get(tag) ?? left.at))))
  const others = intent.parts.flatMap(({ orderId, state }) => {
    if (orderId === null || ids.has(orderId)) return []
    return state === 'accepted' && isUnread(orderId) ? [] : { orderId, state }
  })
  if (others.length === 0) return []
  const excused = displaced(record)
  return others.flatMap(({ orderId, state }) =>
    excused.has(orderId) ? [] : [`${tag} is ${state} as ${orderId}, which is not its own`],
  )
}

/** Orders that were phoned in at a time at which no desk could know that they are not the one it sent. */
function phonedAbout(
  { departures, asked, logins }: Pick<RunRecord, 'logins' | 'departures' | 'asked'>,
  { params, parts }: Pick<Intent, 'params' | 'parts'>,
): Set<string> {
  const tag = tagOf({ params })
  const left = departures.find(({ legs }) => legs.some((leg) => leg.tag === tag))
  const at = left?.at ?? asked.get(tag)?.at ?? -Infinity
  const phoned = logins().flatMap(({ broker }) =>
    broker.orders.filter(
      ({ id, by, side, instrument, quantity, placedAt }) =>
        by === 'phone' &&
        side === params['action'] &&
        instrument.symbol === (params['symbol'] ?? instrument.symbol) &&
        parts.some((part) => part.quantity === null || part.quantity === quantity) &&
        isAbout({ at, shown: left?.shown }, { id, placedAt }),
    ),
  )
  return new Set(phoned.map(({ id }) => id))
}

/** Orders of ours in whose place one that was phoned in was taken, and those in whose place these were. */
function displaced(
  record: Pick<RunRecord, 'logins' | 'departures' | 'asked' | 'told'>,
): Set<string> {
  const intents = [...record.told.values()].filter(({ ticket }) => ticket !== null)
  const found = new Set<string>()
  const all = intents.map((intent) => ({
    own: madeFor(record, tagOf(intent)).map(({ id }) => id),
    // One that is in doubt again has what it was found as for one of those that it may be.
    held: [
      ...intent.parts.flatMap(({ orderId }) => orderId ?? []),
      ...(intent.wasFound ?? []).map(comparableOrderId),
    ],
    phoned: phonedAbout(record, intent),
  }))
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const { own, held, phoned } of all)
      if (held.some((id) => phoned.has(id) || (found.has(id) && !own.includes(id))))
        for (const id of own) found.add(id)
  }
  return found
}

/** Milliseconds for which books lag: what they do not show until then may come yet. */
const longestLag = 5000

/** Whether a whole order book of a login was read since a moment, and a while ago. */
type WasReadSince = (login: Login, moment: number) => boolean

/**
 * Every order is held by one intent at most. Where another login's order was named for one, and a book
 * or a person then tells whose that is, the desk knows better only once it has read the one's own book:
 * logins of some brokers have the same numbers.
 */
export function heldOnce(
  record: Pick<RunRecord, 'told' | 'held' | 'departures' | 'starts' | 'asked'>,
  wasReadSince: WasReadSince,
): string[] {
  const holders = new Map<string, Intent>()
  return [...record.told.values()].flatMap((intent) =>
    intent.parts.flatMap(({ orderId }) => {
      if (orderId === null || intent.ticket === null) return []
      const holder = holders.get(orderId)
      holders.set(orderId, intent)
      if (holder === undefined) return []
      const isUnread =
        isUnreadBeside(record, { named: holder, found: intent, orderId }, wasReadSince) ||
        isUnreadBeside(record, { named: intent, found: holder, orderId }, wasReadSince)
      return isUnread ? [] : [`${orderId} is held by ${tagOf(holder)} and ${tagOf(intent)}`]
    }),
  )
}

/** Whether one has another login's order by the service's word alone, and its book was not read since the other was found. */
function isUnreadBeside(
  { held, departures, starts, asked }: Pick<RunRecord, 'held' | 'departures' | 'starts' | 'asked'>,
  { named, found, orderId }: { named: Intent; found: Intent; orderId: string },
  wasReadSince: WasReadSince,
): boolean {
  const stateIn = ({ parts }: Intent) => parts.find((part) => part.orderId === orderId)?.state
  const tag = tagOf(named)
  const login = asked.get(tag)?.login
  if (stateIn(named) !== 'accepted' || stateIn(found) === 'accepted') return false
  if (login === undefined || login.broker.orders.some(({ id }) => id === orderId)) return false
  const left = departures.findLast(({ legs }) => legs.some((leg) => leg.tag === tag))
  // A desk that is up again waits anew.
  const awaited = Math.max(left?.at ?? 0, starts.at(-1) ?? 0) + longestLag
  return !wasReadSince(login, Math.max(awaited, held.get(holdingOf(tagOf(found), orderId)) ?? 0))
}
