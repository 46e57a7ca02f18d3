import { type Intent, isSurelyNotThere, type Part } from '../../../shared/orders/intents.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Manner } from '../../components/outcome-looks.ts'
import { outcomeManner } from '../intent-words.ts'

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

const ranks: Record<Manner, number> = { doubt: 0, bad: 1, none: 1, good: 2, waiting: 2 }

/** What needs a look comes first; what goes well never changes its place. */
export const worstFirst = (intents: readonly Intent[]): Intent[] =>
  intents.toSorted((a, b) => ranks[outcomeManner(a)] - ranks[outcomeManner(b)])
