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

describe('the funds after an order', () => {
  it('are what is left of them, also where that is less than nothing', () => {
    expect(fundsAfterOrders([order('a', 4000), order('d', 600)], accounts)).toEqual({
      a: 6000,
      d: -100,
    })
  })

  it('are less by all orders of those who pay from the same funds', () => {
    expect(fundsAfterOrders([order('a', 4000), order('twin', 1000)], accounts)).toEqual({
      a: 5000,
      twin: 5000,
    })
  })

  it('say why they are not known: the funds are not, are old, or what it takes is the broker’s to say', () => {
    const orders = [order('b', 1), order('c', 1), order('d', null), order('gone', 1)]
    expect(fundsAfterOrders(orders, accounts)).toEqual({
      ...{ b: 'no-funds', c: 'old-funds', d: 'margin', gone: 'no-funds' },
    })
    expect(fundsAfterOrders([order('a', 1), order('twin', null)], accounts)).toEqual({
      a: 'margin',
      twin: 'margin',
    })
    expect(fundsAfterOrders([order('d', null, null)], accounts)).toEqual({ d: 'no-price' })
    expect(fundsAfterOrders([order('a', 1), null], accounts)).toEqual({ a: 'unplanned' })
  })
})
