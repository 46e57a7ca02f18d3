import { counted } from '../../../shared/core/figures.ts'
import type { FundsUnknown, PlannedOrder, Preview } from '../../../shared/orders/placing.ts'
import type { Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { alikeKey } from './alike.ts'
import { bareOf, remarkLevelRank } from './ticket-remarks.ts'

/** One order of a review, and what below it is about it. */
export interface ReviewRow {
  index: number
  ticket: Ticket
  order: PlannedOrder | null
  /** Null where it is not known: why is said once, of all. */
  fundsAfter: number | null
  /** What is said below of it, and not of all the others as well. */
  lacks: readonly Pick<Problem, 'level' | 'message'>[]
}

/**
 * Rows of which the same is said, be it in other figures of money, together: it is said once. Where they
 * leave in turn, only those that follow each other.
 */
export function alikeRows(
  rows: readonly ReviewRow[],
  { saidOf, isInTurn }: { saidOf: (row: ReviewRow) => readonly string[]; isInTurn: boolean },
): ReviewRow[][] {
  let run = 0
  let before = ''
  const runOf = (row: ReviewRow): string => {
    const said = saidOf(row)
      .map((message) => alikeKey({ message, ticket: row.ticket }))
      .join('\n\n')
    if (isInTurn && said !== before) run++
    before = said
    return `${run} ${said}`
  }
  return [...Map.groupBy(rows, runOf).values()]
}

/** More than these do not stand in sight at once: what has a problem then comes first, and then most money. */
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
  const said = problems.map((problem) => {
    const message = bareOf(problem, of)
    return { ...problem, message, key: alikeKey({ message, ticket: tickets[problem.order ?? -1] }) }
  })
  const counts = new Map<string, number>()
  for (const { key } of said) counts.set(key, (counts.get(key) ?? 0) + 1)
  const rows = tickets.map((ticket, index): ReviewRow => {
    const order = preview.orders[index] ?? null
    const fundsAfter = order === null ? null : preview.fundsAfter[ticket.account]
    const own = said.filter((one) => one.order === index && one.level !== 'note')
    return {
      index,
      ticket,
      order,
      fundsAfter: typeof fundsAfter === 'number' ? fundsAfter : null,
      lacks: tickets.length === 1 ? [] : own.filter(isNotOfAll(counts, tickets.length)),
    }
  })
  return of.isOneByOne || tickets.length <= inSight
    ? rows
    : rows.toSorted((one, other) => rank(one) - rank(other) || worth(other) - worth(one))
}

/** Whose funds after this are not known, a sentence for each reason. */
export function fundsNotKnown(
  fundsAfter: Preview['fundsAfter'],
  nameOf: (account: string) => string,
): readonly string[] {
  const all = Object.entries(fundsAfter)
  const unknown = all.flatMap(([account, why]) =>
    typeof why === 'string' ? [{ account, why }] : [],
  )
  return [...Map.groupBy(unknown, ({ why }) => why)].map(([why, of]) => {
    const names = of.map(({ account }) => nameOf(account))
    const whose = names.length > 3 ? counted(names.length, 'account') : names.join(', ')
    const ofWhom = of.length === all.length ? '' : ` of ${whose}`
    return `Funds after${ofWhom}: not known, as ${unknownWords[why]}.`
  })
}

const unknownWords: Readonly<Record<FundsUnknown, string>> = {
  margin: 'each broker reckons the margin its own way',
  'no-price': 'no price is known to reckon with',
  'no-funds': 'the funds are not known here',
  'old-funds': 'the funds known here are old',
  unplanned: 'not every order of the login can be planned',
}

const isNotOfAll =
  (counts: ReadonlyMap<string, number>, all: number) =>
  ({ key }: { key: string }): boolean =>
    (counts.get(key) ?? 0) < all

/** The worst first; what has nothing against it last. */
const rank = ({ lacks, order }: ReviewRow): number =>
  order === null ? -1 : Math.min(9, ...lacks.map(({ level }) => remarkLevelRank[level]))

/** What is worth an unknown sum may be the largest. */
const worth = ({ order }: ReviewRow): number => order?.value ?? Number.MAX_VALUE
