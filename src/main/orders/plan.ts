import { type Decimal, decimalOf, minus, plus, times, toTick } from '../../shared/decimal.ts'
import type { PlannedOrder } from '../../shared/orders/placing.ts'
import type { Problem } from '../../shared/orders/problems.ts'
import type {
  BracketTicket,
  CoverTicket,
  OptionTicket,
  Pricing,
  RegularTicket,
  SmartTicket,
  Ticket,
} from '../../shared/orders/tickets.ts'
import type { PlaceOperation } from '../../shared/service/operations.ts'
import type { Action } from '../../shared/service/words.ts'
import { counted, price, signedUnits, units } from './figures.ts'
import type { AccountKnowledge, Knowledge, Listing } from './known.ts'
import { namerOf } from './naming.ts'
import {
  type Obstacle,
  type Priced,
  isObstacle,
  lastPrice,
  priced,
  withoutZeros,
} from './pricing.ts'
import { freezeByName, freezeOf, slicesOf } from './slices.ts'

export type { Knowledge } from './known.ts'

/** One order as it will be sent. */
export interface Planned {
  /** Its place among the tickets. */
  index: number
  ticket: Ticket
  operation: PlaceOperation
  /** The fields of `data`. */
  params: Record<string, string>
  shown: PlannedOrder
  /** Whether the last price that it was reckoned from is out of date. */
  isPriceOld: boolean
}

export interface Plan {
  /** Those that can be planned, in order. */
  orders: Planned[]
  /** Why the others cannot. */
  problems: Problem[]
}

/** The requests that tickets make. What stands against sending them, limits.ts says. */
export function planOf(tickets: readonly Ticket[], knowledge: Knowledge): Plan {
  const brackets = new Map<string, number>()
  for (const { kind, account } of tickets)
    if (kind === 'bracket') brackets.set(account, (brackets.get(account) ?? 0) + 1)
  const named = namerOf(tickets, knowledge)

  const orders: Planned[] = []
  const problems: Problem[] = []
  for (const [index, ticket] of tickets.entries()) {
    const account = knowledge.accounts.get(ticket.account)
    const isOneOfMany = (brackets.get(ticket.account) ?? 0) > 1
    const made =
      account === undefined ? unknownAccount : make(ticket, { account, knowledge, isOneOfMany })
    if (!isObstacle(made)) orders.push({ index, ticket, ...made })
    else
      problems.push({
        order: index,
        field: made.field,
        level: 'refuse',
        code: made.code,
        message: named(ticket.account, made.message),
      })
  }
  return { orders, problems }
}

type Made = Omit<Planned, 'index' | 'ticket'>

interface Setting {
  account: AccountKnowledge
  knowledge: Knowledge
  /** Whether there are more bracket orders of this account, which then travel together. */
  isOneOfMany: boolean
}

const unknownAccount: Obstacle = {
  field: 'account',
  code: 'account',
  message: 'There is no such account any more. Choose another one.',
}

function make(ticket: Ticket, setting: Setting): Made | Obstacle {
  switch (ticket.kind) {
    case 'regular':
      return regular(ticket, setting)
    case 'smart':
      return smart(ticket, setting)
    case 'bracket':
      return bracket(ticket, setting)
    case 'cover':
      return cover(ticket, setting)
    case 'option':
      return option(ticket, setting)
  }
}

function regular(ticket: RegularTicket, { account, knowledge }: Setting): Made | Obstacle {
  const { action, exchange, product } = ticket
  const symbol = aliasOf(account, ticket.symbol)
  const order = ordered({
    account,
    knowledge,
    listed: { exchange, symbol },
    listing: account.listing(exchange, symbol),
    pricing: ticket.pricing,
    action,
    quantity: Number(ticket.quantity),
    slice: ticket.slice,
    isPaidInFull: product === 'CNC' && action === 'BUY',
  })
  if (isObstacle(order)) return order
  return {
    operation: 'PlaceMultiOrder',
    params: {
      ...entryOf(ticket, account, order),
      exchange,
      symbol,
      product,
      ...splitOf(ticket.slice),
    },
    shown: order.shown,
    isPriceOld: order.isPriceOld,
  }
}

function smart(ticket: SmartTicket, { account, knowledge }: Setting): Made | Obstacle {
  const { exchange, product } = ticket
  const symbol = aliasOf(account, ticket.symbol)
  const held = account.held(exchange, symbol, product)
  const target = Number(ticket.target)
  const way = wayTo({ target, held, symbol })
  if (isObstacle(way)) return way
  const { action, quantity } = way
  const order = ordered({
    account,
    knowledge,
    listed: { exchange, symbol },
    listing: account.listing(exchange, symbol),
    pricing: ticket.pricing,
    action,
    quantity,
    slice: ticket.slice,
    isPaidInFull: product === 'CNC' && action === 'BUY',
  })
  if (isObstacle(order)) return order
  return {
    operation: 'PlaceSmartOrder',
    params: {
      ...entryOf({ ...ticket, action }, account, order),
      exchange,
      symbol,
      product,
      position_size: whole(target),
      ...triggerOf(order.priced),
      ...disclosedOf(ticket.disclosed),
      ...(ticket.amo && { amo: 'YES' }),
      ...splitOf(ticket.slice),
    },
    shown: { ...order.shown, says: way.says },
    isPriceOld: order.isPriceOld,
  }
}

