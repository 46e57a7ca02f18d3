import type { Intent, Part } from '../../../shared/orders/intents.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import {
  normalisedRequest,
  normalisedRow,
  similarity,
} from '../../picture/rows/order-similarity.ts'
import { type SentOrder, anySpelling } from './book-spelling.ts'
import { isOwn } from './own-row.ts'

/** A part of an order that no number is known of. */
export interface UnnamedPart {
  intent: Intent
  part: Part
}

export const unnamedOf = (doubts: readonly Intent[]): UnnamedPart[] =>
  doubts.flatMap((intent) =>
    intent.parts.flatMap((part) => (part.state === 'in-doubt' ? { intent, part } : [])),
  )

/**
 * Whether a row is in all what another order of the same request was to be, where it is of other units
 * than this one, or of another price: of two orders that differ in that, the service may have made one,
 * and named it for the other.
 */
export function isSiblings(
  { intent, row }: { intent: Intent; row: OrderRecord },
  unnamed: readonly UnnamedPart[],
): boolean {
  const isOfOtherUnits = intent.parts[0]!.quantity !== row.quantity
  if (intent.parts.length > 1 || (!isOfOtherUnits && isAsPriced(intent, row))) return false
  return unnamed.some(({ intent: other, part: { quantity } }) => {
    if (other.id === intent.id || other.request !== intent.request) return false
    if (quantity !== row.quantity) return false
    return isOfOtherUnits
      ? isOwn(other, { row, quantity, spelling: anySpelling }) === 'yes'
      : isAsPriced(other, row)
  })
}

/** Whether a row may be what was sent, and has its price and price type: brokers change either. */
export function isAsPriced(intent: SentOrder, row: OrderRecord): boolean {
  const [order, seen] = [normalisedRequest(intent), normalisedRow(row)]
  const isLimit = order.type === 'LIMIT' || order.type === 'SL'
  const hasPrice = !isLimit || order.price === seen.price
  return (
    order.type === seen.type && hasPrice && similarity(order, { ...seen, isChild: false }) !== 'no'
  )
}
