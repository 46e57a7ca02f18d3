import { orderIn } from '../../../shared/books/books.ts'
import { type Intent, isFoundByLikeness } from '../../../shared/orders/intents.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { stateOfOrder } from '../../../shared/service/words.ts'
import { formatPrice } from '../../components/amounts.ts'
import { calledOffReason, outcomeManner, outcomeTitle } from '../intent-words.ts'
import { partsOf } from './ticket-words.ts'

/**
 * 'Filled at 1,571.40', once the order book shows that of all of an order; null before. Of one that was
 * found by its likeness, which may be another's, it says that beside it.
 */
export function filledWords(
  intent: Intent,
  rows: ReadonlyMap<string, OrderRecord> | undefined,
): string | null {
  if (rows === undefined || outcomeManner(intent) !== 'good') return null
  const found = intent.parts.map(({ orderId }) => orderId !== null && orderIn(rows, orderId))
  const prices = new Set<number | null>()
  for (const row of found) {
    if (!row || stateOfOrder(row) !== 'complete') return null
    prices.add(row.avgprc)
  }
  const [price] = prices
  const at = prices.size === 1 && price ? ` at ${formatPrice(price)}` : ''
  return intent.parts.some(isFoundByLikeness)
    ? `${outcomeTitle(intent)}, filled${at}`
    : `Filled${at}`
}

/** Orders of which the very same is said, together, where anything is: it is said once. */
export const alikeOutcomes = (intents: readonly Intent[]): Intent[][] => [
  ...Map.groupBy(intents, (intent) => {
    const [parts, reason, { state }] = [partsOf(intent), calledOffReason(intent), intent]
    const isSaid =
      parts.length > 0 || reason !== null || state === 'in-doubt' || state === 'not-sent'
    return isSaid ? JSON.stringify([outcomeTitle(intent), state, parts, reason]) : intent.id
  }).values(),
]
