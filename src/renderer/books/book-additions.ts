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
  /** Of the line that nets them, where they are on one. */
  legs: readonly OwnedRow<BookRecord<TradedBook>>[]
  /** Brings it into sight; false where it is there. */
  reveal: () => boolean
  children: Snippet
}

/** An order, or a slice, that was sent from here. */
export interface SentPart {
  account: string
  /** As it was called then. */
  name: string
  /** By `orderKey`; null where the service named none. */
  order: string | null
  /** What became of it, in a word or two. */
  became: string
  /** Surely not at the broker. */
  isAbsent: boolean
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
  /** The confirmation with which orders were sent from here, by `orderKey`. */
  confirmations: (session: Session) => ReadonlyMap<string, string>
  /** What was sent with a confirmation. */
  sentWith: (session: Session, confirmation: string) => readonly SentPart[]
}
