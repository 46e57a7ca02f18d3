import type { EventWriter } from '../../journal/event-writer.ts'
import type { Journal } from '../../journal/journal.ts'

/** An earlier session ended before these had an end: what waited is called off, what was sent is in doubt. */
export function settleEarlierSession(journal: Pick<Journal, 'unsettled'>, writer: EventWriter) {
  const open = journal.unsettled()
  const recorded = open.filter(({ state }) => state === 'recorded')
  writer.note(recorded, () => ({ kind: 'called-off', why: 'restart' }))
  const sent = open.filter(({ state }) => state === 'sent')
  writer.note(sent, ({ parts }) => ({
    ...{ kind: 'answered', isByLater: true },
    parts: parts.map(() => interrupted),
  }))
}

const interrupted = {
  state: 'in-doubt',
  orderId: null,
  name: null,
  code: 'in-doubt',
  message: 'Quarterdeck ended before an answer came: this may or may not have happened.',
  detail: null,
} as const
