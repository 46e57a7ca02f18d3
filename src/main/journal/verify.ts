import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as otherWork } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Intent } from '../../shared/orders/intents.ts'
import type { JournalStatus } from '../../shared/journal/journal.ts'
import { ImpossibleStep, stepIntent } from './intent.ts'
import { genesis, hashOf } from './chain.ts'
import { isDamage, isOfDatabase, numberFrom } from '../core/database.ts'
import { systemCode } from '../core/disk.ts'
import { StorageError } from '../core/documents.ts'
import { type EntryRow, entriesOf, replayEntries, readEntry } from './entries.ts'
import { timeOf } from '../../shared/core/india.ts'
import { type IntentRow, everHeldIds, rowOf } from './projection.ts'
import type { WitnessMark } from './witness.ts'

/** How long other work waits, in milliseconds, and how many entries are read at a time. */
const longestPiece = 5
const readAtOnce = 50

export interface VerifyOptions {
  db: DatabaseSync
  /** Wall-clock milliseconds. */
  now: () => number
  /** Where the witness saw the chain. */
  marks: readonly WitnessMark[]
  /** Has the tables of orders tell of all entries. */
  settle(): void
  signal: AbortSignal
  onProgress(status: JournalStatus): void
}

/** The first entry that does not fit, and what is wrong with it. */
class Misfit extends Error {
  readonly seq: number

  constructor(seq: number, message: string) {
    super(message)
    this.seq = seq
  }
}

/** The entries are sound, and what was made of them is not. */
class Misprojected extends Misfit {
  constructor(seq: number, message: string) {
    super(seq, `${message} It is made anew from the entries when Quarterdeck starts again.`)
  }
}

/**
 * Walks the chain from its beginning, a piece at a time, makes anew what is looked up, and holds it
 * against the tables.
 *
 * What this shows: no entry was changed, put in, taken out or moved, by a failing disk or by hand,
 * and none is missing at the end, since `head` notes the last one in the same transaction. Who cuts
 * off or writes anew entries and `head` alike is found by the witness, as far as it has seen them.
 * What no journal on a person's own machine can show: that nobody changed the witness as well, or
 * put older copies of both in their place. An export made before, which carries the hashes, shows
 * that.
 */
export async function verify(options: VerifyOptions): Promise<void> {
  const { now, signal, onProgress } = options
  let checked = 0
  let total = 0
  const tell = (more: Partial<JournalStatus>): void => {
    const blank = { state: 'checking', at: null, brokenAt: null, message: null } as const
    if (!signal.aborted) onProgress({ ...blank, checked, total, ...more })
  }
  try {
    const head = headOf(options.db)
    total = head().seq
    tell({})
    let pieceEnd = performance.now() + longestPiece
    for (checked of checks(options)) {
      if (performance.now() < pieceEnd) continue
      total = head().seq
      tell({})
      await otherWork()
      if (signal.aborted) return
      pieceEnd = performance.now() + longestPiece
    }
    total = checked
    const isUnwitnessed = checked > 0 && options.marks.length === 0
    tell({ state: 'sound', at: now(), message: isUnwitnessed ? unwitnessed : null })
  } catch (thrown) {
    // What was to be written before, the disk may have refused.
    const cause = thrown instanceof StorageError ? thrown.cause : thrown
    if (cause instanceof Misprojected) options.db.exec('UPDATE head SET projection = 0')
    const at = now()
    if (cause instanceof Misfit)
      tell({ state: 'broken', at, brokenAt: cause.seq, message: cause.message })
    else if (isDamage(cause))
      tell({ state: 'broken', at, brokenAt: checked + 1, message: unreadable(checked) })
    else
      tell({
        state: 'failed',
        at,
        message: `The journal could not be checked: ${reasonOf(cause)}.`,
      })
  }
}

