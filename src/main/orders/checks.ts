import {
  type Decimal,
  compare,
  decimalOf,
  isOnTick,
  minus,
  times,
  toTick,
} from '../../shared/decimal.ts'
import type { Problem } from '../../shared/orders/problems.ts'
import type { Ticket } from '../../shared/orders/tickets.ts'
import type { Product } from '../../shared/service/words.ts'
import { counted, price, rupees, units } from './figures.ts'
import type { AccountKnowledge, Knowledge } from './known.ts'
import { type Planned, bracketPrices } from './plan.ts'
import { largestSlice } from './slices.ts'

export type Finding = Omit<Problem, 'order'>

/** One order with what its checks need. */
export interface Checked {
  order: Planned
  account: AccountKnowledge
  knowledge: Knowledge
  isExit: boolean
}

/** Every check of one order by itself, but for those of an exit's size and of the hours. */
export function findings(checked: Checked, add: (finding: Finding) => void): void {
  codes(checked, add)
  tick(checked, add)
  prices(checked, add)
  lots(checked, add)
  slices(checked, add)
  distance(checked, add)
  if (!checked.isExit) size(checked, add)
  plainMarket(checked, add)
}

type Check = (checked: Checked, add: (finding: Finding) => void) => void

const sizeField = ({ kind }: Ticket): string => (kind === 'smart' ? 'target' : 'quantity')

/** What the account's own record says is open to it. */
const codes: Check = ({ order: { ticket }, account }, add) => {
  const { exchanges, products } = account
  if (ticket.kind !== 'option' && exchanges?.has(ticket.exchange) === false)
    add({
      level: 'refuse',
      code: 'exchange',
      field: 'exchange',
      message: `${ticket.exchange} is not open to this account, only ${listOf(exchanges)}. Choose another exchange or account.`,
    })
  const product = productOf(ticket)
  if (products?.has(product) === false)
    add({
      level: 'refuse',
      code: 'product',
      field: 'product' in ticket ? 'product' : null,
      message: `${product} is not open to this account, only ${listOf(products)}.`,
    })
}

const productOf = (ticket: Ticket): Product => {
  switch (ticket.kind) {
    case 'bracket':
      return 'BO'
    case 'cover':
      return 'CO'
    default:
      return ticket.product
  }
}

const listOf = (words: Iterable<string>): string => [...words].toSorted().join(', ')

/** Typed prices lie on the tick; one that does not is never moved in silence. */
const tick: Check = ({ order: { ticket, shown } }, add) => {
  const off = typedPrices(ticket).filter(([, typed]) => !isOnTick(typed, shown.tick))
  if (!shown.isTickAssumed)
    for (const [field, typed] of off)
      add({
        level: 'refuse',
        code: 'tick',
        field,
        message: `${price(typed)} is between two price steps of ${shown.tick}: use ${neighbours(typed, shown.tick)}.`,
      })
  else if (off.length === 0)
    add({
      level: 'note',
      code: 'tick',
      field: null,
      message: `The books name no price step here: ${shown.tick} is assumed.`,
    })
  else
    add({
      level: 'ask',
      code: 'tick',
      field: off[0]![0],
      message: `The books name no price step here, and ${listOf(off.map(([, typed]) => price(typed)))} would be off the usual ${shown.tick}: ${neighbours(off[0]![1], shown.tick)} is on it.`,
    })
}

function neighbours(typed: Decimal, tick: Decimal): string {
  const below = toTick(typed, tick, 'down')
  const above = price(toTick(typed, tick, 'up'))
  return compare(below, '0') > 0 ? `${price(below)} or ${above}` : above
}

