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
  if (rows === undefined || intent.parts.length === 0 || outcomeManner(intent) !== 'good')
    return null
  const prices = new Set<number | null>()
  for (const { orderId, quantity } of intent.parts) {
    const row = orderId !== null && orderIn(rows, orderId)
    if (!row || stateOfOrder(row) !== 'complete') return null
    // One that somebody made smaller since is not filled by what was sent.
    if (quantity !== null && row.quantity !== null && row.quantity < quantity) return null
    prices.add(row.avgprc)
  }
  const [price] = prices
  const at = prices.size === 1 && price ? ` at ${formatPrice(price)}` : ''
  const title = filledTitle(intent, true)
  return `${title}${title === filledAsSent ? '' : ', filled'}${at}`
}

/** Units of it that the order book shows as filled; null where it does not show all of it, or it is not well. */
export function unitsFilledOf(
  intent: Intent,
  rows: ReadonlyMap<string, OrderRecord> | undefined,
): number | null {
  if (rows === undefined || intent.parts.length === 0 || outcomeManner(intent) !== 'good')
    return null
  return intent.parts.reduce<number | null>((sum, { orderId }) => {
    const units = (orderId === null ? undefined : orderIn(rows, orderId))?.fillshares ?? null
    return sum === null || units === null ? null : sum + units
  }, 0)
}

const filledAsSent = 'Filled'

/** Which kind of outcome it is, whatever the price, by whether the order book shows all of it as filled. */
export const filledTitle = (intent: Intent, isFilled: boolean): string =>
  isFilled && !intent.parts.some(isFoundByLikeness) ? filledAsSent : outcomeTitle(intent)

/**
 * Orders of which the same is said, together, where anything is: it is said once. Brokers name their
 * client in a reason, so how it came may differ beside plain words that are the same.
 */
export const alikeOutcomes = (intents: readonly Intent[]): Intent[][] => [
  ...Map.groupBy(intents, (intent) => {
    const [parts, reason, { state }] = [partsOf(intent), calledOffReason(intent), intent]
    const isSaid =
      parts.length > 0 || reason !== null || state === 'in-doubt' || state === 'not-sent'
    const said = parts.map(({ title, code, message, detail }) =>
      message === null ? [title, code, detail] : [title, code, message],
    )
    return isSaid ? JSON.stringify([outcomeTitle(intent), state, said, reason]) : intent.id
  }).values(),
]

/** How it came, where that is not the same of all of them: each has its own then. */
export function ownDetails(some: readonly Intent[]): ReadonlyMap<Intent, readonly string[]> | null {
  const own = some.map((intent) => partsOf(intent).flatMap(({ detail }) => detail ?? []))
  return new Set(own.map((details) => JSON.stringify(details))).size < 2
    ? null
    : new Map(some.map((intent, at) => [intent, own[at]!]))
}
