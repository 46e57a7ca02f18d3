import type { Row, Rows } from '../../shared/core/patch.ts'
import { orderKeyOf } from '../../shared/service/order-ids.ts'
import { figure, unitsFilled, unitsSold } from '../../shared/service/order-units.ts'
import { lettersOfShare } from '../../shared/service/symbol-words.ts'
import { productOfWord, sideOfWord } from '../../shared/service/words.ts'
import { longestMissed } from './vanished-rows.ts'

/** What tells of shares that were sold; null for a book that was not read. */
export type BooksOfSales = Record<'orders' | 'trades' | 'positions', Rows | null>

interface MissedHolding {
  row: Row
  /** When it was first missed, on the monotonic clock. */
  since: number
}

/**
 * Holdings that the book had, and has not now. As with positions, an answer that leaves one out proves
 * nothing, however often it comes within an hour: it counts until it is there again, or until orders,
 * trades or positions of the day tell that as much was sold.
 */
export class MissedHoldings {
  #rows: Rows = new Map()
  #day: string | null = null
  #missed = new Map<string, MissedHolding>()

  /** Told of every good reading; on another day the broker may have delivered what was sold before. */
  see(rows: Rows, { at, day }: { at: number; day: string }): void {
    if (day !== this.#day) this.#missed.clear()
    else if (rows !== this.#rows)
      for (const [key, row] of this.#rows)
        if (!rows.has(key) && isOfUnits(row)) this.#missed.set(key, { row, since: at })
    for (const [key, { since }] of this.#missed)
      if (rows.has(key) || at - since > longestMissed) this.#missed.delete(key)
    this.#rows = rows
    this.#day = day
  }

  /** Whether one of them may still be held, by what the other books tell. */
  mayLeaveOut(books: () => BooksOfSales): boolean {
    if (this.#missed.size === 0) return false
    const told = books()
    return [...this.#missed.values()].some(
      ({ row }) => !isWrittenOtherwise(row, this.#rows) && unitsGone(row, told) < unitsOf(row),
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

/** Whether the book has as much of the share in a row of another exchange, product or spelling. */
const isWrittenOtherwise = (row: Row, rows: Rows): boolean =>
  [...rows.values()].some((other) => isOfShare(other, row) && unitsOf(other) >= unitsOf(row))

/** Units of a share that were sold out of the holdings today, by the book that tells of most. */
function unitsGone(share: Row, { orders, trades, positions }: BooksOfSales): number {
  const sold = (rows: Rows | null, unitsOfRow: (row: Row) => number): number =>
    [...(rows?.values() ?? [])]
      .filter((row) => isOfShare(row, share) && isDelivery(row))
      .reduce((sum, row) => sum + unitsOfRow(row), 0)
  const isSale = (row: Row): boolean => sideOfWord(row['action']) === 'SELL'
  return Math.max(
    soldByOrders(orders, share),
    sold(trades, (row) => (isSale(row) ? (figure(row['quantity']) ?? 0) : 0)),
    sold(positions, (row) => unitsSold(row['sqty']) ?? 0),
  )
}

/** An order that its book has twice counts once. */
function soldByOrders(orders: Rows | null, share: Row): number {
  const units = new Map<string, number>()
  for (const row of orders?.values() ?? [])
    if (sideOfWord(row['action']) === 'SELL' && isDelivery(row) && isOfShare(row, share))
      units.set(orderKeyOf(row), unitsFilled(row))
  return [...units.values()].reduce((sum, one) => sum + one, 0)
}

/** What is sold within its day is not sold out of holdings; words that nobody knows may mean either. */
const isDelivery = ({ product }: Row): boolean => (productOfWord(product) ?? 'CNC') === 'CNC'
