import { describe, expect, it } from 'vitest'
import { fundsAfterOrders } from '../../../../../src/main/orders/planning/funds-after.ts'
import { accountWith } from './contexts.ts'

const accounts = new Map(
  [
    accountWith({ funds: 10_000 }),
    accountWith({ id: 'twin', login: 'a', funds: 10_000 }),
    accountWith({ id: 'b', login: 'b', funds: null }),
    accountWith({ id: 'c', login: 'c', funds: 500, stale: new Set(['funds']) }),
    accountWith({ id: 'd', login: 'd', funds: 500 }),
  ].map((one) => [one.id, one]),
)
const order = (account: string, funds: number | null, value: number | null = 1) => ({
  ...{ account, funds, value },
})

type Orders = Parameters<typeof fundsAfterOrders>[1]
const after = (orders: Orders, ofUnplanned = 'a') =>
  fundsAfterOrders(
    orders.map((one) => one ?? { account: ofUnplanned }),
    orders,
    accounts,
  )

describe('the funds after an order', () => {
  it('are what is left of them, also where that is less than nothing', () => {
    expect(after([order('a', 4000), order('d', 600)])).toEqual({
      a: 6000,
      d: -100,
    })
  })

  it('are less by all orders of those who pay from the same funds', () => {
    expect(after([order('a', 4000), order('twin', 1000)])).toEqual({
      a: 5000,
      twin: 5000,
    })
  })

  it('say why they are not known: the funds are not, are old, or what it takes is the broker’s to say', () => {
    const orders = [order('b', 1), order('c', 1), order('d', null), order('gone', 1)]
    expect(after(orders)).toEqual({
      ...{ b: 'no-funds', c: 'old-funds', d: 'margin', gone: 'no-funds' },
    })
    expect(after([order('a', 1), order('twin', null)])).toEqual({
      a: 'margin',
      twin: 'margin',
    })
    expect(after([order('d', null, null)])).toEqual({ d: 'no-price' })
    expect(after([order('a', 1), null])).toEqual({ a: 'unplanned' })
  })

  it('are known of whoever pays from other funds than one whose order cannot be planned', () => {
    expect(after([order('a', 4000), null], 'd')).toEqual({ a: 6000 })
    expect(after([order('a', 1), null], 'twin')).toEqual({ a: 'unplanned' })
    expect(after([order('a', 1), null], 'gone')).toEqual({ a: 'unplanned' })
  })
})