/** Side and size that bring what is held to a target. */
function wayTo(of: { target: number; held: number | null; symbol: string }):
  | {
      action: Action
      quantity: number
      says: string
    }
  | Obstacle {
  const { target, held, symbol } = of
  const refuse = (code: Obstacle['code'], message: string): Obstacle => ({
    field: 'target',
    code,
    message,
  })
  if (held === null || !Number.isSafeInteger(held))
    return refuse(
      'position',
      'The positions were not read yet, so it is not known what to buy or sell. Refresh the positions, or place a regular order.',
    )
  if (held === 0 && target === 0)
    return refuse(
      'position',
      `Nothing of ${symbol} is held. From flat, the service would likely take a smart order to 0 as a plain one and open a position.`,
    )
  if (held === target) return refuse('position', `${signedUnits(held)} ${symbol} is held already.`)
  const quantity = Math.abs(target - held)
  const action = target > held ? 'BUY' : 'SELL'
  const verb = action === 'BUY' ? 'Buys' : 'Sells'
  const end =
    target === 0
      ? 'to be flat'
      : `to reach ${signedUnits(target)}${held * target < 0 ? ', crossing zero' : ''}`
  const from = held === 0 ? 'Holds nothing.' : `Holds ${signedUnits(held)}.`
  return { action, quantity, says: `${from} ${verb} ${units(quantity)} ${end}.` }
}

function bracket(ticket: BracketTicket, setting: Setting): Made | Obstacle {
  const { account, knowledge, isOneOfMany } = setting
  const { exchange, action } = ticket
  const symbol = aliasOf(account, ticket.symbol)
  const order = ordered({
    account,
    knowledge,
    listed: { exchange, symbol },
    listing: account.listing(exchange, symbol),
    pricing: ticket.pricing,
    action,
    quantity: Number(ticket.quantity),
    slice: null,
    isPaidInFull: false,
  })
  if (isObstacle(order)) return order
  return {
    operation: isOneOfMany ? 'PlaceMultiBOOrder' : 'PlaceBOOrder',
    params: {
      ...entryOf(ticket, account, order),
      exchange,
      symbol,
      squareoff: withoutZeros(ticket.target),
      stoploss: withoutZeros(ticket.stop),
      trailing_stoploss: ticket.trail === null ? '0' : withoutZeros(ticket.trail),
      ...triggerOf(order.priced),
      ...disclosedOf(ticket.disclosed),
    },
    shown: { ...order.shown, says: bracketWords(ticket, order.priced.likely) },
    isPriceOld: order.isPriceOld,
  }
}

/** Where a bracket's target and stop lie, when it is entered at this price. */
export function bracketPrices(of: {
  action: Action
  entry: Decimal
  target: Decimal
  stop: Decimal
}): { target: Decimal; stop: Decimal } {
  const { action, entry, target, stop } = of
  return action === 'BUY'
    ? { target: plus(entry, target), stop: minus(entry, stop) }
    : { target: minus(entry, target), stop: plus(entry, stop) }
}

function bracketWords(ticket: BracketTicket, entry: Decimal | null): string {
  const trails = ticket.trail === null ? '' : ` The stop trails in steps of ${price(ticket.trail)}.`
  if (entry === null)
    return `Target ${price(ticket.target)} and stop ${price(ticket.stop)} points from the entry, whose price is not known here.${trails}`
  const { target, stop } = bracketPrices({ ...ticket, entry })
  return `Entered at ${price(entry)}, the target is ${price(target)} and the stop ${price(stop)}.${trails}`
}

function cover(ticket: CoverTicket, { account, knowledge }: Setting): Made | Obstacle {
  const { exchange, action } = ticket
  const symbol = aliasOf(account, ticket.symbol)
  const order = ordered({
    account,
    knowledge,
    listed: { exchange, symbol },
    listing: account.listing(exchange, symbol),
    pricing: ticket.pricing,
    action,
    quantity: Number(ticket.quantity),
    slice: null,
    isPaidInFull: false,
  })
  if (isObstacle(order)) return order
  const stop = withoutZeros(ticket.stopPrice)
  const leaves = action === 'BUY' ? 'sells' : 'buys'
  return {
    operation: 'PlaceCOOrder',
    params: { ...entryOf(ticket, account, order), exchange, symbol, stop_price: stop },
    shown: { ...order.shown, says: `The stop ${leaves} at ${price(stop)}.` },
    isPriceOld: order.isPriceOld,
  }
}

