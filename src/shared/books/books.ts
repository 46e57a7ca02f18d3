import * as z from 'zod'
import { type Row, type Rows, rowsOfKey } from '../core/patch.ts'
import type { ReadOperation, RecordOf } from '../service/operations.ts'
import { bareOrderId, comparableOrderId } from '../service/order-ids.ts'

interface BookRow {
  operation: ReadOperation
  /** Fields that tell one record from another. The service has no row ids but `order_id`. */
  key: readonly string[]
  /** Milliseconds between two polls: while it is looked at, and while it is not. */
  every: { watched: number; unwatched: number }
}

/** What is polled, one row a book. */
export const books = {
  orders: { operation: 'OrderBook', key: ['order_id'], every: { watched: 1000, unwatched: 3000 } },
  trades: {
    operation: 'TradeBook',
    key: ['exchange', 'order_id', 'exchtime', 'price', 'quantity'],
    every: { watched: 2000, unwatched: 10_000 },
  },
  positions: {
    operation: 'PositionBook',
    key: ['exchange', 'symbol', 'product'],
    every: { watched: 1000, unwatched: 3000 },
  },
  holdings: {
    operation: 'Holdings',
    key: ['exchange', 'symbol', 'isin', 'product'],
    every: { watched: 5000, unwatched: 30_000 },
  },
  funds: { operation: 'Funds', key: [], every: { watched: 3000, unwatched: 5000 } },
  profile: { operation: 'Profile', key: [], every: { watched: 60_000, unwatched: 300_000 } },
} as const satisfies Record<string, BookRow>

/** More orders than the books of an account have in a day: whoever remembers as many may forget the oldest. */
export const mostOrdersADay = 20_000

export const bookNames = Object.keys(books) as BookName[]
export const BookName = z.enum(
  Object.keys(books) as [keyof typeof books, ...(keyof typeof books)[]],
)
export type BookName = keyof typeof books

/** Asked so often that when all of them fail, the others only have not been asked yet. */
export const booksReadOften: readonly BookName[] = ['orders', 'trades', 'positions']

export type BookRecord<Name extends BookName> = RecordOf<(typeof books)[Name]['operation']>

/** What tells a record of a book from its others. */
export function recordKey(book: BookName, record: Row | undefined): string {
  let key = ''
  for (const [at, field] of books[book].key.entries()) {
    const text = String(record?.[field])
    key += `${at > 0 ? '|' : ''}${field === 'order_id' ? comparableOrderId(text) : text}`
  }
  return key
}

/**
 * The row of an order, however either spells its id. Where the book has several of one order, in
 * one spelling or more, the first: none of them is lost, and all of them are that one order. Where they
 * differ by the case of letters, they are several orders, and it is the one that is spelled the same.
 */
export function orderIn<R extends Row>(rows: Rows<R>, orderId: string): R | undefined {
  const key = comparableOrderId(orderId)
  const first = rows.get(key)
  const all = first === undefined ? [] : rowsOfKey(rows, key)
  if (all.length < 2 || !differByCase(all)) return first
  return all.find((row) => bareOrderId(String(row['order_id'])) === bareOrderId(orderId))
}

/** Whether a book has orders that the case of letters alone tells from this one. */
export const isToldByCase = (rows: Rows, orderId: string): boolean =>
  differByCase(rowsOfKey(rows, comparableOrderId(orderId)))

const differByCase = (rows: readonly Row[]): boolean =>
  new Set(rows.map((row) => bareOrderId(String(row['order_id'])))).size > 1
