import { isObject, jsonOf } from '../../shared/core/json.ts'
import type { Rows } from '../../shared/core/patch.ts'
import { comparable } from '../../shared/core/visible-text.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { type WatchedBookName, longestMissed } from './vanished-rows.ts'

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
    if (this.#known.size === 0) return
    const read = new Set([...rows.values()].map((row) => this.#nameOf(row)))
    for (const [name, known] of this.#known)
      if (read.has(name) || known.day !== day || at - known.at > longestMissed)
        this.#known.delete(name)
  }

  /** Those that the latest answer left out. */
  get missing(): readonly string[] {
    if (this.#known.size === 0) return []
    return [...this.#known.values()].map(({ text }) => text).filter((text) => !this.#now.has(text))
  }

  /** Null for what does not say which it is: nobody could tell that it came back. */
  #nameOf(row: unknown): string | null {
    if (!isObject(row)) return null
    if (this.#book === 'orders') {
      const id = row['order_id']
      return typeof id === 'string' && id.trim() !== '' ? comparableOrderId(orderKeyOf(row)) : null
    }
    const { exchange, symbol, product } = row
    return typeof symbol === 'string' ? comparable([exchange, symbol, product].join('|')) : null
  }
}
