import type { Account } from '../../../shared/accounts/accounts.ts'
import { ungrouped } from '../../../shared/core/typed-number.ts'
import type { KeptLine } from '../../../shared/orders/baskets.ts'
import { SharedSum, type Ticket } from '../../../shared/orders/tickets.ts'
import type { Remark } from '../../components/remarks.ts'
import type { FieldName, TicketText } from '../ticket/field-table.ts'
import { isUsed } from '../ticket/ticket-shape.ts'
import { ticketOf, textOf } from '../ticket/ticket-text.ts'
import { problemsAt } from './line-problems.ts'
import {
  isInLine,
  type SpreadBy,
  type SpreadLine,
  spreadLine,
  withQuantity,
} from './spread-line.ts'

export type RowRemarks = Readonly<Partial<Record<FieldName, Remark>>>

/** What a line of a basket comes to. */
export interface ReadLine {
  /** As it is kept: of a line for a group, the group's. */
  ticket: KeptLine | null
  /** What it sends; null where it is wrong, or not known yet. */
  orders: readonly Ticket[] | null
  remarks: RowRemarks
  leftOut: SpreadLine['leftOut']
}

export function readLine(text: TicketText, account: Account | null): ReadLine {
  const read = ticketOf(text, account?.trading.protection ?? null)
  if (read.ok) return { ticket: read.ticket, orders: [read.ticket], remarks: {}, leftOut: [] }
  const remarks = refusals(problemsAt(text, account))
  return { ticket: null, orders: null, remarks, leftOut: [] }
}

export function readGroupLine(text: TicketText, by: SpreadBy | null): ReadLine {
  const ticket = keptForGroup(text, by)
  if (by === null) {
    const remarks = refusals({ account: 'This group is gone: choose another, or an account.' })
    return { ticket, orders: null, remarks, leftOut: [] }
  }
  const { tickets, problems, leftOut } = spreadLine(text, by)
  const names = leftOut.map(({ account, says }) => {
    const name = by.accounts.find(({ id }) => id === account)?.name ?? account
    return `${name}: ${says}`
  })
  const remarks: RowRemarks =
    names.length === 0 ? {} : { account: { level: 'ask', message: names.join(' ') } }
  return { ticket, orders: tickets, remarks: { ...remarks, ...refusals(problems) }, leftOut }
}

const refusals = (problems: Readonly<Partial<Record<FieldName, string>>>): RowRemarks =>
  Object.fromEntries(
    Object.entries(problems).map(([place, message]) => [place, { level: 'refuse', message }]),
  ) as RowRemarks

/** Null also where its members are protected differently: a line that is kept says by how much. */
function keptForGroup(text: TicketText, by: SpreadBy | null): KeptLine | null {
  const members = new Set(by?.group.members.map(({ account }) => account))
  const [own, ...others] = new Set(
    by?.accounts.filter(({ id }) => members.has(id)).map(({ trading }) => trading.protection),
  )
  const isOwn = text.protection.trim() === '' && isUsed('protection', text)
  if (isOwn && (own === undefined || others.length > 0)) return null
  const of = by && { accounts: by.accounts, groups: [by.group] }
  const counted = of === null ? text : withQuantity(text, of)
  const kept = ticketOf(counted, own ?? null)
  const sum = of === null || isInLine('sum', text, of) ? ungrouped(text.sum).trim() : ''
  if (!kept.ok || (sum !== '' && !SharedSum.safeParse(sum).success)) return null
  const line = { ...kept.ticket, ...(sum !== '' && { sum }) }
  return counted === text || line.kind === 'smart' ? line : { ...line, quantity: '' }
}

/** A line that was kept, as it was typed. */
export const textOfLine = (line: KeptLine): TicketText => ({
  ...textOf(line),
  sum: line.sum ?? '',
})

/** Wrong, and not only waiting for the desk. */
export const isWrong = ({ remarks }: ReadLine): boolean =>
  Object.values(remarks).some(({ level }) => level === 'refuse')
