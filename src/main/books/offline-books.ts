import { createHash } from 'node:crypto'
import { readFile, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import * as z from 'zod'
import { type Profile, brokerAndServiceOf } from '../../shared/accounts/accounts.ts'
import { BookName, bookNames, books, recordKey } from '../../shared/books/books.ts'
import type { BookMeta } from '../../shared/books/book-state.ts'
import { isWorkingRow } from '../../shared/books/open-rows.ts'
import { type Row, type Rows, type RowsPatch, keyed } from '../../shared/core/patch.ts'
import { jsonOf } from '../../shared/core/json.ts'
import { writeAtomically } from '../core/atomic-file.ts'
import { readOnce } from '../core/read-once.ts'
import { detachSoon } from '../service/answer-memory.ts'
import { readRecord } from '../service/reply.ts'
import type { Clock } from '../core/clock.ts'
import { isNews, newsIn } from './book-news.ts'
import { UnwrittenRows } from './unwritten-rows.ts'

/** A book as it was when it was last read well, in an earlier session. */
export interface OfflineBook {
  /** Wall-clock milliseconds at which it was read. */
  at: number
  rows: Rows
  unreadable: readonly string[]
  /** Rows that it had before and that were missed in it: what became of them was not known. */
  missed: Rows
  /** All rows of the latest answer that was written whole, and when it was read; null where none was. */
  whole: { at: number; rows: Rows } | null
  /** The same of rows that it had had on a day before: their figures are of that one. */
  missedOvernight: Rows
  /** And of such as were closed by all that was known, for what they lost. */
  missedClosed: Rows
  /** Of the orders, such as worked on a day before, and of which nobody knew what became. */
  missedUnended: Rows
}

/**
 * A row that a session misses, and that a later one is to miss, too: one that may be open, was seen on
 * that day or on one before it; one that is closed by all that is known, for what it lost that day; or
 * an order of a day before, of which nobody knows what became.
 */
export interface MissedRow {
  row: Row
  as: 'open' | 'overnight' | 'closed' | 'unended'
}

type Owner = Pick<Profile, 'id' | 'broker' | 'service'>

export interface OfflineBooksOptions {
  dataDir: string
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  account(id: string): Owner | undefined
  read(account: string, book: BookName): { meta: BookMeta; rows: Rows } | undefined
  /** Rows that a book had and does not show, as long as that proves nothing. */
  missed(account: string, book: BookName): readonly MissedRow[]
  /** What tells the account's login from others; undefined before its keys were read. */
  fingerprint(account: string): string | undefined
}

const every = 60_000
/** What is open now is written sooner, since what is missed goes with it; and no more often than that. */
const soon = 2000
const soonAgain = 10_000
/** What is larger is not kept: the file is read whole at the next start. */
const mostRows = 5000
const mostBytes = 8 * 1024 * 1024
/** Rows that are written out between two turns of the loop, so that no order waits for it. */
const atATime = 100

const File = z.object({
  version: z.literal(1),
  account: z.string(),
  login: z.string(),
  /** Of the keys that the books were read with; files of before have none. */
  fingerprint: z.string().max(200).optional(),
  books: z.partialRecord(
    BookName,
    z.object({
      at: z.number(),
      rows: z.array(z.unknown()).max(mostRows),
      unreadable: z.array(z.string().max(3000)).max(mostRows),
      missed: z.array(z.unknown()).max(mostRows).default([]),
      missedOvernight: z.array(z.unknown()).max(mostRows).default([]),
      missedClosed: z.array(z.unknown()).max(mostRows).default([]),
      missedUnended: z.array(z.unknown()).max(mostRows).default([]),
    }),
  ),
})

type Books = Map<BookName, OfflineBook>

/** What an earlier session left of an account. */
interface Former {
  books: Books
  fingerprint?: string | undefined
}

const nothing = (): Former => ({ books: new Map() })

/**
 * The last good rows of every book, on disk, so that there is something to see without a
 * connection. They are for eyes, and for doubts: nothing that decides about money takes them for
 * what is, but a row that they have and the first answer of a session has not is missed, and what
 * was missed before stays so.
 */
export class OfflineBooks {
  readonly #options: OfflineBooksOptions
  readonly #folder: string
  /** What an earlier session left, by account, as far as this one did not read it anew. */
  readonly #former = new Map<string, Promise<Former>>()
  /** Accounts whose rows changed since they were written. */
  readonly #changed = new Set<string>()
  /** Those of which a book was read. */
  readonly #read = new Set<string>()
  /** Those of which something was opened, closed or filled. */
  readonly #urgent = new Set<string>()
  #cancelUrgent: (() => void) | null = null
  /** When these were written last, on the monotonic clock. */
  #urgentAt = -Infinity
  readonly #unwritten = new UnwrittenRows()
  /** Counts what was dropped of an account: rows from before that are not written any more. */
  readonly #drops = new Map<string, number>()
  /** Writes and removals, one after another. */
  #work: Promise<void> = Promise.resolve()
  #cancelTimer: () => void

  constructor(options: OfflineBooksOptions) {
    this.#options = options
    this.#folder = join(options.dataDir, 'books')
    this.#cancelTimer = this.#plan()
  }

  /** What an earlier session left of a book; null where there is nothing, or nothing that can be read. */
  async find(account: string, book: BookName): Promise<OfflineBook | null> {
    const drops = this.#dropsOf(account)
    const { books: former } = await this.#formerOf(account)
    // It may have become somebody else's while its file was read.
    return drops === this.#dropsOf(account) ? (former.get(book) ?? null) : null
  }

  /** What told the login from others whose books an earlier session left; undefined where that is not known. */
  async fingerprintOf(account: string): Promise<string | undefined> {
    const drops = this.#dropsOf(account)
    const { fingerprint } = await this.#formerOf(account)
    return drops === this.#dropsOf(account) ? fingerprint : undefined
  }

  /** A poll found other rows than before; those that came or stand otherwise are on disk when this returns. */
  note(account: string, book: BookName, patch: RowsPatch): void {
    this.#changed.add(account)
    this.#read.add(account)
    if (!isNews(book, patch)) return
    this.#addUnwritten(account, book, newsIn(book, patch))
    this.#urgent.add(account)
    const { clock } = this.#options
    const wait = Math.max(soon, this.#urgentAt + soonAgain - clock.now())
    this.#cancelUrgent ??= clock.after(wait, () => {
      this.#cancelUrgent = null
      this.#urgentAt = clock.now()
      this.#flush(this.#urgent)
    })
  }

  #addUnwritten(account: string, book: BookName, keys: readonly string[]): void {
    const { account: ownerOf, fingerprint, now, read } = this.#options
    const owner = ownerOf(account)
    const rows = read(account, book)?.rows
    if (owner === undefined || rows === undefined) return
    const login = brokerAndServiceOf(owner)
    this.#unwritten.add(this.#pathOf(account, 'rows'), {
      ...{ account, login, fingerprint: fingerprint(account), book, at: now() },
      rows: keys.map((key) => rows.get(key)).filter((row) => row !== undefined),
    })
  }

  /** It is somebody else's now, or nobody's: what was kept of it goes. */
  drop(account: string): void {
    this.#drops.set(account, this.#dropsOf(account) + 1)
    this.#changed.delete(account)
    this.#read.delete(account)
    this.#urgent.delete(account)
    this.#former.set(account, Promise.resolve(nothing()))
    this.#unwritten.drop(this.#pathOf(account, 'rows'))
    this.#queue(() => rm(this.#pathOf(account), { force: true }))
  }

  /** Removes what belongs to no account any more: a removal may have failed, or been cut short. */
  sweep(accounts: readonly string[]): void {
    const owned = new Set(
      accounts.flatMap((account) =>
        (['json', 'rows'] as const).map((kind) => basename(this.#pathOf(account, kind))),
      ),
    )
    this.#queue(async () => {
      for (const name of await readdir(this.#folder).catch(() => []))
        if (!owned.has(name)) await rm(join(this.#folder, name), { force: true })
    })
  }

  /** Writes what is not written yet; settles when it is on disk. */
  async stop(): Promise<void> {
    this.#cancelTimer()
    this.#cancelUrgent?.()
    // Until when an order was seen at work tells whether it can have been filled afterwards.
    for (const account of this.#read)
      if ([...(this.#options.read(account, 'orders')?.rows.values() ?? [])].some(isWorkingRow))
        this.#changed.add(account)
    // The rows are taken now: soon the poller has none any more.
    for (const account of [...this.#changed]) this.#take(account)
    await this.#work
    this.#unwritten.close()
  }

  #plan(): () => void {
    return this.#options.clock.after(every, () => {
      this.#flush()
      this.#cancelTimer = this.#plan()
    })
  }

  /** A turn of the loop for each: what is missed of one takes a look at all of its orders. */
  #flush(due: ReadonlySet<string> = this.#changed): void {
    this.#queue(async () => {
      for (const account of [...due]) {
        await nextLoopTurn()
        this.#take(account)
      }
    })
  }

  /** Takes the rows of an account as they are now, and has them written. */
  #take(account: string): void {
    this.#urgent.delete(account)
    const owner = this.#options.account(account)
    if (!this.#changed.delete(account) || owner === undefined) return
    const fresh: Books = new Map(
      bookNames.flatMap((book) => {
        const taken = this.#bookOf(account, book)
        return taken === null ? [] : [[book, taken] as const]
      }),
    )
    const drops = this.#dropsOf(account)
    const added = this.#unwritten.addedTo(this.#pathOf(account, 'rows'))
    const of = { books: fresh, fingerprint: this.#options.fingerprint(account) }
    if (fresh.size > 0) this.#queue(() => this.#write(owner, of, { drops, added }))
  }

  #bookOf(account: string, book: BookName): OfflineBook | null {
    const { read, missed, now } = this.#options
    const { meta, rows } = read(account, book) ?? {}
    if (rows === undefined || meta === undefined || meta.age === null) return null
    const { age, unreadable } = meta
    const gone = Map.groupBy(missed(account, book).slice(0, mostRows), ({ as }) => as)
    const missedAs = (as: MissedRow['as']): Rows =>
      keyed(
        (gone.get(as) ?? []).map(({ row }) => row),
        (row) => recordKey(book, row),
      )
    const at = now() - age
    return {
      ...{ at, rows, whole: { at, rows }, unreadable, missed: missedAs('open') },
      ...{ missedOvernight: missedAs('overnight'), missedClosed: missedAs('closed') },
      missedUnended: missedAs('unended'),
    }
  }

  async #write(
    owner: Owner,
    { books: fresh, fingerprint }: Former,
    { drops, added }: { drops: number; added: number },
  ): Promise<void> {
    const { books: former } = await this.#formerOf(owner.id)
    for (const book of fresh.keys()) former.delete(book)
    const pieces = await written(owner, { books: new Map([...former, ...fresh]), fingerprint })
    if (this.#dropsOf(owner.id) !== drops) return
    await writeAtomically(this.#pathOf(owner.id), freedAsWritten(pieces))
    this.#unwritten.clear(this.#pathOf(owner.id, 'rows'), added)
  }

  #queue(task: () => Promise<void>): void {
    // A convenience: a disk that refuses takes nothing from anybody but a look at old rows.
    this.#work = this.#work.then(task).catch(() => undefined)
  }

  #formerOf(account: string): Promise<Former> {
    let former = this.#former.get(account)
    if (former === undefined) this.#former.set(account, (former = this.#load(account)))
    return former
  }

  async #load(account: string): Promise<Former> {
    const owner = this.#options.account(account)
    const path = this.#pathOf(account)
    const size = await stat(path).then(
      (found) => found.size,
      () => Infinity,
    )
    if (owner === undefined) return nothing()
    const text = size > 2 * mostBytes ? '' : await readFile(path, 'utf8').catch(() => '')
    const former = parsed(text, owner)
    const login = brokerAndServiceOf(owner)
    for (const line of await this.#unwritten.read(this.#pathOf(account, 'rows')))
      if (line.account === account && line.login === login) addRows(former, line)
    return former
  }

  #dropsOf(account: string): number {
    return this.#drops.get(account) ?? 0
  }

  /** Ids are free text, which not every disk takes for a name. */
  #pathOf(account: string, kind: 'json' | 'rows' = 'json'): string {
    const name = createHash('sha256').update(account).digest('hex').slice(0, 32)
    return join(this.#folder, `${name}.${kind}`)
  }
}

/**
 * The file, made a few rows at a time; a book that would be too much is left out. It stays in pieces:
 * files of many accounts are written in the same minute, and put together each would be held three times.
 */
async function written(owner: Owner, { books: stored, fingerprint }: Former): Promise<Buffer[]> {
  const books: Buffer[] = []
  let size = 0
  for (const [name, book] of stored) {
    const { rows, whole: _, missed, missedOvernight, missedClosed, missedUnended, ...told } = book
    const { unreadable } = told
    if (rows.size > mostRows || unreadable.length > mostRows) continue
    const rowsOf = [...rows.values()]
    const parts: Buffer[] = []
    for (let from = 0; from < rowsOf.length; from += atATime) {
      const some = JSON.stringify(rowsOf.slice(from, from + atATime)).slice(1, -1)
      parts.push(Buffer.from(from === 0 ? some : `,${some}`))
      await nextLoopTurn()
    }
    const head = JSON.stringify({
      ...told,
      missed: [...missed.values()],
      missedOvernight: [...missedOvernight.values()],
      missedClosed: [...missedClosed.values()],
      missedUnended: [...missedUnended.values()],
    }).slice(0, -1)
    const start = Buffer.from(`${books.length > 0 ? ',' : ''}"${name}":${head},"rows":[`)
    const whole = [start, ...parts, Buffer.from(']}')]
    const added = whole.reduce((sum, { length }) => sum + length, 0)
    if (size + added > mostBytes) continue
    size += added
    books.push(...whole)
  }
  const login = brokerAndServiceOf(owner)
  const head = JSON.stringify({ version: 1, account: owner.id, login, fingerprint })
  const start = Buffer.from(`${head.slice(0, -1)},"books":{`)
  return [start, ...books, Buffer.from('}}')]
}

/** Each piece is freed once it was written, which is when the next is asked for. */
function* freedAsWritten(pieces: readonly Buffer[]): Generator<Buffer, void> {
  for (const piece of pieces) {
    yield piece
    detachSoon(piece)
  }
}

function parsed(text: string, owner: Owner): Former {
  const found: Books = new Map()
  const file = File.safeParse(jsonOf(text), readOnce)
  if (!file.success) return nothing()
  const { account, login, fingerprint, books: stored } = file.data
  if (account !== owner.id || login !== brokerAndServiceOf(owner)) return nothing()
  for (const name of bookNames) {
    const book = stored[name]
    if (book === undefined) continue
    const readable = (rows: readonly unknown[]): Rows => readableRows(name, rows)
    const { at, rows, unreadable, missed, missedOvernight, missedClosed, missedUnended } = book
    const all = readable(rows)
    found.set(name, {
      ...{ at, rows: all, whole: { at, rows: all }, unreadable },
      ...{ missed: readable(missed), missedOvernight: readable(missedOvernight) },
      ...{ missedClosed: readable(missedClosed), missedUnended: readable(missedUnended) },
    })
  }
  return { books: found, fingerprint }
}

function readableRows(book: BookName, rows: readonly unknown[]): Rows {
  const records = rows
    .map((row) => readRecord(books[book].operation, row) as Row | undefined)
    .filter((record) => record !== undefined)
  return keyed(records, (record) => recordKey(book, record))
}

/** Rows that came after their book was written take the place of those that it had. */
function addRows(
  former: Former,
  { book, at, rows, fingerprint }: Awaited<ReturnType<UnwrittenRows['read']>>[number],
): void {
  const known = former.books.get(book)
  if (known !== undefined && at < known.at) return
  const unknown = { whole: null, unreadable: [], missed: new Map(), missedOvernight: new Map() }
  former.books.set(book, {
    ...(known ?? { ...unknown, missedClosed: new Map(), missedUnended: new Map() }),
    ...{ at, rows: new Map([...(known?.rows ?? []), ...readableRows(book, rows)]) },
  })
  former.fingerprint ??= fingerprint
}
