import type { Component, Snippet } from 'svelte'
import type { BookName, BookRecord } from '../../shared/books/books.ts'
import type { Session } from '../core/session.svelte.ts'
import type { OwnedRow } from './owned-rows.ts'

/** Books whose rows are something that is traded. */
export type TradedBook = 'orders' | 'trades' | 'positions' | 'holdings'

export interface RowMenuProps {
  book: TradedBook
  /** The row that the keys or the mouse are on. */
  row: OwnedRow<BookRecord<TradedBook>> | null
  /** Brings it into sight; false where it is there. */
  reveal: () => boolean
  children: Snippet
}

/** What features that stand on the books add to their panels. */
export interface BookAdditions {
  /** Stands round a book's rows. */
  menu: Component<RowMenuProps>
  /** Stands in the strip, before the filter. */
  tools: Partial<Record<TradedBook, Component>>
  /** Stands above the rows. */
  above: Partial<Record<TradedBook, Component>>
  /** What an empty book offers. */
  begin: Partial<Record<BookName, Component>>
  /** Under which strategy orders were placed from here, by `orderKey`. */
  strategies: (session: Session) => ReadonlyMap<string, string>
}
