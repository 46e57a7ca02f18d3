import { expect, it } from 'vitest'
import { OthersOrders } from '../../../../../src/main/picture/gathered/others-orders.ts'
import type { BookSeen } from '../../../../../src/main/picture/login-facts.ts'
import { dayOf } from '../../../../../src/shared/core/india.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import {
  accepted,
  after,
  inDoubt,
  orderRow,
  sentAt,
  wireEvents,
} from '../../orders/doubt/doubts.ts'
import { seen } from '../pictures.ts'

/** An order that was entered in a second of 21 November 2026 after 10:15. */
const entered = (id: string, second: number, more: Row = {}): Row => {
  const orderentrytime = `November 21 2026 10:15:${String(second).padStart(2, '0')}`
  return orderRow({ order_id: id, orderentrytime, ...more })
}

const named = (id: string, account = 'b'): Intent =>
  after([...wireEvents({ account }), { kind: 'answered', parts: [accepted(id)] }])

/** Two logins of a service, with these rows in their books and these orders of the second one. */
function newOrders(of: { a?: Row[]; b?: Row[]; vanished?: Row[]; intents?: Intent[] }) {
  const clock = new FakeClock()
  const books = new Map<string, BookSeen>()
  const show = (account: string, rows: Row[], more: Partial<BookSeen> = {}): void =>
    void books.set(account, seen('orders', rows, { readAt: clock.now(), ...more }))
  show('a', of.a ?? [])
  show('b', of.b ?? [], { vanished: of.vanished ?? [] })
  const { intents = [] } = of
  const orders = new OthersOrders({
    clock,
    now: () => sentAt + clock.now(),
    intents: {
      holderOf: (account, orderId) =>
        intents.find(
          (intent) => intent.account === account && intent.parts[0]!.orderId === orderId,
        ),
      isOfToday: ({ at }) => dayOf(at) === dayOf(sentAt),
      unsettledOf: (account) =>
        intents.filter((intent) => intent.account === account && intent.state === 'in-doubt'),
    },
    ordersOf: (account) => books.get(account) ?? null,
    otherLogins: (account) => (account === 'a' ? ['b'] : ['a']),
  })
  return { clock, orders, show }
}

it('is an order that the service named for another login and that login’s book shows, or showed a moment ago', () => {
  const row = entered('2', 2)
  const intents = [named('2')]
  expect(newOrders({ a: [row], b: [row], intents }).orders.mayBe('a', '2')).toBe(true)
  expect(newOrders({ a: [row], vanished: [row], intents }).orders.mayBe('a', '2')).toBe(true)
  expect(newOrders({ a: [row], b: [row], intents }).orders.mayBe('a', '3')).toBe(false)
})

it('is free where that login’s book does not show it, once it had its time to', async () => {
  const { clock, orders, show } = newOrders({ a: [entered('2', 2)], intents: [named('2')] })
  expect(orders.mayBe('a', '2')).toBe(true)
  await clock.advance(6000)
  expect(orders.mayBe('a', '2')).toBe(true)
  show('b', [entered('3', 2)])
  expect(orders.mayBe('a', '2')).toBe(false)
})

it('is an order that both books show, where one of that login is in doubt that may be it, and else not', () => {
  const row = entered('2', 2)
  const both = { a: [row], b: [row] }
  const lost = inDoubt({ account: 'b' })
  expect(newOrders({ ...both, intents: [lost] }).orders.mayBe('a', '2')).toBe(true)
  expect(newOrders({ ...both, intents: [lost] }).orders.mayBe('b', '2')).toBe(false)
})

it('is none where the service named one number that both books show for orders of both logins', () => {
  const rows = [entered('1', 1), entered('2', 2)]
  const both = { a: rows, b: rows }
  const ofB = [named('1'), named('2')]
  expect(newOrders({ ...both, intents: ofB }).orders.mayBe('a', '2')).toBe(true)
  const intents = [...ofB, named('1', 'a')]
  expect(newOrders({ ...both, intents }).orders.mayBe('a', '2')).toBe(false)
  // As where the second answer was that of the first, from a cache.
  expect(newOrders({ a: [entered('2', 2)], b: rows, intents }).orders.mayBe('a', '2')).toBe(true)
})

it('is none where the service counts anew for each client', () => {
  const intents = [named('2')]
  const at = (second: number) =>
    newOrders({ a: [entered('2', second)], b: [entered('2', 2)], intents })
  expect(at(2).orders.mayBe('a', '2')).toBe(true)
  expect(at(3).orders.mayBe('a', '2')).toBe(false)
  const before = newOrders({
    a: [entered('1', 1, { symbol: 'TCS-EQ' }), entered('2', 2)],
    b: [entered('1', 1), entered('2', 2)],
    intents,
  })
  expect(before.orders.mayBe('a', '2')).toBe(false)
})
