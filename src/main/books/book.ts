import { type BookName, books, recordKey } from '../../shared/books/books.ts'
import { type Failure, type Reply, fail, ok } from '../../shared/core/errors.ts'
import {
  type ReplacedRow,
  type Row,
  type Rows,
  type RowsPatch,
  diff,
  keyed,
  patchOf,
} from '../../shared/core/patch.ts'
import type { RawAnswer } from '../service/client.ts'
import { isObject } from '../../shared/core/json.ts'
import { parseText } from '../service/loose-json.ts'
import { giveBack } from '../service/answer-memory.ts'
import {
  isSpecifiedEmptyList,
  readRecord,
  rowEndsOf,
  rowsOf,
  rowsOfAStep,
} from '../service/reply.ts'
import { atOnce } from '../core/turns.ts'

interface Entry {
  key: string
  /** Undefined where the row could not be read. */
  record: Row | undefined
}

type Answer = Pick<RawAnswer, 'status' | 'bytes'>

/** A book of which so much cannot be read is no book, and to show why costs more than it tells. */
const mostUnreadable = 1000

/** Rows that are told to be the same in the time in which one is read. */
const comparedWhileOneIsRead = 8

/** What is smaller is cut and taken in within its turn. */
const bytesOfAStep = 128 * 1024

/** A book as a reply has it, and what makes it of the one before. */
interface Version {
  rows: Rows
  patch: RowsPatch | null
}

/** Why rows that can be read are not those of the book at all; null where they are. */
export type TurnDown = (rows: Rows) => Failure | null

const believed: TurnDown = () => null

/** A reply that was cut into rows: the text of its n-th entry can be compared with another's. */
interface Cut {
  bytes: Buffer
  ends: Uint32Array
}

/**
 * One account's book. A poll costs what changed in it: the same bytes do no work at all, and of
 * a changed reply only the rows whose text differs are parsed and read.
 */
export class BookRows {
  readonly #name: BookName
  #bytes: Buffer | undefined
  #status: number | undefined
  /** Where the rows are in these bytes; none where the reply could not be cut. */
  #ends: Uint32Array = new Uint32Array()
  #entries: readonly Entry[] = []
  #rows: Rows = new Map()
  #unreadable: readonly string[] = []
  #isOddlyEmpty = false
  #seq: number

  /** Counts on from a book that a window may still hold. */
  constructor(name: BookName, seq = 0) {
    this.#name = name
    this.#seq = seq
  }

  get rows(): Rows {
    return this.#rows
  }

  /** Rows that could not be read, as they came. */
  get unreadable(): readonly string[] {
    return this.#unreadable
  }

  /** Whether it has no rows, and the reply was not the empty list that the service specifies. */
  get isOddlyEmpty(): boolean {
    return this.#isOddlyEmpty
  }

  /** Counts the patches. */
  get seq(): number {
    return this.#seq
  }

  /** Takes a reply in at once; its bytes are the book's from then on. A failed one leaves the book as it was. */
  take(answer: Answer): Reply<RowsPatch | null> {
    return atOnce(this.takeInSteps(answer))
  }

