import type { Intent, IntentState } from '../../../shared/orders/intents.ts'
import { outcomeManner } from '../intent-words.ts'

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
  if (outcomeManner(intent) === 'doubt') return ranks['in-doubt']
  const isLost = outcomeManner(intent) === 'bad' && intent.state !== 'in-doubt'
  return isLost ? Math.min(ranks[intent.state], ranks.refused) : ranks[intent.state]
}

/** Problems first. */
export const worstFirst = (intents: readonly Intent[]): Intent[] =>
  intents.toSorted((one, other) => rankOf(one) - rankOf(other))
