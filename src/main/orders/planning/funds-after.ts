import type { PlannedOrder, Preview } from '../../../shared/orders/placing.ts'
import type { AccountContext } from './order-context.ts'

type Funded = Pick<AccountContext, 'funds' | 'stale' | 'login'>
type Paid = Pick<PlannedOrder, 'account' | 'funds'>

/**
 * What each account has left, by its books, after all of its orders: old funds, margins and an order
 * that cannot be planned leave that unknown. Accounts of one login pay from the same funds.
 */
export function fundsAfterOrders(
  orders: readonly (Paid | null)[],
  accounts: ReadonlyMap<string, Funded>,
): Preview['fundsAfter'] {
  const planned = orders.filter((order) => order !== null)
  const needs = new Map<string | undefined, number | null>()
  for (const { account, funds } of planned) {
    const login = accounts.get(account)?.login
    const before = needs.has(login) ? needs.get(login)! : 0
    needs.set(login, before === null || funds === null ? null : before + funds)
  }
  const isUnsure = planned.length < orders.length
  return Object.fromEntries(
    planned.map(({ account }) => {
      const known = accounts.get(account)
      const needed = needs.get(known?.login) ?? null
      const has = known === undefined || known.stale.has('funds') ? null : known.funds
      return [account, isUnsure || needed === null || has === null ? null : has - needed]
    }),
  )
}
