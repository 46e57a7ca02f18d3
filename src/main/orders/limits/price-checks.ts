import {
  type Decimal,
  compare,
  decimalOf,
  isOnTick,
  minus,
  times,
  toTick,
} from '../../../shared/core/decimal.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { priceWords } from '../../../shared/core/figures.ts'
import type { Check } from './finding.ts'
import type { Planned } from '../planning/plan.ts'

/** Typed prices lie on the tick; one that does not is never moved in silence. */
export const tick: Check = ({ order: { ticket, shown } }, add) => {
  const off = typedPrices(ticket).filter(([, typed]) => !isOnTick(typed, shown.tick))
  if (!shown.isTickAssumed)
    for (const [field, typed] of off)
      add({
        level: 'refuse',
        code: 'tick',
        field,
        message: `${priceWords(typed)} is between two price steps of ${shown.tick}: use ${neighbours(typed, shown.tick)}.`,
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
      message: `The books name no price step here, and ${off.map(([, typed]) => priceWords(typed)).join(', ')} would be off the usual ${shown.tick}: ${neighbours(off[0]![1], shown.tick)} is on it.`,
    })
}

function neighbours(typed: Decimal, tick: Decimal): string {
  const below = toTick(typed, tick, 'down')
  const above = priceWords(toTick(typed, tick, 'up'))
  return compare(below, '0') > 0 ? `${priceWords(below)} or ${above}` : above
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
export const prices: Check = ({ order: { ticket, shown, params } }, add) => {
  const refuse = (field: string, message: string): void =>
    add({ level: 'refuse', code: 'price', field, message })
  const isBuy = shown.action === 'BUY'
  const { pricing } = ticket
  if (pricing.type === 'SL' && compare(pricing.trigger, pricing.price) * (isBuy ? 1 : -1) > 0)
    return refuse(
      'pricing.trigger',
      `A stop that ${isBuy ? 'buys' : 'sells'} at ${priceWords(pricing.price)} cannot trigger ${isBuy ? 'above' : 'below'} it, at ${priceWords(pricing.trigger)}. Move the trigger or the limit price.`,
    )
  const entry = likelyEntry(shown, params)
  if (ticket.kind === 'bracket' && entry !== null) {
    const below = isBuy ? 'stop' : 'target'
    if (compare(ticket[below], entry) >= 0)
      return refuse(
        below,
        `${priceWords(ticket[below])} points from an entry at ${priceWords(entry)} leave no price above zero. Use fewer points.`,
      )
    const field = (['target', 'stop'] as const).find((one) => isLikePrice(ticket[one], entry))
    if (field !== undefined) {
      const points = ticket[field]
      const meant = compare(points, entry) > 0 ? minus(points, entry) : minus(entry, points)
      add({
        level: 'ask',
        code: 'points',
        field,
        message: `${priceWords(points)} counts as points from the entry at ${priceWords(entry)}, and is like a price. If the ${field} is to be at ${priceWords(points)}, use ${priceWords(meant)} points.`,
      })
    }
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
        `The stop has to be ${isBuy ? 'below' : 'above'} the entry: ${priceWords(ticket.stopPrice)} is not ${isBuy ? 'below' : 'above'} ${priceWords(entry)}.`,
      )
    if (isFarFrom(ticket.stopPrice, entry))
      add({
        level: 'ask',
        code: 'points',
        field: 'stopPrice',
        message: `The stop counts as a price, and ${priceWords(ticket.stopPrice)} is more than half the entry at ${priceWords(entry)} away from it. Use the price at which it is to stop.`,
      })
  }
  if ((pricing.type === 'SL' || pricing.type === 'SL-M') && shown.ltp !== null) {
    const isBeyond = compare(pricing.trigger, decimalOf(shown.ltp)) * (isBuy ? 1 : -1) > 0
    if (!isBeyond)
      add({
        level: 'ask',
        code: 'price',
        field: 'pricing.trigger',
        message: `The last price is ${priceWords(shown.ltp)}: a trigger at ${priceWords(pricing.trigger)} is reached already, so the order would go at once or be refused.`,
      })
  }
}

/** Whether points are so near to a price that they may be one. */
const isLikePrice = (points: Decimal, price: Decimal): boolean =>
  Math.abs(Number(points) / Number(price) - 1) <= 0.15

const isFarFrom = (stop: Decimal, entry: Decimal): boolean =>
  Math.abs(Number(stop) / Number(entry) - 1) > 0.5

/** Where an order would be filled, as far as it is known. */
const likelyEntry = (shown: Planned['shown'], params: Planned['params']): Decimal | null =>
  shown.price !== '0'
    ? shown.price
    : (params['trigger_price'] ?? (shown.ltp === null ? null : decimalOf(shown.ltp)))

/** A price that is far from the last one is often a slip of the finger. */
export const distance: Check = ({ order: { ticket, shown }, account, isExit }, add) => {
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
  // Floating point settles prices clearly within the limit; near the limit exact decimals decide.
  if (Math.abs(Number(typed) - shown.ltp) * 100 < shown.ltp * most * 0.999) return
  const ltp = decimalOf(shown.ltp)
  const gap = minus(typed, ltp)
  const isAbove = compare(gap, '0') > 0
  const percent = times(isAbove ? gap : minus('0', gap), '100')
  if (compare(percent, times(ltp, decimalOf(most))) <= 0) return
  add({
    level: 'ask',
    code: 'distance',
    field,
    message: `${priceWords(typed)} is ${(Number(percent) / shown.ltp).toFixed(1)} % ${isAbove ? 'above' : 'below'} the last price of ${priceWords(shown.ltp)}, more than ${most} %.`,
  })
}

/** One of them is wrong or late, and nothing says which. */
export const lastPrices: Check = ({ order: { shown, otherLtp }, isExit }, add) => {
  if (isExit || otherLtp === null || shown.ltp === null) return
  const [lower, higher] = [shown.ltp, otherLtp].toSorted((one, other) => one - other)
  add({
    level: 'ask',
    code: 'price',
    field: null,
    message: `The books give two prices, ${priceWords(lower!)} and ${priceWords(higher!)}, too far apart for one moment. Where the market decides, the order is valued at the higher one.`,
  })
}

export const plainMarketOrder: Check = ({ order: { params } }, add) => {
  if (params['pricetype'] !== 'MARKET') return
  add({
    level: 'ask',
    code: 'plain-market',
    field: 'pricing.protection',
    message:
      'A plain market order has no bound on its price, and many brokers refuse it from a program.',
  })
}
