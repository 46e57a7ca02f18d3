import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { EventWriter } from '../../../../src/main/journal/event-writer.ts'
import type { Intent } from '../../../../src/shared/orders/intents.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { keptJournal } from '../orders/memory-documents.ts'
import { accepted, recorded, sent } from './orders.ts'

/** An order that is on disk as sent, and leaves in the turn that has begun. */
function leaving() {
  const journal = keptJournal()
  const known: string[] = []
  const told: string[] = []
  const writer = new EventWriter({
    journal,
    clock: new FakeClock(),
    now: () => 0,
    onChange: (intents) => void told.push(...intents.map(({ state }) => state)),
    onLeaving: (intents) => void known.push(...intents.map(({ state }) => state)),
  })
  const intent = randomUUID()
  const intents: Intent[] = journal.append([
    { intent, event: recorded() },
    { intent, event: sent() },
  ])
  return { writer, journal, intents, known, told }
}

it('tells of what leaves behind all that is due in its turn, and those who decide at once', async () => {
  const { writer, intents, known, told } = leaving()
  const firstBytes = new Promise<readonly string[]>((resolve) =>
    setImmediate(() => resolve([...told])),
  )
  const behind = writer.tellBehindWire(intents)
  expect([known, told]).toEqual([['sent'], []])
  expect(await firstBytes).toEqual([])
  await behind
  expect(told).toEqual(['sent'])
})

it('tells of what comes of it behind that, however soon', async () => {
  const { writer, intents, told } = leaving()
  const behind = writer.tellBehindWire(intents)
  writer.note(intents, () => accepted('1'))
  expect(told).toEqual(['sent', 'accepted'])
  await behind
  expect(told).toEqual(['sent', 'accepted'])
})

it('writes what the journal takes, whatever stands beside it that it does not take', () => {
  const { writer, journal, intents } = leaving()
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const append = journal.append.bind(journal)
  vi.spyOn(journal, 'append').mockImplementation((entries) => {
    if (entries.some(({ event }) => event.kind === 'shown')) throw new TypeError('A mistake')
    return append(entries)
  })
  writer.note(intents, () => ({ kind: 'shown', orderIds: ['1'] }))
  writer.note(intents, () => accepted('1'))
  expect(journal.find(intents[0]!.id)?.state).toBe('accepted')
  expect(told).toHaveBeenCalled()
})
