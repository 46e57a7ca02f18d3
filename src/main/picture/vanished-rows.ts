import { isOpenPosition, isWorkingRow } from '../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'

export type WatchedBookName = 'orders' | 'positions'

/**
 * Which rows are missed where they are gone, which of them may still change what is held, and for
 * how many milliseconds they do at least. What a closed position lost stays lost.
 */
const missed: Record<
  WatchedBookName,
  { matters(row: Row): boolean; isLive(row: Row): boolean; lasts: number }
> = {
  orders: { matters: isWorkingRow, isLive: isWorkingRow, lasts: 5000 },
  positions: { matters: () => true, isLive: isOpenPosition, lasts: 1000 },
}

/**
 * Milliseconds for which a position that is gone is looked for an explanation: longer than books
 * leave rows out by mistake, and shorter than from one day to the next.
 */
const longestLost = 3_600_000
/** And for which what a closed one lost still counts: brokers clear their books in the morning. */
const longestClosed = 600_000

/** A row that a book had and has not now. */
interface Vanished {
  row: Row
  /** When it was first missed, on the monotonic clock. */
  since: number
  /** Readings without it. */
  reads: number
  /** Whether enough of them agree that it is gone. */
  isGone: boolean
  /** Milliseconds after which nobody asks any more what became of it. */
  longest: number
}

/** What an earlier session had seen of a book. */
interface Recalled {
  rows: Rows
  /** Whether that was on the same day: overnight positions end for more reasons than fills. */
  isOfToday: boolean
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
  #isRead = false
  #recalled: Recalled | null = null

  constructor(book: WatchedBookName) {
    this.#book = book
  }

  /** Told of every good reading, with the keys that it dropped. */
  see(rows: Rows, dropped: readonly string[], at: number): void {
    const { lasts } = missed[this.#book]
    for (const [key, vanished] of this.#vanished) {
      const age = at - vanished.since
      vanished.reads++
      vanished.isGone = vanished.reads >= 2 && age >= lasts
      if ((vanished.isGone && age >= vanished.longest) || rows.has(key)) this.#vanished.delete(key)
    }
    for (const key of dropped) this.#miss(key, this.#rows.get(key), { at, isOfToday: true })
    this.#rows = rows
    this.#isRead = true
    this.#missRecalled(at)
  }

  /**
   * Told, before the first reading or after it, of what an earlier session saw: what the first one
   * leaves out of that is missed as what a later one drops.
   */
  recall(recalled: Recalled, at: number): void {
    this.#recalled = recalled
    if (this.#isRead) this.#missRecalled(at)
  }

  #missRecalled(at: number): void {
    const { rows, isOfToday } = this.#recalled ?? { rows: nothing, isOfToday: true }
    this.#recalled = null
    const { isLive } = missed[this.#book]
    for (const [key, row] of rows)
      if (!this.#rows.has(key) && (isOfToday || isLive(row)))
        this.#miss(key, row, { at, isOfToday })
  }

  #miss(key: string, row: Row | undefined, of: { at: number; isOfToday: boolean }): void {
    const { at, isOfToday } = of
    const { matters, isLive, lasts } = missed[this.#book]
    if (row !== undefined && matters(row)) {
      const longestOfDay = isLive(row) ? longestLost : longestClosed
      const longest = this.#book === 'positions' && isOfToday ? longestOfDay : lasts
      this.#vanished.set(key, { row, since: at, reads: 1, isGone: false, longest })
    }
  }

  /** The rows of the latest reading. */
  get latest(): Rows {
    return this.#rows
  }

  /** Those that the book may only have left out by mistake. */
  get rows(): readonly Row[] {
    const { isLive } = missed[this.#book]
    return this.#rowsOf(({ row, isGone }) => !isGone && isLive(row))
  }

  /** These, and positions that are gone: each of them is closed, or is left out for longer. */
  get lost(): readonly Row[] {
    return this.#rowsOf(() => true)
  }

  #rowsOf(isMeant: (vanished: Vanished) => boolean): readonly Row[] {
    if (this.#vanished.size === 0) return none
    return [...this.#vanished.values()].filter(isMeant).map(({ row }) => row)
  }
}

const none: readonly Row[] = []
const nothing: Rows = new Map()