function typedPrices(ticket: Ticket): [field: string, typed: Decimal][] {
  const typed: [string, Decimal][] = []
  const { pricing } = ticket
  if (pricing.type === 'LIMIT' || pricing.type === 'SL')
    typed.push(['pricing.price', pricing.price])
  if (pricing.type === 'SL' || pricing.type === 'SL-M')
    typed.push(['pricing.trigger', pricing.trigger])
  if (ticket.kind === 'cover') typed.push(['stopPrice', ticket.stopPrice])
  if (ticket.kind === 'bracket') {
    typed.push(['target', ticket.target], ['stop', ticket.stop])
    if (ticket.trail !== null) typed.push(['trail', ticket.trail])
  }
  return typed
}

/** Prices that contradict each other, or that cannot be. */
const prices: Check = ({ order: { ticket, shown, params } }, add) => {
  const refuse = (field: string, message: string): void =>
    add({ level: 'refuse', code: 'price', field, message })
  const isBuy = shown.action === 'BUY'
  const { pricing } = ticket
  if (pricing.type === 'SL' && compare(pricing.trigger, pricing.price) * (isBuy ? 1 : -1) > 0)
    return refuse(
      'pricing.trigger',
      `A stop that ${isBuy ? 'buys' : 'sells'} at ${price(pricing.price)} cannot trigger ${isBuy ? 'above' : 'below'} it, at ${price(pricing.trigger)}. Move the trigger or the limit price.`,
    )
  const entry = likelyEntry(shown, params)
  if (ticket.kind === 'bracket' && entry !== null) {
    const made = bracketPrices({ ...ticket, action: shown.action, entry })
    for (const field of ['target', 'stop'] as const)
      if (compare(made[field], '0') <= 0)
        return refuse(
          field,
          `${price(ticket[field])} points from an entry at ${price(entry)} leave no price above zero. Use fewer points.`,
        )
  }
  if (ticket.kind === 'cover') {
    if (entry === null)
      return add({
        level: 'note',
        code: 'unknown',
        field: 'stopPrice',
        message:
          'No last price is known here: whether the stop is on its right side was not checked.',
      })
    if (compare(ticket.stopPrice, entry) * (isBuy ? 1 : -1) >= 0)
      return refuse(
        'stopPrice',
        `The stop has to be ${isBuy ? 'below' : 'above'} the entry: ${price(ticket.stopPrice)} is not ${isBuy ? 'below' : 'above'} ${price(entry)}.`,
      )
  }
  if ((pricing.type === 'SL' || pricing.type === 'SL-M') && shown.ltp !== null) {
    const isBeyond = compare(pricing.trigger, decimalOf(shown.ltp)) * (isBuy ? 1 : -1) > 0
    if (!isBeyond)
      add({
        level: 'ask',
        code: 'price',
        field: 'pricing.trigger',
        message: `The last price is ${price(shown.ltp)}: a trigger at ${price(pricing.trigger)} is reached already, so the order would go at once or be refused.`,
      })
  }
}

/** Where an order would be filled, as far as it is known. */
const likelyEntry = (shown: Planned['shown'], params: Planned['params']): Decimal | null =>
  shown.price !== '0'
    ? shown.price
    : (params['trigger_price'] ?? (shown.ltp === null ? null : decimalOf(shown.ltp)))

const inLots: ReadonlySet<string> = new Set(['NFO', 'BFO', 'MCX', 'CDS'])

const lots: Check = ({ order: { ticket, shown }, isExit }, add) => {
  const { lot, quantity } = shown
  if (lot === null) {
    if (!isExit && (ticket.kind === 'option' || inLots.has(ticket.exchange)))
      add({
        level: 'note',
        code: 'unknown',
        field: sizeField(ticket),
        message:
          'The books do not say how many units a lot has: whether these are whole lots was not checked.',
      })
    return
  }
  if (isExit || quantity % lot === 0) return
  const below = Math.floor(quantity / lot) * lot
  add({
    level: 'refuse',
    code: 'lot',
    field: sizeField(ticket),
    message: `${units(quantity)} is not a multiple of the lot of ${units(lot)}: use ${below > 0 ? `${units(below)} or ` : ''}${units(below + lot)}.`,
  })
}

