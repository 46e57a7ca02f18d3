import { isOpenPosition, isWorkingRow } from '../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'

export type WatchedBookName = 'orders' | 'positions'

/** Which rows are missed where they are gone, and for how many milliseconds at least. */
const missed: Record<WatchedBookName, { matters(row: Row): boolean; lasts: number }> = {
  orders: { matters: isWorkingRow, lasts: 5000 },
  positions: { matters: isOpenPosition, lasts: 1000 },
}

/** A row that a book had and has not now. */
interface Vanished {
  row: Row
  /** When it was first missed, on the monotonic clock. */
  since: number
  /** Readings without it. */
  reads: number
}

/**
 * Orders that worked and positions that were open when a book was last seen with them. Books
 * flicker: one answer that leaves them out proves nothing, and what was known of them still counts
 * until a second one agrees with it after a while.
 */
export class VanishedRows {
  readonly #book: WatchedBookName
  readonly #vanished = new Map<string, Vanished>()
  #rows: Rows = new Map()

  constructor(book: WatchedBookName) {
    this.#book = book
  }

  /** Told of every good reading, with the keys that it dropped. */
  see(rows: Rows, dropped: readonly string[], at: number): void {
    const { matters, lasts } = missed[this.#book]
    for (const [key, vanished] of this.#vanished) {
      vanished.reads++
      const isGone = vanished.reads >= 2 && at - vanished.since >= lasts
      if (isGone || rows.has(key)) this.#vanished.delete(key)
    }
    for (const key of dropped) {
      const row = this.#rows.get(key)
      if (row !== undefined && matters(row)) this.#vanished.set(key, { row, since: at, reads: 1 })
    }
    this.#rows = rows
  }

  get rows(): readonly Row[] {
    return this.#vanished.size === 0 ? none : [...this.#vanished.values()].map(({ row }) => row)
  }
}

const none: readonly Row[] = []
