import type { Intent } from '../../shared/orders/intents.ts'
import { isSameOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { similarity, normalisedRow, normalisedRequest } from '../picture/order-similarity.ts'
import { squareOffLasts } from '../orders/doubt/square-off.ts'

/** A square-off that the service took: it makes orders whose ids it tells nobody. */
export interface TakenSquareOff {
  /** What it named; null where that is not known, and may be anything. */
  symbols: ReadonlySet<string> | null
  /** When it was answered, on the monotonic clock. */
  at: number
  /** When the books showed that it was done, with all of its orders; null before. */
  doneAt: number | null
}

/**
 * Whose an order is that came up in the book and that no intent of ours holds. What may yet prove to
 * be ours is waited for: the book can be faster than the answer, and an order in doubt may be it.
 */
export function whoseIs(
  row: OrderRecord,
  of: {
    firstSeen: number
    /** Intents of the account that are sent or in doubt. */
    open: readonly Pick<Intent, 'operation' | 'params' | 'ticket' | 'disowned'>[]
    closings: readonly TakenSquareOff[]
  },
): 'closing' | 'undecided' | 'elsewhere' {
  const order = normalisedRow(row)
  const isClosed = of.closings.some(
    ({ symbols, at, doneAt }) =>
      Math.abs(of.firstSeen - at) < squareOffLasts &&
      of.firstSeen <= (doneAt ?? Infinity) &&
      (symbols?.has(row.symbol) ?? true),
  )
  if (isClosed) return 'closing'
  const mayBe = of.open.some((intent) =>
    intent.ticket === null
      ? intent.operation !== 'CancelAllOrder'
      : // The broker's own legs look unlike the entry that they belong to.
        order.isChild ||
        intent.disowned?.some((orderId) => isSameOrderId(orderId, row.order_id)) === true ||
        similarity(normalisedRequest(intent), order) !== 'no',
  )
  return mayBe ? 'undecided' : 'elsewhere'
}
