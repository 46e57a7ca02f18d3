import type { Account } from '../../../shared/accounts/accounts.ts'
import type { AccountGroup } from '../../../shared/accounts/groups.ts'
import type { Input } from '../../../shared/contract.ts'
import type { MoneyPortion } from '../../../shared/orders/placing.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { FieldName, TicketText } from '../ticket/field-table.ts'
import { switchedOff } from '../ticket/left-out.ts'
import {
  namesSum,
  portionsIn,
  sharesAsked,
  type TicketFields,
  ticketsOf,
} from '../ticket/ticket-fields.ts'
import { fieldAt } from '../ticket/ticket-shape.ts'

/** What a line for a group comes to. */
export interface SpreadLine {
  /** One for each member that takes something; null while that is wrong, or not known. */
  tickets: readonly Ticket[] | null
  problems: Readonly<Partial<Record<FieldName, string>>>
  /** Members that are sent nothing, and why. */
  leftOut: readonly { account: string; says: string }[]
}

export interface SpreadBy {
  group: AccountGroup
  accounts: readonly Account[]
  lot: number | null
  /** What a part of money buys; undefined until the desk has said it of just this order. */
  moneyFor(order: Ticket, percent: string): MoneyPortion | undefined
}

/** A line as a ticket for the group would be, with nothing typed for one member alone. */
function fieldsFor(text: TicketText, { group, accounts }: SpreadBy): TicketFields {
  const { account: _, ...fields } = text
  const members = new Set(group.members.map(({ account }) => account))
  const recipients = accounts.flatMap(({ id, enabled }) =>
    enabled && members.has(id) ? [{ account: id, isOn: true, own: '' }] : [],
  )
  return { ...fields, unit: 'units', recipients, group, sum: '' }
}

/** What the desk is asked of members that take a part of their funds; null where none does. */
export const moneyAskedOf = (text: TicketText, by: SpreadBy): Input<'previewShares'> | null => {
  const fields = fieldsFor(text, by)
  return namesSum(fields) ? null : sharesAsked(fields, by.accounts)
}

/** Each member's own order, as the ticket for its group reckons it. */
export function spreadLine(text: TicketText, by: SpreadBy): SpreadLine {
  const fields = fieldsFor(text, by)
  const leftOut = by.accounts.flatMap(({ id, enabled }) =>
    !enabled && by.group.members.some(({ account }) => account === id)
      ? [{ account: id, says: switchedOff }]
      : [],
  )
  const none = (account: string): SpreadLine => ({ tickets: null, problems: { account }, leftOut })
  if (fields.recipients.length === 0) return none('No account of this group is switched on.')
  if (namesSum(fields)) return none(sumInLine)
  const asked = sharesAsked(fields, by.accounts)
  const money = (asked?.orders ?? []).flatMap(
    (order, at) => by.moneyFor(order, asked!.shares[at]!.percent) ?? [],
  )
  const known = { lot: by.lot, money }
  const read = ticketsOf(fields, by.accounts, known)
  const without = [...portionsIn(fields, known)].flatMap(([account, { isLeftOut, says }]) =>
    isLeftOut && fields.recipients.some((one) => one.account === account)
      ? [{ account, says: says ?? 'Left out.' }]
      : [],
  )
  return {
    tickets: read.ok ? read.tickets : null,
    problems: read.ok ? {} : placed(read.problems, text),
    leftOut: [...leftOut, ...without],
  }
}

const sumInLine =
  'Members of this group take parts of a sum, and a line has no place for one: send it by a ticket, or write a line for each account.'

function placed(
  problems: Readonly<Partial<Record<string, string>>>,
  { kind }: TicketText,
): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {}
  for (const [path, message] of Object.entries(problems)) found[fieldAt(path, kind)] ??= message!
  return found
}
