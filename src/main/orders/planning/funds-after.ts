import type { FundsUnknown, PlannedOrder, Preview } from '../../../shared/orders/placing.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { AccountContext } from './order-context.ts'

type Funded = Pick<AccountContext, 'funds' | 'stale' | 'login'>
type Paid = Pick<PlannedOrder, 'account' | 'funds' | 'value'>

/**
 * What each account has left, by its books, after all of its orders: old funds, margins and an order
 * of its login that cannot be planned leave that unknown. Accounts of one login pay from the same funds.
 */
export function fundsAfterOrders(
  asked: readonly Pick<Ticket, 'account'>[],
  orders: readonly (Paid | null)[],
  accounts: ReadonlyMap<string, Funded>,
): Preview['fundsAfter'] {
  const planned = orders.filter((order) => order !== null)
  const needs = new Map<string | undefined, number | FundsUnknown>()
  for (const order of planned) {
    const login = accounts.get(order.account)?.login
    needs.set(login, together(needs.get(login) ?? 0, needOf(order)))
  }
  // Of another login it takes nothing from these funds.
  const unplanned = new Set(
    asked.flatMap(({ account }, at) => (orders[at] == null ? accounts.get(account)?.login : [])),
  )
  return Object.fromEntries(
    planned.map(({ account }) => {
      const known = accounts.get(account)
      const isUnsure = unplanned.has(known?.login) || unplanned.has(undefined)
      const needed = isUnsure ? 'unplanned' : needs.get(known?.login)!
      const has = fundsOf(known)
      if (typeof needed === 'string') return [account, needed]
      return [account, typeof has === 'string' ? has : has - needed]
    }),
  )
}

const needOf = ({ funds, value }: Paid): number | FundsUnknown =>
  funds ?? (value === null ? 'no-price' : 'margin')

/** The first reason stands for all. */
function together(before: number | FundsUnknown, next: number | FundsUnknown) {
  if (typeof before === 'string') return before
  return typeof next === 'string' ? next : before + next
}

function fundsOf(known: Funded | undefined): number | FundsUnknown {
  if (known === undefined || known.funds === null) return 'no-funds'
  return known.stale.has('funds') ? 'old-funds' : known.funds
}
