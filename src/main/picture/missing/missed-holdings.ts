import { isWorkingRow, unitsToCome } from '../../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { orderKeyOf } from '../../../shared/service/order-ids.ts'
import { figure, unitsFilled, unitsSold } from '../../../shared/service/order-units.ts'
import { aboveZero } from '../../../shared/service/row-figures.ts'
import { lettersOfShare } from '../../../shared/service/symbol-words.ts'
import { productOfWord, sideOfWord } from '../../../shared/service/words.ts'
import { remembering } from '../rows/reckoned-rows.ts'
import { longestMissed, unreadBetween } from './missed-for.ts'

/** What tells of shares that were sold; null for a book that was not read. */
export type BooksOfSales = Record<'orders' | 'trades' | 'positions', Rows | null>

interface MissedHolding {
  row: Row
  /** For how many milliseconds of readings it is missed. */
  lasted: number
  /** Units that the book had shown at most of it on this day: all of these have to be sold. */
  units: number
  /** What stood beside it: who was there before is another holding. */
  before: Rows
}

/**
 * Holdings that the book had, and has not now. As with positions, an answer that leaves one out proves
 * nothing, however often it comes within an hour: it counts until it is there again, or until orders,
 * trades or positions of the day tell that as much was sold.
 */
export class MissedHoldings {
  #rows: Rows = new Map()
  #day: string | null = null
  #readAt = -Infinity
  /** Units of each at first and at most, on this day. */
  readonly #most = new Map<string, SeenUnits>()
  /** Those of which the book shows less than that, and for how many milliseconds of readings. */
  readonly #shrunk = new Map<string, number>()
  #missed = new Map<string, MissedHolding>()

