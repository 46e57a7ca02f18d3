import { type BookName, books } from '../../shared/books.ts'
import { type Reply, ok } from '../../shared/errors.ts'
import { type Row, type Rows, type RowsPatch, diff, isSame, keyed } from '../../shared/patch.ts'
import type { RawAnswer } from '../service/client.ts'
import { readRecord, rowsOf } from '../service/reply.ts'

interface Entry {
  raw: unknown
  record: Row | undefined
}

/**
 * One account's book. A poll costs what changed in it: the same bytes do no work at all, and of
 * a changed reply only the rows that differ from their last form are read again.
 */
export class Book {
  readonly #name: BookName
  #bytes: Uint8Array | undefined
  #entries: ReadonlyMap<string, Entry> = new Map()
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
  take(answer: RawAnswer): Reply<RowsPatch | null> {
    if (this.#bytes !== undefined && answer.bytes.equals(this.#bytes)) return ok(null)
    const raws = rowsOf(books[this.#name].operation, answer)
    if (!raws.ok) return raws

    const entries = keyed(raws.value, (raw) => this.#keyOf(raw))
    const next = new Map<string, Entry>()
    const rows = new Map<string, Row>()
    const unreadable: string[] = []
    for (const [key, raw] of entries) {
      const entry = this.#read(key, raw)
      next.set(key, entry)
      if (entry.record !== undefined) rows.set(key, entry.record)
      else unreadable.push(shorten(JSON.stringify(raw)))
    }
    const patch = diff(this.#rows, rows)
    this.#bytes = answer.bytes
    this.#entries = next
    this.#rows = rows
    this.#unreadable = unreadable
    if (patch !== null) this.#seq++
    return ok(patch)
  }

  #read(key: string, raw: unknown): Entry {
    const before = this.#entries.get(key)
    if (before !== undefined && isSame(before.raw, raw)) return before
    return { raw, record: readRecord(books[this.#name].operation, raw) }
  }

  /** Keys come from the raw row where its fields have their usual names, so that it need not be read first. */
  #keyOf(raw: unknown): string {
    const fields: readonly string[] = books[this.#name].key
    if (fields.length === 0) return this.#name
    return (
      keyFrom(raw, fields) ?? keyFrom(readRecord(books[this.#name].operation, raw), fields) ?? '?'
    )
  }
}

function keyFrom(row: unknown, fields: readonly string[]): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  let key = ''
  for (const field of fields) {
    const value = (row as Row)[field]
    if (value === undefined) return undefined
    key += key === '' ? String(value) : `|${String(value)}`
  }
  return key
}

/** What cannot be read is shown to a person: the beginning is enough to recognise it. */
const shorten = (text: string): string => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)
