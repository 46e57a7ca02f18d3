import { describe, expect, it } from 'vitest'
import { UnlistedOrders } from '../../../../../src/main/picture/gathered/unlisted-orders.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import type { TradeRecord } from '../../../../../src/shared/service/records.ts'

/** 21 November 2026, 10:15:00 in India. */
const now = Date.UTC(2026, 10, 21, 4, 45, 0)

const order = (id: string): Row => ({ order_id: id, symbol: 'A', status: 'complete' })
const trade = (id: string, more: Partial<TradeRecord> = {}): TradeRecord =>
  ({ order_id: id, symbol: 'A', exchtime: '2026-11-21 10:00:00', ...more }) as TradeRecord

const rowsOf = (rows: readonly object[]): Map<string, Row> =>
  new Map(rows.map((row, at) => [String(at), { ...row } as Row]))

function unlisted(
  shown: readonly Row[],
  trades: readonly TradeRecord[],
  { before = [], earlier = null }: { before?: readonly Row[]; earlier?: number | null } = {},
): readonly string[] {
  const orders = new UnlistedOrders()
  orders.takeUp(() => earlier)
  orders.see('a', rowsOf(before), { added: before, now })
  orders.see('a', rowsOf(shown), { added: shown, now })
  const ids = shown.map(({ order_id: id }) => id)
  return orders.of({
    ...{ accounts: ['a'], orders: rowsOf(shown), trades: rowsOf(trades), now },
    unshown: trades.filter(({ order_id: id }) => !ids.includes(id)),
  })
}

describe('orders that no order book ever had', () => {
  it('are those that trades of the day tell of beside others', () => {
    expect(unlisted([order('1')], [trade('1'), trade('2'), trade('2')])).toEqual(['2'])
    expect(unlisted([order('1')], [trade('2')])).toEqual(['2'])
  })

  it('are none where nothing says that both books number orders alike', () => {
    expect(unlisted([], [trade('2')])).toEqual([])
    expect(unlisted([order('1')], [trade('T1'), trade('T2')])).toEqual([])
  })

  it('are none that a reading had before, or an earlier session of the day', () => {
    expect(unlisted([order('1')], [trade('1'), trade('2')], { before: [order('2')] })).toEqual([])
    expect(unlisted([order('1')], [trade('2')], { earlier: now - 60_000 })).toEqual([])
    expect(unlisted([order('1')], [trade('2')], { earlier: now - 86_400_000 })).toEqual(['2'])
  })

  it('are none of the day before', () => {
    const yesterday = { exchtime: '2026-11-20 15:00:00' }
    expect(unlisted([order('1')], [trade('1'), trade('2', yesterday)])).toEqual([])
  })

  it('are what the books of another login had, whose account it was', () => {
    const orders = new UnlistedOrders()
    orders.takeUp(() => now - 60_000)
    orders.see('a', rowsOf([order('1'), order('2')]), { added: [], now })
    orders.forget('a')
    orders.see('a', rowsOf([order('1')]), { added: [], now })
    const of = { accounts: ['a'], orders: rowsOf([order('1')]), now }
    const trades = [trade('1'), trade('2')]
    expect(orders.of({ ...of, trades: rowsOf(trades), unshown: trades.slice(1) })).toEqual(['2'])
  })
})
