import { type Intent, isSurelyNotThere, type Part } from '../../../shared/orders/intents.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'

/** Units of the parts that surely did not arrive. */
const missing = (parts: readonly Part[]): number =>
  parts.reduce(
    (sum, { state, quantity }) => sum + (isSurelyNotThere(state) ? (quantity ?? 0) : 0),
    0,
  )

/**
 * The order to send again for one that failed: what surely is not at the broker, and nothing else.
 * Null where there is no such thing, or where it is not known.
 */
export function resendOf(intent: Intent): Ticket | null {
  const { ticket, state, id, parts } = intent
  if (ticket === null) return null
  if (isSurelyNotThere(state)) return { ...ticket, resends: id }
  if (state !== 'partly') return null
  // A smart order says what to reach, and that stays the same whatever part of it arrived.
  if (ticket.kind === 'smart') return { ...ticket, resends: id }
  const units = missing(parts)
  return units === 0 ? null : { ...ticket, quantity: String(units), resends: id }
}

export interface Tally {
  total: number
  waiting: number
  sent: number
  accepted: number
  failed: number
  inDoubt: number
}

export function tally(intents: readonly Intent[]): Tally {
  const count = (...states: Intent['state'][]): number =>
    intents.filter(({ state }) => states.includes(state)).length
  return {
    total: intents.length,
    waiting: count('recorded'),
    sent: count('sent'),
    accepted: count('accepted', 'matched', 'settled'),
    failed: count('refused', 'not-sent', 'absent', 'partly'),
    inDoubt: count('in-doubt'),
  }
}