const slices: Check = ({ order: { ticket, shown }, knowledge, isExit }, add) => {
  const { freeze, lot } = shown
  const typed = 'slice' in ticket ? ticket.slice : null
  const field = 'slice' in ticket ? 'slice' : 'quantity'
  if (freeze !== null && shown.slices[0]! > freeze) {
    const largest = largestSlice(freeze, lot)
    const way =
      field === 'slice'
        ? `Split it into slices of ${units(largest)}.`
        : `Such an order cannot be split: use ${units(largest)} at most, or several orders.`
    return add({
      // The data may be out of date, and an exit has to have a way.
      level: isExit ? 'ask' : 'refuse',
      code: 'slice',
      field,
      message: `The exchange takes ${units(freeze)} units at most in one order, and this one has ${units(shown.slices[0]!)}. ${way}`,
    })
  }
  if (
    typed !== null &&
    lot !== null &&
    Number(typed) % lot !== 0 &&
    shown.slices.length > 1 &&
    !isExit
  )
    return add({
      level: 'refuse',
      code: 'slice',
      field,
      message: `Slices of ${units(typed)} are no multiple of the lot of ${units(lot)}: use ${units(Math.ceil(Number(typed) / lot) * lot)}.`,
    })
  if (shown.slices.length > knowledge.market.mostSlices)
    add({
      level: 'ask',
      code: 'slices',
      field,
      message: `This makes ${counted(shown.slices.length, 'order')}, each with its own outcome: more than ${units(knowledge.market.mostSlices)}.`,
    })
}

/** A price that is far from the last one is often a slip of the finger. */
const distance: Check = ({ order: { ticket, shown }, account, isExit }, add) => {
  const { pricing } = ticket
  const most = account.trading.distance
  if (pricing.type === 'MARKET' || most === null) return
  const [field, typed] =
    pricing.type === 'SL-M'
      ? ['pricing.trigger', pricing.trigger]
      : ['pricing.price', pricing.price]
  if (shown.ltp === null) {
    if (!isExit)
      add({
        level: 'note',
        code: 'unknown',
        field,
        message: 'The books carry no last price: how far this price is from it was not checked.',
      })
    return
  }
  const ltp = decimalOf(shown.ltp)
  const gap = minus(typed, ltp)
  const isAbove = compare(gap, '0') > 0
  const percent = times(isAbove ? gap : minus('0', gap), '100')
  if (compare(percent, times(ltp, decimalOf(most))) <= 0) return
  add({
    level: 'ask',
    code: 'distance',
    field,
    message: `${price(typed)} is ${(Number(percent) / shown.ltp).toFixed(1)} % ${isAbove ? 'above' : 'below'} the last price of ${price(shown.ltp)}, more than ${most} %.`,
  })
}

/** Limits of one order. */
const size: Check = ({ order: { ticket, shown }, account }, add) => {
  const { quantity, value } = account.trading.limits
  if (quantity !== null && shown.quantity > quantity)
    add({
      level: 'refuse',
      code: 'quantity',
      field: sizeField(ticket),
      message: `${units(shown.quantity)} units are more than this account's limit of ${units(quantity)} for one order.`,
    })
  if (value === null) return
  if (shown.value === null)
    add({
      level: 'ask',
      code: 'value',
      field: 'pricing.reference',
      message: `No last price is known here, so the account's limit of ${rupees(value)} for one order cannot be checked. Type the last price to have it checked.`,
    })
  else if (shown.value > value)
    add({
      level: 'refuse',
      code: 'value',
      field: sizeField(ticket),
      message: `${rupees(shown.value)} is more than this account's limit of ${rupees(value)} for one order.`,
    })
}

const plainMarket: Check = ({ order: { params } }, add) => {
  if (params['pricetype'] !== 'MARKET') return
  add({
    level: 'ask',
    code: 'plain-market',
    field: 'pricing.protection',
    message:
      'A plain market order has no bound on its price, and many brokers refuse it from a program.',
  })
}
