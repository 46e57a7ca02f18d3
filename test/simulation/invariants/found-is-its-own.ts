import type { Intent } from '../../../src/shared/orders/intents.ts'
import { comparableOrderId } from '../../../src/shared/service/order-ids.ts'
import { isAbout, twinsOf } from './twin-orders.ts'
import { type Departure, type RunRecord, isMoved, madeFor, tagOf } from '../record.ts'

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

/** Every order is held by one intent at most. */
export function heldOnce({ told }: Pick<RunRecord, 'told'>): string[] {
  const holders = new Map<string, string>()
  return [...told.values()].flatMap((intent) =>
    intent.parts.flatMap(({ orderId }) => {
      if (orderId === null || intent.ticket === null) return []
      const holder = holders.get(orderId)
      holders.set(orderId, tagOf(intent))
      return holder === undefined ? [] : [`${orderId} is held by ${holder} and ${tagOf(intent)}`]
    }),
  )
}
