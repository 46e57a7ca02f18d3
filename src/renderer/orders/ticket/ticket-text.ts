import { Ticket, type TicketKind } from '../../../shared/orders/tickets.ts'
import type { Action, Exchange, OptionType, PriceType } from '../../../shared/service/words.ts'

/** A ticket as it is typed, in a form or in a line of a basket: text in every place. */
export interface TicketText {
  kind: TicketKind
  account: string
  strategy: string
  exchange: Exchange
  symbol: string
  action: Action
  /** Units. */
  quantity: string
  product: 'CNC' | 'MIS' | 'NRML'
  type: PriceType
  price: string
  trigger: string
  /** Percent; empty for the account's own, `none` for a plain market order. */
  protection: string
  reference: string
  /** Units; empty for an order that goes whole. */
  slice: string
  exit: 'YES' | 'NO'
  /** The position that a smart order is to reach. */
  position: string
  disclosed: string
  amo: 'YES' | 'NO'
  /** Points of a bracket. */
  target: string
  stop: string
  trail: string
  stopPrice: string
  underlying: string
  expiry: string
  optionType: OptionType
  strikeStep: string
  offset: string
}
export type TextField = keyof TicketText

export const emptyText: TicketText = {
  kind: 'regular',
  account: '',
  strategy: '',
  exchange: 'NSE',
  symbol: '',
  action: 'BUY',
  quantity: '',
  product: 'MIS',
  type: 'LIMIT',
  price: '',
  trigger: '',
  protection: '',
  reference: '',
  slice: '',
  exit: 'NO',
  position: '',
  disclosed: '',
  amo: 'NO',
  target: '',
  stop: '',
  trail: '',
  stopPrice: '',
  underlying: '',
  expiry: '',
  optionType: 'CE',
  strikeStep: '',
  offset: '0',
}

const plainTypes = ['LIMIT', 'MARKET'] as const
const anyTypes = ['LIMIT', 'MARKET', 'SL', 'SL-M'] as const

/** What each kind of ticket can be priced with: an order without a trigger has no place for one. */
export const typesOf: Record<TicketKind, readonly PriceType[]> = {
  regular: plainTypes,
  cover: plainTypes,
  smart: anyTypes,
  bracket: anyTypes,
  option: anyTypes,
}

const carried: readonly TextField[] = ['quantity', 'action']
const listed: readonly TextField[] = ['exchange', 'symbol']
const priced: readonly TextField[] = ['type', 'price', 'trigger', 'protection', 'reference']

/** The places that mean something for a kind; the others are not looked at. */
export const fieldsOfKind: Record<TicketKind, ReadonlySet<TextField>> = {
  regular: of(listed, carried, priced, ['product', 'slice', 'exit']),
  smart: of(listed, priced, ['position', 'product', 'disclosed', 'amo', 'slice']),
  bracket: of(listed, carried, priced, ['target', 'stop', 'trail', 'disclosed']),
  cover: of(listed, carried, priced, ['stopPrice']),
  option: of(carried, priced, [
    'underlying',
    'expiry',
    'optionType',
    'strikeStep',
    'offset',
    'product',
    'slice',
  ]),
}

