import { type Rows, rowsOfKey } from '../../shared/core/patch.ts'
import { bareOrderId, comparableOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import { type OrderState, isFinished, stateOfOrder } from '../../shared/service/words.ts'

/** How an order stands: not known where its book has it twice in one answer, and once ended otherwise. */
export const stateIn = (rows: Rows, row: OrderRecord): OrderState =>
  contradictingTwin(rows, row) === undefined ? stateOfOrder(row) : 'unknown'

/** Another row of the same order in the same answer that tells of another end, of none, or of another fill. */
export function contradictingTwin(rows: Rows, row: OrderRecord): OrderRecord | undefined {
  const all = rowsOfKey(rows, comparableOrderId(row.order_id)) as OrderRecord[]
  if (all.length < 2) return undefined
  return all.find((other) => other !== row && isSameOrder(other, row) && !agrees(other, row))
}

/** The stop of a cover stands under the number of its entry, and is no twin of it. */
const isSameOrder = (one: OrderRecord, other: OrderRecord): boolean =>
  bareOrderId(one.order_id) === bareOrderId(other.order_id) &&
  fieldsOfOrder.every((name) => one[name] === other[name])

const fieldsOfOrder = ['exchange', 'symbol', 'action', 'product', 'pricetype', 'quantity'] as const

function agrees(one: OrderRecord, other: OrderRecord): boolean {
  const [state, of] = [stateOfOrder(one), stateOfOrder(other)]
  const haveEnded = isFinished(state) || isFinished(of)
  return !haveEnded || (state === of && unitsFilled(one) === unitsFilled(other))
}
