import { type BookName, books } from '../../shared/books.ts'
import { type Reply, ok } from '../../shared/errors.ts'
import { type Row, type Rows, type RowsPatch, diff, keyed } from '../../shared/patch.ts'
import type { RawAnswer } from '../service/client.ts'
import { isObject } from '../service/envelope.ts'
import { parseLoosely } from '../service/na.ts'
import { readRecord, rowsOf } from '../service/reply.ts'
import { rowTexts } from '../service/row-texts.ts'

interface Entry {
  key: string
  /** The row's text in the newest reply, where it could be cut out; it is then known again. */
  text: string | undefined
  /** Undefined where the row could not be read. */
  record: Row | undefined
}

/**
 * One account's book. A poll costs what changed in it: the same bytes do no work at all, and of
 * a changed reply only the rows whose text differs are parsed and read.
 */
export class Book {
  readonly #name: BookName
  #bytes: Buffer | undefined
  #entries: readonly Entry[] = []
  #rows: Rows = new Map()
  #unreadable: readonly string[] = []
  #seq = 0

  constructor(name: BookName) {
    this.#name = name
  }

  get rows(): Rows {
    return this.#rows
  }

  /** Rows that could not be read, as they came. */
  get unreadable(): readonly string[] {
    return this.#unreadable
  }

  /** Counts the patches. */
  get seq(): number {
    return this.#seq
  }

  /** Takes a reply in. A failed one leaves the book as it was. */
  take(answer: Pick<RawAnswer, 'status' | 'bytes'>): Reply<RowsPatch | null> {
    if (this.#bytes?.equals(answer.bytes) === true) return ok(null)
    const unreadable: string[] = []
    const entries = this.#fromTexts(answer, unreadable) ?? this.#fromWhole(answer, unreadable)
    if (!entries.ok) return entries

    const rows = new Map<string, Row>()
    for (const [key, { record }] of keyed(entries.value, (entry) => entry.key))
      if (record !== undefined) rows.set(key, record)
    const patch = diff(this.#rows, rows)
    this.#bytes = answer.bytes
    this.#entries = entries.value
    this.#rows = rows
    this.#unreadable = unreadable
    if (patch !== null) this.#seq++
    return ok(patch)
  }

  /** The usual form, row by row; undefined where the reply is not of it. */
  #fromTexts(
    { status, bytes }: Pick<RawAnswer, 'status' | 'bytes'>,
    unreadable: string[],
  ): Reply<Entry[]> | undefined {
    const cut = rowTexts(bytes.toString())
    if (cut === undefined) return undefined
    const shell = rowsOf(books[this.#name].operation, { status, bytes: Buffer.from(cut.shell) })
    if (!shell.ok || shell.value.length > 0) return undefined

    const fresh: string[] = []
    const entries: Entry[] = []
    const places = new Map(this.#entries.map(({ key }, place) => [key, place]))
    let place = 0
    for (const text of cut.texts) {
      const before = this.#entries[place]
      if (before?.text === text) {
        // The new text of the two is kept: a part of a string keeps the whole of it alive.
        entries.push({ key: before.key, text, record: before.record })
        place++
        if (before.record === undefined) fresh.push(text)
        continue
      }
      const raw = parseRow(text)
      if (!isObject(raw)) return undefined
      const entry = { ...this.#read(raw, fresh), text }
      entries.push(entry)
      // What follows a row that moved or changed is looked for behind its old place.
      const old = places.get(entry.key)
      if (old !== undefined) place = old + 1
    }
    unreadable.push(...fresh.map(shorten))
    return ok(entries)
  }

  #fromWhole(answer: Pick<RawAnswer, 'status' | 'bytes'>, unreadable: string[]): Reply<Entry[]> {
    const raws = rowsOf(books[this.#name].operation, answer)
    if (!raws.ok) return raws
    const fresh: string[] = []
    const entries = raws.value.map((raw) => ({ ...this.#read(raw, fresh), text: undefined }))
    unreadable.push(...fresh.map(shorten))
    return ok(entries)
  }

  #read(raw: unknown, unreadable: string[]): Omit<Entry, 'text'> {
    const { operation, key } = books[this.#name]
    const record = readRecord(operation, raw) as Row | undefined
    if (record === undefined) unreadable.push(JSON.stringify(raw))
    const parts = (key as readonly string[]).map((field) => String(record?.[field]))
    return { key: parts.join('|'), record }
  }
}

function parseRow(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parseLoosely(Buffer.from(text))?.value
  }
}

/** What cannot be read is shown to a person: the beginning is enough to recognise it. */
const shorten = (text: string): string => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)