function of(...parts: (readonly TextField[])[]): ReadonlySet<TextField> {
  return new Set<TextField>(['kind', 'account', 'strategy', ...parts.flat()])
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

function pricingOf(text: TicketText, ownProtection: number | null): unknown {
  const { type, price, trigger } = text
  switch (type) {
    case 'LIMIT':
      return { type, price }
    case 'SL':
      return { type, price, trigger }
    case 'SL-M':
      return { type, trigger }
    case 'MARKET': {
      const said = text.protection.trim().toLowerCase()
      const own = ownProtection === null ? null : String(ownProtection)
      return {
        type,
        protection: said === '' ? own : said === 'none' ? null : text.protection,
        ...(text.reference.trim() !== '' && { reference: text.reference }),
      }
    }
  }
}

function inputOf(text: TicketText, ownProtection: number | null): unknown {
  const { kind, account, exchange, symbol, action, quantity, product } = text
  const pricing = pricingOf(text, ownProtection)
  const slice = orNull(text.slice)
  const disclosed = orNull(text.disclosed)
  const common = { kind, account, ...(text.strategy.trim() !== '' && { strategy: text.strategy }) }
  const listing = { exchange, symbol }
  switch (kind) {
    case 'regular': {
      const exit = text.exit === 'YES'
      return { ...common, ...listing, action, quantity, product, pricing, slice, exit }
    }
    case 'smart': {
      const { position: target } = text
      const amo = text.amo === 'YES'
      return { ...common, ...listing, target, product, pricing, disclosed, amo, slice }
    }
    case 'bracket': {
      const { target, stop } = text
      const trail = orNull(text.trail)
      return { ...common, ...listing, action, quantity, pricing, target, stop, trail, disclosed }
    }
    case 'cover':
      return { ...common, ...listing, action, quantity, pricing, stopPrice: text.stopPrice }
    case 'option': {
      const { underlying, expiry, optionType, strikeStep, offset } = text
      const option = { underlying, expiry, optionType, strikeStep, offset }
      return { ...common, ...option, action, quantity, product, pricing, slice }
    }
  }
}

/** By the ticket's field, as the desk names them too, such as `pricing.price`. */
export type FieldProblems = Readonly<Partial<Record<string, string>>>

export type ReadTicket = { ok: true; ticket: Ticket } | { ok: false; problems: FieldProblems }

export function ticketOf(text: TicketText, ownProtection: number | null): ReadTicket {
  const parsed = Ticket.safeParse(inputOf(text, ownProtection))
  if (parsed.success) return { ok: true, ticket: parsed.data }
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) problems[path.join('.')] ??= message
  return { ok: false, problems }
}

/** The place in the text where a ticket's field is typed. */
export function placeOf(field: string, kind: TicketKind): TextField {
  const last = field.slice(field.lastIndexOf('.') + 1)
  if (kind === 'smart' && (last === 'target' || last === 'quantity' || last === 'action'))
    return 'position'
  if (last === 'pricing') return 'type'
  return last in emptyText ? (last as TextField) : 'kind'
}

/** A ticket as a person would have typed it. */
export function textOf(ticket: Ticket): TicketText {
  const { kind, account, strategy = '', pricing } = ticket
  const text: TicketText = {
    ...emptyText,
    kind,
    account,
    strategy,
    type: pricing.type,
    price: 'price' in pricing ? pricing.price : '',
    trigger: 'trigger' in pricing ? pricing.trigger : '',
    ...(pricing.type === 'MARKET' && {
      protection: pricing.protection ?? 'none',
      reference: pricing.reference ?? '',
    }),
  }
  switch (ticket.kind) {
    case 'regular': {
      const { exchange, symbol, action, quantity, product, slice } = ticket
      const exit = ticket.exit ? 'YES' : 'NO'
      return { ...text, exchange, symbol, action, quantity, product, slice: slice ?? '', exit }
    }
    case 'smart': {
      const { exchange, symbol, target: position, product, slice, disclosed } = ticket
      const amo = ticket.amo ? 'YES' : 'NO'
      const more = { slice: slice ?? '', disclosed: disclosed ?? '', amo } as const
      return { ...text, exchange, symbol, position, product, ...more }
    }
    case 'bracket': {
      const { exchange, symbol, action, quantity, target, stop, trail, disclosed } = ticket
      const more = { trail: trail ?? '', disclosed: disclosed ?? '' }
      return { ...text, exchange, symbol, action, quantity, target, stop, ...more }
    }
    case 'cover': {
      const { exchange, symbol, action, quantity, stopPrice } = ticket
      return { ...text, exchange, symbol, action, quantity, stopPrice }
    }
    case 'option': {
      const { underlying, expiry, optionType, strikeStep, offset, slice } = ticket
      const { action, quantity, product } = ticket
      const option = { underlying, expiry, optionType, strikeStep, offset, slice: slice ?? '' }
      return { ...text, ...option, action, quantity, product }
    }
  }
}
