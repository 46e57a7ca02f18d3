import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'
import { type CallRows, type EventRows, nothing, typed } from '../core/contract-rows.ts'
import type { BookSnapshot, BookUpdate, PollingState } from './book-state.ts'
import { BookName } from './books.ts'
import type { KnownSymbol } from './known-symbol.ts'

export const bookCalls = {
  readBook: {
    input: z.strictObject({ account: AccountId, book: BookName }),
    output: typed<BookSnapshot>(),
    whileLocked: 'refused, late answer withheld',
  },
  refreshBooks: {
    input: z.strictObject({ account: AccountId.optional(), book: BookName.optional() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** What is on the screen, which is polled more often. */
  lookAt: {
    input: z.strictObject({
      accounts: z.array(AccountId).max(200),
      books: z.array(BookName).max(20),
    }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** The books of which this window is told the rows; of all, where it never said. */
  hearRows: {
    input: z.strictObject({ books: z.partialRecord(BookName, z.array(AccountId).max(200)) }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  pausePolling: {
    input: nothing,
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  resumePolling: {
    input: nothing,
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Every symbol that a book once showed, the latest first. */
  listSymbols: {
    input: nothing,
    output: typed<KnownSymbol[]>(),
    whileLocked: 'refused, late answer withheld',
  },
} satisfies CallRows

export const bookEvents = {
  book: { carries: typed<BookUpdate>(), whileLocked: 'dropped' },
  polling: { carries: typed<PollingState>(), whileLocked: 'dropped' },
} satisfies EventRows
