import { isWorkingRow, unitsToCome } from '../../shared/books/open-rows.ts'
import type { OrderRecord, TradeRecord } from '../../shared/service/records.ts'
import {
  type Action,
  isFinished,
  type OrderState,
  sideOfWord,
  stateOfOrder,
} from '../../shared/service/words.ts'
import { rowsOfEachOrder } from './one-order.ts'
import { type OwnedRow, rowsAddedUp } from './owned-rows.ts'
import { type Sum, sum } from '../core/sums.ts'

export const orderFilters = ['all', 'open', 'complete', 'rejected', 'cancelled', 'unknown'] as const
export type OrderFilter = (typeof orderFilters)[number]

const filterOf = (state: OrderState): Exclude<OrderFilter, 'all'> =>
  state === 'unknown' ? 'unknown' : isFinished(state) ? (state as 'complete') : 'open'

export function passes(order: OrderRecord, filter: OrderFilter): boolean {
  return filter === 'all' || filterOf(stateOfOrder(order)) === filter
}

export function countOrders(orders: readonly OwnedRow<OrderRecord>[]): Record<OrderFilter, number> {
  const counts = { all: 0, open: 0, complete: 0, rejected: 0, cancelled: 0, unknown: 0 }
  for (const { record } of orders) {
    counts.all++
    counts[filterOf(stateOfOrder(record))]++
  }
  return counts
}

/** Every word must be somewhere in what the row says of itself. */
export function matches(owned: OwnedRow<object>, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const { symbol, exchange, product, pricetype, action, status, rejreason, order_id } =
    owned.record as Partial<Record<string, unknown>>
  const said = [symbol, exchange, product, pricetype, action, status, rejreason, order_id]
    .filter((value): value is string => typeof value === 'string')
    .concat(owned.account.name, owned.account.broker)
    .join(' ')
    .toLowerCase()
  return words.every((word) => said.includes(word))
}

/** What could still be bought or sold, at the limits given; without a limit it is unknown. */
export const valueWorking = (orders: readonly OwnedRow<OrderRecord>[]): Sum =>
  sum(
    // Of one of which a book has two rows it is known where they say the same.
    rowsOfEachOrder(rowsAddedUp(orders)).flatMap((rows) => {
      if (!rows.some(({ record }) => isWorkingRow(record))) return []
      const [worth, ...others] = new Set(rows.map(({ record }) => worthToCome(record)))
      return others.length > 0 ? null : worth!
    }),
  )

/** Zero where nothing may come. */
function worthToCome(order: OrderRecord): number | null {
  const units = isWorkingRow(order) ? unitsToCome(order) : 0
  return units && (order.price ? order.price * units : null)
}

/** What was bought or sold; a trade whose side is not known may belong to it. */
export const turnover = (
  trades: readonly OwnedRow<TradeRecord>[],
  side: Action,
  worthOf: (trade: TradeRecord) => number | null = worthOfTrade,
): Sum =>
  sum(
    rowsAddedUp(trades).flatMap(({ record }) => {
      const known = sideOfWord(record.action)
      return known === side ? worthOf(record) : known === undefined ? null : []
    }),
  )

export const worthOfTrade = ({ quantity, price }: TradeRecord): number | null =>
  quantity === null || price === null ? null : quantity * price
