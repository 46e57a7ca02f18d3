import { orderIn, recordKey } from '../../shared/books/books.ts'
import { isSame } from '../../shared/core/patch.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord, TradeRecord } from '../../shared/service/records.ts'

/**
 * Trades of which their book may have one twice: alike in all that it tells of them. An order is filled
 * with the same units at one price in one second, too: where its row tells of as many as all of its
 * trades come to, they are several.
 */
export function repeatedTrades(
  trades: ReadonlyMap<string, TradeRecord>,
  ordersOfAccount: () => ReadonlyMap<string, OrderRecord> | undefined,
): readonly TradeRecord[] {
  let twins = found.get(trades)
  if (twins === undefined) found.set(trades, (twins = findTwins(trades)))
  const orders = twins.length === 0 ? undefined : ordersOfAccount()
  return twins.flatMap(({ orderId, units, rows }) =>
    orders !== undefined && orderIn(orders, orderId)?.fillshares === units ? [] : rows,
  )
}

/** Trades of one order that are alike in all. */
interface Twins {
  orderId: string
  /** What all trades of the order come to. */
  units: number
  rows: readonly TradeRecord[]
}

/** A book that changes gets other rows: of thirty accounts one has new trades. */
const found = new WeakMap<object, readonly Twins[]>()

function findTwins(trades: ReadonlyMap<string, TradeRecord>): readonly Twins[] {
  const byOrder = Map.groupBy(trades.values(), (row) => comparableOrderId(row.order_id ?? ''))
  return [...byOrder.values()].flatMap((ofOrder) => {
    const rows = several(ofOrder, ({ quantity, price }) => `${quantity} ${price}`)
      .flatMap((alike) => several(alike, (row) => recordKey('trades', row)))
      .flatMap(([first, ...others]) => {
        const same = others.filter((other) => isSame(other, first))
        return same.length === 0 ? [] : [first!, ...same]
      })
    if (rows.length === 0) return []
    const units = ofOrder.reduce((sum, { quantity }) => sum + (quantity ?? NaN), 0)
    return [{ orderId: ofOrder[0]!.order_id ?? '', units, rows }]
  })
}

/** Groups of more than one. */
const several = (
  rows: readonly TradeRecord[],
  keyOf: (row: TradeRecord) => string,
): readonly TradeRecord[][] =>
  rows.length === 1
    ? []
    : [...Map.groupBy(rows, keyOf).values()].filter((group) => group.length > 1)
