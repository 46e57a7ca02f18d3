import type { Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Remark } from '../../components/remarks.ts'
import { alikeKey, alikeText } from './alike.ts'
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
  const kind = (one: Problem): string =>
    kindOf(one, { message: bare(one), ticket: tickets[one.order ?? -1] })
  for (const alike of Map.groupBy(problems, kind).values()) {
    const [{ field, level }] = alike as [Problem]
    const message = alikeText(alike.map(bare))
    const accounts = alike.flatMap(({ order }) => tickets[order ?? -1]?.account ?? [])
    const isEverybodys = accounts.length === 0 || alike.length === tickets.length
    const isOwn = isOwnFigure(field)
    const whose =
      isOwn || alike.length === 1
        ? accounts.map(nameOf).join(', ')
        : `${alike.length} of ${tickets.length} accounts`
    if (isEverybodys) add(field ?? generalRemarksKey, { level, message })
    else if (isOwn && (level === 'refuse' || alike.length === 1))
      for (const account of accounts) add(ownField(account), { level, message })
    else add(field ?? generalRemarksKey, { level, message: `${whose}: ${message}` })
  }
  return found
}

/** Of an account's own figure each says it at its field, in its own figures; what is only to be read, and alike, is said once. */
const isOwnFigure = (field: string | null): boolean => field === 'quantity' || field === 'target'

const kindOf = ({ field, level, code }: Problem, said: Parameters<typeof alikeKey>[0]): string =>
  JSON.stringify([field, level, code, isOwnFigure(field) ? said.message : alikeKey(said)])

/** The desk names the account where several are meant; what it says of many alike is said once. */
export function bareOf(
  { order, message }: Problem,
  { tickets, nameOf }: { tickets: readonly Ticket[]; nameOf: (account: string) => string },
): string {
  const ticket = order === null ? undefined : tickets[order]
  const name = ticket === undefined ? null : `${nameOf(ticket.account)}: `
  return name !== null && message.startsWith(name) ? message.slice(name.length) : message
}
