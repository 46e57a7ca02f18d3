import { statSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type Intent, isSettled } from '../../shared/orders/intents.ts'
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

/** What is written down before the first byte leaves; the stop's latch with the cancels that it sends. */
const beforeSending = new Set(['recorded', 'sent', 'stopped'])

const isBeforeSending = (entries: readonly NewEntry[]): boolean =>
  entries.length > 0 && entries.every(({ event }) => beforeSending.has(event.kind))

/** Orders that wait at the most until they are shown by the tables of orders. */
const mostOwed = 1000

interface Head {
  seq: number
  hash: string
}

/** What entries made of an order. */
interface ChangedIntent {
  intent: Intent
  span: EntryRange
  /** Whether no table has it yet. */
  isNew: boolean
}

const byDayFromLast = (one: Intent, other: Intent): number =>
  dayOf(one.at) < dayOf(other.at) ? 1 : dayOf(one.at) > dayOf(other.at) ? -1 : 0

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
  /** The number of the last entry, and of the last one of which the tables of orders tell. */
  #end: number
  #projected: number
  /**
   * Orders whose latest entries are on disk and not in the tables of orders: what was to leave did not
   * wait for that. They are shown from here until the next append that nobody waits for.
   */
  readonly #owed = new Map<string, ChangedIntent>()
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
    // Not of which version the tables are: a check that found them wrong has them made anew at the next start.
    this.#setHead = db.prepare('UPDATE head SET seq = ?, hash = ?, projected = ?')
    this.#add = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    this.#entriesOf = entriesOf(db)
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
    this.#growLog = db.prepare(`INSERT OR REPLACE INTO room VALUES (1, zeroblob(${room}))`)
    this.#beginLog = db.prepare('UPDATE head SET seq = seq')
    this.#end = (this.#head.get() as unknown as Head).seq
    this.#projectAnew()
    this.#projected = this.#end
    this.#tidyAfter(idleAfter)
  }

  append(entries: readonly NewEntry[]): Intent[] {
    const changed = new Map<string, ChangedIntent>()
    const at = Math.round(this.#now())
    const isLeaving = isBeforeSending(entries)
    const isPaidOff = !isLeaving || this.#owed.size > mostOwed
    const end = this.#transaction((): Head & { projected: number } => {
      const day = dayOf(at)
      if (isPaidOff) this.#project(this.#owed.values())
      let { seq, hash } = this.#head.get() as unknown as Head
      const former = seq
      for (const { intent: id, event } of entries) {
        seq += 1
        let of: Pick<ChainLink, 'intent' | 'account' | 'symbol'>
        if (id === null) of = { intent: null, account: null, symbol: null }
        else {
          const pending = changed.get(id) ?? (isPaidOff ? undefined : this.#owed.get(id))
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
      if (!isLeaving) this.#project(changed.values())
      const projected = isLeaving ? (isPaidOff ? former : this.#projected) : seq
      this.#setHead.run(seq, hash, projected)
      return { seq, hash, projected }
    })
    const { seq, hash } = end
    this.#end = seq
    this.#projected = end.projected
    if (isPaidOff) this.#owed.clear()
    if (isLeaving) for (const [id, change] of changed) this.#owed.set(id, change)
    if (entries.length > 0) this.#witness.see({ at, seq, hash })
    const isLong = ++this.#appends >= manyAppends
    this.#tidyAfter(isLong && !isLeaving ? 0 : idleAfter)
    return [...changed.values()].map(({ intent }) => intent)
  }

  find(intent: string): Intent | undefined {
    return (this.#owed.get(intent) ?? this.#projection.find(intent))?.intent
  }

  confirmed(confirmation: string): Intent[] {
    const isIts = ({ intent }: ChangedIntent): boolean => intent.confirmation === confirmation
    return this.#withOwed(isIts, 'WHERE confirmation = ?', confirmation)
  }

  holdersOf(orderId: string): Intent[] {
    // Nothing that leaves, or is to, holds an order yet.
    const ever = this.#withOwed(
      () => false,
      'WHERE first IN (SELECT first FROM holders WHERE orderId = ?)',
      comparableOrderId(orderId),
    )
    return ever.filter((intent) => isHolder(intent, orderId)).toReversed()
  }

  unsettled(): Intent[] {
    return this.#withOwed(() => true, 'WHERE isOpen = 1')
  }

  since(at: number, most = -1): Intent[] {
    // Asked for by days, which have an index: no older order is looked at.
    const all = this.#withOwed(
      () => true,
      `WHERE isOpen = 1 OR first IN
         (SELECT first FROM intents WHERE day >= ? AND at >= ? ORDER BY day DESC, first DESC LIMIT ?)`,
      ...[dayOf(at), at, most],
    ).toReversed()
    if (this.#owed.size === 0 || most < 0) return all
    // As many were found without the owed ones, which are the latest.
    const ofThen = all.filter((one) => dayOf(one.at) >= dayOf(at) && one.at >= at)
    const latest = new Set(ofThen.toSorted(byDayFromLast).slice(0, most))
    return all.filter((one) => !isSettled(one.state) || latest.has(one))
  }

  end(): number {
    return this.#end
  }

  changedAfter(entry: number): Intent[] {
    return this.#withOwed(
      ({ span }) => span.last > entry,
      'WHERE id IN (SELECT intent FROM entries WHERE seq > ?)',
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
    this.#payOff()
    return rowsThat({ db: this.#db, projection: this.#projection }, filter, page)
  }

  entries(intent: string): JournalEntry[] {
    return this.#entriesOf(intent)
      .map(readEntry)
      .filter((entry) => entry !== null)
      .map(({ seq, at, intent: of, event, hash }) => ({ seq, at, intent: of, event, hash }))
  }

  export(filter: JournalFilter, page: { format: 'csv' | 'jsonl'; from: number }) {
    this.#payOff()
    return exportPart(this.#db, filter, page)
  }

  verify(options: Pick<VerifyOptions, 'signal' | 'onProgress'>): Promise<void> {
    const { marks } = this.#witness
    const settle = (): void => this.#payOff()
    return verify({ db: this.#db, now: this.#now, marks, settle, ...options })
  }

  close(): void {
    this.#stopTidying()
    if (!this.#db.isOpen) return
    this.#witness.close()
    try {
      this.#payOff()
    } catch {
      // Made of the entries at the next start.
    }
    // Moves the log into the file.
    this.#db.close()
  }

  /** What a query finds, as it is by now, with those that the tables do not show yet; the first one first. */
  #withOwed(
    isMeant: (owed: ChangedIntent) => boolean,
    query: string,
    ...values: SQLInputValue[]
  ): Intent[] {
    const found = this.#projection.all(`${query} ORDER BY first`, ...values)
    if (this.#owed.size === 0) return found.map(({ intent }) => intent)
    const byFirst = new Map(
      found.map(({ seq, intent }) => [seq, this.#owed.get(intent.id)?.intent ?? intent]),
    )
    for (const owed of this.#owed.values())
      if (isMeant(owed)) byFirst.set(owed.span.first, owed.intent)
    return [...byFirst].toSorted(([one], [other]) => one - other).map(([, intent]) => intent)
  }

  #project(changed: Iterable<ChangedIntent>): void {
    for (const { intent, span, isNew } of changed)
      this.#projection[isNew ? 'add' : 'change'](intent, span)
  }

  /** Brings the tables of orders up to the entries. */
  #payOff(): void {
    if (this.#owed.size === 0) return
    this.#transaction(() => {
      this.#project(this.#owed.values())
      const { seq, hash } = this.#head.get() as unknown as Head
      this.#setHead.run(seq, hash, seq)
    })
    this.#projected = this.#end
    this.#owed.clear()
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
    const isOfNow = made.projection === projectionVersion && made.projected < seq
    this.#transaction(() => {
      if (isOfNow) this.#projection.catchUp(made.projected)
      else this.#projection.rebuild()
      this.#setHead.run(seq, hash, seq)
      this.#db.exec(`UPDATE head SET projection = ${projectionVersion}`)
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
        this.#payOff()
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
