import { bareOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { stateOfOrder } from '../../shared/service/words.ts'
import type { OwnedRow } from './owned-rows.ts'

type OrderRow = OwnedRow<OrderRecord>

/** The rows of each order; nearly always it is one. */
export const rowsOfEachOrder = (rows: readonly OrderRow[]): OrderRow[][] => [
  ...Map.groupBy(
    rows,
    ({ account, record }) => `${account.login}/${bareOrderId(record.order_id)}`,
  ).values(),
]

/**
 * Each order of a book once. Where its book has several rows of one, that is known of it which all of
 * them say alike.
 */
export const eachOrderOnce = (rows: readonly OrderRow[]): OrderRow[] =>
  rowsOfEachOrder(rows).map(asOne)

function asOne(rows: readonly OrderRow[]): OrderRow {
  const first = rows[0]!
  if (rows.length === 1) return first
  const alike = <Value>(of: (record: OrderRecord) => Value): Value | null => {
    const value = of(first.record)
    return rows.every(({ record }) => of(record) === value) ? value : null
  }
  return {
    ...first,
    record: {
      ...first.record,
      status: alike(stateOfOrder) === null ? null : first.record.status,
      quantity: alike(({ quantity }) => quantity),
      fillshares: alike(({ fillshares }) => fillshares),
      avgprc: alike(({ avgprc }) => avgprc),
    },
  }
}
