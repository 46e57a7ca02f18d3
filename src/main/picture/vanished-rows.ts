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
export const longestMissed = 3_600_000
/** And for which what a closed one lost still counts: brokers clear their books in the morning. */
const longestClosed = 600_000

/** A position that a book had, and has not now: it is closed, or left out. */
export interface MissingPosition {
  row: Row
  /** When it was last seen, on the monotonic clock; in an earlier session, at no moment that counts. */
  seenAt: number
  /** Since when it is no more asked about, but for what is filled from then on; null while it is. */
  goneAt: number | null
}

/** A row that a book had and has not now. */
interface Vanished {
  row: Row
  seenAt: number
  /** Of which day its figures are. */
  day: string
  /** When it was first missed, on the monotonic clock. */
  since: number
  /** Readings without it. */
  reads: number
  /** Whether enough of them agree that it is gone. */
  isGone: boolean
  /** Milliseconds after which nobody asks any more what became of it. */
  longest: number
  /** When that was; null before. */
  overAt: number | null
}

/** What an earlier session had seen of a book. */
interface Recalled {
  rows: Rows
  /** Whether that was on the same day: overnight positions end for more reasons than fills. */
  isOfToday: boolean
  day: string
}

/** When a book was read, on the monotonic clock, and of which day it tells. */
interface Moment {
  at: number
  day: string
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
  /** When it was read first, on the monotonic clock. */
  firstAt: number | null = null
  #readAt = -Infinity
  #recalled: Recalled | null = null

  constructor(book: WatchedBookName) {
    this.#book = book
  }

  /** Told of every good reading, with the keys that it dropped. */
  see(rows: Rows, dropped: readonly string[], { at, day }: Moment): void {
    const { lasts } = missed[this.#book]
    for (const [key, vanished] of this.#vanished) {
      const age = at - vanished.since
      vanished.reads++
      vanished.isGone = vanished.reads >= 2 && age >= lasts
      if (vanished.isGone && age >= vanished.longest) vanished.overAt ??= at
      // Of a position, what it was filled with since its row was seen counts for the rest of its day.
      const isForgotten = this.#book === 'orders' || vanished.day !== day
      if (rows.has(key) || (vanished.overAt !== null && isForgotten)) this.#vanished.delete(key)
    }
    for (const key of dropped)
      this.#miss(key, this.#rows.get(key), { at, day, seenAt: this.#readAt, isOfToday: true })
    this.#rows = rows
    this.firstAt ??= at
    this.#readAt = at
    this.#missRecalled(at)
  }

  /**
   * Told, before the first reading or after it, of what an earlier session saw: what the first one
   * leaves out of that is missed as what a later one drops.
   */
  recall(recalled: Recalled, at: number): void {
    this.#recalled = recalled
    if (this.firstAt !== null) this.#missRecalled(at)
  }

  #missRecalled(at: number): void {
    if (this.#recalled === null) return
    const { rows, ...of } = this.#recalled
    this.#recalled = null
    const { isLive } = missed[this.#book]
    for (const [key, row] of rows)
      if (!this.#rows.has(key) && (of.isOfToday || isLive(row)))
        this.#miss(key, row, { ...of, at, seenAt: -Infinity })
  }

  #miss(
    key: string,
    row: Row | undefined,
    of: Moment & Pick<Recalled, 'isOfToday'> & Pick<Vanished, 'seenAt'>,
  ): void {
    const { at, day, seenAt, isOfToday } = of
    const { matters, isLive, lasts } = missed[this.#book]
    if (row !== undefined && matters(row)) {
      const longestOfDay = isLive(row) ? longestMissed : longestClosed
      const longest = this.#book === 'positions' && isOfToday ? longestOfDay : lasts
      const missing = { row, seenAt, day, since: at, reads: 1, longest }
      this.#vanished.set(key, { ...missing, isGone: false, overAt: null })
    }
  }

  /** The rows of the latest reading. */
  get latest(): Rows {
    return this.#rows
  }

  /** Those that the book may only have left out by mistake. */
  get rows(): readonly Row[] {
    const { isLive } = missed[this.#book]
    if (this.#vanished.size === 0) return none
    return [...this.#vanished.values()]
      .filter(({ row, isGone }) => !isGone && isLive(row))
      .map(({ row }) => row)
  }

  /** These, and positions that are gone: each of them is closed, or is left out for longer. */
  get missing(): readonly MissingPosition[] {
    if (this.#vanished.size === 0) return noPositions
    return Array.from(this.#vanished.values(), ({ row, seenAt, overAt }) => ({
      ...{ row, seenAt, goneAt: overAt },
    }))
  }
}

const none: readonly Row[] = []
const noPositions: readonly MissingPosition[] = []
