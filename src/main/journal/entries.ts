import type { DatabaseSync } from 'node:sqlite'
import { type Intent, IntentEvent } from '../../shared/orders/intents.ts'
import { DeskEvent } from '../../shared/journal/journal.ts'
import { jsonOf } from '../../shared/core/json.ts'
import { ImpossibleStep, stepIntent } from './intent.ts'
import type { ChainLink } from './chain.ts'

export type NewEntry = { intent: string; event: IntentEvent } | { intent: null; event: DeskEvent }

/** An entry as it stands on disk; the tables are STRICT, so its columns have their types. */
export interface EntryRow extends ChainLink {
  hash: string
}

/** An entry whose event could be read. */
export type Entry = Omit<EntryRow, 'intent'> &
  ({ intent: string; event: IntentEvent } | { intent: null; event: DeskEvent })

/** Null for an event that no desk of this version wrote. */
export function readEntry(row: EntryRow): Entry | null {
  const { intent } = row
  const value = jsonOf(row.body)
  if (intent === null) {
    const event = DeskEvent.safeParse(value)
    return event.success ? { ...row, intent, event: event.data } : null
  }
  const event = IntentEvent.safeParse(value)
  return event.success ? { ...row, intent, event: event.data } : null
}

/** What an order was after each of its entries; those that cannot be read or do not fit change nothing. */
export function* replayEntries(
  rows: Iterable<EntryRow>,
): Generator<{ row: EntryRow; intent: Intent }> {
  let intent: Intent | undefined
  for (const row of rows) {
    const entry = readEntry(row)
    if (entry === null || entry.intent === null) continue
    try {
      const { intent: id, at, event } = entry
      intent = stepIntent(intent, { id, at, event, isWritten: true })
    } catch (cause) {
      if (cause instanceof ImpossibleStep) continue
      throw cause
    }
    yield { row, intent }
  }
}

/** All entries of one order, the first one first. */
export function entriesOf(db: DatabaseSync): (intent: string) => EntryRow[] {
  const query = db.prepare('SELECT * FROM entries WHERE intent = ? ORDER BY seq')
  return (intent) => query.all(intent) as unknown as EntryRow[]
}
