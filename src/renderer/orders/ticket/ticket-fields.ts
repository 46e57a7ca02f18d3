import type { Account } from '../../../shared/accounts/accounts.ts'
import { isDecimal, times } from '../../../shared/core/decimal.ts'
import { ungrouped } from '../../../shared/core/typed-number.ts'
import { type AccountGroup, moneyShareOf, portionsOf } from '../../../shared/accounts/groups.ts'
import type { Input } from '../../../shared/contract.ts'
import { usualTrading } from '../../../shared/orders/limits.ts'
import type { Portion } from '../../../shared/orders/money-shares.ts'
import type { MoneyPortion } from '../../../shared/orders/placing.ts'
import { SharedSum, type Ticket } from '../../../shared/orders/tickets.ts'
import type { TicketText } from './field-table.ts'
import { ticketKinds } from './ticket-kinds.ts'
import { pathOf } from './ticket-shape.ts'
import { emptyText, type FieldProblems, type ReadTicket, ticketOf } from './ticket-text.ts'

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
  /** What parts of money buy, as the desk said it last; null until it has. */
  money?: readonly MoneyPortion[] | null
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

/** Accounts in the list of a ticket that are all in sight at once. */
export const mostInSight = 4

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
  if (group === null) return new Map()
  const base = unitsOf(commonAmount(fields), { unit, known })
  const portions = new Map(base === null ? [] : portionsOf(group, { base, lot: known.lot }))
  for (const portion of known.money ?? [])
    if (moneyShareOf(group, portion.account) !== null) portions.set(portion.account, portion)
  return portions
}

/** Whether somebody takes a part of the sum that this names. */
export const namesSum = (fields: TicketFields): boolean =>
  takersOfMoney(fields).some(({ share }) => share.kind === 'sum')

/** Whether what is typed as the quantity is nobody's. */
export function isQuantityUnused(fields: TicketFields): boolean {
  const takers = takersOfMoney(fields)
  return takers.length > 0 && takers.length === fields.recipients.filter(isCommon).length
}

const isCommon = ({ isOn, own }: Recipient): boolean => isOn && own.trim() === ''

function takersOfMoney({ group, recipients }: TicketFields) {
  return recipients.filter(isCommon).flatMap(({ account }) => {
    const share = moneyShareOf(group, account)
    return share === null ? [] : [{ account, share }]
  })
}

/** An order whose quantity is not known yet is asked about, and read, as one of this. */
export const anyQuantity = '1'

/** What the desk is asked, so that it says what parts of money buy; null while that is nothing yet. */
export function sharesAsked(
  fields: TicketFields,
  accounts: readonly Account[],
): Input<'previewShares'> | null {
  const sum = SharedSum.safeParse(ungrouped(fields.sum))
  const orders: Ticket[] = []
  const shares: Input<'previewShares'>['shares'] = []
  for (const { account, share } of takersOfMoney(fields)) {
    if (share.kind === 'sum' && !sum.success) continue
    const read = readFor(account, { fields, accounts, units: anyQuantity })
    if (!read.ok) return null
    orders.push(read.ticket)
    shares.push({ percent: share.percent, sum: share.kind === 'sum' ? sum.data! : null })
  }
  return orders.length === 0 ? null : { orders, shares }
}

function readFor(
  account: string,
  of: { fields: TicketFields; accounts: readonly Account[]; units: string },
): ReadTicket {
  const { unit: _, recipients: __, group: ___, ...text } = of.fields
  const trading = of.accounts.find(({ id }) => id === account)?.trading
  const amount = ticketKinds[text.kind].amount
  return ticketOf({ ...text, account, [amount]: of.units }, trading?.protection ?? null)
}

export function ticketsOf(
  fields: TicketFields,
  accounts: readonly Account[],
  known: KnownLot,
): ReadFields {
  const { unit, recipients, group } = fields
  const portions = portionsIn(fields, known)
  const amountPath = pathOf(ticketKinds[fields.kind].amount)
  const problems: Record<string, string> = {}
  const tickets: Ticket[] = []
  let isWaiting = false
  const chosen = recipients.filter(({ isOn }) => isOn)
  if (chosen.length === 0) problems['account'] = 'Choose at least one account.'
  if (namesSum(fields)) {
    const sum = SharedSum.safeParse(ungrouped(fields.sum))
    if (!sum.success) problems[sumField] = sumWanted
  }
  // What is wrong with what was typed is wrong for every account: it is said before one is chosen.
  const readers = chosen.length > 0 ? chosen : recipients.slice(0, 1)
  for (const { account, own } of readers) {
    const isOwn = own.trim() !== ''
    const isMoney = !isOwn && moneyShareOf(group, account) !== null
    const portion = isOwn ? undefined : portions.get(account)
    if (portion?.isLeftOut === true) continue
    const isUnasked = isMoney && portion === undefined
    if (isUnasked) isWaiting = true
    const units = isUnasked
      ? anyQuantity
      : (portion?.units ?? unitsOf(isOwn ? own : commonAmount(fields), { unit, known }))
    if (units === null) {
      problems[amountPath] = 'The size of a lot is not known here: enter units.'
      continue
    }
    const read = readFor(account, { fields, accounts, units })
    if (read.ok) tickets.push(withFunds(read.ticket, portion))
    else
      for (const [field, message] of Object.entries(read.problems))
        problems[isOwn && field === amountPath ? ownField(account) : field] ??= message!
  }
  if (chosen.length > 0 && tickets.length === 0 && Object.keys(problems).length === 0)
    problems[amountPath] ??= namesMoney(group)
      ? 'Nobody takes anything of this: each account says why.'
      : 'Every share of this is less than a lot: enter more.'
  const isRead = Object.keys(problems).length === 0 && !isWaiting
  return isRead ? { ok: true, tickets } : { ok: false, problems }
}

export const sumField = 'sum'
export const sumWanted = 'Type the sum that the accounts take their parts of, such as 5,00,000.'

const namesMoney = (group: AccountGroup | null): boolean =>
  group?.members.some(({ account }) => moneyShareOf(group, account) !== null) === true

const withFunds = (ticket: Ticket, portion: Portion | MoneyPortion | undefined): Ticket =>
  portion !== undefined && 'ofFunds' in portion && portion.ofFunds != null
    ? { ...ticket, ofFunds: portion.ofFunds }
    : ticket
