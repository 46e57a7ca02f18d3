import { isOpenPosition, isWorkingRow } from '../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'

export type WatchedBookName = 'orders' | 'positions'

/** Which rows are missed where they are gone, and for how many milliseconds at least. */
const missed: Record<WatchedBookName, { matters(row: Row): boolean; lasts: number }> = {
  orders: { matters: isWorkingRow, lasts: 5000 },
  positions: { matters: isOpenPosition, lasts: 1000 },
}

/**
 * Milliseconds for which a position that is gone is looked for an explanation: longer than books
 * leave rows out by mistake, and shorter than from one day to the next.
 */
const longestLost = 3_600_000

/** A row that a book had and has not now. */
interface Vanished {
  row: Row
  /** When it was first missed, on the monotonic clock. */
  since: number
  /** Readings without it. */
  reads: number
  /** Whether enough of them agree that it is gone. */
  isGone: boolean
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
    const longest = this.#book === 'positions' ? longestLost : lasts
    for (const [key, vanished] of this.#vanished) {
      const age = at - vanished.since
      vanished.reads++
      vanished.isGone = vanished.reads >= 2 && age >= lasts
      if ((vanished.isGone && age >= longest) || rows.has(key)) this.#vanished.delete(key)
    }
    for (const key of dropped) {
      const row = this.#rows.get(key)
      if (row !== undefined && matters(row))
        this.#vanished.set(key, { row, since: at, reads: 1, isGone: false })
    }
    this.#rows = rows
  }

  /** The rows of the latest reading. */
  get latest(): Rows {
    return this.#rows
  }

  /** Those that the book may only have left out by mistake. */
  get rows(): readonly Row[] {
    return this.#rowsOf(({ isGone }) => !isGone)
  }

  /** These, and positions that are gone: each of them was closed, or is left out for longer. */
  get lost(): readonly Row[] {
    return this.#rowsOf(() => true)
  }

  #rowsOf(isMeant: (vanished: Vanished) => boolean): readonly Row[] {
    if (this.#vanished.size === 0) return none
    return [...this.#vanished.values()].filter(isMeant).map(({ row }) => row)
  }
}

const none: readonly Row[] = []
