import type { OrderRecord } from '../../../shared/service/records.ts'
import { type Product, countsUnits, stateOfOrder } from '../../../shared/service/words.ts'
import {
  type SeenOrder,
  type SoughtOrder,
  normalisedRequest,
  normalisedRow,
  similarity,
} from '../../picture/rows/order-similarity.ts'
import type { SentOrder, Spelling } from './book-spelling.ts'
import { isOtherInstrument } from './other-instrument.ts'

/**
 * Whether a row is what was sent. `no` only where it cannot be, however a broker spells: the other
 * side, more units than were asked for, another instrument, another product or price type in a book
 * that is known to write them as they are sent; or another price where a row beside it has all that was
 * sent. Fewer units prove nothing: a service splits orders, and a quantity counts down.
 */
export function isOwn(
  intent: SentOrder,
  of: { row: OrderRecord; quantity: number | null; spelling: Spelling },
): 'yes' | 'no' | 'unknown' {
  const { row, quantity, spelling } = of
  const order = normalisedRequest(intent)
  const seen = normalisedRow(row)
  if (isOtherInstrument(order, seen, spelling)) return 'no'
  if (isOtherKind(order, seen, spelling)) return 'no'
  const isSmart = intent.operation === 'PlaceSmartOrder'
  const asked = intent.parts.reduce((sum, part) => sum + (part.quantity ?? NaN), 0)
  const shown = countsUnits(row.exchange) ? seen.quantity : null
  // Brokers refer the slices of an order to it, as they do legs.
  const reads = similarity(order, { ...seen, isChild: false })
  const isOtherwise = reads === 'no' || (isSmart && shown !== null && shown > asked)
  if (isOtherwise && spelling.hasAsSent(intent)) return 'no'
  // The service itself reckons what a smart order comes to.
  if (isSmart) return isOtherwise ? 'unknown' : 'yes'
  const isOtherSide =
    order.side !== undefined && seen.side !== undefined && order.side !== seen.side
  if (isOtherSide) return 'no'
  if (shown !== null) {
    if (shown > asked) return 'no'
    // What is left of it, where a book counts that: nothing is left of one that is complete.
    const isLeft = stateOfOrder(row) !== 'complete' && shown + (row.fillshares ?? 0) === quantity
    const isWhole = shown === quantity || isLeft
    const isOne = intent.parts.length === 1 && quantity !== null && shown > 0
    if (isOne && !isWhole) return 'unknown'
  }
  return reads === 'no' || seen.side === undefined ? 'unknown' : 'yes'
}

/**
 * Whether product or price type are surely others. Of a bracket or a cover, books write either in
 * many ways; brokers send market orders as limits, and stops as what they trigger; and what is
 * carried is called delivery here and normal there.
 */
function isOtherKind(order: SoughtOrder, seen: SeenOrder, { inBook }: Spelling): boolean {
  const { product, type } = order
  if (product === undefined || product === 'BO' || product === 'CO') return false
  const isOther = seen.product !== undefined && !likeProducts[product].includes(seen.product)
  if (isOther && inBook({ product })) return true
  const isOtherType =
    (type === 'LIMIT' && seen.type !== undefined && seen.type !== type) ||
    (type === 'MARKET' && (seen.type === 'SL' || seen.type === 'SL-M'))
  return isOtherType && inBook({ type })
}

const likeProducts: Record<'CNC' | 'MIS' | 'NRML', readonly Product[]> = {
  CNC: ['CNC', 'NRML'],
  MIS: ['MIS'],
  NRML: ['CNC', 'NRML'],
}
