import type { bookCalls } from '../../shared/books/calls.ts'
import type { Emit, Input } from '../../shared/contract.ts'
import type { HandlersOf, LineId } from '../../shared/core/contract-rows.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { KnownSymbols } from './known-symbols.ts'
import type { OfflineBooks } from './offline-books.ts'
import type { Poller } from './poller.ts'

export interface BookParts {
  poller: Poller
  offlineBooks: OfflineBooks
  knownSymbols: KnownSymbols
  /** Who is told the rows of what. */
  windows: { hearRows(line: LineId | null, books: Input<'hearRows'>['books']): Reply<null> }
  emit: Emit
}

export const bookAnswers = ({ poller, offlineBooks, knownSymbols, windows, emit }: BookParts) =>
  ({
    readBook: async ({ account, book }) => {
      if (poller.read(account, book)?.meta.age === null) {
        const former = await offlineBooks.find(account, book)
        if (former !== null) poller.recall(account, book, former)
      }
      const read = poller.shown(account, book)
      if (read === undefined)
        return fail('not-found', 'This account is not read.', { field: 'account' })
      return ok({ account, book, meta: read.meta, rows: [...read.rows] })
    },
    refreshBooks: (which) => {
      poller.refresh(which)
      return ok(null)
    },
    lookAt: ({ accounts, books }, line) => {
      poller.lookAt(accounts, books, line)
      return ok(null)
    },
    hearRows: ({ books }, line) => windows.hearRows(line, books),
    pausePolling: () => {
      poller.pause()
      emit('polling', { paused: true })
      return ok(null)
    },
    resumePolling: () => {
      poller.resume()
      emit('polling', { paused: false })
      return ok(null)
    },
    listSymbols: () => ok(knownSymbols.list()),
  }) satisfies HandlersOf<typeof bookCalls>
