import type { Intent } from '../../shared/orders/intents.ts'
import type {
  JournalEntry,
  JournalFilter,
  JournalRow,
  JournalStatus,
} from '../../shared/journal/journal.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { openDatabase } from '../core/database.ts'
import type { OpenConf } from '../core/documents.ts'
import type { NewEntry } from './entries.ts'
import { SqliteJournal } from './sqlite-journal.ts'
import { journalFile } from './tables.ts'
import { Witness } from './witness.ts'

export type { NewEntry }

/** Every intent and what happened to it, chained by hashes; on disk before anything is done. */
export interface Journal {
  /**
   * Adds entries in one transaction that is synced to disk when this returns, and answers what the
   * intents are now. Throws a StorageError where the disk refuses: whether they are there all the
   * same, only what is read of it later tells. Throws an ImpossibleStep where one of them cannot
   * follow: nothing was added then.
   */
  append(entries: readonly NewEntry[]): Intent[]
  find(intent: string): Intent | undefined
  /** The intents of one confirmation: none where it was never used. */
  confirmed(confirmation: string): Intent[]
  /**
   * The intents of any account that hold an order of this number, however either spells it, the
   * latest first: a broker may use a number again on another day, and two brokers use the same.
   */
  holdersOf(orderId: string): Intent[]
  /** Recorded, sent or in doubt. */
  unsettled(): Intent[]
  /** The latest that were recorded since then, and all that are unsettled; the latest first. */
  since(at: number, most?: number): Intent[]
  /** The number of the last entry: what is answered changes with it alone. */
  end(): number
  /** The intents that entries behind this one changed, the earliest recorded first. */
  changedAfter(entry: number): Intent[]
  /** Whether the stop was on when the journal was last written. */
  stopState(): { on: boolean; at: number | null }
  rows(
    filter: JournalFilter,
    page: { before?: number | undefined; limit: number },
  ): {
    rows: JournalRow[]
    hasMore: boolean
  }
  entries(intent: string): JournalEntry[]
  export(
    filter: JournalFilter,
    page: { format: 'csv' | 'jsonl'; from: number },
  ): { text: string; next: number | null }
  /** Checks the whole chain, a piece at a time between other work. */
  verify(options: { signal: AbortSignal; onProgress(status: JournalStatus): void }): Promise<void>
  close(): void
}

export function openJournal(options: {
  open: OpenConf
  dataDir: string
  /** Wall-clock milliseconds. */
  now: () => number
  clock?: Clock
  /** Bytes of its log that stay allocated, where nobody waits for the disk. */
  room?: number
}): { journal: Journal; setAside: string | null; witnessSetAside: string | null } {
  const { open, dataDir, now, clock = systemClock, room } = options
  const witness = new Witness({ open, dataDir })
  const { opened, setAside } = openDatabase({
    kind: journalFile,
    dataDir,
    now,
    use: (db, path) => {
      const journal = new SqliteJournal({ db, path, now, clock, witness, room })
      // What the desk needs at its start has to be readable.
      journal.unsettled()
      journal.stopState()
      return journal
    },
  })
  if (setAside !== null) witness.beginAnew()
  return { journal: opened, setAside, witnessSetAside: witness.setAside }
}
