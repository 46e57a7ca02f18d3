import {
  type Intent,
  type IntentState,
  isSurelyNotThere,
  type Part,
} from '../../../shared/orders/intents.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
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

/** What needs a look, what did not go, and what went or goes: one does not change places with the other by going well. */
const ranks: Readonly<Record<IntentState, number>> = {
  'in-doubt': 0,
  partly: 1,
  refused: 2,
  'not-sent': 3,
  absent: 3,
  recorded: 4,
  sent: 4,
  accepted: 4,
  matched: 4,
  settled: 4,
}

function rankOf(intent: Intent): number {
  const isLost = outcomeManner(intent) === 'bad' && intent.state !== 'in-doubt'
  return isLost ? Math.min(ranks[intent.state], ranks.refused) : ranks[intent.state]
}

/** Problems first. */
export const worstFirst = (intents: readonly Intent[]): Intent[] =>
  intents.toSorted((one, other) => rankOf(one) - rankOf(other))
