import { statSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Intent } from '../../shared/orders/intents.ts'
import type { JournalEntry, JournalFilter } from '../../shared/journal/journal.ts'
import { StorageError } from '../core/documents.ts'
import type { Clock } from '../core/clock.ts'
import { stepIntent } from './intent.ts'
import { type ChainLink, hashOf } from './chain.ts'
import { isOfDatabase } from '../core/database.ts'
import { type EntryRow, type NewEntry, entriesOf, readEntry } from './entries.ts'
import { exportPart } from './export.ts'
import { dayOf } from '../../shared/core/india.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import { Projection, isHolder, type EntryRange, projectionVersion, symbolOf } from './projection.ts'
import { rowsThat } from './search.ts'
import { type VerifyOptions, verify } from './verify.ts'
import type { Witness } from './witness.ts'

/** Milliseconds without an append after which the log is moved into the file. */
const idleAfter = 1000
/**
 * Appends after which that is done behind the next answer: without a pause for so long, SQLite would do
 * it in the midst of one that an order waits for.
 */
const manyAppends = 400
/** Bytes of the log that stay allocated: some eighty orders that follow each other without a pause. */
const usualRoom = 4_000_000

const checkpoint = 'PRAGMA wal_checkpoint(PASSIVE)'

/** What is written down before the first byte leaves. */
const beforeSending = new Set(['recorded', 'sent'])

const isBeforeSending = (entries: readonly NewEntry[]): boolean =>
  entries.some(({ event }) => beforeSending.has(event.kind))

interface Head {
  seq: number
  hash: string
}

/** The journal as a database; what it promises stands in journal.ts. */
export class SqliteJournal {
  readonly #db: DatabaseSync
  readonly #path: string
  readonly #now: () => number
  readonly #clock: Clock
  readonly #witness: Witness
  readonly #projection: Projection
  readonly #head: StatementSync
  readonly #setHead: StatementSync
  readonly #add: StatementSync
  readonly #entriesOf: (intent: string) => EntryRow[]
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #growLog: StatementSync
  readonly #beginLog: StatementSync
  readonly #room: number
  /** The number of the last entry. */
  #end: number
  /** Appends since the log was last moved into the file. */
  #appends = 0
  #stopTidying: () => void = () => undefined

