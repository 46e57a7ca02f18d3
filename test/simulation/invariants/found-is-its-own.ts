import type { Intent } from '../../../src/shared/orders/intents.ts'
import { type RunRecord, madeFor, tagOf } from '../record.ts'

/** Milliseconds about its departure in which an order can be taken for it: unseen before, or on its way. */
const around = { before: 10_000, after: 20_000 }

/**
 * The order that an intent is said to be is one that its ticket made. One that was ordered by
 * telephone in the same words and within the same seconds nobody can tell from it, but where the
 * book had shown it before ours left; nor, then, its own order, which comes late, from the next.
 */
export function foundIsItsOwn(
  record: Pick<RunRecord, 'logins' | 'departures' | 'asked' | 'told'>,
  intent: Intent,
): string[] {
  if (intent.ticket === null) return []
  const tag = tagOf(intent)
  const ids = new Set([...madeFor(record, tag).map(({ id }) => id), ...phonedAbout(record, tag)])
  for (const other of record.told.values()) {
    if (other.ticket === null || other.id === intent.id) continue
    const phoned = phonedAbout(record, tagOf(other))
    const isTaken = other.parts.some(({ orderId }) => orderId !== null && phoned.has(orderId))
    if (isTaken) for (const { id } of madeFor(record, tagOf(other))) ids.add(id)
  }
  return intent.parts.flatMap(({ orderId, state }) =>
    orderId === null || ids.has(orderId)
      ? []
      : [`${tag} is ${state} as ${orderId}, which is not its own`],
  )
}

/** Orders that were phoned in at a time at which no desk could know that they are not the one it sent. */
function phonedAbout(
  { departures, asked, logins }: Pick<RunRecord, 'logins' | 'departures' | 'asked'>,
  tag: string,
): Set<string> {
  const left = departures.find(({ legs }) => legs.some((leg) => leg.tag === tag))
  const at = left?.at ?? asked.get(tag)?.at ?? -Infinity
  const phoned = logins().flatMap(({ broker }) =>
    broker.orders.filter(
      ({ id, by, placedAt }) =>
        by === 'phone' &&
        placedAt > at - around.before &&
        placedAt < at + around.after &&
        left?.shown.has(id) !== true,
    ),
  )
  return new Set(phoned.map(({ id }) => id))
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
