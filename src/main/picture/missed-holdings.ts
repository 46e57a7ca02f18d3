import type { Row, Rows } from '../../shared/core/patch.ts'
import { orderKeyOf } from '../../shared/service/order-ids.ts'
import { figure, unitsFilled, unitsSold } from '../../shared/service/order-units.ts'
import { lettersOfShare } from '../../shared/service/symbol-words.ts'
import { productOfWord, sideOfWord } from '../../shared/service/words.ts'
import { longestMissed, unreadBetween } from './vanished-rows.ts'

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
  /** Units of each at most, on this day. */
  #most = new Map<string, number>()
  #missed = new Map<string, MissedHolding>()

  /** Told of every good reading; on another day the broker may have delivered what was sold before. */
  see(rows: Rows, { at, day }: { at: number; day: string }): void {
    const passed = Number.isFinite(this.#readAt)
      ? at - this.#readAt - unreadBetween(this.#readAt, at)
      : 0
    for (const missed of this.#missed.values()) missed.lasted += passed
    if (day !== this.#day) {
      this.#missed.clear()
      this.#most.clear()
    } else if (rows !== this.#rows) this.#miss(this.#rows, rows)
    if (rows !== this.#rows) this.#noteMost(rows)
    for (const [key, { lasted }] of this.#missed)
      if (rows.has(key) || lasted > longestMissed) this.#missed.delete(key)
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
    } else this.#miss(rows, this.#rows)
  }

  /** What the former rows have, and these have not. */
  #miss(former: Rows, rows: Rows): void {
    for (const [key, row] of former)
      if (!rows.has(key) && isOfUnits(row)) {
        const units = this.#most.get(key) ?? unitsOf(row)
        this.#missed.set(key, { row, lasted: 0, units, before: former })
      }
  }

  #noteMost(rows: Rows): void {
    for (const [key, row] of rows)
      this.#most.set(key, Math.max(this.#most.get(key) ?? 0, unitsOf(row)))
  }

  /** Whether one of them may still be held, by what the other books tell. */
  mayLeaveOut(books: () => BooksOfSales): boolean {
    if (this.#missed.size === 0) return false
    const told = books()
    return [...this.#missed.values()].some(
      (missed) =>
        !isWrittenOtherwise(missed, this.#rows) && unitsGone(missed.row, told) < missed.units,
    )
  }
}

/** Units of a holding: those that were bought lately may stand beside it. */
const unitsOf = (row: Row): number => (figure(row['holdqty']) ?? 0) + (figure(row['btst_qty']) ?? 0)

/** One of unknown size counts. */
const isOfUnits = (row: Row): boolean => figure(row['holdqty']) === null || unitsOf(row) !== 0

const isOfShare = (row: Row, share: Row): boolean =>
  (isWritten(share['isin']) && row['isin'] === share['isin']) ||
  lettersOfShare(String(row['symbol'])) === lettersOfShare(String(share['symbol']))

const isWritten = (text: unknown): boolean => typeof text === 'string' && text.trim() !== ''

/** Whether the book has as much more of the share in a row of another exchange, product or spelling. */
const isWrittenOtherwise = ({ row, before }: MissedHolding, rows: Rows): boolean =>
  [...rows].some(([key, other]) => {
    const had = before.get(key)
    const more = unitsOf(other) - (had === undefined ? 0 : unitsOf(had))
    return isOfShare(other, row) && more >= unitsOf(row)
  })

/**
 * Units of a share that were sold out of the holdings today, by the book that tells of most: what was
 * bought as well is none of it.
 */
function unitsGone(share: Row, { orders, trades, positions }: BooksOfSales): number {
  const sold = (rows: Rows | null, unitsOfRow: (row: Row) => number): number =>
    [...(rows?.values() ?? [])]
      .filter((row) => isOfShare(row, share) && isDelivery(row))
      .reduce((sum, row) => sum + unitsOfRow(row), 0)
  return Math.max(
    soldByOrders(orders, share),
    sold(trades, (row) => signOf(row) * (figure(row['quantity']) ?? 0)),
    sold(positions, (row) => (unitsSold(row['sqty']) ?? 0) - Math.max(0, figure(row['bqty']) ?? 0)),
  )
}

/** Sold and bought; a side that nobody knows may be either. */
const signOf = (row: Row): 1 | 0 | -1 => {
  const side = sideOfWord(row['action'])
  return side === 'SELL' ? 1 : side === 'BUY' ? -1 : 0
}

/** An order that its book has twice counts once. */
function soldByOrders(orders: Rows | null, share: Row): number {
  const units = new Map<string, number>()
  for (const row of orders?.values() ?? [])
    if (isDelivery(row) && isOfShare(row, share))
      units.set(orderKeyOf(row), signOf(row) * unitsFilled(row))
  return [...units.values()].reduce((sum, one) => sum + one, 0)
}

/** What is sold within its day is not sold out of holdings; words that nobody knows may mean either. */
const isDelivery = ({ product }: Row): boolean => (productOfWord(product) ?? 'CNC') === 'CNC'
