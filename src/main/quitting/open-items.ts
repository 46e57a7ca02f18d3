import type { Account } from '../../shared/accounts/accounts.ts'
import type { OpenItem } from '../../shared/quitting/open-items.ts'
import { type ExitRun, isUnderWay } from '../../shared/exits/exits.ts'
import { type Intent, makesOrders } from '../../shared/orders/intents.ts'
import type { LoginPicture } from '../picture/login-picture.ts'

export interface OpenItemSources {
  accounts: readonly Pick<Account, 'id' | 'name'>[]
  picture(account: string): Pick<LoginPicture, 'working' | 'openPositions'>
  /** Intents that are not settled, also of accounts that are gone. */
  intents: readonly Intent[]
  exits: readonly ExitRun[]
}

/** The most pressing first. */
const kinds = ['in-doubt', 'queued', 'exits', 'orders', 'positions'] as const

/** What quitting would leave to itself. A row of unknown quantity or status counts as open. */
export function openItemsOf({ accounts, picture, intents, exits }: OpenItemSources): OpenItem[] {
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const ids = new Set([...names.keys(), ...intents.map(({ account }) => account)])
  return [...ids].flatMap((id) => {
    const own = intents.filter(({ account }) => account === id)
    const { working, openPositions } = picture(id)
    const counts: Record<OpenItem['kind'], number> = {
      'in-doubt': own.filter((one) => isUncertain(one) && makesOrders(one)).length,
      queued: own.filter(({ state }) => state === 'recorded').length,
      exits: exits.filter((run) => isWatched(run, id)).length,
      orders: working.length,
      positions: openPositions.length,
    }
    return kinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => ({ kind, account: names.get(id) ?? id, count: counts[kind] }))
  })
}

const isUncertain = ({ state }: Intent): boolean => state === 'in-doubt' || state === 'sent'

const isWatched = ({ state, accounts }: ExitRun, id: string): boolean =>
  state === 'running' && accounts.some((of) => of.account === id && isUnderWay(of))