function option(ticket: OptionTicket, { account, knowledge }: Setting): Made | Obstacle {
  const { action, product } = ticket
  const underlying = aliasOf(account, ticket.underlying)
  const order = ordered({
    account,
    knowledge,
    listed: null,
    listing: undefined,
    pricing: ticket.pricing,
    action,
    quantity: Number(ticket.quantity),
    slice: ticket.slice,
    isPaidInFull: false,
  })
  if (isObstacle(order)) return order
  const { strategy } = account
  return {
    operation: 'PlaceMultiFOOptionsOrder',
    params: {
      broker: account.broker,
      strategy: ticket.strategy ?? strategy,
      spot_symbol: underlying,
      expiry_date: ticket.expiry,
      action,
      product,
      pricetype: order.priced.pricetype,
      quantity: whole(order.shown.quantity),
      price: order.priced.price,
      option_type: ticket.optionType,
      strike_int: withoutZeros(ticket.strikeStep),
      offset: whole(Number(ticket.offset)),
      ...triggerOf(order.priced),
      ...splitOf(ticket.slice),
    },
    shown: {
      ...order.shown,
      freeze:
        freezeByName(knowledge.market, underlying.toUpperCase()) ??
        freezeByName(knowledge.market, ticket.underlying.toUpperCase()),
      says: strikeWords(ticket, account.spot(underlying)),
    },
    isPriceOld: false,
  }
}

/** The strike that an offset means: counted from the one next to the spot, positive out of the money. */
export function strikeOf(
  of: Pick<OptionTicket, 'optionType' | 'strikeStep' | 'offset'>,
  spot: number,
) {
  const atTheMoney = toTick(decimalOf(spot), of.strikeStep, 'nearest')
  const away = times(of.strikeStep, whole(Number(of.offset)))
  return of.optionType === 'CE' ? plus(atTheMoney, away) : minus(atTheMoney, away)
}

function strikeWords(ticket: OptionTicket, spot: number | null): string {
  const { action, optionType, expiry } = ticket
  const offset = Number(ticket.offset)
  const where =
    offset === 0
      ? 'at the money'
      : `${counted(Math.abs(offset), 'step')} ${offset > 0 ? 'out of' : 'in'} the money`
  const verb = action === 'BUY' ? 'buys' : 'sells'
  if (spot === null || spot <= 0)
    return `The spot of ${ticket.underlying} is not known here: the service picks the ${optionType} of ${expiry} that is ${where}.`
  const strike = strikeOf(ticket, spot)
  return `Spot ${price(spot)}: ${verb} the ${units(strike)} ${optionType} of ${expiry}, ${where}.`
}

/** What all kinds of orders have in common: price, size, and what is shown of both. */
function ordered(of: {
  account: AccountKnowledge
  knowledge: Knowledge
  /** Null for an option that the service finds. */
  listed: { exchange: string; symbol: string } | null
  listing: Listing | undefined
  pricing: Pricing
  action: Action
  quantity: number
  slice: string | null
  isPaidInFull: boolean
}): { priced: Priced; shown: PlannedOrder; isPriceOld: boolean } | Obstacle {
  const { account, knowledge, listed, listing, action, quantity } = of
  const money = priced(of)
  if (isObstacle(money)) return money
  const slices = slicesOf({ quantity, slice: of.slice === null ? null : Number(of.slice) })
  if (isObstacle(slices)) return slices
  const value = money.likely === null ? null : Number(times(money.likely, whole(quantity)))
  const ltp = lastPrice(listing)
  return {
    priced: money,
    isPriceOld: ltp !== null && listing?.isOld === true,
    shown: {
      account: account.id,
      symbol: listed?.symbol ?? null,
      action,
      quantity,
      slices,
      price: money.price,
      value,
      funds: of.isPaidInFull ? value : null,
      ltp: ltp === null ? null : Number(ltp),
      tick: money.tick,
      isTickAssumed: money.isTickAssumed,
      lot: lotOf(listing),
      freeze: listed === null ? null : freezeOf(knowledge.market, listed.exchange, listed.symbol),
      says: null,
    },
  }
}

/** 0 means unknown. */
const lotOf = (listing: Listing | undefined): number | null =>
  listing !== undefined &&
  listing.lot !== null &&
  listing.lot > 0 &&
  Number.isSafeInteger(listing.lot)
    ? listing.lot
    : null

const aliasOf = ({ trading }: AccountKnowledge, symbol: string): string =>
  Object.hasOwn(trading.aliases, symbol) ? trading.aliases[symbol]! : symbol

/** Numbers travel as text; a zero has no sign. */
const whole = (value: number): string => String(value)

const entryOf = (
  ticket: { strategy?: string | undefined; action: Action },
  account: AccountKnowledge,
  order: { priced: Priced; shown: PlannedOrder },
) => ({
  broker: account.broker,
  strategy: ticket.strategy ?? account.strategy,
  action: ticket.action,
  pricetype: order.priced.pricetype,
  quantity: whole(order.shown.quantity),
  price: order.priced.price,
})

const triggerOf = ({ trigger }: Priced) => (trigger === undefined ? {} : { trigger_price: trigger })
const disclosedOf = (disclosed: string | null) =>
  disclosed === null ? {} : { disclosed_quantity: withoutZeros(disclosed) }
const splitOf = (slice: string | null) =>
  slice === null ? {} : { splitorder: 'YES', split_quantity: withoutZeros(slice) }
