import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'
import { hasUnseen } from '../core/visible-text.ts'
import { Action, Exchange, OptionType, Product } from '../service/words.ts'
import { SharePercent } from './money-shares.ts'

/**
 * An order as a person means it. The desk plans the requests that it makes (main/orders/planning);
 * a window never writes a request. Amounts are decimal text, quantities are units.
 */

const text = (most: number) =>
  z.string().trim().min(1, 'must not be empty').max(most, `must have at most ${most} characters`)
const number = z
  .string()
  .trim()
  .max(20, 'must have at most 12 digits, and 6 behind the point')
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a number, such as 1531.90')
const isPositive = (value: string): boolean => /[1-9]/.test(value)
const price = number.refine(isPositive, 'must be more than zero')
/** Rupees that the members of a group share. */
export const SharedSum = price
const units = z
  .string()
  .trim()
  .max(12, 'must have at most 12 digits')
  .regex(/^\d+$/, 'must be a whole number of units')
  .refine(isPositive, 'must be more than zero')
const signedUnits = z
  .string()
  .trim()
  .max(12, 'must have at most 12 digits')
  .regex(/^-?\d+$/, 'must be a whole number, such as 100, 0 or -50')

/** Percent by which a market order's limit may be worse than the last price; null sends a plain MARKET. */
const protection = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage, such as 0.5')
  .refine(isPositive, 'must be more than zero')
  .nullable()

const Market = z.strictObject({
  type: z.literal('MARKET'),
  protection,
  /** The last price, where the person knows it and the books do not. */
  reference: price.optional(),
})
const Limit = z.strictObject({ type: z.literal('LIMIT'), price })
const Stop = z.strictObject({ type: z.literal('SL'), price, trigger: price })
const StopMarket = z.strictObject({ type: z.literal('SL-M'), trigger: price })

const plainPricing = z.discriminatedUnion('type', [Market, Limit])
const anyPricing = z.discriminatedUnion('type', [Market, Limit, Stop, StopMarket])
export type Pricing = z.infer<typeof anyPricing>

const product = Product.extract(['CNC', 'MIS', 'NRML'])
/** Units of one slice; null sends the order whole. */
const slice = units.nullable()

const common = {
  account: AccountId,
  /** The account's own strategy where there is none. */
  strategy: text(60).optional(),
  /** The order in the journal that this one is sent again for. */
  resends: z.uuid().optional(),
  /** The part of the account's funds that its units were reckoned from, and what those were then. */
  ofFunds: z.strictObject({ percent: SharePercent, funds: price }).optional(),
}
const listed = { exchange: Exchange, symbol: text(60) }

export const RegularTicket = z.strictObject({
  kind: z.literal('regular'),
  ...common,
  ...listed,
  action: Action,
  quantity: units,
  product,
  pricing: plainPricing,
  slice,
  /** Leaves a position: never refused for size or loss, but never more than is held either. */
  exit: z.boolean(),
})
export type RegularTicket = z.infer<typeof RegularTicket>

/** Brings a position to `target`; side and quantity follow from what is held. */
export const SmartTicket = z.strictObject({
  kind: z.literal('smart'),
  ...common,
  ...listed,
  target: signedUnits,
  product,
  pricing: anyPricing,
  disclosed: units.nullable(),
  amo: z.boolean(),
  slice,
})
export type SmartTicket = z.infer<typeof SmartTicket>

export const BracketTicket = z.strictObject({
  kind: z.literal('bracket'),
  ...common,
  ...listed,
  action: Action,
  quantity: units,
  pricing: anyPricing,
  /** Points from the entry price. */
  target: price,
  stop: price,
  /** Null for a stop that stays where it is. */
  trail: price.nullable(),
  disclosed: units.nullable(),
})
export type BracketTicket = z.infer<typeof BracketTicket>

export const CoverTicket = z.strictObject({
  kind: z.literal('cover'),
  ...common,
  ...listed,
  action: Action,
  quantity: units,
  pricing: plainPricing,
  stopPrice: price,
})
export type CoverTicket = z.infer<typeof CoverTicket>

export const OptionTicket = z.strictObject({
  kind: z.literal('option'),
  ...common,
  underlying: text(60),
  /** As this broker writes it inside its option symbols; never reformatted. */
  expiry: text(20),
  optionType: OptionType,
  strikeStep: price,
  /** Steps from the money: positive out of it, negative in it. */
  offset: z
    .string()
    .trim()
    .regex(/^-?\d{1,3}$/, 'must be a whole number of strikes, such as 0, 2 or -1'),
  action: Action,
  quantity: units,
  product: Product.extract(['MIS', 'NRML']),
  pricing: anyPricing,
  slice,
})
export type OptionTicket = z.infer<typeof OptionTicket>

export const Ticket = z.discriminatedUnion('kind', [
  RegularTicket,
  SmartTicket,
  BracketTicket,
  CoverTicket,
  OptionTicket,
])
export type Ticket = z.infer<typeof Ticket>
export type TicketKind = Ticket['kind']

/** Whether it leaves a position: then no limit holds it back, and nor does the stop. */
export const isExit = ({ ticket }: { ticket: Ticket }): boolean =>
  ticket.kind === 'regular' && ticket.exit

const names = ['symbol', 'underlying', 'expiry', 'strategy'] as const

/**
 * An order as it may be typed: its names hold nothing that cannot be seen, or two that look alike
 * would be two. What was kept before stays readable, and a position that its broker names so can
 * still be left.
 */
export const TypedTicket = Ticket.superRefine((ticket, context) => {
  if (isExit({ ticket })) return
  const texts: Readonly<Record<string, unknown>> = ticket
  for (const name of names) {
    const text = texts[name]
    if (typeof text === 'string' && hasUnseen(text))
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'has marks that cannot be seen: type it anew',
      })
  }
})

export const mostOrders = 1000
export const Tickets = z.array(TypedTicket).min(1, 'must hold an order').max(mostOrders)
