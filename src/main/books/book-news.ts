import type { BookName } from '../../shared/books/books.ts'
import type { RowsPatch } from '../../shared/core/patch.ts'

/** What tells how an order or a position stands; prices change with every poll. */
const telling: Partial<Record<BookName, readonly string[]>> = {
  orders: ['status', 'quantity', 'fillshares'],
  positions: ['netqty', 'bqty', 'sqty', 'cfbuyqty', 'cfsellqty'],
}

/** Whether a reading changed what is open: rows that came, went, or stand otherwise. */
export function isNews(book: BookName, { put = [], set = [], drop = [] }: RowsPatch): boolean {
  const names = telling[book]
  if (names === undefined) return false
  return (
    put.length + drop.length > 0 ||
    set.some(([, fields]) => names.some((name) => Object.hasOwn(fields, name)))
  )
}
