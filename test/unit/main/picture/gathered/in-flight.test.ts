import fc from 'fast-check'
import { expect, it } from 'vitest'
import { InFlight } from '../../../../../src/main/picture/gathered/in-flight.ts'
import {
  type LoginKnown,
  thoseOfLogin,
} from '../../../../../src/main/picture/orders/intent-login.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import type { Intent, IntentEvent } from '../../../../../src/shared/orders/intents.ts'
import { stepIntent } from '../../../../../src/main/journal/intent.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import {
  accepted,
  after,
  inDoubt,
  onTheWire,
  ownLogin,
  recordedEvent,
  refused,
  wireEvents,
} from '../../orders/doubt/doubts.ts'

const ids = (inFlight: InFlight): string[] => inFlight.all().map(({ id }) => id)

const everybody: LoginKnown = {
  ...{ fingerprint: undefined, isSame: () => true, isOther: () => false },
  ...{ accounts: [recordedEvent().account], alike: [] },
}

const bookOf = (...orders: string[]): ReadonlyMap<string, Row> =>
  new Map(orders.map((order_id) => [order_id, { order_id }]))
const takenAs = (...orders: string[]): Intent =>
  after([
    ...wireEvents({ quantities: orders.map(() => 50) }),
    { kind: 'answered', parts: orders.map(accepted) },
  ])

it('an order is in flight until it surely is not there, or long enough after a book showed it', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  const waiting = after([recordedEvent()])
  const sent = stepIntent(waiting, {
    id: waiting.id,
    at: 0,
    event: { kind: 'sent', rivals: [], bookAge: 0 },
  })
  const event = { kind: 'answered' as const, parts: [accepted('7')] }
  const taken = stepIntent(sent, { id: sent.id, at: 0, event })
  const lost = inDoubt()
  const dropped = after([recordedEvent()])
  inFlight.follow([waiting, lost, dropped])
  expect(ids(inFlight)).toEqual([waiting.id, lost.id, dropped.id])
  const why = { kind: 'called-off', why: 'person' } as const
  inFlight.follow([taken, stepIntent(dropped, { id: dropped.id, at: 0, event: why })])
  inFlight.see(bookOf('7'), () => true)
  await clock.advance(59_000)
  expect(ids(inFlight)).toEqual([taken.id, lost.id])
  await clock.advance(1_000)
  expect(ids(inFlight)).toEqual([lost.id])
})

it('an order that was taken is in flight for the day, as long as no book of its login shows it', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  const split = takenAs('7', '8')
  inFlight.follow([split])
  inFlight.see(bookOf('1'), () => true)
  inFlight.see(bookOf('7', '8'), () => false)
  await clock.advance(61_000)
  expect(ids(inFlight)).toEqual([split.id])
  // One that a book showed and shows no more has ended, or is missed as a row that is gone.
  inFlight.see(bookOf('7'), () => true)
  inFlight.see(bookOf(), () => true)
  expect(inFlight.all().map(({ parts }) => parts.map(({ orderId }) => orderId))).toEqual([['8']])
  await clock.advance(20 * 3_600_000)
  expect(ids(inFlight)).toEqual([])
})

it('an order that was taken for the keys of another client is in flight for a minute alone, and one in doubt for longer', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  const [taken, lost] = [takenAs('7'), inDoubt()]
  inFlight.follow([taken, lost])
  const isOther = (sentFor: string): boolean => sentFor === ownLogin
  const other: LoginKnown = { ...everybody, fingerprint: 'other', isSame: () => false, isOther }
  const perhaps: LoginKnown = { ...other, isOther: () => false }
  const idsOf = (login: LoginKnown) => inFlight.ofLogin(login).map(({ id }) => id)
  expect(idsOf(other)).toEqual([taken.id, lost.id])
  await clock.advance(60_000)
  expect(idsOf(other)).toEqual([lost.id])
  expect(idsOf(perhaps)).toEqual([taken.id, lost.id])
})

it('counts no fewer slices than are in flight, without a look at each', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  const slices = (): number => inFlight.slicesAtMost(everybody)
  const split = takenAs('7', '8')
  const alone = after([recordedEvent()])
  inFlight.follow([split, alone])
  expect(slices()).toBe(3)
  inFlight.see(bookOf('7', '8'), () => true)
  expect(slices()).toBe(3)
  const why = { kind: 'called-off', why: 'person' } as const
  inFlight.follow([stepIntent(alone, { id: alone.id, at: 0, event: why })])
  expect(slices()).toBe(2)
  await clock.advance(60_000)
  expect([inFlight.ofLogin(everybody), slices()]).toEqual([[], 0])
})

it('an order of an earlier session is awaited for the day, too, unless a book of then showed it', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  const [taken, other] = [takenAs('7'), takenAs('8')]
  inFlight.follow([taken, other], (_, orderId) => orderId === '7')
  await clock.advance(59_999)
  expect(ids(inFlight)).toEqual([taken.id, other.id])
  await clock.advance(1)
  expect(ids(inFlight)).toEqual([other.id])
  inFlight.see(bookOf('8'), () => true)
  expect(ids(inFlight)).toEqual([])
})

