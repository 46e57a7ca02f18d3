import type { Row } from '../../shared/core/patch.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import { isFinished, stateOfOrder } from '../../shared/service/words.ts'

/** Snapshots of an order by its number; null where the service tells none. */
export type ReadHistory = (account: string, orderId: string) => Promise<readonly Row[] | null>

/** Each of them is a request, and a service allows ten in a second. */
const mostHistories = 10

/**
 * Of orders that an exit was told are cancelled, those that work by their own history, whatever the
 * order book says. A history that nobody tells says nothing.
 */
export async function workingByHistory(
  orderIds: readonly string[],
  history: (orderId: string) => Promise<readonly Row[] | null>,
): Promise<string[]> {
  const distinct = [...new Map(orderIds.map((id) => [comparableOrderId(id), id])).values()]
  const asked = distinct.slice(-mostHistories)
  const histories = await Promise.all(asked.map(history))
  return asked.filter((id, at) => isWorking(histories[at]!, id))
}

/** In whatever order its snapshots stand: what has ended once does not work again. */
function isWorking(snapshots: readonly Row[] | null, orderId: string): boolean {
  const key = comparableOrderId(orderId)
  const own = (snapshots ?? []).filter(({ order_id: id }) => comparableOrderId(String(id)) === key)
  const states = own.map(stateOfOrder)
  return states.length > 0 && states.every((state) => state !== 'unknown' && !isFinished(state))
}
