import { isPractice } from '../shared/accounts/accounts.ts'
import type { Emit } from '../shared/contract.ts'
import type { Roster } from './accounts/roster.ts'
import type { DeskAlerts } from './alerts/alerts.ts'
import type { PollResult } from './books/book-poll.ts'
import type { KnownSymbols } from './books/known-symbols.ts'
import type { OfflineBooks } from './books/offline-books.ts'
import { eachAlone } from './core/each-alone.ts'
import type { ProfileNews } from './profile-news.ts'
import type { DeskTrading } from './trading.ts'

interface PollNewsParts {
  /** Wall-clock milliseconds. */
  now(): number
  emit: Emit
  roster: Pick<Roster, 'find' | 'note'>
  trading: Pick<DeskTrading, 'seeAnswer' | 'seeRows' | 'seeChangedOrders'>
  profileNews: ProfileNews
  knownSymbols: KnownSymbols
  offlineBooks: OfflineBooks
  alerts: Pick<DeskAlerts, 'seeChangedBook'>
}

/** Tells all that follow the books of a poll. Whatever fails at one of them, the others hear of it. */
export const tellOfPolls =
  (parts: PollNewsParts) =>
  ({ account, book, meta, before, patch, began, took, lasted }: PollResult): void => {
    const { now, emit, roster, trading, profileNews, knownSymbols, offlineBooks, alerts } = parts
    const worldOf = (id: string) => {
      const profile = roster.find(id)
      return profile !== undefined && isPractice(profile) ? 'practice' : 'real'
    }
    eachAlone(
      () => roster.note(account, { book, took, lasted, trouble: meta.trouble, at: now() }),
      () => emit('book', { account, book, meta, ...(patch !== null && { patch }) }),
    )
    if (meta.trouble === null) {
      eachAlone(() => trading.seeAnswer(account, book, { before, patch, began }))
      if (book === 'profile') queueMicrotask(() => eachAlone(() => profileNews.see(account)))
    }
    if (patch === null) return
    const fresh = (patch.put ?? []).map(([, row]) => row)
    eachAlone(
      () => knownSymbols.see(book, fresh, worldOf(account)),
      () => trading.seeRows(account, book, fresh),
      () => offlineBooks.note(account, book, patch),
      () => {
        if (book === 'orders') trading.seeChangedOrders(account)
      },
      () => alerts.seeChangedBook(account, book),
    )
  }
