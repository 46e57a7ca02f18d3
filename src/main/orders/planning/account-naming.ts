import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { OrderContext } from './order-context.ts'

/** Puts the account's name before a message, where the go has orders of several accounts. */
export function namerOf(
  tickets: Iterable<Ticket>,
  context: OrderContext,
): (account: string, message: string) => string {
  const accounts = new Set<string>()
  for (const { account } of tickets) accounts.add(account)
  if (accounts.size < 2) return (_, message) => message
  return (account, message) => {
    const name = context.accounts.get(account)?.name
    return name === undefined ? message : `${name}: ${message}`
  }
}
