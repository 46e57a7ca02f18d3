import { expect, it } from 'vitest'
import { InFlight } from '../../../../../src/main/orders/sending/in-flight.ts'
import { stepIntent } from '../../../../../src/main/journal/intent.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { accepted, account, after, inDoubt, onTheWire, recordedEvent } from '../doubt/doubts.ts'

const ids = (intents: readonly Intent[]): string[] => intents.map(({ id }) => id)

it('an order is in flight until it surely is not there, or long enough after it was taken', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight({ clock, held: () => null, sharing: (id) => [id] })
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
  expect(ids(inFlight.of(account))).toEqual([waiting.id, lost.id, dropped.id])
  expect(inFlight.of('another')).toEqual([])
  const why = { kind: 'called-off', why: 'person' } as const
  inFlight.follow([taken, stepIntent(dropped, { id: dropped.id, at: 0, event: why })])
  await clock.advance(59_000)
  expect(ids(inFlight.of(account))).toEqual([taken.id, lost.id])
  await clock.advance(1_000)
  expect(ids(inFlight.of(account))).toEqual([lost.id])
})

it('a square-off of an account is no order, and is under way until its books were seen to be flat', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight({ clock, held: () => null, sharing: (id) => [id] })
  const of = (state: Intent['state'], watched: Intent['watched'] = null): Intent => ({
    ...after([recordedEvent({ operation: 'SquareOffAllPosition' })], { id: 'exit' }),
    ...{ ticket: null, state, watched },
  })
  inFlight.follow([of('recorded')])
  expect(inFlight.of(account)).toEqual([])
  for (const state of ['recorded', 'sent', 'in-doubt', 'accepted'] as const) {
    inFlight.follow([of(state)])
    expect(inFlight.isBeingSquaredOff(account)).toBe(true)
    expect(inFlight.isBeingSquaredOff('another')).toBe(false)
  }
  inFlight.follow([of('accepted', 'flat')])
  expect(inFlight.isBeingSquaredOff(account)).toBe(false)
  inFlight.follow([of('accepted', 'left')])
  expect(inFlight.isBeingSquaredOff(account)).toBe(true)
  await clock.advance(60_000)
  expect(inFlight.isBeingSquaredOff(account)).toBe(false)
  inFlight.follow([{ ...of('accepted'), operation: 'CancelAllOrder' }])
  expect(inFlight.isBeingSquaredOff(account)).toBe(false)
})

it('what was held is remembered as it was when each order of a position left', () => {
  let held = 100
  const inFlight = new InFlight({ clock: new FakeClock(), held: () => held, sharing: (id) => [id] })
  const infosys = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
  const waiting = after([recordedEvent()], { id: 'first' })
  inFlight.follow([waiting])
  const before = (of = infosys, whose = account) =>
    inFlight.ofPosition(whose, of).map(({ heldBefore }) => heldBefore)
  expect(before()).toEqual([null])
  inFlight.follow([onTheWire({ id: 'first' })])
  held = 60
  inFlight.follow([onTheWire({ id: 'second' })])
  inFlight.follow([{ ...onTheWire({ id: 'first' }), state: 'accepted' }])
  expect(before()).toEqual([100, 60])
  expect(before({ ...infosys, product: 'CNC' })).toEqual([])
  expect(before(infosys, 'another')).toEqual([])
})
