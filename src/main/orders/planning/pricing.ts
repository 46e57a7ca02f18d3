import {
  type Decimal,
  plusPercent,
  compare,
  decimalOf,
  toTick,
} from '../../../shared/core/decimal.ts'
import { usualTick } from '../../../shared/orders/placing.ts'
import type { ProblemCode } from '../../../shared/orders/problems.ts'
import type { Pricing } from '../../../shared/orders/tickets.ts'
import type { Action, PriceType } from '../../../shared/service/words.ts'
import { lastPriceOf } from '../../../shared/service/row-figures.ts'
import type { InstrumentFigures } from '../../picture/account-records.ts'

/** Why an order cannot be planned. */
export interface Obstacle {
  field: string | null
  code: ProblemCode
  message: string
}

export const isObstacle = <Result extends object>(result: Result | Obstacle): result is Obstacle =>
  'message' in result

export interface Priced {
  pricetype: PriceType
  /** What is sent: `0` with MARKET and SL-M. */
  price: Decimal
  /** Undefined where there is none. */
  trigger: Decimal | undefined
  /** What it would likely trade at; null where that is not known. */
  likely: Decimal | null
  tick: Decimal
  isTickAssumed: boolean
}

const largestTick = 1000

export function priceOrder(of: {
  pricing: Pricing
  action: Action
  /** Null where the books carry none. */
  ltp: Decimal | null
  tick: number | null
}): Priced | Obstacle {
  const { pricing, action } = of
  const likely = likelyPrice(pricing, of.ltp)
  const step = tickNear(of.tick, likely)
  switch (pricing.type) {
    case 'LIMIT': {
      const price = withoutZeros(pricing.price)
      return { pricetype: 'LIMIT', price, trigger: undefined, likely, ...step }
    }
    case 'SL': {
      const trigger = withoutZeros(pricing.trigger)
      return { pricetype: 'SL', price: withoutZeros(pricing.price), trigger, likely, ...step }
    }
    case 'SL-M': {
      const trigger = withoutZeros(pricing.trigger)
      return { pricetype: 'SL-M', price: '0', trigger, likely, ...step }
    }
    case 'MARKET': {
      if (pricing.protection === null)
        return { pricetype: 'MARKET', price: '0', trigger: undefined, likely, ...step }
      if (likely === null) return noReference
      const price = protectedPrice({ from: likely, percent: pricing.protection, action, ...step })
      return compare(price, '0') > 0 && reaches(price, { action, market: likely })
        ? { pricetype: 'LIMIT', price, trigger: undefined, likely: price, ...step }
        : noRoom
    }
  }
}

/** The last price that the books carry; null where they have none, or 0. */
export function lastPrice(listing: InstrumentFigures | undefined): Decimal | null {
  const ltp = lastPriceOf(listing ?? {})
  return ltp === null ? null : decimalOf(ltp)
}

/**
 * The highest price that an order can be filled at, as far as one is known: what is bought costs no
 * more than its limit, but what is offered may be sold above it, and a stop is filled where the
 * market is by then.
 */
export function dearestPrice(of: {
  pricing: Pricing
  priced: Priced
  action: Action
  ltp: Decimal | null
}): Decimal | null {
  const { pricing, priced, action, ltp } = of
  const { likely, trigger = null } = priced
  const isAtMarket = pricing.type === 'MARKET' && pricing.protection === null
  const isBounded = action === 'BUY' && pricing.type !== 'SL-M' && !isAtMarket
  if (isBounded) return likely
  const market = ltp ?? (pricing.type === 'MARKET' ? (pricing.reference ?? null) : null)
  const known = [likely, trigger, market].filter((price) => price !== null)
  return known.length === 0
    ? null
    : known.reduce((dearest, price) => (compare(price, dearest) > 0 ? price : dearest))
}

function likelyPrice(pricing: Pricing, ltp: Decimal | null): Decimal | null {
  switch (pricing.type) {
    case 'LIMIT':
    case 'SL':
      return withoutZeros(pricing.price)
    case 'SL-M':
      return withoutZeros(pricing.trigger)
    case 'MARKET':
      return ltp ?? pricing.reference ?? null
  }
}

/** A limit that may be worse than the last price by so much and no more: between two ticks it is the better one. */
function protectedPrice(of: {
  from: Decimal
  percent: Decimal
  action: Action
  tick: Decimal
}): Decimal {
  return of.action === 'BUY'
    ? toTick(plusPercent(of.from, of.percent), of.tick, 'down')
    : toTick(plusPercent(of.from, `-${of.percent}`), of.tick, 'up')
}

/** Whether a limit is no better than the market: one that is waits for it instead of being filled. */
const reaches = (limit: Decimal, of: { action: Action; market: Decimal }): boolean =>
  of.action === 'BUY' ? compare(limit, of.market) >= 0 : compare(limit, of.market) <= 0

/** Some brokers list no tick, or one that cannot be. */
function tickNear(
  tick: number | null,
  price: Decimal | null,
): { tick: Decimal; isTickAssumed: boolean } {
  const isUsable =
    tick !== null &&
    tick > 0 &&
    tick <= largestTick &&
    (price === null || tick <= Number(price) / 2)
  return isUsable
    ? { tick: decimalOf(tick), isTickAssumed: false }
    : { tick: usualTick, isTickAssumed: true }
}

/** What is sent is what was typed, but for zeros in front, which a broker may read in its own way. */
export const withoutZeros = (typed: Decimal): Decimal =>
  typed.startsWith('0') ? typed.replace(/^0+(?=\d)/, '') : typed

const noReference: Obstacle = {
  field: 'pricing.reference',
  code: 'price',
  message:
    'The books carry no last price to protect this market order from. Type a limit price, type the last price, or choose a plain market order.',
}

const noRoom: Obstacle = {
  field: 'pricing.protection',
  code: 'price',
  message:
    'No price step lies between the last price and the protection. Type a limit price instead.',
}
