import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countOrders,
  turnover,
  valueWorking,
  worthOfTrade,
} from '../../../../src/renderer/books/orders-filter.ts'
import { repeatedTrades } from '../../../../src/renderer/books/repeated-trades.ts'
import type { OrderRecord, TradeRecord } from '../../../../src/shared/service/records.ts'
import { account } from '../memory-desk.ts'
import { order, trade } from '../records.ts'
import { sampleCount } from '../../../sample-count.ts'

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

it('an order of which a book says that it is complete, and that some of it is open, is worth what nobody knows', () => {
  const done = { order_id: '7', status: 'complete', fillshares: 100 }
  const open = { order_id: '7', status: 'open', fillshares: 60 }
  expect(valueWorking(owned({ status: 'open' }, done, open))).toEqual({
    ...{ value: 1000, partial: true },
  })
  expect(valueWorking(owned(done, done))).toEqual({ value: 0, partial: false })
  const less = { ...open, fillshares: 40 }
  expect(valueWorking(owned(open, less)).value).toBeNull()
})

describe('a trade of which the book has two rows', () => {
  const main = account('main')
  const book = (...rows: Partial<TradeRecord>[]) =>
    rows.map((row, at) => ({
      ...{ account: main, id: String(at), isKept: false },
      record: trade({ order_id: '7', quantity: 75, price: 10, ...row }),
    }))
  const bought = (rows: ReturnType<typeof book>, fillshares: number | null) => {
    const orders = new Map([['7', order({ order_id: '7', fillshares })]])
    const trades = new Map(rows.map(({ id, record }) => [id, record]))
    const repeated = new Set(repeatedTrades(trades, () => orders))
    return turnover(rows, 'BUY', (one) => (repeated.has(one) ? null : worthOfTrade(one)))
  }

  it('counts in no sum, where its order was not filled with both', () => {
    expect(bought(book({}, {}), 75)).toEqual({ value: null, partial: false })
    expect(bought(book({}, {}, { price: 20 }), 150)).toEqual({ value: 1500, partial: true })
    expect(bought(book({}, {}), null).value).toBeNull()
  })

  it('is two where its order was, or where any field of theirs differs', () => {
    expect(bought(book({}, {}), 150)).toEqual({ value: 1500, partial: false })
    expect(bought(book({ fillid: '1' }, { fillid: '2' }), 75).value).toBe(1500)
  })

  it('is looked for once in rows that stay the same', () => {
    let looks = 0
    const counted = (): TradeRecord => ({
      ...trade({ order_id: '7', price: 10 }),
      get quantity() {
        looks += 1
        return 75
      },
    })
    const trades = new Map(['a', 'b'].map((key) => [key, counted()]))
    const repeatedIn = (fillshares: number) =>
      repeatedTrades(trades, () => new Map([['7', order({ order_id: '7', fillshares })]])).length
    expect(repeatedIn(75)).toBe(2)
    const looksAtFirst = looks
    expect(repeatedIn(150)).toBe(0)
    expect(looks).toBe(looksAtFirst)
  })

  it('never makes more of an order than it was filled with, at its highest price', () => {
    const fills = fc.array(
      fc.record({ quantity: fc.constantFrom(25, 75), price: fc.constantFrom(10, 20) }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(fills, fc.boolean(), (made, isTwice) => {
        const filled = made.reduce((sum, { quantity }) => sum + quantity, 0)
        const worth = made.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
        const { value, partial } = bought(book(...made, ...(isTwice ? made : [])), filled)
        if (isTwice) expect(value).toBeNull()
        else expect([value, partial]).toEqual([worth, false])
      }),
      { numRuns: sampleCount(400) },
    )
  })
})
