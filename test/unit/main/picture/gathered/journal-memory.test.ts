import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { JournalMemory } from '../../../../../src/main/picture/gathered/journal-memory.ts'
import { startOfDay } from '../../../../../src/shared/core/india.ts'
import type { IntentEvent, PartOutcome } from '../../../../../src/shared/orders/intents.ts'
import { accepted, recordedEvent, refused, sentAt, unanswered } from '../../orders/doubt/doubts.ts'
import { keptJournal } from '../../orders/memory-documents.ts'

const day = startOfDay(sentAt)

/** A real journal, and a memory of it that is asked again and again. */
function setUp() {
  const wall = { now: sentAt }
  const journal = keptJournal({ now: () => wall.now })
  const memory = new JournalMemory(journal)
  const tell = (intent: string, ...events: IntentEvent[]): void => {
    for (const event of events) journal.append([{ intent, event }])
  }
  const sent: IntentEvent = { kind: 'sent', rivals: ['8', '9'], bookAge: 0 }
  return {
    ...{ wall, journal, memory, tell },
    /** Records one, sends it, and answers as the service did. */
    send: (parts: PartOutcome[], making: Parameters<typeof recordedEvent>[0] = {}): string => {
      const id = randomUUID()
      tell(id, recordedEvent(making), sent, { kind: 'answered', parts })
      return id
    },
    /** That the memory says what the journal says. */
    agree: (orderIds: readonly string[] = []): void => {
      expect(memory.unsettled()).toEqual(journal.unsettled())
      const bare = journal
        .since(day)
        .map((one) => ({ ...one, sent: one.sent && { ...one.sent, rivals: [] } }))
      expect(memory.recordedSince(day).all).toEqual(bare)
      for (const orderId of orderIds)
        expect(memory.holdersOf(orderId).map(({ id, state }) => [id, state])).toEqual(
          journal.holdersOf(orderId).map(({ id, state }) => [id, state]),
        )
    },
  }
}

describe('what is remembered of the journal', () => {
  it('is what it says, after whatever is written down', () => {
    const { agree, send, tell } = setUp()
    agree(['1', '2'])
    send([accepted('1')])
    agree(['1', '2'])
    const lost = send([unanswered])
    agree(['1', '2'])
    tell(lost, { kind: 'looked', reads: 1, candidates: ['2', '3'] })
    agree(['1', '2'])
    tell(lost, { kind: 'settled', orderIds: ['2'] })
    agree(['1', '2'])
    send([refused('No.')])
    send([accepted('1')])
    agree(['1', '2'])
  })

  it('drops what is settled of an earlier day', () => {
    const { agree, send, tell, wall, memory } = setUp()
    wall.now = day - 1
    send([accepted('1')])
    const lost = send([unanswered])
    wall.now = sentAt
    agree()
    expect(memory.recordedSince(day).all.map(({ id }) => id)).toEqual([lost])
    tell(lost, { kind: 'settled', orderIds: ['2'] })
    agree()
    expect(memory.recordedSince(day).all).toEqual([])
  })

  it('holds no rivals but of what is unsettled', () => {
    const { send, memory } = setUp()
    send([unanswered])
    send([accepted('1')])
    const rivals = (intents: ReturnType<typeof memory.unsettled>) =>
      intents.map(({ sent }) => sent?.rivals)
    expect(rivals(memory.unsettled())).toEqual([['8', '9']])
    expect(rivals(memory.recordedSince(day).all)).toEqual([[], []])
    expect(rivals(memory.holdersOf('1'))).toEqual([[]])
  })
})
