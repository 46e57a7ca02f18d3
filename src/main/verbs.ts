import type { VaultKind } from '../shared/accounts.ts'
import type { BookName } from '../shared/books.ts'
import type { EventName } from '../shared/channels.ts'
import type { BookSnapshot, DeskView, Events, Notice, Parsed } from '../shared/contract.ts'
import { type Reply, fail, ok } from '../shared/errors.ts'
import type { Settings } from '../shared/settings.ts'
import type { Groups } from './accounts/groups.ts'
import type { Roster } from './accounts/roster.ts'
import { type Document, tryWrite } from './accounts/store.ts'
import type { Vault } from './accounts/vault.ts'
import type { Poller } from './books/poller.ts'
import type { Console } from './console.ts'
import type { SeenSymbols } from './books/seen.ts'
import type { Orders } from './orders/orders.ts'

interface Parts {
  about: Pick<DeskView, 'version' | 'host'>
  settings: Document<Settings>
  roster: Roster
  groups: Groups
  vault: Vault
  poller: Poller
  seen: SeenSymbols
  orders: Orders
  console: Console
  emit: <Name extends EventName>(name: Name, event: Events[Name]) => void
  notices: Notice[]
}

/** What the desk can be asked to do. */
export const verbsOf = ({
  about,
  settings,
  roster,
  groups,
  vault,
  poller,
  seen,
  orders,
  console,
  emit,
  notices,
}: Parts) => ({
  open: (): Reply<DeskView> =>
    ok({
      ...about,
      accounts: roster.list(),
      groups: groups.list(),
      vault: vault.status(),
      settings: settings.read(),
      polling: { paused: poller.paused },
      notices,
      ...orders.view(),
    }),

  readBook: (account: string, book: BookName): Reply<BookSnapshot> => {
    const read = poller.read(account, book)
    if (read === undefined)
      return fail('not-found', 'This account is not polled.', { field: 'account' })
    return ok({ account, book, meta: read.meta, rows: [...read.rows] })
  },

  refreshBooks: (which: Parsed<'refreshBooks'>): Reply<null> => {
    poller.refresh(which)
    return ok(null)
  },

  lookAt: (accounts: string[], bookNames: BookName[]): Reply<null> => {
    poller.lookAt(accounts, bookNames)
    return ok(null)
  },

  pausePolling: (): Reply<null> => {
    poller.pause()
    emit('polling', { paused: true })
    return ok(null)
  },

  resumePolling: (): Reply<null> => {
    poller.resume()
    emit('polling', { paused: false })
    return ok(null)
  },

  saveAccount: (input: Parsed<'saveAccount'>) => roster.save(input),
  testAccount: (account: string) => roster.test(account),
  duplicateAccount: (account: string) => roster.duplicate(account),
  deleteAccount: (account: string) => roster.remove(account),

  orderAccounts: (accounts: string[]) => roster.order(accounts),
  saveGroup: (group: Parsed<'saveGroup'>) => groups.save(group),
  deleteGroup: (id: string) => groups.remove(id),

  listSymbols: () => ok(seen.list()),

  chooseVault: (kind: VaultKind, passphrase?: string) => vault.choose(kind, passphrase),
  unlockVault: (passphrase?: string) => vault.unlock(passphrase),

  saveSettings: (change: Parsed<'saveSettings'>): Reply<Settings> => {
    const next = { ...settings.read(), ...change } as Settings
    const written = tryWrite(settings, next)
    if (!written.ok) return written
    emit('settings', next)
    return ok(next)
  },

  orders,
  console,
})

export type DeskVerbs = ReturnType<typeof verbsOf>
