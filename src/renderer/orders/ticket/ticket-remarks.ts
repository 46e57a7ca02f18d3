import type { Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Remark } from '../../components/remarks.ts'
import { ownField } from './ticket-fields.ts'
import type { FieldProblems } from './ticket-text.ts'

/** Where remarks stand that belong to no single field. */
export const generalRemarksKey = ''

/** The worst first. */
export const remarkLevelRank: Record<Problem['level'], number> = { refuse: 0, ask: 1, note: 2 }

/** What the form and the desk have to say, by field: the worst first, nothing twice. */
export function remarksByField({
  typed,
  problems,
  tickets,
  nameOf,
}: {
  typed: FieldProblems
  problems: readonly Problem[]
  tickets: readonly Ticket[]
  nameOf: (account: string) => string
}): ReadonlyMap<string, readonly Remark[]> {
  const found = new Map<string, Remark[]>()
  const add = (field: string, remark: Remark): void => {
    const at = found.get(field) ?? []
    if (at.some(({ message }) => message === remark.message)) return
    found.set(
      field,
      [...at, remark].toSorted(
        (one, other) => remarkLevelRank[one.level] - remarkLevelRank[other.level],
      ),
    )
  }
  for (const [field, message] of Object.entries(typed))
    add(field, { level: 'refuse', message: message!.replace(/^./, (one) => one.toUpperCase()) })
  const bare = (problem: Problem): string => bareOf(problem, { tickets, nameOf })
  for (const problem of problems) {
    const { field, level } = problem
    const message = bare(problem)
    const account = problem.order === null ? undefined : tickets[problem.order]?.account
    const same = problems.filter((one) => one.field === field && bare(one) === message).length
    const isEverybodys = account === undefined || tickets.length === 1 || same === tickets.length
    const whose = same === 1 ? nameOf(account ?? '') : `${same} of ${tickets.length} accounts`
    if (isEverybodys) add(field ?? generalRemarksKey, { level, message })
    else if (field === 'quantity' || field === 'target') add(ownField(account), { level, message })
    else add(field ?? generalRemarksKey, { level, message: `${whose}: ${message}` })
  }
  return found
}

/** The desk names the account where several are meant; what it says of many alike is said once. */
export function bareOf(
  { order, message }: Problem,
  { tickets, nameOf }: { tickets: readonly Ticket[]; nameOf: (account: string) => string },
): string {
  const ticket = order === null ? undefined : tickets[order]
  const name = ticket === undefined ? null : `${nameOf(ticket.account)}: `
  return name !== null && message.startsWith(name) ? message.slice(name.length) : message
}
