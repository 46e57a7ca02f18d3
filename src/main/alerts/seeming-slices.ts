import type { Rows } from '../../shared/core/patch.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { mayBeOfOneRequest } from '../picture/orders/another-number.ts'
import { BySymbol } from '../picture/rows/by-symbol.ts'
import { normalisedRow } from '../picture/rows/order-similarity.ts'

/** What of an order is at the broker although its row calls it rejected: by its own word, or as it seems. */
export interface LivingChild {
  row: OrderRecord
  seems: boolean
}

/** Whether an order may be a slice of one that was rejected: a smaller one of its instrument, side and product, at its time. */
export function mayBeSlice(row: OrderRecord, rejected: OrderRecord): boolean {
  const [own, whole] = [normalisedRow(row), normalisedRow(rejected)]
  const isLike =
    own.exchange === whole.exchange &&
    own.symbol === whole.symbol &&
    own.side === whole.side &&
    own.product === whole.product
  const isSmaller = own.quantity !== null && own.quantity < (whole.quantity ?? 0)
  return isLike && isSmaller && mayBeOfOneRequest(own.entered, whole) && !own.isChild
}

/**
 * The orders that a broker seems to have made of one whose own row it calls rejected, without a word of
 * theirs that they belong to it: all that may be slices of it and are nobody's, if together they have its
 * units; else none, for it cannot be told which they are.
 */
export function seemingSlices(
  rejected: OrderRecord,
  rows: Rows,
  isNobodys: (row: OrderRecord) => boolean,
): OrderRecord[] {
  const ofSymbol = BySymbol.of(rows).find(rejected.symbol) as readonly OrderRecord[]
  const slices = ofSymbol.filter((row) => mayBeSlice(row, rejected) && isNobodys(row))
  const units = slices.reduce((sum, { quantity }) => sum + (quantity ?? NaN), 0)
  return slices.length > 1 && units === rejected.quantity ? slices : []
}
