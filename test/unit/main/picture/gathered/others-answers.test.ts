import { expect, it } from 'vitest'
import { OthersAnswers } from '../../../../../src/main/picture/gathered/others-answers.ts'
import type { BookName } from '../../../../../src/shared/books/books.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { orderRow } from '../../orders/doubt/doubts.ts'
import { order, position, seen } from '../pictures.ts'

const anothers = 'The service answered with the book of another account.'

/** An order of a second of 21 November 2026 after 10:15. */
const entered = (id: string, second: number, more: Row = {}): Row => {
  const orderentrytime = `November 21 2026 10:15:${String(second).padStart(2, '0')}`
  return orderRow({ order_id: id, orderentrytime, ...more })
}

/** Two clients of a service, a and b, unless they share one login. */
function newAnswers({ areTwo = true, named = [] }: { areTwo?: boolean; named?: string[] } = {}) {
  const clock = new FakeClock()
  const answers = new OthersAnswers({
    clock,
    now: () => 0,
    otherClients: (account) => (areTwo ? ['a', 'b'].filter((one) => one !== account) : []),
    isNamedFor: (account, orderId) => account === 'a' && named.includes(orderId),
  })
  const told = (account: string, book: BookName, rows: readonly Row[]): string | null =>
    answers.turnDown(account, book, seen(book, rows).rows)?.message ?? null
  const orders = (account: string, ...rows: readonly Row[]): string | null =>
    told(account, 'orders', rows)
  return { clock, told, orders }
}

it('is told where orders of another client stand in place of its own, until its own are back', () => {
  const { orders } = newAnswers()
  expect(orders('a', entered('1', 1))).toBeNull()
  expect(orders('b', entered('2', 2))).toBeNull()
  expect(orders('a', entered('2', 2, { status: 'complete' }))).toBe(anothers)
  expect(orders('a', entered('2', 2), entered('3', 3))).toBe(anothers)
  expect(orders('b', entered('2', 2), entered('3', 3))).toBeNull()
  expect(orders('a', entered('1', 1, { status: 'complete' }), entered('4', 4))).toBeNull()
})

it('is told to a book that was read well without what the other one had shown for a while', async () => {
  const { clock, orders } = newAnswers()
  expect([orders('a'), orders('b', entered('2', 2))]).toEqual([null, null])
  await clock.advance(4000)
  expect(orders('a')).toBeNull()
  expect(orders('a', entered('2', 2), entered('3', 3))).toBeNull()
  expect(orders('a')).toBeNull()
  expect(orders('a', entered('2', 2))).toBe(anothers)
})

it('is told for half a minute at the most: then the service has it so', async () => {
  const { clock, orders } = newAnswers()
  orders('a', entered('1', 1))
  orders('b', entered('2', 2))
  expect(orders('a', entered('2', 2))).toBe(anothers)
  await clock.advance(29_000)
  expect(orders('a', entered('2', 2))).toBe(anothers)
  await clock.advance(1000)
  expect(orders('a', entered('2', 2))).toBeNull()
  expect(orders('a', entered('2', 2), entered('5', 5))).toBeNull()
})

it('is told for ten seconds where the account had no orders', async () => {
  const { clock, orders } = newAnswers()
  orders('a')
  orders('b', entered('2', 2))
  await clock.advance(4000)
  orders('a')
  expect(orders('a', entered('2', 2))).toBe(anothers)
  await clock.advance(9000)
  expect(orders('a', entered('2', 2))).toBe(anothers)
  await clock.advance(1000)
  expect(orders('a', entered('2', 2))).toBeNull()
})

it('is told twice at the least, whatever time passed between them', async () => {
  const { clock, orders } = newAnswers()
  orders('a', entered('1', 1))
  orders('b', entered('2', 2))
  expect(orders('a', entered('2', 2))).toBe(anothers)
  await clock.advance(60_000)
  expect(orders('a', entered('2', 2))).toBe(anothers)
  expect(orders('a', entered('2', 2))).toBeNull()
})

it('is not told of an empty book, of one login, or of a book that has orders of its own as well', () => {
  const { orders } = newAnswers()
  orders('a', entered('1', 1))
  orders('b', entered('2', 2))
  expect(orders('a')).toBeNull()
  const dealer = newAnswers()
  dealer.orders('a', entered('1', 1))
  dealer.orders('b', entered('2', 2))
  expect(dealer.orders('a', entered('1', 1), entered('2', 2))).toBeNull()
  const one = newAnswers({ areTwo: false })
  one.orders('a', entered('1', 1))
  one.orders('b', entered('2', 2))
  expect(one.orders('a', entered('2', 2))).toBeNull()
})

it('is not told of the first answer, of the same number for another order, or of one without a time', () => {
  const first = newAnswers()
  first.orders('b', entered('2', 2))
  expect(first.orders('a', entered('2', 2))).toBeNull()
  const untimed = { orderentrytime: null }
  for (const [theirs, answer] of [
    [entered('2', 2), entered('2', 3)],
    [entered('2', 2), entered('2', 2, { symbol: 'TCS-EQ' })],
    [entered('2', 2, { exchordid: '77' }), entered('2', 2, { exchordid: '78' })],
    [entered('2', 2, untimed), entered('2', 2, untimed)],
  ] as const) {
    const { orders } = newAnswers()
    orders('a', entered('1', 1))
    orders('b', theirs)
    expect(orders('a', answer)).toBeNull()
  }
})

it('is not told of an order that the service named for this account', () => {
  const { orders } = newAnswers({ named: ['2'] })
  orders('a', entered('1', 1))
  orders('b', entered('2', 2))
  expect(orders('a', entered('2', 2))).toBeNull()
})

it('takes the trades and the positions with it that became the other account’s', () => {
  const { orders, told } = newAnswers()
  const trade = (order_id: string): Row =>
    order(order_id, { action: 'BUY', exchtime: null, price: 1400, quantity: 100 })
  orders('a', entered('1', 1))
  orders('b', entered('2', 2))
  for (const [account, id, units] of [
    ['a', '1', 100],
    ['b', '2', -50],
  ] as const) {
    expect(told(account, 'trades', [trade(id)])).toBeNull()
    expect(told(account, 'positions', [position(units, { ltp: 1400 })])).toBeNull()
  }
  orders('a', entered('2', 2))
  expect(told('a', 'trades', [trade('2')])).toBe(anothers)
  expect(told('a', 'positions', [position(-50, { ltp: 1401 })])).toBe(anothers)
  expect(told('a', 'positions', [position(100, { ltp: 1401 })])).toBeNull()
  expect(told('a', 'trades', [trade('1'), trade('3')])).toBeNull()
})
