import type { VaultKind } from '../shared/accounts/accounts.ts'
import type { BookName } from '../shared/books/books.ts'
import type { EventName } from '../shared/channels.ts'
import type { Events, Parsed } from '../shared/contract.ts'
import type { BookSnapshot } from '../shared/books/book-state.ts'
import type { DeskView } from '../shared/desk-view.ts'
import type { Notice } from '../shared/core/notice.ts'
import { type Reply, fail, ok } from '../shared/core/errors.ts'
import type { Groups } from './accounts/groups.ts'
import { type OpenItem, openWords } from '../shared/quitting/open-items.ts'
import type { LockSetUp } from '../shared/lock/lock.ts'
import { type Settings, defaultSettings } from '../shared/settings/settings.ts'
import type { Lock } from './lock/lock.ts'
import type { Roster } from './accounts/roster.ts'
import { type Document, tryWrite } from './core/documents.ts'
import type { Transfer } from './accounts/transfer.ts'
import type { Vault } from './accounts/vault/vault.ts'
import type { DeskAlerts } from './alerts/alerts.ts'
import type { OfflineBooks } from './books/offline-books.ts'
import type { Poller } from './books/poller.ts'
import type { PnlHistory } from './pnl/pnl-history.ts'
import type { Console } from './console/console.ts'
import type { KnownSymbols } from './books/known-symbols.ts'
import type { DeskTrading } from './trading.ts'

interface Parts {
  about: Pick<DeskView, 'version' | 'host' | 'dataDir'>
  settings: Document<Settings>
  roster: Roster
  groups: Groups
  transfer: Transfer
  vault: Vault
  lock: Lock
  concerns: () => OpenItem[]
  /** What is open at one account. */
  openAt: (account: string) => OpenItem[]
  poller: Poller
  keptBooks: OfflineBooks
  seen: KnownSymbols
  orders: DeskTrading
  history: PnlHistory
  alerts: DeskAlerts
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
  transfer,
  vault,
  lock,
  concerns,
  openAt,
  poller,
  keptBooks,
  seen,
  orders,
  history,
  alerts,
  console,
  emit,
  notices,
}: Parts) => ({
  open: (): Reply<DeskView> => {
    const view: DeskView = {
      ...about,
      accounts: roster.list(),
      groups: groups.list(),
      vault: vault.status(),
      lock: lock.status(),
      concerns: concerns(),
      settings: settings.read(),
      polling: { paused: poller.paused },
      notices,
      ...orders.view(),
      alerts: alerts.state(),
    }
    return ok(lock.isLocked ? lockedView(view) : view)
  },

  readBook: async (account: string, book: BookName): Promise<Reply<BookSnapshot>> => {
    if (poller.read(account, book)?.meta.age === null) {
      const former = await keptBooks.find(account, book)
      if (former !== null) poller.recall(account, book, former)
    }
    const read = poller.shown(account, book)
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
  testAccount: (of: Parsed<'testAccount'>) => roster.test(of),
  duplicateAccount: (account: string) => roster.duplicate(account),
  deleteAccount: async ({ account, despite }: Parsed<'deleteAccount'>): Promise<Reply<null>> => {
    const open = despite === true ? null : openWords(openAt(account))
    return open === null
      ? roster.remove(account)
      : fail(
          'invalid',
          `${open} at this account. Nothing here watches or settles them by itself once it is deleted.`,
          { field: 'despite' },
        )
  },

  orderAccounts: (accounts: string[]) => roster.order(accounts),
  saveGroup: (group: Parsed<'saveGroup'>) => groups.save(group),
  deleteGroup: (id: string) => groups.remove(id),

  transfer,
  listSymbols: () => ok(seen.list()),

  chooseVault: (kind: VaultKind, passphrase?: string) => vault.choose(kind, passphrase),
  unlockVault: (passphrase?: string) => vault.unlock(passphrase),

  changePassphrase: (change: Parsed<'changePassphrase'>) => vault.changePassphrase(change),

  touch: (): Reply<null> => {
    lock.touch()
    return ok(null)
  },
  lockScreen: () => lock.lock(),
  unlockScreen: (password: string) => lock.unlock(password),
  setUpLock: (chosen: LockSetUp) => lock.setUp(chosen),

  saveSettings: (change: Parsed<'saveSettings'>): Reply<Settings> => {
    if ((change.lockAfter ?? null) !== null && lock.status().way === null)
      return fail('invalid', 'Choose first what opens the locked screen.', { field: 'lockAfter' })
    lock.touch()
    const next = { ...settings.read(), ...change } as Settings
    const written = tryWrite(settings, next)
    if (!written.ok) return written
    emit('settings', next)
    return ok(next)
  },

  orders,
  history,
  alerts,
  console,
})

/**
 * What a locked screen is drawn from: how it looks, and whether the stop is on. Written out, so that
 * whoever adds to the view has to say what a locked screen may know of it.
 */
const lockedView = (view: DeskView): DeskView => {
  const { version, host, dataDir, vault, lock, concerns, stop, polling, journal, hours } = view
  const { theme, colours, density, flash, lockAfter } = view.settings
  return {
    ...{ version, host, dataDir, vault, lock, concerns, stop, polling, journal, hours },
    settings: { ...defaultSettings, theme, colours, density, flash, lockAfter },
    accounts: [],
    groups: [],
    notices: [],
    intents: [],
    exits: [],
    pace: [],
    alerts: { unread: 0, mutedUntil: null, prices: [] },
  }
}

export type DeskVerbs = ReturnType<typeof verbsOf>
