import type { Account } from '../../../shared/accounts/accounts.ts'
import type { ReadLine } from './read-line.ts'

/** An order, or a member that is sent none, at its place among those that leave one after the other. */
export interface Turn {
  /** Its line and account, in words. */
  name: string
  isOut: boolean
}

/** Those that are left out in front of what would leave: in turn, nothing goes past them. */
const passedOver = (turns: readonly Turn[]): readonly Turn[] => {
  const last = turns.findLastIndex(({ isOut }) => !isOut)
  return turns.slice(0, Math.max(0, last)).filter(({ isOut }) => isOut)
}

/** Why these cannot leave one after the other, without the way on; null where they can. */
export function whyNotInTurn(turns: readonly Turn[]): string | null {
  const over = passedOver(turns)
  const [first, second, ...others] = over.map(({ name }) => name)
  if (first === undefined) return null
  const names = second === undefined ? first : `${first}; ${second}`
  const more = others.length === 0 ? '' : `; and ${others.length} more`
  return `Sent one after the other, orders stop at the first that is left out. Left out in front of others: ${names}${more}.`
}

interface OrderOut {
  account: string
  isOut: boolean
}

/**
 * A line's orders leave as the accounts stand in the list. Of whoever is switched off no line sends
 * anything, so that nothing of it leaves past what is left out.
 */
export function turnsOf(
  orders: readonly OrderOut[],
  { leftOut }: Pick<ReadLine, 'leftOut'>,
  accounts: readonly Account[],
): readonly OrderOut[] {
  if (leftOut.length === 0) return orders
  const places = new Map(
    accounts.flatMap(({ id, enabled }, at) => (enabled ? [[id, at] as const] : [])),
  )
  const out = leftOut.flatMap(({ account }) =>
    places.has(account) ? { account, isOut: true } : [],
  )
  return [...orders, ...out].toSorted(
    (one, other) => places.get(one.account)! - places.get(other.account)!,
  )
}
