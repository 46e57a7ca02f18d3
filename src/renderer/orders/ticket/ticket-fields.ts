import type { Account } from '../../../shared/accounts/accounts.ts'
import { isDecimal, times } from '../../../shared/core/decimal.ts'
import { ungrouped } from '../../../shared/core/typed-number.ts'
import { type AccountGroup, type Portion, portionsOf } from '../../../shared/accounts/groups.ts'
import { usualTrading } from '../../../shared/orders/limits.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { TicketText } from './field-table.ts'
import { ticketKinds } from './ticket-kinds.ts'
import { pathOf } from './ticket-shape.ts'
import { emptyText, type FieldProblems, ticketOf } from './ticket-text.ts'

/** An account that an order may go to. */
export interface Recipient {
  account: string
  isOn: boolean
  /** Its own quantity, or target of a smart order; empty for its share of the group's, or the same as everyone. */
  own: string
}

/** What is typed into a ticket's window: one order, for one account or several. */
export interface TicketFields extends Omit<TicketText, 'account'> {
  unit: 'units' | 'lots'
  recipients: readonly Recipient[]
  /** The group that it goes to, as it was when it was chosen: its shares stand still while one types. */
  group: AccountGroup | null
}

/** What the books or the desk say of what is traded. */
export interface KnownLot {
  lot: number | null
}

/** The accounts' percentage where all have the same, a plain `none` included; else empty, for each its own. */
function usualProtection(accounts: readonly Account[]): string {
  const [first, ...others] = new Set(accounts.map(({ trading }) => trading.protection))
  if (first === undefined || others.length > 0) return ''
  return first === null ? 'none' : String(first)
}

/** The expiry last used, where all accounts write it alike. */
function usualExpiry(accounts: readonly Account[]): string {
  const [first = '', ...others] = new Set(accounts.map(({ trading }) => trading.expiry))
  return others.length > 0 ? '' : first
}

/** The percentage to begin with where protection is asked for, whatever is usual. */
export function protectedBy(accounts: readonly Account[]): string {
  const usual = usualProtection(accounts)
  return usual === 'none' ? String(usualTrading.protection) : usual
}

export const startFields = (
  accounts: readonly Account[],
  start: Partial<TicketFields> = {},
): TicketFields => {
  const { account: _, ...text } = emptyText
  return {
    ...text,
    protection: usualProtection(accounts),
    expiry: usualExpiry(accounts),
    unit: 'units',
    recipients: accounts.map(({ id }) => ({ account: id, isOn: accounts.length === 1, own: '' })),
    group: null,
    ...start,
  }
}

/** To the members of a group that are switched on, and to nobody else. */
export function withGroup(
  { recipients }: Pick<TicketFields, 'recipients'>,
  group: AccountGroup,
  enabled: readonly Pick<Account, 'id'>[],
): Pick<TicketFields, 'group' | 'recipients'> {
  const members = new Set(group.members.map(({ account }) => account))
  const here = new Set(recipients.map(({ account }) => account))
  const others = enabled.filter(({ id }) => members.has(id) && !here.has(id))
  return {
    group,
    recipients: [...recipients.map(({ account }) => account), ...others.map(({ id }) => id)].map(
      (account) => ({ account, isOn: members.has(account), own: '' }),
    ),
  }
}

/** What was typed for all: how many, or the position to reach. */
const commonAmount = (fields: TicketFields): string => fields[ticketKinds[fields.kind].amount]

export type ReadFields =
  | { ok: true; tickets: readonly Ticket[] }
  | { ok: false; problems: FieldProblems }

/** The field that an account's own quantity or target is typed in. */
export const ownField = (account: string): string => `to.${account}`

/** Units of what was typed, or null where lots cannot be counted. */
function unitsOf(
  typed: string,
  { unit, known }: { unit: TicketFields['unit']; known: KnownLot },
): string | null {
  const count = ungrouped(typed).trim()
  if (unit === 'units') return count
  if (known.lot === null) return null
  return isDecimal(count) ? times(count, String(known.lot)) : typed
}

/** What the members of the chosen group are sent, in units. */
export function portionsIn(fields: TicketFields, known: KnownLot): ReadonlyMap<string, Portion> {
  const { group, unit } = fields
  const base = group === null ? null : unitsOf(commonAmount(fields), { unit, known })
  return group === null || base === null ? new Map() : portionsOf(group, { base, lot: known.lot })
}

export function ticketsOf(
  fields: TicketFields,
  accounts: readonly Account[],
  known: KnownLot,
): ReadFields {
  const { unit, recipients, group: _, ...text } = fields
  const portions = portionsIn(fields, known)
  const { amount } = ticketKinds[fields.kind]
  const amountPath = pathOf(amount)
  const problems: Record<string, string> = {}
  const tickets: Ticket[] = []
  const chosen = recipients.filter(({ isOn }) => isOn)
  if (chosen.length === 0) problems['account'] = 'Choose at least one account.'
  // What is wrong with what was typed is wrong for every account: it is said before one is chosen.
  const readers = chosen.length > 0 ? chosen : recipients.slice(0, 1)
  for (const { account, own } of readers) {
    const isOwn = own.trim() !== ''
    const portion = isOwn ? undefined : portions.get(account)
    if (portion?.isLeftOut === true) continue
    const units = portion?.units ?? unitsOf(isOwn ? own : commonAmount(fields), { unit, known })
    if (units === null) {
      problems[amountPath] = 'The size of a lot is not known here: enter units.'
      continue
    }
    const trading = accounts.find(({ id }) => id === account)?.trading
    const read = ticketOf({ ...text, account, [amount]: units }, trading?.protection ?? null)
    if (read.ok) tickets.push(read.ticket)
    else
      for (const [field, message] of Object.entries(read.problems))
        problems[isOwn && field === amountPath ? ownField(account) : field] ??= message!
  }
  if (chosen.length > 0 && tickets.length === 0 && Object.keys(problems).length === 0)
    problems[amountPath] ??= 'Every share of this is less than a lot: enter more.'
  return Object.keys(problems).length === 0 ? { ok: true, tickets } : { ok: false, problems }
}
