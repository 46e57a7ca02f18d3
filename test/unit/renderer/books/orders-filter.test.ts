import { expect, it } from 'vitest'
import {
  countOrders,
  turnover,
  valueWorking,
} from '../../../../src/renderer/books/orders-filter.ts'
import type { OrderRecord } from '../../../../src/shared/service/records.ts'
import { account } from '../memory-desk.ts'
import { order, trade } from '../records.ts'

const owned = (...rows: Partial<OrderRecord>[]) =>
  rows.map((row, at) => ({
    account: account('main'),
    id: String(at),
    isKept: false,
    record: order({ order_id: String(at), quantity: 100, price: 10, fillshares: 0, ...row }),
  }))

it('what is alive is open, in whatever words, and worth what may still fill', () => {
  const orders = owned(
    { status: 'PART_TRADED', fillshares: 40 },
    { status: 'SL-PENDING' },
    { status: 'modify validation pending' },
    { status: 'Traded 50/100', fillshares: 50 },
    { status: 'Rejected By Exch' },
    { status: 'complete', fillshares: 100 },
  )
  expect(countOrders(orders)).toMatchObject({ open: 4, complete: 1, rejected: 1, unknown: 0 })
  expect(valueWorking(orders).value).toBe(600 + 1000 + 1000 + 500)
})

it('an order of which a book has two rows is worth what they say alike', () => {
  const twice = { order_id: '7', status: 'open' }
  const once = { status: 'open' }
  expect(valueWorking(owned(once, twice, twice))).toEqual({ value: 2000, partial: false })
  expect(valueWorking(owned(once, twice, { ...twice, quantity: 40 }))).toEqual({
    value: 1000,
    partial: true,
  })
})

it('what nobody knows is shown as such, and counts as alive in the working value', () => {
  const orders = owned({ status: 'Parked' }, { status: 'complete' }, { status: null })
  expect(countOrders(orders)).toMatchObject({ open: 0, unknown: 3 })
  expect(valueWorking(orders).value).toBe(3000)
})

it('what was bought is known by any word for it, and in part where a side is in none', () => {
  const trades = [' b ', 'Buy', 'SELL'].map((action, at) => ({
    account: account('main'),
    id: String(at),
    isKept: false,
    record: trade({ action, price: 10, quantity: 5 }),
  }))
  expect(turnover(trades, 'BUY')).toEqual({ value: 100, partial: false })
  const [first] = trades
  const odd = { ...first!, record: trade({ action: 'X', price: 10, quantity: 5 }) }
  expect(turnover([...trades, odd], 'SELL')).toEqual({ value: 50, partial: true })
})
