import type { Preview } from '../../../shared/orders/placing.ts'
import { accountProblems, type Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { bareOf } from './ticket-remarks.ts'

/** Its keys were refused by a read, which may be wrong: a person may send from it all the same. */
export const areKeysRefused = ({ level, code }: Problem): boolean =>
  level === 'ask' && code === 'keys'

/**
 * By account, why nothing can be sent from it as it is now: only what is refused for sure, and whose
 * keys were refused among those that nobody ticked themselves. Nobody where it is all of them: then
 * there is no rest that could go.
 */
export function whoCannotSend(of: {
  tickets: readonly Ticket[]
  problems: Preview['problems']
  nameOf: (account: string) => string
  /** Those that were ticked one by one; where it is not known, nobody was by anything else. */
  meant?: ReadonlySet<string>
}): ReadonlyMap<string, string> {
  const { tickets, problems, meant } = of
  const found = new Map<string, string[]>()
  const refused = new Map<string, string[]>()
  for (const problem of problems) {
    const { order, level, code } = problem
    const account = order === null ? undefined : tickets[order]?.account
    if (account === undefined) continue
    const isSure = level === 'refuse' && accountProblems.has(code)
    if (!isSure && !(areKeysRefused(problem) && meant?.has(account) === false)) continue
    const among = isSure ? found : refused
    among.set(account, [...(among.get(account) ?? []), bareOf(problem, of)])
  }
  const isRest = (some: ReadonlyMap<string, unknown>): boolean =>
    tickets.some(({ account }) => !found.has(account) && !some.has(account))
  const all = isRest(refused) ? [...found, ...refused] : isRest(new Map()) ? [...found] : []
  return new Map(all.map(([account, says]) => [account, says.join(' ')]))
}
