import type { PlannedOrder, Preview } from '../../../shared/orders/placing.ts'
import type { Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { bareOf, remarkLevelRank } from './ticket-remarks.ts'

/** One order of a review, with what stands against it alone. */
export interface ReviewRow {
  index: number
  ticket: Ticket
  order: PlannedOrder | null
  /** Undefined where the account's other orders, or nobody, say it. */
  fundsAfter: number | null | undefined
  /** What is said of it and not of all the others as well. */
  lacks: readonly Pick<Problem, 'level' | 'message'>[]
}

/** More than these do not stand in sight at once: what has a problem then comes first. */
const inSight = 5

export function reviewRows(of: {
  tickets: readonly Ticket[]
  preview: Pick<Preview, 'orders' | 'fundsAfter'>
  problems: readonly Problem[]
  nameOf: (account: string) => string
  /** They leave as they stand: nothing is put first. */
  isOneByOne: boolean
}): readonly ReviewRow[] {
  const { tickets, preview, problems } = of
  const said = problems.map((problem) => ({ ...problem, message: bareOf(problem, of) }))
  const counts = new Map<string, number>()
  for (const { message } of said) counts.set(message, (counts.get(message) ?? 0) + 1)
  const rows = tickets.map((ticket, index): ReviewRow => {
    const order = preview.orders[index] ?? null
    const own = said.filter((one) => one.order === index && one.level !== 'note')
    return {
      index,
      ticket,
      order,
      fundsAfter: order === null ? null : preview.fundsAfter[ticket.account],
      lacks: tickets.length === 1 ? [] : own.filter(isNotOfAll(counts, tickets.length)),
    }
  })
  return of.isOneByOne || tickets.length <= inSight
    ? rows
    : rows.toSorted((one, other) => rank(one) - rank(other))
}

const isNotOfAll =
  (counts: ReadonlyMap<string, number>, all: number) =>
  ({ message }: Pick<Problem, 'message'>): boolean =>
    (counts.get(message) ?? 0) < all

/** The worst first; what has nothing against it last, as it stood. */
const rank = ({ lacks, order }: ReviewRow): number =>
  order === null ? -1 : Math.min(9, ...lacks.map(({ level }) => remarkLevelRank[level]))
