import type { Intent } from '../../../src/shared/orders/intents.ts'
import { type RunRecord, madeFor, tagOf } from '../record.ts'
import { twinsOf } from './twin-orders.ts'

/**
 * Nothing that was said to be refused, not sent or absent is at the broker: each order that a ticket
 * made is held by a part of it, or by another order in the same words that its request made, or is one
 * of those in doubt. A service that says no in words that are known to be final is believed by design,
 * and so never lies in them here.
 */
export function deniedIsAbsent(
  record: Pick<RunRecord, 'logins' | 'told' | 'asked' | 'departures'>,
  same: readonly Intent[],
): string[] {
  const [first] = same
  if (first === undefined || first.ticket === null) return []
  // A cancel of its strategy makes none, and may be not sent.
  const parts = same.flatMap((intent) => (intent.ticket === null ? [] : intent.parts))
  const denied = parts.filter(
    ({ state }) => state === 'refused' || state === 'not-sent' || state === 'absent',
  )
  if (denied.length === 0) return []
  const held = new Set(parts.flatMap(({ orderId }) => orderId ?? []))
  const isOpen = ({ state }: { state: string }): boolean => state === 'in-doubt' || state === 'sent'
  const open = parts.filter(isOpen).length
  const isHeldByTwin = (id: string): boolean =>
    [...record.told.values()].some(
      (other) =>
        other.ticket !== null &&
        other.parts.some(({ orderId }) => orderId === id) &&
        twinsOf(record, tagOf(other)).includes(id),
    )
  const unheld = madeFor(record, tagOf(first)).filter(
    ({ id }) => !held.has(id) && !isHeldByTwin(id),
  )
  return unheld.length > open
    ? [
        `${tagOf(first)} is said to be ${parts.map(({ state }) => state).join(', ')}, and made ${unheld.map(({ id }) => id).join(', ')}`,
      ]
    : []
}
