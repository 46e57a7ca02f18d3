import type { Exchange, Product } from '../../shared/service/words.ts'
import type { PracticeAccount } from './account.ts'
import { type TradingHours, isSessionOpen } from './clock.ts'
import type { Instrument } from './instruments.ts'
import type { Market } from './market.ts'
import { type Order, hasTrigger } from './orders.ts'

// Where a refusal happens follows Indian brokers. The gate (placing.ts) answers with an error when
// there is nothing to make an order of: bad fields, a symbol or a contract that does not exist.
// Everything below is found by the broker's risk system or by the exchange after the order has its
// id: the placement succeeds, and the order shows up as rejected with its reason.

interface Check {
  order: Order
  account: PracticeAccount
  market: Market
  at: number
  hours: TradingHours
}

const products: Readonly<Record<Exchange, readonly Product[]>> = {
  NSE: ['CNC', 'MIS', 'NRML', 'BO', 'CO'],
  BSE: ['CNC', 'MIS', 'NRML', 'BO', 'CO'],
  NFO: ['MIS', 'NRML', 'BO', 'CO'],
  BFO: ['MIS', 'NRML', 'BO', 'CO'],
  CDS: ['MIS', 'NRML', 'BO', 'CO'],
  MCX: ['MIS', 'NRML', 'BO', 'CO'],
}

const rupees = (amount: number): string => amount.toFixed(2)

/** Each gives the reason it refuses for, or nothing. The first reason stands. */
const checks: readonly ((check: Check) => string | undefined)[] = [
  ({ order: { instrument } }) =>
    instrument.kind === 'index'
      ? `${instrument.symbol} is an index and cannot be traded`
      : undefined,

  ({ order: { instrument, product, protection, role } }) => {
    if (!products[instrument.exchange].includes(product))
      return `Product ${product} is not allowed on ${instrument.exchange}`
    if ((product === 'BO' || product === 'CO') && !protection && role === 'entry')
      return `Product ${product} needs a ${product === 'BO' ? 'bracket' : 'cover'} order`
    return undefined
  },

  ({ order, at, hours }) =>
    order.afterMarket || isSessionOpen(order.instrument.exchange, at, hours)
      ? undefined
      : `Market is closed for ${order.instrument.exchange}`,

  ({ order: { instrument, quantity } }) =>
    quantity % instrument.lot === 0
      ? undefined
      : `Quantity ${quantity} is not a multiple of the lot size ${instrument.lot}`,

  ({ order: { instrument, quantity } }) =>
    instrument.freeze > 0 && quantity > instrument.freeze
      ? `Quantity ${quantity} is above the freeze quantity ${instrument.freeze}`
      : undefined,

  ({ order }) => {
    const off = pricesOf(order).find(({ price }) => !isOnTick(price, order.instrument.tick))
    return (
      off && `${off.name} ${off.price} is not a multiple of the tick size ${order.instrument.tick}`
    )
  },

  ({ order, market }) => {
    const { low, high } = bandOf(order.instrument, market.reference(order.instrument))
    const off = pricesOf(order).find(({ price }) => price < low || price > high)
    return (
      off && `${off.name} ${off.price} is outside the price band ${rupees(low)} to ${rupees(high)}`
    )
  },

  ({ order: { pricetype, action, price, trigger } }) => {
    if (pricetype !== 'SL') return undefined
    const wrong = action === 'BUY' ? trigger > price : trigger < price
    return wrong ? `Trigger price ${trigger} is beyond the limit price ${price}` : undefined
  },

  ({ order: { protection, action }, market, order }) => {
    if (protection?.kind !== 'cover') return undefined
    const entry = order.price > 0 ? order.price : market.price(order.instrument)
    const wrong = action === 'BUY' ? protection.stopPrice >= entry : protection.stopPrice <= entry
    return wrong ? `Stop price ${protection.stopPrice} is on the wrong side of ${entry}` : undefined
  },

  ({ order: { protection, action, instrument, price }, market }) => {
    if (protection?.kind !== 'bracket') return undefined
    const entry = price > 0 ? price : market.price(instrument)
    const up = action === 'BUY' ? 1 : -1
    const legs = [entry + up * protection.target, entry - up * protection.stop]
    const { low, high } = bandOf(instrument, market.reference(instrument))
    const off = legs.find((leg) => leg < low || leg > high)
    return off === undefined
      ? undefined
      : `A leg at ${rupees(off)} is outside the price band ${rupees(low)} to ${rupees(high)}`
  },

  ({ order: { instrument, action, product, quantity }, account }) => {
    if (action !== 'SELL' || product !== 'CNC') return undefined
    const sellable = account.sellable(instrument)
    return quantity > sellable
      ? `Holdings are short: ${quantity} to sell, ${Math.max(0, sellable)} available`
      : undefined
  },

  ({ order, account }) => {
    const before = account.totals().available
    const after = account.availableWith(order)
    // An order that leaves no less free than before only reduces risk: it is let through.
    if (after >= 0 || after >= before) return undefined
    return `Margin is short: ${rupees(before - after)} required, ${rupees(Math.max(0, before))} available`
  },
]

/** Why an order is rejected, or nothing. */
export function reasonAgainst(check: Check): string | undefined {
  for (const one of checks) {
    const reason = one(check)
    if (reason !== undefined) return reason
  }
  return undefined
}

function pricesOf(order: Order): { name: string; price: number }[] {
  const limited = order.pricetype === 'LIMIT' || order.pricetype === 'SL'
  return [
    ...(limited ? [{ name: 'Price', price: order.price }] : []),
    ...(hasTrigger(order.pricetype) ? [{ name: 'Trigger price', price: order.trigger }] : []),
    ...(order.protection?.kind === 'cover'
      ? [{ name: 'Stop price', price: order.protection.stopPrice }]
      : []),
  ]
}

function isOnTick(price: number, tick: number): boolean {
  const ticks = price / tick
  return Math.abs(ticks - Math.round(ticks)) < 1e-6 * Math.max(1, Math.abs(ticks) * 1e-6)
}

/** A fifth on either side of the reference; for options, which can multiply, much more room. */
function bandOf(instrument: Instrument, reference: number): { low: number; high: number } {
  if (instrument.kind === 'option')
    return { low: instrument.tick, high: Math.max(reference * 4, reference + 100) }
  return { low: reference * 0.8, high: reference * 1.2 }
}
