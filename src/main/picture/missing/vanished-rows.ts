import type { Row, Rows, RowsPatch } from '../../../shared/core/patch.ts'
import { comparableOrderId, orderKeyOf } from '../../../shared/service/order-ids.ts'
import { figure } from '../../../shared/service/order-units.ts'
import {
  type WhoseFigures,
  type MissedAt,
  type Moment,
  type WatchedBookName,
  whoseFigures,
  longestClosed,
  longestMissed,
  missed,
  unreadBetween,
} from './missed-for.ts'
import { type Recalled, missedOfEarlier, untoldOf } from './recalled-rows.ts'
import { isTraded, lossOf, showsLossOf } from './shortfall.ts'

/**
 * A position that a book had, and has not now, or not with all that it told: it is closed, left out,
 * or begun anew.
 */
export interface MissingPosition {
  row: Row
  /** What it had lost, as far as no row shows it; zero or less, and null where that is not known. */
  loss: number | null
  /** Whether that may have been the day before: then it counts only where orders of the day tell of it. */
  isLossDoubted: boolean
  /** Whether it was seen on another day last than it was missed on. */
  isOfEarlierDay: boolean
  /** Whether all that orders of the day were filled with surely came after it was seen. */
  isBeforeFills: boolean
  /** When it was last seen, on the monotonic clock; in an earlier session, at no moment that counts. */
  seenAt: number
  /** When it was first missed. */
  since: number
  /** Since when it is no more asked about, but for what is filled from then on; null while it is. */
  goneAt: number | null
}

/** A row that a book had and has not now. */
interface Vanished {
  key: string
  row: Row
  loss: number | null
  /**
   * What the book had in its place, where that falls short of it: less, or a row that was traded since,
   * so that its broker did not clear its books in between.
   */
  inPlace: 'nothing' | 'less' | 'begun anew'
  figuresOf: WhoseFigures
  seenAt: number
  /** On which day it is looked for. */
  day: string
  /** When it was first missed, on the monotonic clock. */
  since: number
  /** For how many milliseconds of that nothing was read. */
  unread: number
  /** Readings without it. */
  reads: number
  /** For how many milliseconds it is missed at least, on its day. */
  lasts: number
  /** Whether enough of them agree that it is gone. */
  isGone: boolean
  /** Milliseconds after which nobody asks any more what became of it. */
  longest: number
  /** When that was; null before. */
  overAt: number | null
}

/** Of a reading, also whether it tells of its day alone, and of nothing that was closed before. */
type Reading = Moment & { isCleared: boolean }

/**
 * Orders that worked and positions that were open when a book was last seen with them. Books
 * flicker: one answer that leaves them out proves nothing, and what was known of them still counts
 * until a second one agrees with it after a while.
 */
export class VanishedRows {
  readonly #book: WatchedBookName
  readonly #dayWaitedFor: (row: Row) => string | null
  #vanished: Vanished[] = []
  #rows: Rows = new Map()
  /** When it was read first, on the monotonic clock. */
  firstAt: number | null = null
  /** And last. */
  readAt = -Infinity
  /** Of which day the latest reading tells. */
  #day: string | null = null
  #isCleared = false
  /** On which day it showed anything last. */
  #shownOn: string | null = null
  /** What is to be missed with the first reading. */
  #recalled: readonly Recalled[] = []
  /** Orders that the service said it cancelled. */
  readonly #ended = new Set<string>()
  #bySymbol: ReadonlyMap<unknown, readonly Row[]> | null = null

  /** `dayWaitedFor` says for which day of trading an order waits, or goes on, as its row tells; null for one of its day alone. */
  constructor(
    book: WatchedBookName,
    { dayWaitedFor }: { dayWaitedFor(row: Row): string | null } = { dayWaitedFor: () => null },
  ) {
    this.#book = book
    this.#dayWaitedFor = dayWaitedFor
  }

