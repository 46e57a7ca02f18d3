import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ExitGoal,
  type ExitBooks,
  chosenAim,
  hasLeft,
  isFlat,
  leftOf,
  noOrders,
  noPositions,
  noneOfStrategy,
  nothingAtAll,
  remainderOf,
  todoOf,
} from '../../../../src/main/exits/exit-goal.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'

/** Nothing of ours is on its way. */
const nobody = () => 0
const order = (order_id: string, more: Row = {}): Row => ({
  ...{ order_id, symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS', action: 'SELL' },
  ...{ status: 'open' },
  ...more,
})
const position = (symbol: string, netqty: number | null, more: Row = {}): Row => ({
  ...{ symbol, exchange: 'NSE', product: 'MIS', netqty },
  ...more,
})
const books = (orders: Row[], positions: Row[] = [], unreadable = 0): ExitBooks => ({
  orders: { rows: new Map(orders.map((row) => [String(row['order_id']), row])), unreadable: 0 },
  positions: { rows: new Map(positions.map((row, index) => [String(index), row])), unreadable },
})
const flat = (seen: ExitBooks, aim: ExitGoal): boolean => isFlat(remainderOf(seen, aim))
const todo = (seen: ExitBooks, aim: ExitGoal): string => todoOf(remainderOf(seen, aim))

const statuses = [
  'open',
  'complete',
  'CANCELLED',
  'rejected',
  'trigger pending',
  'OPEN',
  'gibberish',
]
const someBooks = fc.record({
  orders: fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 30 }),
      status: fc.constantFrom(null, ...statuses),
      symbol: fc.constantFrom('A', 'B', 'C'),
    }),
    { maxLength: 8 },
  ),
  positions: fc.array(
    fc.record({
      symbol: fc.constantFrom('A', 'B', 'C'),
      netqty: fc.oneof(fc.constant(null), fc.integer({ min: -200, max: 200 })),
    }),
    { maxLength: 6 },
  ),
  unreadable: fc.integer({ min: 0, max: 1 }),
})
type SomeBooks = typeof someBooks extends fc.Arbitrary<infer Of> ? Of : never
const booksOf = ({ orders, positions, unreadable }: SomeBooks): ExitBooks =>
  books(
    orders.map(({ id, status, symbol }) => order(String(id), { status, symbol })),
    positions.map(({ symbol, netqty }) => position(symbol, netqty)),
    unreadable,
  )
const finished = new Set(['complete', 'CANCELLED', 'rejected'])

describe('an account', () => {
  it('is flat exactly where no order works, every position is known to be zero and every row was read', () => {
    fc.assert(
      fc.property(someBooks, (some) => {
        const seen = booksOf(some)
        const isDone =
          [...seen.orders.rows.values()].every((row) => finished.has(String(row['status']))) &&
          some.positions.every(({ netqty }) => netqty === 0) &&
          some.unreadable === 0
        expect(flat(seen, nothingAtAll(nobody))).toBe(isDone)
      }),
    )
  })

  it('is never called flat and told to do something, nor the other way round', () => {
    fc.assert(
      fc.property(someBooks, (some) => {
        for (const aim of [
          nothingAtAll(nobody),
          noOrders(nobody),
          noPositions(new Set(['1', '2', '3']), nobody),
        ]) {
          const remainder = remainderOf(booksOf(some), aim)
          expect(todoOf(remainder) === '').toBe(isFlat(remainder))
        }
      }),
    )
  })

  it('that is flat is flat for every narrower aim', () => {
    const named = fc.constantFrom('A', 'B', 'C')
    fc.assert(
      fc.property(someBooks, fc.array(named), (some, symbols) => {
        const seen = booksOf(some)
        if (!flat(seen, nothingAtAll(nobody))) return
        const before = new Set<string>()
        for (const aim of [
          noOrders(nobody),
          noPositions(before, nobody),
          noneOfStrategy({ isOurs: () => true, closed: new Set(symbols), before, awaited: nobody }),
        ])
          expect(flat(seen, aim)).toBe(true)
      }),
    )
  })

  it('without working orders may hold positions, where only orders were to go', () => {
    expect(
      flat(books([order('1', { status: 'complete' })], [position('A', 100)]), noOrders(nobody)),
    ).toBe(true)
    expect(flat(books([order('1')]), noOrders(nobody))).toBe(false)
  })

  it('with an order of unknown status is not without orders', () => {
    expect(flat(books([order('1', { status: null })]), noOrders(nobody))).toBe(false)
    expect(flat(books([order('1', { status: 'somewhere' })]), noOrders(nobody))).toBe(false)
  })

  it('without positions may have orders from before, but none that came since', () => {
    const before = new Set(['1'])
    expect(flat(books([order('1')], [position('A', 0)]), noPositions(before, nobody))).toBe(true)
    expect(
      flat(books([order('1'), order('2')], [position('A', 0)]), noPositions(before, nobody)),
    ).toBe(false)
  })
})