/** Goes one entry further each time it is asked, and throws a Misfit at the first that does not fit. */
function* checks({
  db,
  marks,
  settle,
}: Pick<VerifyOptions, 'db' | 'marks' | 'settle'>): Generator<number> {
  const witnessed = Map.groupBy(marks, ({ seq }) => seq)
  const isHeld = db.prepare('SELECT 1 FROM holders WHERE orderId = ? AND first = ?')
  const next = db.prepare('SELECT * FROM entries WHERE seq > ? ORDER BY seq LIMIT ?')
  const shown = db.prepare('SELECT * FROM intents WHERE id = ? AND last = ?')
  const entries = entriesOf(db)
  /** Those of which more entries are to come. */
  const underWay = new Map<string, { intent: Intent; first: number }>()
  let orders = 0
  let holders = 0
  let last = { seq: 0, at: 0, hash: genesis }

  refuseBeforeFirst(db)
  for (;;) {
    settle()
    const rows = next.all(last.seq, readAtOnce) as unknown as EntryRow[]
    if (rows.length === 0) break
    for (const row of rows) {
      const misfit = (what: string): Misfit => new Misfit(row.seq, `${nameOf(row)} ${what}`)
      if (row.seq !== last.seq + 1) throw new Misfit(last.seq + 1, missingAfter(last))
      if (row.hash !== hashOf(last.hash, row)) throw misfit('is not what was written then.')
      for (const mark of witnessed.get(row.seq) ?? [])
        if (mark.hash !== row.hash) throw misfit(`is not the one that ${sightOf(mark)}.`)
      const entry = readEntry(row)
      if (entry === null) throw misfit('cannot be read.')
      if (entry.intent !== null) {
        const { intent: id, at, event } = entry
        const before = underWay.get(id) ?? formerly(entries(id), row.seq)
        const happening = { id, at, event, isWritten: true }
        const intent = stepped(() => stepIntent(before?.intent, happening), misfit)
        if (before === undefined) orders += 1
        const first = before?.first ?? row.seq
        const formerIds = new Set(before && everHeldIds(before.intent))
        for (const orderId of everHeldIds(intent)) {
          if (formerIds.has(orderId)) continue
          holders += 1
          if (isHeld.get(orderId, first) === undefined)
            throw new Misprojected(row.seq, `Who holds the order of ${nameOf(row)} is not noted.`)
        }
        const seen = shown.get(id, row.seq) as unknown as IntentRow | undefined
        if (seen === undefined) underWay.set(id, { intent, first })
        else {
          underWay.delete(id)
          if (!isSame(seen, rowOf(intent, { first, last: row.seq })))
            throw new Misprojected(row.seq, `The order of ${nameOf(row)} is shown wrongly.`)
        }
      }
      last = row
      yield row.seq
    }
  }

  // Nothing else ran since the last entry was read: what was added meanwhile was read too.
  refuseBeforeFirst(db)
  const head = headOf(db)()
  if (head.seq > last.seq) throw new Misfit(last.seq + 1, missingAfter(last))
  if (head.seq < last.seq || head.hash !== last.hash)
    throw new Misfit(last.seq, `${nameOf(last)} was not written by Quarterdeck.`)
  const beyond = marks.find(({ seq }) => seq > last.seq)
  if (beyond !== undefined)
    throw new Misfit(last.seq + 1, `${missingAfter(last)} It is what ${sightOf(beyond)}.`)
  if (underWay.size > 0 || numberFrom(db, 'SELECT count(*) FROM intents') !== orders)
    throw new Misprojected(last.seq, 'The list of orders does not agree with the entries.')
  if (numberFrom(db, 'SELECT count(*) FROM holders') !== holders)
    throw new Misprojected(last.seq, 'Who holds which order does not agree with the entries.')
}

/** The chain begins with 1; the walk does not see what stands before that. */
function refuseBeforeFirst(db: DatabaseSync): void {
  const query = db.prepare('SELECT seq FROM entries WHERE seq < 1 ORDER BY seq DESC LIMIT 1')
  query.setReadBigInts(true)
  const found = query.get()
  if (found === undefined) return
  const seq = Number(found['seq'])
  throw new Misfit(seq, `Entry ${seq} stands before the first one: Quarterdeck did not write it.`)
}

function headOf(db: DatabaseSync): () => { seq: number; hash: string } {
  const query = db.prepare('SELECT seq, hash FROM head')
  return () => query.get() as unknown as { seq: number; hash: string }
}

/** The order as it was before an entry. */
function formerly(
  rows: readonly EntryRow[],
  seq: number,
): { intent: Intent; first: number } | undefined {
  const made = [...replayEntries(rows.filter((row) => row.seq < seq))]
  const [begin, end] = [made.at(0), made.at(-1)]
  return begin && end && { intent: end.intent, first: begin.row.seq }
}

function stepped(act: () => Intent, misfit: (what: string) => Misfit): Intent {
  try {
    return act()
  } catch (cause) {
    if (cause instanceof ImpossibleStep) throw misfit(`does not fit: ${cause.message}.`)
    throw cause
  }
}

/** The words stand in the order in which the desk happened to build the order. */
function isSame(seen: IntentRow, made: IntentRow): boolean {
  const comparable = ({ folded, words, ...row }: IntentRow): unknown => {
    return { ...row, words: words.split('\n').toSorted(), intent: JSON.parse(folded) as unknown }
  }
  try {
    return isDeepStrictEqual(comparable(seen), comparable(made))
  } catch {
    return false
  }
}

const nameOf = ({ seq, at }: { seq: number; at: number }): string =>
  `Entry ${seq} of ${timeOf(at)} IST`

const missingAfter = (last: { seq: number; at: number }): string =>
  last.seq === 0 ? 'The first entry is missing.' : `What followed ${nameOf(last)} is missing.`

const sightOf = ({ seq, at }: WitnessMark): string =>
  `the witness saw at ${timeOf(at)} IST, when there were ${seq} entries`

const unwitnessed =
  'No witness stands beside it, so this does not show that nothing was cut off at its end. One is begun with the next entry.'

const unreadable = (checked: number): string =>
  `The file is damaged: what follows entry ${checked} cannot be read.`

/** What SQLite's refusals mean, by its numbers; damage is told of by itself. */
const refusals: Readonly<Record<number, string>> = {
  5: 'another program holds its file',
  6: 'another program holds its file',
  7: 'this machine has no memory left for it',
  10: 'the disk failed at reading it',
  13: 'the disk is full',
  14: 'its file cannot be opened',
}

function reasonOf(cause: unknown): string {
  if (!isOfDatabase(cause)) return `a fault in Quarterdeck (${systemCode(cause)})`
  const { errcode } = cause
  return `${refusals[errcode & 0xff] ?? 'its file cannot be read'} (SQLite ${errcode})`
}
