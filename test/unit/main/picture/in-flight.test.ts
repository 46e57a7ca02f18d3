import { expect, it } from 'vitest'
import { InFlight } from '../../../../src/main/picture/in-flight.ts'
import { stepIntent } from '../../../../src/main/journal/intent.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { accepted, after, inDoubt, recordedEvent } from '../orders/doubt/doubts.ts'

const ids = (inFlight: InFlight): string[] => inFlight.all().map(({ id }) => id)

it('an order is in flight until it surely is not there, or long enough after it was taken', async () => {
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
  await clock.advance(59_000)
  expect(ids(inFlight)).toEqual([taken.id, lost.id])
  await clock.advance(1_000)
  expect(ids(inFlight)).toEqual([lost.id])
})
