import type { Account } from '../../../shared/accounts/accounts.ts'
import type { AccountGroup } from '../../../shared/accounts/groups.ts'
import type { Input } from '../../../shared/contract.ts'
import type { MoneyPortion } from '../../../shared/orders/placing.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { FieldName, TicketText } from '../ticket/field-table.ts'
import { switchedOff } from '../ticket/left-out.ts'
import {
  anyQuantity,
  isQuantityUnused,
  namesSum,
  portionsIn,
  sharesAsked,
  type TicketFields,
  ticketsOf,
} from '../ticket/ticket-fields.ts'
import { fieldAt, isUsed } from '../ticket/ticket-shape.ts'
import { groupOfLine, isForGroup, type LineTargets } from './line-target.ts'

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
  moneyFor(order: Ticket, share: MoneyShare): MoneyPortion | undefined
}

export type MoneyShare = Input<'previewShares'>['shares'][number]

/** A line as a ticket for the group would be, with nothing typed for one member alone. */
function fieldsFor(
  text: TicketText,
  { group, accounts }: Pick<SpreadBy, 'group' | 'accounts'>,
): TicketFields {
  const { account: _, ...fields } = text
  const members = new Set(group.members.map(({ account }) => account))
  const recipients = accounts.flatMap(({ id, enabled }) =>
    enabled && members.has(id) ? [{ account: id, isOn: true, own: '' }] : [],
  )
  return { ...fields, unit: 'units', recipients, group }
}

/**
 * Whether a line has a place for a field: for a sum where members of its group take parts of one,
 * and for a quantity unless all of them take parts of money.
 */
export function isInLine(
  field: FieldName,
  text: TicketText,
  { accounts, groups }: LineTargets,
): boolean {
  const group = isForGroup(text.account) ? groupOfLine(text.account, groups) : undefined
  if (field === 'sum') return group !== undefined && namesSum(fieldsFor(text, { group, accounts }))
  const isShared = field === 'quantity' && group !== undefined
  return (
    isUsed(field, text) && !(isShared && isQuantityUnused(fieldsFor(text, { group, accounts })))
  )
}

/** With some quantity where it is nobody's, so that all else can be read. */
export const withQuantity = (text: TicketText, targets: LineTargets): TicketText =>
  isUsed('quantity', text) && !isInLine('quantity', text, targets)
    ? { ...text, quantity: anyQuantity }
    : text

/** What the desk is asked of members that take a part of money; null where none does. */
export const moneyAskedOf = (text: TicketText, by: SpreadBy): Input<'previewShares'> | null =>
  sharesAsked(fieldsFor(text, by), by.accounts)

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
  const asked = sharesAsked(fields, by.accounts)
  const money = (asked?.orders ?? []).flatMap(
    (order, at) => by.moneyFor(order, asked!.shares[at]!) ?? [],
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

function placed(
  problems: Readonly<Partial<Record<string, string>>>,
  { kind }: TicketText,
): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {}
  for (const [path, message] of Object.entries(problems)) found[fieldAt(path, kind)] ??= message!
  return found
}
