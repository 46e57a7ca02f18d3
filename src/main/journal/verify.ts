import { setImmediate as otherWork } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Intent } from '../../shared/orders/intents.ts'
import type { JournalStatus } from '../../shared/orders/journal.ts'
import { ImpossibleStep, step } from '../orders/intent.ts'
import { genesis, hashOf } from './chain.ts'
import { type EntryRow, entriesOf, lives, readEntry } from './entries.ts'
import { timeOf } from './india.ts'

/** How long other work waits, in milliseconds, and how many entries are read at a time. */
const longestPiece = 5
const readAtOnce = 50

export interface VerifyOptions {
  db: DatabaseSync
  /** Wall-clock milliseconds. */
  now: () => number
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

/**
 * Walks the chain from its beginning, a piece at a time.
 *
 * What this shows: no entry was changed, put in, taken out or moved, by a failing disk or by hand,
 * and none is missing at the end, since `head` notes the last one in the same transaction. What no
 * journal on a person's own machine can show: that somebody did not write the whole chain and
 * `head` anew, or put back an older copy of the file. An export made before, which carries the
 * hashes, shows it.
 */
export async function verify({ db, now, signal, onProgress }: VerifyOptions): Promise<void> {
  const head = headOf(db)
  let checked = 0
  const tell = (more: Partial<JournalStatus>): void => {
    const total = Math.max(head().seq, checked)
    const blank = { state: 'checking', at: null, brokenAt: null, message: null } as const
    if (!signal.aborted) onProgress({ ...blank, checked, total, ...more })
  }
  try {
    tell({})
    const check = checker(db)
    let pieceEnd = performance.now() + longestPiece
    for (const seq of check) {
      checked = seq
      if (performance.now() < pieceEnd) continue
      tell({})
      await otherWork()
      if (signal.aborted) return
      pieceEnd = performance.now() + longestPiece
    }
    tell({ state: 'sound', at: now() })
  } catch (cause) {
    if (cause instanceof Misfit)
      tell({ state: 'broken', at: now(), brokenAt: cause.seq, message: cause.message })
    else
      tell({ state: 'failed', at: now(), message: `The journal cannot be read: ${textOf(cause)}.` })
  }
}

/** Goes one entry further each time it is asked, and throws a Misfit at the first that does not fit. */
function* checker(db: DatabaseSync): Generator<number> {
  const next = db.prepare(`
    SELECT e.*, i.folded FROM entries e
    LEFT JOIN intents i ON i.id = e.intent AND i.last = e.seq
    WHERE e.seq > ? ORDER BY e.seq LIMIT ?`)
  const head = headOf(db)
  const entries = entriesOf(db)
  const orders = new Map<string, Intent>()
  let last = { seq: 0, at: 0, hash: genesis }

  for (;;) {
    const rows = next.all(last.seq, readAtOnce) as unknown as (EntryRow & {
      folded: string | null
    })[]
    for (const { folded, ...row } of rows) {
      const where = `Entry ${row.seq} of ${timeOf(row.at)}`
      const misfit = (what: string): Misfit => new Misfit(row.seq, `${where} ${what}`)
      if (row.seq !== last.seq + 1)
        throw new Misfit(last.seq + 1, `${missing(last)} The next one is ${where.toLowerCase()}.`)
      if (row.hash !== hashOf(last.hash, row))
        throw misfit('is not what was written then: it, or the one before it, was changed.')
      const entry = readEntry(row)
      if (entry === null) throw misfit('cannot be read.')
      if (entry.intent !== null) {
        const { intent: id, at, event } = entry
        const before = orders.get(id) ?? latest(entries(id).filter(({ seq }) => seq < row.seq))
        const intent = stepped(() => step(before, { id, at, event }), misfit)
        if (folded === null) orders.set(id, intent)
        else {
          orders.delete(id)
          if (!isSame(folded, intent)) throw misfit('is shown otherwise than it stands.')
        }
      }
      last = row
      yield row.seq
    }
    if (rows.length === 0) break
  }
  const { seq, hash } = head()
  if (seq > last.seq) throw new Misfit(last.seq + 1, missing(last))
  if (seq !== last.seq || hash !== last.hash)
    throw new Misfit(
      last.seq,
      `Entry ${last.seq} of ${timeOf(last.at)} was not written by the desk.`,
    )
  for (const intent of orders.values())
    throw new Misfit(last.seq, `Order ${intent.id} is shown otherwise than its entries say.`)
}

function headOf(db: DatabaseSync): () => { seq: number; hash: string } {
  const query = db.prepare('SELECT seq, hash FROM head')
  return () => query.get() as unknown as { seq: number; hash: string }
}

function latest(rows: EntryRow[]): Intent | undefined {
  let intent: Intent | undefined
  for (const life of lives(rows)) intent = life.intent
  return intent
}

function stepped(act: () => Intent, misfit: (what: string) => Misfit): Intent {
  try {
    return act()
  } catch (cause) {
    if (cause instanceof ImpossibleStep) throw misfit(`does not fit: ${cause.message}.`)
    throw cause
  }
}

const missing = ({ seq, at }: { seq: number; at: number }): string =>
  seq === 0
    ? 'The first entry is missing.'
    : `Entries after number ${seq} of ${timeOf(at)} are missing.`

function isSame(folded: string, intent: Intent): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(folded), JSON.parse(JSON.stringify(intent)))
  } catch {
    return false
  }
}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
