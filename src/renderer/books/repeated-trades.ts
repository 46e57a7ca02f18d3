import { orderIn, recordKey } from '../../shared/books/books.ts'
import { isSame } from '../../shared/core/patch.ts'
import type { OrderRecord, TradeRecord } from '../../shared/service/records.ts'
import { orderKey } from './order-key.ts'
import type { OwnedRow } from './owned-rows.ts'

/**
 * Trades of which their book may have one twice: alike in all that it tells of them. An order is filled
 * with the same units at one price in one second, too: where its row tells of as many as all of its
 * trades come to, they are several.
 */
export function repeatedTrades(
  trades: readonly OwnedRow<TradeRecord>[],
  ordersOf: (account: string) => ReadonlyMap<string, OrderRecord> | undefined,
): ReadonlySet<TradeRecord> {
  const repeated = new Set<TradeRecord>()
  const byOrder = Map.groupBy(trades, ({ account, record }) =>
    orderKey(account.id, record.order_id ?? ''),
  )
  for (const ofOrder of byOrder.values()) {
    if (ofOrder.length === 1) continue
    const { account, record } = ofOrder[0]!
    const alike = [...Map.groupBy(ofOrder, (row) => recordKey('trades', row.record)).values()]
    const twins = alike.flatMap(([first, ...others]) => {
      const same = others.filter((other) => isSame(other.record, first!.record))
      return same.length === 0 ? [] : [first!, ...same]
    })
    if (twins.length === 0) continue
    const order = orderIn(ordersOf(account.id) ?? new Map(), record.order_id ?? '')
    const units = ofOrder.reduce((sum, row) => sum + (row.record.quantity ?? NaN), 0)
    if (order?.fillshares !== units) for (const twin of twins) repeated.add(twin.record)
  }
  return repeated
}
