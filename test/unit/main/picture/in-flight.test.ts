import { expect, it } from 'vitest'
import { InFlight } from '../../../../src/main/picture/in-flight.ts'
import { stepIntent } from '../../../../src/main/journal/intent.ts'
import { FakeClock } from '../core/fake-clock.ts'
import {
  accepted,
  account,
  after,
  inDoubt,
  onTheWire,
  recordedEvent,
} from '../orders/doubt/doubts.ts'

const ids = (inFlight: InFlight, ...accounts: string[]): string[] =>
  inFlight.of(accounts).map(({ intent }) => intent.id)

it('an order is in flight until it surely is not there, or long enough after it was taken', async () => {
  const clock = new FakeClock()
  const inFlight = new InFlight({ clock, held: () => null })
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
  expect(ids(inFlight, account)).toEqual([waiting.id, lost.id, dropped.id])
  expect(ids(inFlight, 'another')).toEqual([])
  const why = { kind: 'called-off', why: 'person' } as const
  inFlight.follow([taken, stepIntent(dropped, { id: dropped.id, at: 0, event: why })])
  await clock.advance(59_000)
  expect(ids(inFlight, account)).toEqual([taken.id, lost.id])
  await clock.advance(1_000)
  expect(ids(inFlight, account)).toEqual([lost.id])
})

it('what was held is remembered as it was when each order of a position left', () => {
  let held = 100
  const inFlight = new InFlight({ clock: new FakeClock(), held: () => held })
  const waiting = after([recordedEvent()], { id: 'first' })
  inFlight.follow([waiting])
  const before = () => inFlight.of([account]).map(({ heldBefore }) => heldBefore)
  expect(before()).toEqual([null])
  inFlight.follow([onTheWire({ id: 'first' })])
  held = 60
  inFlight.follow([onTheWire({ id: 'second' })])
  inFlight.follow([{ ...onTheWire({ id: 'first' }), state: 'accepted' }])
  expect(before()).toEqual([100, 60])
})