describe('a strategy', () => {
  const aim = noneOfStrategy({
    isOurs: (id) => id === '7',
    closed: new Set(['INFY-EQ']),
    before: new Set(['1', '7']),
    awaited: nobody,
  })

  it("is out when its orders are finished and the symbols that it left are closed, whatever others' do", () => {
    const others = [order('1'), order('9', { symbol: 'TCS-EQ' })]
    const seen = books(others, [position('INFY-EQ', 0), position('TCS-EQ', 50)])
    expect(flat(seen, aim)).toBe(true)
  })

  it('is not out while one of its orders works, one that closes, or a symbol is open', () => {
    expect(flat(books([order('7')]), aim)).toBe(false)
    expect(flat(books([order('8')]), aim)).toBe(false)
    expect(flat(books([], [position('INFY-EQ', 5)]), aim)).toBe(false)
  })
})

describe('chosen positions', () => {
  const leaving = (held: number | null, ordered: number) => ({
    ...{ exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS', held, ordered },
  })
  const chosen = (more: Partial<Parameters<typeof chosenAim>[0]> = {}): ExitGoal =>
    chosenAim({
      ...{ leaving: [leaving(100, -60)], ours: new Set(['5']), awaited: nobody },
      ...{ isInDoubt: false, before: new Set(['1']) },
      ...more,
    })

  it('are out between zero and what was to stay, on the side that they were held', () => {
    const units = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(
        units,
        fc.nat(10_000),
        fc.boolean(),
        fc.integer({ min: -20_000, max: 20_000 }),
        (held, share, isLong, net) => {
          const sign = isLong ? 1 : -1
          const sold = Math.min(held, share)
          const isOut = hasLeft(net, { held: sign * held, ordered: -sign * sold })
          expect(isOut).toBe(net * sign >= 0 && net * sign <= held - sold)
        },
      ),
    )
  })

  it('are not out where their size, or what was held, is not known, until they are zero', () => {
    expect(hasLeft(null, { held: 100, ordered: -100 })).toBe(false)
    expect(hasLeft(40, { held: null, ordered: -60 })).toBe(false)
    expect(hasLeft(0, { held: null, ordered: -60 })).toBe(true)
  })

  it('leave others alone, and a position that is gone from the book is closed', () => {
    expect(flat(books([order('1')], [position('TCS-EQ', 10)]), chosen())).toBe(true)
    const other = position('INFY-EQ', 100, { product: 'CNC' })
    expect(flat(books([], [other]), chosen())).toBe(true)
  })

  it('are found where the book writes words in another case', () => {
    const here = position('INFY-EQ', 100, { exchange: 'nse', product: 'Mis' })
    expect(flat(books([], [here]), chosen())).toBe(false)
  })

  it('are not done while one of their orders works or may still come', () => {
    const there = [position('INFY-EQ', 40)]
    expect(flat(books([], there), chosen())).toBe(true)
    expect(flat(books([order('5')], there), chosen())).toBe(false)
    expect(flat(books([], there), chosen({ awaited: () => 1 }))).toBe(false)
  })

  it('with an order in doubt are not done while a new order for them works', () => {
    const there = [position('INFY-EQ', 40)]
    expect(flat(books([order('8')], there), chosen({ isInDoubt: true }))).toBe(false)
    expect(flat(books([order('1')], there), chosen({ isInDoubt: true }))).toBe(true)
    expect(flat(books([order('8')], there), chosen())).toBe(true)
  })

  it('that were to stay in part are told with what was to stay', () => {
    expect(todo(books([], [position('INFY-EQ', 100)]), chosen())).toBe(
      'Exit INFY-EQ again: 100 units are open, and 40 were to stay.',
    )
  })
})

describe('what is left', () => {
  it('is named with the next thing to do', () => {
    const future = position('NIFTY24NOV26F', -65)
    expect(todo(books([], [future]), nothingAtAll(nobody))).toBe(
      'Exit NIFTY24NOV26F again: 65 units are still open.',
    )
    expect(
      todo(books([], [future, position('A', 1), position('B', 1)]), nothingAtAll(nobody)),
    ).toBe('Exit NIFTY24NOV26F again: 65 units are still open. 2 more positions are open.')
    expect(todo(books([order('1')]), noOrders(nobody))).toBe('Cancel again: 1 order still works.')
    expect(todo(books([order('1'), order('2')]), noOrders(nobody))).toBe(
      'Cancel again: 2 orders still work.',
    )
  })

  it('is not to be exited again while the order that closes it works', () => {
    const closing = order('1', { symbol: 'A', action: 'BUY' })
    expect(todo(books([closing], [position('A', -65)]), nothingAtAll(nobody))).toBe(
      'Wait for the order that closes A, or cancel it before you exit again: 65 units are still open.',
    )
    // An order on the same side would open more of it, and closes nothing.
    expect(todo(books([closing], [position('A', 65)]), nothingAtAll(nobody))).toMatch(
      /^Exit A again/,
    )
  })

  it('is not given a size that nobody knows', () => {
    const seen = books([], [position('A', null)])
    expect(todo(seen, nothingAtAll(nobody))).toMatch(/^How many units of A are open is not known/)
    expect(leftOf(remainderOf(seen, nothingAtAll(nobody))).positions).toEqual([
      { exchange: 'NSE', symbol: 'A', product: 'MIS', net: null },
    ])
  })

  it('counts rows that could not be read', () => {
    expect(todo(books([], [], 1), nothingAtAll(nobody))).toBe(
      "1 row of the books could not be read: look at the account in the broker's own terminal.",
    )
  })
})