  /** Told of every good reading, with what changed in it. */
  see(
    rows: Rows,
    { put = [], set = [], drop = [] }: RowsPatch,
    { at, day, isCleared }: Reading,
  ): void {
    this.#bySymbol = null
    const isOfSameDay = day === this.#day
    // On another day the broker may give the same numbers again.
    if (!isOfSameDay && this.#day !== null) this.#ended.clear()
    if (this.#vanished.length > 0)
      this.#vanished = this.#vanished.filter((vanished) => this.#age(vanished, rows, { at, day }))
    const figuresOf = whoseFigures({ isOfSameDay, isCleared: this.#isCleared })
    const seen = { at, day, seenAt: this.readAt, figuresOf, isLookedFor: true }
    for (const key of drop) this.#missAsKept(key, this.#rows.get(key), seen)
    if (isOfSameDay)
      for (const [key] of [...put, ...set]) this.#missIfLess(key, this.#rows.get(key), rows, seen)
    this.#rows = rows
    this.firstAt ??= at
    this.readAt = at
    this.#day = day
    this.#isCleared = isCleared
    if (rows.size > 0) this.#shownOn = day
    this.#missRecalled(at)
  }

  /** Told of orders that the service said it cancelled: without them a book is no other one. */
  noteEnded(orderIds: readonly string[]): void {
    for (const id of orderIds) this.#ended.add(comparableOrderId(id))
  }

  /** Told of every good reading of the trades: an order that was traded whole came to its end, and brokers drop such. */
  seeTrades(trades: Rows): void {
    const missing = this.rows
    if (missing.length === 0) return
    const units = new Map<string, number>()
    for (const trade of trades.values()) {
      const id = orderKeyOf(trade)
      units.set(id, (units.get(id) ?? 0) + (figure(trade['quantity']) ?? 0))
    }
    const isWhole = (row: Row): boolean =>
      (units.get(orderKeyOf(row)) ?? 0) >= (figure(row['quantity']) ?? Infinity)
    this.noteEnded(missing.filter(isWhole).map(orderKeyOf))
  }

  /** Counts a reading in; answers whether what it showed is still missed. */
  #age(vanished: Vanished, rows: Rows, { at, day }: Moment): boolean {
    const { fallsShortOf: isLess, lasts } = missed[this.#book]
    vanished.unread += unreadBetween(this.readAt, at)
    vanished.reads++
    // What waits for a later day is asked about until that is over.
    const isAsked = vanished.day >= day && !this.#ended.has(orderKeyOf(vanished.row))
    // And no reading before that proves anything of it.
    if (this.#book === 'orders' && isAsked && vanished.day > day)
      vanished.unread = at - vanished.since
    const age = at - vanished.since - vanished.unread
    vanished.isGone = vanished.reads >= 2 && age >= (isAsked ? vanished.lasts : lasts)
    if (vanished.isGone && age >= vanished.longest) vanished.overAt ??= at
    // Of a position, what it was filled with since its row was seen counts for the rest of its day.
    const isForgotten = this.#book === 'orders' || vanished.day !== day
    if (vanished.overAt !== null && isForgotten) return false
    const row = rows.get(vanished.key)
    if (row === undefined) return true
    if (vanished.day !== day || !isLess(row, vanished.row)) return false
    noteShortfall(vanished, row)
    return true
  }

  #missIfLess(key: string, former: Row | undefined, rows: Rows, of: MissedAt): void {
    const row = rows.get(key)
    if (row === undefined || former === undefined) return
    if (!missed[this.#book].fallsShortOf(row, former)) return
    const vanished = this.#miss(key, former, of)
    if (vanished !== undefined) noteShortfall(vanished, row)
  }

  /**
   * Told, before the first reading or after it, of what an earlier session saw: what the first one
   * leaves out of that is missed as what a later one drops.
   */
  recall(recalled: readonly Recalled[], at: number): void {
    this.#recalled = [...this.#recalled, ...recalled]
    this.#bySymbol = null
    if (this.firstAt !== null) this.#missRecalled(at)
  }

  #missRecalled(at: number): void {
    if (this.#recalled.length === 0) return
    const told = this.#vanished.map(({ key }) => key)
    const untold = untoldOf(this.#recalled, told)
    this.#recalled = []
    const reading = {
      ...{ book: this.#book, rows: this.#rows, at, day: this.#day },
      dayWaitedFor: this.#dayWaitedFor,
    }
    const misses = untold.flatMap((recalled) => missedOfEarlier(recalled, reading))
    for (const { key, row, of, shown } of misses) {
      const vanished = this.#miss(key, row, of)
      if (vanished !== undefined && shown !== undefined) noteShortfall(vanished, shown)
    }
  }

  /** An order that waits for a later day, or goes on over night, is looked for on that. */
  #missAsKept(key: string, row: Row | undefined, of: MissedAt): void {
    if (row === undefined || !missed[this.#book].matters(row)) return
    this.#miss(key, row, { ...of, day: this.#dayWaitedFor(row) ?? of.day })
  }

  #miss(key: string, row: Row | undefined, of: MissedAt): Vanished | undefined {
    const { at, day, seenAt, figuresOf, isLookedFor } = of
    const { matters, isLive, lasts: usually } = missed[this.#book]
    if (row === undefined || !matters(row)) return undefined
    const longestOfDay = isLive(row) ? longestMissed : longestClosed
    const longest = this.#book === 'positions' && isLookedFor ? longestOfDay : usually
    // A service that lost its session, answers for another client, or from what it kept of before the
    // order came, says nothing of what became of it, however often it says so.
    const lasts = this.#book === 'orders' ? longestMissed : usually
    const vanished: Vanished = {
      ...{ key, row, loss: lossOf(row), inPlace: 'nothing', figuresOf, seenAt, day },
      ...{ since: at, unread: 0, reads: 1, lasts, isGone: false, longest, overAt: null },
    }
    this.#vanished.push(vanished)
    return vanished
  }

  /** Whether it showed anything on the day of the latest reading. */
  get hasShown(): boolean {
    return this.#shownOn !== null && this.#shownOn === this.#day
  }

  /** The rows of the latest reading. */
  get latest(): Rows {
    return this.#rows
  }

  /** Those that the book may only have left out by mistake. */
  get rows(): readonly Row[] {
    const { isLive } = missed[this.#book]
    if (this.#vanished.length === 0) return none
    return this.#vanished.filter(({ row, isGone }) => !isGone && isLive(row)).map(({ row }) => row)
  }

  /** Rows of a symbol that are missing. */
  missedOf(symbol: string): readonly Row[] {
    this.#bySymbol ??= Map.groupBy(
      this.#vanished.map(({ row }) => row),
      (row) => row['symbol'],
    )
    return this.#bySymbol.get(symbol) ?? none
  }

  /** These, and positions that are gone: each of them is closed, or is left out for longer. */
  get missing(): readonly MissingPosition[] {
    if (this.#vanished.length === 0) return noPositions
    return this.#vanished.map(({ row, loss, inPlace, figuresOf, seenAt, day, since, overAt }) => {
      // What is kept for a later day is as if it had been seen on that.
      const isOfEarlierDay =
        figuresOf === 'an earlier day' && !(this.#day !== null && day > this.#day)
      const isDoubted = isOfEarlierDay || (figuresOf === 'perhaps the day' && overAt !== null)
      return {
        ...{ row, loss, seenAt, since, goneAt: overAt, isOfEarlierDay },
        isLossDoubted: isDoubted && inPlace !== 'begun anew',
        isBeforeFills: isOfEarlierDay && this.#isCleared,
      }
    })
  }
}

const none: readonly Row[] = []
const noPositions: readonly MissingPosition[] = []

/** What stands in its place, told by each row that falls short of it; and the loss that the first of them shows is in the book. */
function noteShortfall(vanished: Vanished, row: Row): void {
  const isFirst = vanished.inPlace === 'nothing'
  if (isTraded(row)) vanished.inPlace = 'begun anew'
  else if (isFirst) vanished.inPlace = 'less'
  if (isFirst && showsLossOf(vanished.row, row)) vanished.loss = 0
}
