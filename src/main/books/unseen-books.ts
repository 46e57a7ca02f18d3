import { type BookUpdate, mayHideRows } from '../../shared/books/book-state.ts'
import type { BookName } from '../../shared/books/books.ts'
import { isOpenRow } from '../../shared/books/open-rows.ts'
import type { Rows } from '../../shared/core/patch.ts'

/** What is told of a book to windows that show none of its rows: how it stands, and whether something of it is open. */
export class UnseenBooks {
  readonly #rowsOf: (account: string, book: BookName) => Rows | undefined
  /** By book, for the rows that it was found of: most polls bring none that are new. */
  readonly #found = new Map<string, { rows: Rows; isOpen: boolean }>()

  constructor(rowsOf: (account: string, book: BookName) => Rows | undefined) {
    this.#rowsOf = rowsOf
  }

  readonly of = ({ account, book, meta }: BookUpdate): BookUpdate => ({
    ...{ account, book },
    // What cannot be read is looked at beside the rows, and may be long.
    meta: { ...meta, unreadable: [] },
    unseen: { isOpen: mayHideRows(meta) || this.#isOpen(account, book) },
  })

  forget(account: string): void {
    for (const key of this.#found.keys()) if (key.startsWith(`${account}/`)) this.#found.delete(key)
  }

  #isOpen(account: string, book: BookName): boolean {
    const rows = this.#rowsOf(account, book)
    if (rows === undefined) return false
    const key = `${account}/${book}`
    const before = this.#found.get(key)
    if (before?.rows === rows) return before.isOpen
    const isOpen = hasOpenRow(book, rows)
    this.#found.set(key, { rows, isOpen })
    return isOpen
  }
}

/** Without a copy of the rows, since this is asked of every book that changed and nobody looks at. */
function hasOpenRow(book: BookName, rows: Rows): boolean {
  for (const row of rows.values()) if (isOpenRow(book, row)) return true
  return false
}
