import type { Intent } from '../../../src/shared/orders/intents.ts'
import { type RunRecord, madeFor, tagOf } from '../record.ts'

/** Milliseconds about its departure in which an order can be taken for it: unseen before, or on its way. */
const around = { before: 10_000, after: 20_000 }

/**
 * The order that an intent is said to be is one that its ticket made. One that was ordered by
 * telephone in the same words and within the same seconds nobody can tell from it.
 */
export function foundIsItsOwn(
  record: Pick<RunRecord, 'logins' | 'departures' | 'asked'>,
  intent: Intent,
): string[] {
  if (intent.ticket === null) return []
  const tag = tagOf(intent)
  const ids = new Set(madeFor(record, tag).map(({ id }) => id))
  const left = record.departures.find(({ legs }) => legs.some((leg) => leg.tag === tag))
  const at = left?.at ?? record.asked.get(tag)?.at ?? -Infinity
  for (const { broker } of record.logins())
    for (const { id, by, placedAt } of broker.orders)
      if (by === 'phone' && placedAt > at - around.before && placedAt < at + around.after)
        ids.add(id)
  return intent.parts.flatMap(({ orderId, state }) =>
    orderId === null || ids.has(orderId)
      ? []
      : [`${tag} is ${state} as ${orderId}, which is not its own`],
  )
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