  /** Told of every good reading; on another day the broker may have delivered what was sold before. */
  see(rows: Rows, { at, day }: { at: number; day: string }): void {
    const passed = Number.isFinite(this.#readAt)
      ? at - this.#readAt - unreadBetween(this.#readAt, at)
      : 0
    for (const missed of this.#missed.values()) missed.lasted += passed
    for (const [key, lasted] of this.#shrunk) this.#shrunk.set(key, lasted + passed)
    if (day !== this.#day) {
      this.#missed.clear()
      this.#shrunk.clear()
      this.#most.clear()
    } else if (rows !== this.#rows) this.#miss(this.#rows, rows)
    if (rows !== this.#rows) this.#noteMost(rows)
    for (const [key, { lasted }] of this.#missed)
      if (rows.has(key) || lasted > longestMissed) this.#missed.delete(key)
    if (rows !== this.#rows) this.#noteShrunk(rows)
    this.#readAt = at
    this.#rows = rows
    this.#day = day
  }

  /** Told, before the first reading or after it, of what an earlier session saw. */
  recall(rows: Rows, day: string): void {
    if (this.#day !== null && this.#day !== day) return
    this.#noteMost(rows)
    if (this.#day === null) {
      this.#rows = rows
      this.#day = day
    } else {
      this.#miss(rows, this.#rows)
      this.#noteShrunk(this.#rows)
    }
  }

  /** What the former rows have, and these have not. */
  #miss(former: Rows, rows: Rows): void {
    for (const [key, row] of former)
      if (!rows.has(key) && isOfUnits(row)) {
        const units = this.#most.get(key)?.units ?? unitsOf(row)
        this.#missed.set(key, { row, lasted: 0, units, before: former })
      }
  }

  #noteMost(rows: Rows): void {
    for (const [key, row] of rows) {
      const [units, whole] = [unitsOf(row), wholeOf(row)]
      const known = this.#most.get(key) ?? { first: units, units, whole }
      this.#most.set(key, {
        ...known,
        units: Math.max(known.units, units),
        whole: Math.max(known.whole, whole),
      })
    }
  }

  #noteShrunk(rows: Rows): void {
    for (const [key, row] of rows)
      if (this.#lackingOf(key, row) <= 0) this.#shrunk.delete(key)
      else if (!this.#shrunk.has(key)) this.#shrunk.set(key, 0)
  }

  /** Units by which a row shows less than it did on this day; what was pledged is still there. */
  #lackingOf(key: string, row: Row): number {
    const most = this.#most.get(key)
    return most === undefined ? 0 : Math.min(most.units - unitsOf(row), most.whole - wholeOf(row))
  }

  /** Whether one of them may still be held, or more of one than is shown, by what the other books tell. */
  mayLeaveOut(books: () => BooksOfSales): boolean {
    if (this.#missed.size + this.#shrunk.size === 0) return false
    const told = books()
    return (
      [...this.#missed.values()].some(
        (missed) =>
          !isWrittenOtherwise(missed, this.#rows) && unitsGone(missed.row, told) < missed.units,
      ) ||
      [...this.#shrunk].some(([key, lasted]) => lasted <= longestMissed && this.#isLess(key, told))
    )
  }

  #isLess(key: string, books: BooksOfSales): boolean {
    const row = this.#rows.get(key)
    if (row === undefined) return false
    let lacking = this.#lackingOf(key, row)
    // What was bought lately comes to the rest of it.
    for (const there of ofShare(row, this.#rows))
      if (there.key !== key)
        lacking -= Math.max(0, unitsOf(there.row) - (this.#most.get(there.key)?.first ?? 0))
    return lacking > unitsGone(row, books) + unitsGoing(row, books)
  }
}

/** What a row showed on its day. */
interface SeenUnits {
  first: number
  units: number
  whole: number
}

/** Units of a holding: those that were bought lately stand beside it, or are among it where its amounts say so. */
function unitsOf(row: Row): number {
  const [held, lately] = [figure(row['holdqty']) ?? 0, figure(row['btst_qty']) ?? 0]
  const both = held + lately
  const areAmong =
    held >= lately &&
    amounts.some(([amount, price]) => {
      const [said, each] = [aboveZero(row[amount]), aboveZero(row[price])]
      const isOf = (units: number): boolean => Math.abs(said! - units * each!) <= said! * nearby
      return said !== null && each !== null && isOf(held) && !isOf(both)
    })
  return areAmong ? held : both
}

const amounts = [
  ['hld_val', 'ltp'],
  ['invest_val', 'average_price'],
] as const
/** As a part of an amount: charges, and last prices of other moments. */
const nearby = 0.05

/** With what is pledged, which some count among it. */
const wholeOf = (row: Row): number => unitsOf(row) + (figure(row['coll_qty']) ?? 0)

/** One of unknown size counts. */
const isOfUnits = (row: Row): boolean => figure(row['holdqty']) === null || unitsOf(row) !== 0

/** A row of a book, and where it stands there. */
interface StandingRow {
  at: number
  key: string
  row: Row
}

/** Rows of a book that are of a share, in the order of the book. */
function ofShare(share: Row, rows: Rows): readonly StandingRow[] {
  const { byLetters, byIsin } = byShare(rows)
  const alike = byLetters.get(lettersOf(share)) ?? []
  const same = byIsin.get(share['isin']) ?? []
  if (same.length === 0) return alike
  return [...new Set([...alike, ...same])].sort((one, other) => one.at - other.at)
}

/** None of a book that was not read. */
const rowsOfShare = (share: Row, rows: Rows | null): readonly Row[] =>
  rows === null ? [] : ofShare(share, rows).map(({ row }) => row)

/** Every holding that is missed asks each book of thousands for its share. */
const byShare = remembering((rows) => {
  const all = Array.from(rows, ([key, row], at): StandingRow => ({ at, key, row }))
  const written = all.filter(({ row }) => isWritten(row['isin']))
  return {
    byLetters: Map.groupBy(all, ({ row }) => lettersOf(row)),
    byIsin: Map.groupBy(written, ({ row }) => row['isin']),
  }
})

const lettersOf = ({ symbol }: Row): string => lettersOfShare(String(symbol))

const isWritten = (text: unknown): boolean => typeof text === 'string' && text.trim() !== ''

/** Whether the book has as much more of the share in a row of another exchange, product or spelling. */
const isWrittenOtherwise = ({ row, before }: MissedHolding, rows: Rows): boolean =>
  ofShare(row, rows).some(({ key, row: other }) => {
    const had = before.get(key)
    const more = unitsOf(other) - (had === undefined ? 0 : unitsOf(had))
    return more >= unitsOf(row)
  })

/**
 * Units of a share that were sold out of the holdings today, by the book that tells of most: what was
 * bought as well is none of it.
 */
function unitsGone(share: Row, { orders, trades, positions }: BooksOfSales): number {
  const salesIn = (rows: Rows | null): readonly Row[] =>
    rowsOfShare(share, rows).filter((row) => isDelivery(row) || isOutOfHoldings(row, positions))
  const sold = (rows: Rows | null, unitsOfRow: (row: Row) => number): number =>
    salesIn(rows).reduce((sum, row) => sum + unitsOfRow(row), 0)
  return Math.max(
    soldByOrders(salesIn(orders)),
    sold(trades, (row) => signOf(row) * (figure(row['quantity']) ?? 0)),
    sold(positions, (row) => (unitsSold(row['sqty']) ?? 0) - Math.max(0, figure(row['bqty']) ?? 0)),
  )
}

/** Units of orders that work and are to sell it: some brokers take them out of the holding before. */
const unitsGoing = (share: Row, { orders }: BooksOfSales): number =>
  rowsOfShare(share, orders)
    .filter((row) => isWorkingRow(row) && isDelivery(row))
    .reduce((sum, row) => sum + Math.max(0, signOf(row)) * (unitsToCome(row) ?? 0), 0)

/** What was sold within the day, and opened no position of the day: then it came out of what was held. */
const isOutOfHoldings = (row: Row, positions: Rows | null): boolean =>
  positions !== null &&
  !rowsOfShare(row, positions).some(
    (position) => productOfWord(position['product']) === productOfWord(row['product']),
  )

/** Sold and bought; a side that nobody knows may be either. */
const signOf = (row: Row): 1 | 0 | -1 => {
  const side = sideOfWord(row['action'])
  return side === 'SELL' ? 1 : side === 'BUY' ? -1 : 0
}

/** An order that its book has twice counts once. */
function soldByOrders(sales: readonly Row[]): number {
  const units = new Map<string, number>()
  for (const row of sales) units.set(orderKeyOf(row), signOf(row) * unitsFilled(row))
  return [...units.values()].reduce((sum, one) => sum + one, 0)
}

/** What is sold within its day is not sold out of holdings; words that nobody knows may mean either. */
const isDelivery = ({ product }: Row): boolean => (productOfWord(product) ?? 'CNC') === 'CNC'
