import { orderIn } from '../../../shared/books/books.ts'
import { isObject, jsonOf } from '../../../shared/core/json.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import { comparable } from '../../../shared/core/visible-text.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import { type WatchedBookName, longestMissed, unreadBetween } from './missed-for.ts'

interface Unreadable {
  text: string
  /** When an answer had it last, on the monotonic clock, and of which day that was. */
  at: number
  day: string
}

/**
 * Rows of a book that could not be read, by what tells them apart. That an answer leaves one out says as
 * little of it as of one that could be read: it still counts, until its place holds a row that can be.
 */
export class UnreadableRows {
  readonly #book: WatchedBookName
  readonly #known = new Map<string, Unreadable>()
  #now: ReadonlySet<string> = new Set()
  #readAt = -Infinity

  constructor(book: WatchedBookName) {
    this.#book = book
  }

  /** Told of every good reading, and of its rows that could not be read, as they came. */
  see(texts: readonly string[], rows: Rows, { at, day }: { at: number; day: string }): void {
    this.#now = new Set(texts)
    for (const text of texts) {
      const name = this.#nameOf(jsonOf(text))
      if (name !== null) this.#known.set(name, { text, at, day })
    }
    for (const [name, known] of this.#known) {
      if (this.#now.has(known.text)) continue
      known.at += unreadBetween(this.#readAt, at)
      const isOver = known.day !== day || at - known.at > longestMissed
      if (isOver || this.#isRead(name, rows)) this.#known.delete(name)
    }
    this.#readAt = at
  }

  #isRead(name: string, rows: Rows): boolean {
    if (this.#book === 'orders') return orderIn(rows, name) !== undefined
    for (const row of rows.values()) if (this.#nameOf(row) === name) return true
    return false
  }

  /** Those that the latest answer left out. */
  get missing(): readonly string[] {
    if (this.#known.size === 0) return []
    return [...this.#known.values()].map(({ text }) => text).filter((text) => !this.#now.has(text))
  }

  /** Null for what does not say which it is: nobody could tell that it came back. */
  #nameOf(row: unknown): string | null {
    if (!isObject(row)) return null
    // As it came, its fields may be written in any case.
    const fields = new Map(
      Object.entries(row).map(([field, value]) => [field.toLowerCase(), value]),
    )
    const said = (field: string): string => String(fields.get(field) ?? '').trim()
    if (this.#book === 'orders')
      return said('order_id') === '' ? null : comparableOrderId(said('order_id'))
    if (said('symbol') === '') return null
    return comparable(['exchange', 'symbol', 'product'].map(said).join('|'))
  }
}