it('an order that was taken is said to be in no book after half a minute and three readings, and to be there once it is', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  const [split, other] = [takenAs('7', '8'), takenAs('9')]
  const mayHave = ({ id }: Intent): boolean => id === split.id
  inFlight.follow([split, other])
  for (let reads = 0; reads < 9; reads++) inFlight.see(bookOf('7'), mayHave)
  await clock.advance(29_999)
  expect(inFlight.appearances()).toEqual([])
  await clock.advance(1)
  const missed: IntentEvent = { kind: 'not-shown', orderIds: ['8'], reads: 9 }
  expect(inFlight.appearances()).toMatchObject([{ intent: split, event: missed }])

  const told = stepIntent(split, { id: split.id, at: 0, event: missed })
  inFlight.follow([told])
  expect(inFlight.appearances()).toEqual([])
  inFlight.see(bookOf('7', '8'), mayHave)
  const shown: IntentEvent = { kind: 'shown', orderIds: ['8'] }
  expect(inFlight.appearances()).toMatchObject([{ intent: told, event: shown }])
  inFlight.follow([stepIntent(told, { id: split.id, at: 0, event: shown })])
  expect(inFlight.appearances()).toEqual([])
})

it('an order whose slices refer to it is shown', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  inFlight.follow([takenAs('7')])
  const slices = ['71', '72'].map((order_id): [string, Row] => [
    order_id,
    { order_id, parentorderid: '07' },
  ])
  for (let reads = 0; reads < 9; reads++) inFlight.see(new Map(slices), () => true)
  await clock.advance(60_000)
  expect(inFlight.appearances()).toEqual([])
  expect(ids(inFlight)).toEqual([])
})

it('that an order is shown is said until it is written down', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  const missed: IntentEvent = { kind: 'not-shown', orderIds: ['7'], reads: 9 }
  const taken = takenAs('7')
  const told = stepIntent(taken, { id: taken.id, at: 0, event: missed })
  inFlight.follow([told])
  inFlight.see(bookOf('7'), () => true)
  await clock.advance(61_000)
  expect(ids(inFlight)).toEqual([])
  expect(inFlight.appearances()).toMatchObject([{ event: { kind: 'shown' } }])
})

it('an order is said to be in no book by no fewer than three readings of it', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  inFlight.follow([takenAs('7')])
  await clock.advance(600_000)
  for (let reads = 0; reads < 2; reads++) inFlight.see(bookOf(), () => true)
  expect(inFlight.appearances()).toEqual([])
  inFlight.see(bookOf(), () => true)
  expect(inFlight.appearances()).toHaveLength(1)
})

it('a square-off that was refused may have made orders, which the book may not show yet', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  const making = { operation: 'SquareOffAllPosition' } as const
  const parts = [refused('TCS-EQ: insufficient margin')]
  const no = { kind: 'answered', parts } as const
  const exit: Intent = { ...onTheWire(making), ticket: null }
  const squareOffs = () => inFlight.squareOffs().map(({ state }) => state)
  inFlight.follow([exit])
  expect(squareOffs()).toEqual(['sent'])
  inFlight.follow([stepIntent(exit, { id: exit.id, at: 0, event: no })])
  expect(squareOffs()).toEqual(['refused'])
  expect(inFlight.all()).toEqual([])
  await clock.advance(4_999)
  expect(squareOffs()).toEqual(['refused'])
  await clock.advance(1)
  expect(squareOffs()).toEqual([])
})

it('a square-off that never left made none', () => {
  const inFlight = new InFlight(new FakeClock())
  const waiting = after([recordedEvent({ operation: 'SquareOffAllPosition' })])
  const event = { kind: 'called-off', why: 'person' } as const
  inFlight.follow([waiting, stepIntent(waiting, { id: waiting.id, at: 0, event })])
  expect(inFlight.squareOffs()).toEqual([])
})

it('a square-off whose answer is missing may come late, also where the books showed it as done', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight(clock)
  const lost: Intent = { ...inDoubt({ operation: 'SquareOffAllPosition' }), ticket: null }
  inFlight.follow([lost])
  await clock.advance(3000)
  inFlight.follow([stepIntent(lost, { id: lost.id, at: 0, event: { kind: 'seen-done' } })])
  await clock.advance(56_999)
  expect(inFlight.squareOffs()).toHaveLength(1)
  await clock.advance(1)
  expect(inFlight.squareOffs()).toEqual([])
})

it('those of a login are what all of them come to for it, in the same order, whatever was told in between', async () => {
  const logins = ['x', 'y'] as const
  const told = fc.array(
    fc.record({
      order: fc.nat(5),
      account: fc.constantFrom('a', 'b'),
      login: fc.constantFrom(...logins, null),
      isTaken: fc.boolean(),
      shown: fc.option(fc.nat(5)),
      wait: fc.constantFrom(0, 0, 1000, 61_000),
    }),
  )
  await fc.assert(
    fc.asyncProperty(told, async (steps) => {
      const clock = new FakeClock()
      const [inFlight, askedOnce] = [new InFlight(clock), new InFlight(clock)]
      for (const { order, account, login, isTaken, shown, wait } of steps) {
        const intent = isTaken ? takenAs(`${order}`) : after([recordedEvent()])
        const sent = login === null ? null : { ...takenAs('1').sent!, login }
        for (const one of [inFlight, askedOnce]) {
          one.follow([{ ...intent, id: `order ${order}`, account, sent }])
          if (shown !== null) one.see(bookOf(`${shown}`), () => true)
        }
        await clock.advance(wait)
        for (const fingerprint of logins) {
          const isSame = (sentFor: string): boolean => sentFor === fingerprint
          const isOther = (): boolean => false
          const known: LoginKnown = { fingerprint, isSame, isOther, accounts: ['a'], alike: ['a'] }
          expect(inFlight.ofLogin(known)).toEqual(thoseOfLogin(inFlight.all(), known))
        }
      }
      // What is over by then, and is told of again, comes last and is as new.
      const isAnyOver = steps.reduce((sum, { wait }) => sum + wait, 0) >= 60_000
      if (!isAnyOver) expect(inFlight.all()).toEqual(askedOnce.all())
    }),
  )
})
