import type { Account } from '../../../shared/accounts/accounts.ts'
import { compare, isDecimal, stepped, times } from '../../../shared/core/decimal.ts'
import { type AccountGroup, type Portion, portionsOf } from '../../../shared/accounts/groups.ts'
import { usualTrading } from '../../../shared/orders/limits.ts'
import type { Ticket, TicketKind } from '../../../shared/orders/tickets.ts'
import { emptyText, type FieldProblems, type TicketText, ticketOf, typesOf } from './ticket-text.ts'

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

/** Another kind of ticket, with all that both have in common. */
export function withKind(fields: TicketFields, kind: TicketKind): TicketFields {
  const types = typesOf[kind]
  const type = types.includes(fields.type) ? fields.type : fields.type === 'SL' ? 'LIMIT' : 'MARKET'
  const product = kind === 'option' && fields.product === 'CNC' ? 'MIS' : fields.product
  // A share's price says nothing of an option's, nor the other way round.
  const isOther = (kind === 'option') !== (fields.kind === 'option')
  const prices = isOther ? { price: '', trigger: '', reference: '' } : {}
  return { ...fields, ...prices, kind, type, product }
}

export type ReadFields =
  { ok: true; tickets: readonly Ticket[] } | { ok: false; problems: FieldProblems }

/** The field that an account's own quantity or target is typed in. */
export const ownField = (account: string): string => `to.${account}`

/** Units of what was typed, or null where lots cannot be counted. */
function unitsOf(
  typed: string,
  { unit, known }: { unit: TicketFields['unit']; known: KnownLot },
): string | null {
  if (unit === 'units') return typed
  if (known.lot === null) return null
  return isDecimal(typed.trim()) ? times(typed.trim(), String(known.lot)) : typed
}

/** What the members of the chosen group are sent, in units. */
export function portionsIn(fields: TicketFields, known: KnownLot): ReadonlyMap<string, Portion> {
  const { group, unit } = fields
  const common = fields.kind === 'smart' ? fields.position : fields.quantity
  const base = group === null ? null : unitsOf(common.trim(), { unit, known })
  return group === null || base === null ? new Map() : portionsOf(group, { base, lot: known.lot })
}

export function ticketsOf(
  fields: TicketFields,
  accounts: readonly Account[],
  known: KnownLot,
): ReadFields {
  const { unit, recipients, group: _, ...text } = fields
  const portions = portionsIn(fields, known)
  const amountField = fields.kind === 'smart' ? 'target' : 'quantity'
  const common = fields.kind === 'smart' ? fields.position : fields.quantity
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
    const units = portion?.units ?? unitsOf(isOwn ? own : common, { unit, known })
    if (units === null) {
      problems[amountField] = 'The size of a lot is not known here: enter units.'
      continue
    }
    const trading = accounts.find(({ id }) => id === account)?.trading
    const amount = fields.kind === 'smart' ? { position: units } : { quantity: units }
    const read = ticketOf({ ...text, account, ...amount }, trading?.protection ?? null)
    if (read.ok) tickets.push(read.ticket)
    else
      for (const [field, message] of Object.entries(read.problems))
        problems[isOwn && field === amountField ? ownField(account) : field] ??= message!
  }
  if (chosen.length > 0 && tickets.length === 0 && Object.keys(problems).length === 0)
    problems[amountField] ??= 'Every share of this is less than a lot: enter more.'
  return Object.keys(problems).length === 0 ? { ok: true, tickets } : { ok: false, problems }
}

/** An arrow key's step of a quantity or a price; what is no number becomes the first step. */
export function nextStep(typed: string, step: string, steps: number): string {
  const from = isDecimal(typed.trim()) ? typed.trim() : '0'
  return compare(from, '0') < 0 ? from : stepped(from, step, steps)
}

/** A step of a position, which may be short. */
export function nextSigned(typed: string, step: string, steps: number): string {
  const from = /^-?\d{1,12}$/.test(typed.trim()) ? Number(typed.trim()) : 0
  return String(from + Number(step) * steps)
}
