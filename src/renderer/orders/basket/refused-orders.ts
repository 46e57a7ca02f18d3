import { accountProblems, type Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { instrumentOf } from '../ticket/price-owner.ts'
import { bareOf } from '../ticket/ticket-remarks.ts'
import { textOf } from '../ticket/ticket-text.ts'

/** What an order is known by: whose it is, of what, and which way. */
export function orderOf(ticket: Ticket): string {
  const side = 'action' in ticket ? ticket.action : 'smart'
  return `${ticket.account} ${side} ${instrumentOf(textOf(ticket))}`
}

/** By order, why its account cannot send it as things are; none where nothing else is left. */
export function refusedOrders(
  tickets: readonly Ticket[],
  of: { problems: readonly Problem[]; nameOf: (account: string) => string },
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const refused = new Set<number>()
  for (const problem of of.problems) {
    const { order, level, code } = problem
    const ticket = order === null ? undefined : tickets[order]
    if (ticket === undefined || level !== 'refuse' || !accountProblems.has(code)) continue
    refused.add(order!)
    const says = bareOf(problem, { tickets, nameOf: of.nameOf })
    const before = found.get(orderOf(ticket))
    if (before?.includes(says) !== true)
      found.set(orderOf(ticket), before === undefined ? says : `${before} ${says}`)
  }
  return refused.size === tickets.length ? new Map() : found
}