  constructor(options: {
    db: DatabaseSync
    path: string
    now: () => number
    clock: Clock
    witness: Witness
    room: number | undefined
  }) {
    const { db, path, now, clock, witness, room = usualRoom } = options
    this.#db = db
    this.#path = path
    this.#now = now
    this.#clock = clock
    this.#witness = witness
    this.#room = room
    this.#projection = new Projection(db)
    this.#head = db.prepare(`
      SELECT max(head.seq, coalesce((SELECT max(seq) FROM entries), 0)) AS seq,
        hash, projected, projection
      FROM head`)
    this.#setHead = db.prepare('UPDATE head SET seq = ?, hash = ?, projected = ?, projection = ?')
    this.#add = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    this.#entriesOf = entriesOf(db)
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
    this.#growLog = db.prepare(`INSERT OR REPLACE INTO room VALUES (1, zeroblob(${room}))`)
    this.#beginLog = db.prepare('UPDATE head SET seq = seq')
    this.#end = (this.#head.get() as unknown as Head).seq
    this.#projectAnew()
    this.#tidyAfter(idleAfter)
  }

  append(entries: readonly NewEntry[]): Intent[] {
    const changed = new Map<string, { intent: Intent; span: EntryRange; isNew: boolean }>()
    const at = Math.round(this.#now())
    const end = this.#transaction((): Head => {
      const day = dayOf(at)
      let { seq, hash } = this.#head.get() as unknown as Head
      for (const { intent: id, event } of entries) {
        seq += 1
        let of: Pick<ChainLink, 'intent' | 'account' | 'symbol'>
        if (id === null) of = { intent: null, account: null, symbol: null }
        else {
          const pending = changed.get(id)
          const before = pending ?? this.#projection.find(id)
          const intent = stepIntent(before?.intent, { id, at, event })
          const span = { first: before?.span.first ?? seq, last: seq }
          changed.set(id, { intent, span, isNew: pending?.isNew ?? before === undefined })
          of = { intent: id, account: intent.account, symbol: symbolOf(intent) }
        }
        const link = { seq, at, day, ...of, kind: event.kind, body: JSON.stringify(event) }
        hash = hashOf(hash, link)
        const { account, symbol, kind, body } = link
        this.#add.run(seq, at, day, id, account, symbol, kind, body, hash)
      }
      for (const { intent, span, isNew } of changed.values())
        this.#projection[isNew ? 'add' : 'change'](intent, span)
      this.#setHead.run(seq, hash, seq, projectionVersion)
      return { seq, hash }
    })
    this.#end = end.seq
    if (entries.length > 0) this.#witness.see({ at, ...end })
    const isLong = ++this.#appends >= manyAppends
    this.#tidyAfter(isLong && !isBeforeSending(entries) ? 0 : idleAfter)
    return [...changed.values()].map(({ intent }) => intent)
  }

  find(intent: string): Intent | undefined {
    return this.#projection.find(intent)?.intent
  }

  confirmed(confirmation: string): Intent[] {
    return this.#intents('WHERE confirmation = ? ORDER BY first', confirmation)
  }

  holdersOf(orderId: string): Intent[] {
    const ever = this.#intents(
      'WHERE first IN (SELECT first FROM holders WHERE orderId = ?) ORDER BY first DESC',
      comparableOrderId(orderId),
    )
    return ever.filter((intent) => isHolder(intent, orderId))
  }

  unsettled(): Intent[] {
    return this.#intents('WHERE isOpen = 1 ORDER BY first')
  }

  since(at: number, most = -1): Intent[] {
    // Asked for by days, which have an index: no older order is looked at.
    return this.#intents(
      `WHERE isOpen = 1 OR first IN
         (SELECT first FROM intents WHERE day >= ? AND at >= ? ORDER BY day DESC, first DESC LIMIT ?)
       ORDER BY first DESC`,
      ...[dayOf(at), at, most],
    )
  }

  end(): number {
    return this.#end
  }

  changedAfter(entry: number): Intent[] {
    return this.#intents(
      'WHERE id IN (SELECT intent FROM entries WHERE seq > ?) ORDER BY first',
      entry,
    )
  }

  stopState(): { on: boolean; at: number | null } {
    const latest = this.#db
      .prepare('SELECT at, kind FROM entries WHERE intent IS NULL ORDER BY seq DESC LIMIT 1')
      .get()
    return latest === undefined
      ? { on: false, at: null }
      : { on: latest['kind'] === 'stopped', at: Number(latest['at']) }
  }

  rows(filter: JournalFilter, page: { before?: number | undefined; limit: number }) {
    return rowsThat({ db: this.#db, projection: this.#projection }, filter, page)
  }

  entries(intent: string): JournalEntry[] {
    return this.#entriesOf(intent)
      .map(readEntry)
      .filter((entry) => entry !== null)
      .map(({ seq, at, intent: of, event, hash }) => ({ seq, at, intent: of, event, hash }))
  }

  export(filter: JournalFilter, page: { format: 'csv' | 'jsonl'; from: number }) {
    return exportPart(this.#db, filter, page)
  }

  verify(options: Pick<VerifyOptions, 'signal' | 'onProgress'>): Promise<void> {
    return verify({ db: this.#db, now: this.#now, marks: this.#witness.marks, ...options })
  }

  close(): void {
    this.#stopTidying()
    if (!this.#db.isOpen) return
    this.#witness.close()
    // Moves the log into the file.
    this.#db.close()
  }

  #intents(query: string, ...values: SQLInputValue[]): Intent[] {
    return this.#projection.all(query, ...values).map(({ intent }) => intent)
  }

  #transaction<Made>(act: () => Made): Made {
    try {
      this.#begin.run()
      const made = act()
      this.#commit.run()
      return made
    } catch (cause) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      if (!isOfDatabase(cause)) throw cause
      throw new StorageError(this.#path, cause)
    }
  }

  #projectAnew(): void {
    const { seq, hash, ...made } = this.#head.get() as unknown as Head & {
      projected: number
      projection: number
    }
    if (made.projected === seq && made.projection === projectionVersion) return
    this.#transaction(() => {
      this.#projection.rebuild()
      this.#setHead.run(seq, hash, seq, projectionVersion)
    })
  }

  /**
   * Moves the log into the file, which syncs both: never while orders are on their way. What the
   * next append would have to do first is done here too: it finds a log that has begun anew, and
   * space that is already the file's. That halves the time until it is on disk. So is what need
   * not be on disk before an order leaves: the witness.
   */
  #tidyAfter(delay: number): void {
    this.#stopTidying()
    this.#stopTidying = this.#clock.after(delay, () => {
      this.#appends = 0
      try {
        this.#db.exec(checkpoint)
        if (statSync(`${this.#path}-wal`).size < this.#room) {
          this.#growLog.run()
          this.#db.exec(checkpoint)
        }
        this.#beginLog.run()
      } catch {
        // A disk that refuses says so to the next append, where it matters.
      }
      this.#witness.write()
    })
  }
}
