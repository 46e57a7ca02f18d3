import { expect, it } from 'vitest'
import { OthersAnswers } from '../../../../../src/main/picture/gathered/others-answers.ts'
import type { BookName } from '../../../../../src/shared/books/books.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { accepted, after, orderRow, wireEvents } from '../../orders/doubt/doubts.ts'
import { order, position, seen } from '../pictures.ts'

const anothers = 'The service answered with the book of another account.'

/** An order of a second of 21 November 2026 after 10:15. */
const entered = (id: string, second: number, more: Row = {}): Row => {
  const orderentrytime = `November 21 2026 10:15:${String(second).padStart(2, '0')}`
  return orderRow({ order_id: id, orderentrytime, ...more })
}

/** An order of these that the service named for an account. */
const named = (account: string, id: string): Intent => ({
  ...after([...wireEvents({ account }), { kind: 'answered', parts: [accepted(id)] }]),
})

/** Two clients of a service, a and b, unless nobody knows that they are two. */
function newAnswers({
  others = { a: ['b'], b: ['a'] },
  named: intents = [],
}: {
  others?: Record<string, readonly string[]>
  named?: readonly (readonly [id: string, intent: Intent])[]
} = {}) {
  const clock = new FakeClock()
  const answers = new OthersAnswers({
    clock,
    now: () => 0,
    othersAtService: (account) => ({ place: 'there', others: others[account] ?? [] }),
    namedFor: (orderId) => intents.flatMap(([id, intent]) => (id === orderId ? [intent] : [])),
    isOf: (account, intent) => intent.account === account,
  })
  const told = (account: string, book: BookName, rows: readonly Row[]): string | null =>
    answers.refusal(account, book, seen(book, rows).rows)?.message ?? null
  const orders = (account: string, ...rows: readonly Row[]): string | null =>
    told(account, 'orders', rows)
  return { clock, told, orders }
}

it('is told where orders of another client stand in place of its own, and no longer', () => {
  const { orders } = newAnswers()
  expect(orders('a', entered('1', 1))).toBeNull()
  expect(orders('b', entered('2', 2))).toBeNull()
  expect(orders('a', entered('2', 2, { status: 'complete' }))).toBe(anothers)
  expect(orders('b', entered('2', 2))).toBeNull()
  expect(orders('a', entered('1', 1))).toBeNull()
})

it('is told to a book that was empty, once it was read well without what the other one shows', async () => {
  const { clock, orders } = newAnswers()
  expect([orders('a'), orders('b', entered('2', 2))]).toEqual([null, null])
  await clock.advance(6000)
  expect(orders('a')).toBeNull()
  expect(orders('a', entered('2', 2))).toBe(anothers)
  expect(orders('b', entered('2', 2))).toBeNull()
})

it('is told by the number that the service named for an order of another client, before its book shows it', () => {
  const { orders } = newAnswers({ named: [['2', named('b', '2')]] })
  expect(orders('a', entered('2', 2))).toBe(anothers)
  expect(orders('b', entered('2', 2))).toBeNull()
})

it('is told of both while nobody knows whose orders they are, and then of neither', async () => {
  const { clock, orders } = newAnswers()
  expect(orders('a', entered('2', 2))).toBeNull()
  expect(orders('b', entered('2', 2))).toBe(anothers)
  expect(orders('a', entered('2', 2))).toBe(anothers)
  await clock.advance(25_000)
  expect(orders('a', entered('1', 1))).toBeNull()
  expect(orders('b', entered('2', 2))).toBeNull()
})

it('is not told for ever of two books that stay the same', async () => {
  const { clock, orders } = newAnswers()
  orders('a', entered('2', 2))
  expect(orders('b', entered('2', 2))).toBe(anothers)
  await clock.advance(60_000)
  expect(orders('b', entered('2', 2))).toBeNull()
  expect(orders('a', entered('2', 2))).toBeNull()
})

it('is not told of an empty book, of accounts that may be one client, or of the same number for other orders', () => {
  const { orders } = newAnswers()
  orders('a', entered('1', 1))
  orders('b', entered('2', 2))
  expect(orders('a')).toBeNull()
  const alone = newAnswers({ others: {} })
  alone.orders('a', entered('1', 1))
  expect(alone.orders('b', entered('1', 1))).toBeNull()
  for (const more of [{ symbol: 'TCS-EQ' }, { action: 'SELL' }, { exchordid: '78' }]) {
    const each = newAnswers()
    each.orders('a', entered('1', 1, { exchordid: '77' }))
    expect(each.orders('b', entered('1', 1, { exchordid: '77', ...more }))).toBeNull()
  }
})

it('where numbers are of each client, waits for the other one’s next reading before a fill counts', async () => {
  const { clock, orders } = newAnswers({
    named: [
      ['1', named('a', '1')],
      ['1', named('b', '1')],
    ],
  })
  const done = entered('1', 1, { status: 'complete', fillshares: 100 })
  expect([orders('a'), orders('b')]).toEqual([null, null])
  expect(orders('a', entered('1', 1))).toBeNull()
  expect(orders('b', entered('1', 1))).toBeNull()
  await clock.advance(1000)
  expect(orders('b', done)).toContain('to the letter')
  expect(orders('a', entered('1', 1))).toBeNull()
})

it('where numbers are of each client, holds what is another one’s to the letter for half a minute', async () => {
  const both = [
    ['1', named('a', '1')],
    ['1', named('b', '1')],
  ] as const
  const { clock, orders } = newAnswers({ named: both })
  const done = entered('1', 1, { status: 'complete', fillshares: 100 })
  for (const account of ['a', 'b']) orders(account)
  for (const account of ['a', 'b']) expect(orders(account, entered('1', 1))).toBeNull()
  await clock.advance(1000)
  expect(orders('b', done)).toContain('to the letter')
  await clock.advance(1000)
  orders('a', entered('1', 1))
  expect(orders('b', done)).toBeNull()
  expect(orders('a', done)).toContain('to the letter')
  await clock.advance(29_000)
  expect(orders('a', done)).toContain('to the letter')
  await clock.advance(1000)
  expect(orders('a', done)).toBeNull()
})

it('takes the trades and the positions with it', async () => {
  const { clock, orders, told } = newAnswers()
  const trade = (order_id: string): Row =>
    order(order_id, { action: 'BUY', exchtime: null, price: 1400, quantity: 100 })
  orders('a', entered('1', 1))
  orders('b', entered('2', 2))
  expect(told('b', 'trades', [trade('2')])).toBeNull()
  expect(told('b', 'positions', [position(-100, { ltp: 1400 })])).toBeNull()
  expect(told('a', 'trades', [trade('2')])).toBe(anothers)
  expect(told('a', 'trades', [trade('3')])).toBeNull()
  // Clients of one hand hold the same.
  expect(told('a', 'positions', [position(-100)])).toBeNull()
  await clock.advance(1000)
  expect(orders('a', entered('2', 2))).toBe(anothers)
  expect(told('a', 'positions', [position(-100, { ltp: 1401 })])).toBeNull()
  expect(told('b', 'positions', [position(-50)])).toBeNull()
  expect(told('a', 'positions', [position(-50)])).toBe(anothers)
})
