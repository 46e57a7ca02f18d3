import type { Account } from '../../shared/accounts/accounts.ts'
import type { OpenItem } from '../../shared/quitting/open-items.ts'
import { type ExitRun, isUnderWay } from '../../shared/exits/exits.ts'
import { type Intent, makesOrders } from '../../shared/orders/intents.ts'
import type { LoginPicture } from '../picture/login-picture.ts'

export interface OpenItemSources {
  accounts: readonly Pick<Account, 'id' | 'name' | 'enabled'>[]
  picture(account: string): LoginPicture
  /** Accounts that the service takes for one and the same; this one is among them. */
  accountsOfLogin(account: string): readonly string[]
  /** Intents that are not settled, also of accounts that are gone. */
  intents: readonly Intent[]
  exits: readonly ExitRun[]
  /** Accounts of which an exit ended without knowing what it left. */
  notKnownLeft: readonly string[]
}

/** The most pressing first. */
const kinds = ['in-doubt', 'queued', 'exits', 'not-known', 'orders', 'positions', 'books'] as const

/** What quitting would leave to itself. A row of unknown quantity or status counts as open. */
export function openItemsOf(of: OpenItemSources): OpenItem[] {
  const { accounts, picture, accountsOfLogin, intents, exits, notKnownLeft } = of
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  // Of one that is switched off nothing is read: that was agreed to then.
  const read = new Set(accounts.flatMap(({ id, enabled }) => (enabled ? [id] : [])))
  const ids = new Set([...names.keys(), ...intents.map(({ account }) => account)])
  const told = new Set<string>()
  return [...ids].flatMap((id) => {
    const own = intents.filter(({ account }) => account === id)
    // The books of one login are said once, with the first of its accounts.
    const books = accountsOfLogin(id).some((one) => told.has(one)) ? null : booksIn(picture(id))
    told.add(id)
    const counts: Record<(typeof kinds)[number], number> = {
      'in-doubt': own.filter((one) => isUncertain(one) && makesOrders(one)).length,
      queued: own.filter(({ state }) => state === 'recorded').length,
      exits: exits.filter((run) => isWatched(run, id)).length,
      'not-known': notKnownLeft.includes(id) ? 1 : 0,
      orders: books?.orders ?? 0,
      positions: books?.positions ?? 0,
      books: (read.has(id) && books?.unsure) || 0,
    }
    return kinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => ({ kind, account: names.get(id) ?? id, count: counts[kind] }))
  })
}

/** What is taken and not shown yet is open as well. */
const booksIn = (of: LoginPicture) => ({
  orders: of.orders.working.length + of.orders.vanished.length + of.orders.awaited(isTaken),
  positions: of.positions.open.length,
  unsure: (['orders', 'positions'] as const).filter((book) => isUnsure(of, book)).length,
})

/** Whether a book may leave out something that is open. */
const isUnsure = (of: LoginPicture, book: 'orders' | 'positions'): boolean =>
  !of.isCurrent(book) ||
  of.unreadable(book) > 0 ||
  (book === 'positions' &&
    of.positions.lost.length + of.positions.lagging.length + of.positions.contradicting.length > 0)

const isTaken = ({ state }: Intent): boolean => state === 'accepted' || state === 'matched'

const isUncertain = ({ state }: Intent): boolean => state === 'in-doubt' || state === 'sent'

const isWatched = ({ state, accounts }: ExitRun, id: string): boolean =>
  state === 'running' && accounts.some((of) => of.account === id && isUnderWay(of))
