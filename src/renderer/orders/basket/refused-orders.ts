import { accountProblems, type Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { bareOf } from '../ticket/ticket-remarks.ts'

/** What each order is known by while others come and go: all of its ticket, and which of its likes it is. */
export function orderKeys(tickets: readonly Ticket[]): string[] {
  const seen = new Map<string, number>()
  return tickets.map((ticket) => {
    const text = JSON.stringify(ticket)
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return `${count} ${text}`
  })
}

/** By order, why its account cannot send it as things are; none where nothing else is left. */
export function refusedOrders(
  tickets: readonly Ticket[],
  of: { problems: readonly Problem[]; nameOf: (account: string) => string },
): ReadonlyMap<string, string> {
  const keys = orderKeys(tickets)
  const found = new Map<string, string>()
  for (const problem of of.problems) {
    const key = problem.order === null ? undefined : keys[problem.order]
    if (key === undefined || problem.level !== 'refuse' || !accountProblems.has(problem.code))
      continue
    const says = bareOf(problem, { tickets, nameOf: of.nameOf })
    const before = found.get(key)
    if (before?.includes(says) !== true)
      found.set(key, before === undefined ? says : `${before} ${says}`)
  }
  return found.size === tickets.length ? new Map() : found
}
