import type { Preview } from '../../../shared/orders/placing.ts'
import { accountProblems } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { bareOf } from './ticket-remarks.ts'

/**
 * By account, why nothing can be sent from it as it is now: only what is refused for sure. Nobody
 * where it is all of them: then there is no rest that could go.
 */
export function whoCannotSend(of: {
  tickets: readonly Ticket[]
  problems: Preview['problems']
  nameOf: (account: string) => string
}): ReadonlyMap<string, string> {
  const { tickets, problems } = of
  const found = new Map<string, string[]>()
  for (const problem of problems) {
    const { order, level, code } = problem
    const account = order === null ? undefined : tickets[order]?.account
    if (account === undefined || level !== 'refuse' || !accountProblems.has(code)) continue
    found.set(account, [...(found.get(account) ?? []), bareOf(problem, of)])
  }
  const isEverybody = tickets.every(({ account }) => found.has(account))
  return new Map(isEverybody ? [] : [...found].map(([account, says]) => [account, says.join(' ')]))
}
