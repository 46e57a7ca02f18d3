import type { BookName } from '../../shared/books/books.ts'
import type { RowsPatch } from '../../shared/core/patch.ts'

/** What tells how an order or a position stands; prices change with every poll. */
const telling: Partial<Record<BookName, readonly string[]>> = {
  orders: ['status', 'quantity', 'fillshares'],
  positions: ['netqty', 'bqty', 'sqty', 'cfbuyqty', 'cfsellqty'],
}

/** Keys of rows that came with a reading, or that stand otherwise since. */
export function newsIn(book: BookName, { put = [], set = [] }: RowsPatch): readonly string[] {
  const names = telling[book]
  if (names === undefined) return []
  const changed = set.filter(([, fields]) => names.some((name) => Object.hasOwn(fields, name)))
  return [...put, ...changed].map(([key]) => key)
}

/** Whether a reading changed what is open: rows that came, went, or stand otherwise. */
export const isNews = (book: BookName, patch: RowsPatch): boolean =>
  newsIn(book, patch).length > 0 || (telling[book] !== undefined && (patch.drop ?? []).length > 0)