  /** The same with a pause after each step, so that whoever is in a hurry need not wait for a whole book. */
  *takeInSteps(
    answer: Answer,
    { turnDown = believed }: { turnDown?: TurnDown } = {},
  ): Generator<void, Reply<RowsPatch | null>> {
    const taken = yield* this.#takenOf(answer, turnDown)
    // Nobody reads an answer that the book was not made of.
    if (answer.bytes.buffer !== this.#bytes?.buffer) giveBack(answer.bytes)
    return taken
  }

  *#takenOf(answer: Answer, turnDown: TurnDown): Generator<void, Reply<RowsPatch | null>> {
    if (answer.status === this.#status && this.#bytes?.equals(answer.bytes) === true) {
      const why = turnDown(this.#rows)
      return why === null ? ok(null) : { ok: false, error: why }
    }
    const isLarge = answer.bytes.length > bytesOfAStep
    const unreadable: string[] = []
    if (isLarge) yield
    const ends = rowEndsOf(books[this.#name].operation, answer)
    if (isLarge) yield
    const changed = ends && (yield* this.#readChanged({ bytes: answer.bytes, ends }, unreadable))
    const entries = changed ? ok(changed) : this.#readAll(answer, unreadable)
    if (!entries.ok) return entries

    if (isLarge) yield
    const { rows, patch } =
      this.#replaced(entries.value) ?? (yield* this.#renewed(entries.value, isLarge))
    if (isLarge) yield
    const why = turnDown(rows)
    if (why !== null) return { ok: false, error: why }
    const former = this.#bytes
    this.#bytes = answer.bytes
    if (former !== undefined && former.buffer !== answer.bytes.buffer) giveBack(former)
    this.#status = answer.status
    this.#ends = changed && ends ? ends : new Uint32Array()
    this.#entries = entries.value
    this.#rows = rows
    this.#unreadable = unreadable
    this.#isOddlyEmpty = entries.value.length === 0 && !isSpecifiedEmptyList(answer)
    if (patch !== null) this.#seq++
    return ok(patch)
  }

  /** The book where each row stands where it stood, as after nearly every poll: only the others are looked at. */
  #replaced(entries: readonly Entry[]): Version | undefined {
    const former = this.#entries
    // All of them could be read, and still can.
    if (entries.length !== former.length || this.#rows.size !== former.length) return undefined
    const rows = new Map(this.#rows)
    const replaced: ReplacedRow[] = []
    for (const [place, entry] of entries.entries()) {
      const old = former[place]!
      if (entry === old) continue
      const { key, record } = entry
      // One of two rows with this key stands under another one.
      const row = rows.get(key)
      if (key !== old.key || record === undefined || row === undefined || row !== old.record)
        return undefined
      replaced.push({ key, old: row, row: record })
      rows.set(key, record)
    }
    return { rows, patch: patchOf({ replaced }) }
  }

  *#renewed(entries: readonly Entry[], isLarge: boolean): Generator<void, Version> {
    const rows = new Map<string, Row>()
    const byKey = keyed(entries, (entry) => entry.key)
    if (isLarge) yield
    for (const [key, { record }] of byKey) if (record !== undefined) rows.set(key, record)
    if (isLarge) yield
    return { rows, patch: diff(this.#rows, rows) }
  }

  /** Reads the rows whose bytes are not the old ones; undefined where the cut proves wrong. */
  *#readChanged(cut: Cut, unreadable: string[]): Generator<void, Entry[] | undefined> {
    const before: Cut = { bytes: this.#bytes ?? cut.bytes, ends: this.#ends }
    let places: Map<string, number> | undefined
    const entries: Entry[] = []
    let work = 0
    let place = 0
    for (let row = 0; row * 2 < cut.ends.length; row++) {
      if (work >= rowsOfAStep * comparedWhileOneIsRead) {
        work = 0
        yield
      }
      const old = this.#entries[place]
      if (old?.record !== undefined && isSameRow(before, place, cut, row)) {
        entries.push(old)
        place++
        work++
        continue
      }
      work += comparedWhileOneIsRead
      const text = cut.bytes.toString('utf8', cut.ends[row * 2], cut.ends[row * 2 + 1])
      const raw = parseText(text)?.value
      if (!isObject(raw)) return undefined
      const entry = this.#read(raw, unreadable)
      if (unreadable.length > mostUnreadable) return undefined
      // The text that is a key already is found much faster than another one that says the same.
      if (old?.key === entry.key) entry.key = old.key
      entries.push(entry)
      // What follows a row that moved or changed is looked for behind its old place.
      if (old?.key === entry.key) place++
      else {
        places ??= new Map(this.#entries.map(({ key }, at) => [key, at]))
        const oldPlace = places.get(entry.key)
        if (oldPlace !== undefined) place = oldPlace + 1
      }
    }
    return entries
  }

  #readAll(answer: Answer, unreadable: string[]): Reply<Entry[]> {
    const raws = rowsOf(books[this.#name].operation, answer)
    if (!raws.ok) return raws
    unreadable.length = 0
    const entries: Entry[] = []
    for (const raw of raws.value) {
      entries.push(this.#read(raw, unreadable))
      if (unreadable.length > mostUnreadable)
        return fail(
          'unreadable',
          `More than ${mostUnreadable} rows of this book could not be read.`,
        )
    }
    return ok(entries)
  }

  #read(raw: unknown, unreadable: string[]): Entry {
    const record = readRecord(books[this.#name].operation, raw) as Row | undefined
    if (record === undefined) unreadable.push(asText(raw))
    return { key: recordKey(this.#name, record), record }
  }
}

/** No empty list is longer, and no longer one is read for this. */
const longestEmptyList = 4096

export function isEmptyList(book: BookName, answer: RawAnswer): boolean {
  if (answer.bytes.length > longestEmptyList) return false
  const rows = rowsOf(books[book].operation, answer)
  return rows.ok && rows.value.length === 0
}

function isSameRow(one: Cut, place: number, other: Cut, row: number): boolean {
  const start = one.ends[place * 2]
  const end = one.ends[place * 2 + 1]
  const otherStart = other.ends[row * 2]
  const otherEnd = other.ends[row * 2 + 1]
  if (start === undefined || end === undefined) return false
  if (otherStart === undefined || otherEnd === undefined) return false
  if (end - start !== otherEnd - otherStart) return false
  return other.bytes.compare(one.bytes, start, end, otherStart, otherEnd) === 0
}

/** What cannot be read is shown to a person: the beginning is enough to recognise it. */
function asText(raw: unknown): string {
  try {
    const text = JSON.stringify(raw)
    return text.length > 2000 ? `${text.slice(0, 2000)}…` : text
  } catch {
    // The parser copes with any depth; writing it out again does not.
    return 'a row that nests too deeply to be shown'
  }
}
