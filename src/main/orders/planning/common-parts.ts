import { amountOf, decimalOf } from '../../../shared/core/decimal.ts'
import type { PlannedOrder } from '../../../shared/orders/placing.ts'
import type { Pricing } from '../../../shared/orders/tickets.ts'
import type { PlaceOperation } from '../../../shared/service/operations.ts'
import type { Action } from '../../../shared/service/words.ts'
import type { InstrumentFigures } from '../../picture/account-records.ts'
import type { InstrumentName } from '../../picture/rows/instruments.ts'
import type { AccountContext, OrderContext } from './order-context.ts'
import {
  type Obstacle,
  type Priced,
  dearestPrice,
  isObstacle,
  lastPrice,
  priceOrder,
  withoutZeros,
} from './pricing.ts'
import { freezeOf, slicesOf } from './slices.ts'

/** What a ticket becomes. */
export interface MadeOrder {
  operation: PlaceOperation
  /** The fields of `data`. */
  params: Record<string, string>
  shown: PlannedOrder
  /** Whether the last price that it was reckoned from is out of date. */
  isPriceOld: boolean
  /** Another last price that the books give, far from the one that is shown; null where they agree. */
  otherLtp: number | null
}

/** Why a symbol may be another one at its broker. */
export interface SymbolDoubt {
  level: 'ask' | 'note'
  message: string
}

export const asks = (message: string): SymbolDoubt => ({ level: 'ask', message })

/** Others are known to write it in their own way: whether this broker does, nobody has said. */
export const unknownAt = (symbol: string, broker: string): SymbolDoubt => ({
  level: 'note',
  message: `Nothing is known of how ${broker} writes ${symbol}: it is sent as written.`,
})

export interface MakingContext {
  account: AccountContext
  context: OrderContext
  /** Whether there are more bracket orders of this account, which then travel together. */
  isOneOfMany: boolean
}

/** What all kinds of orders have in common: price, size, and what is shown of both. */
export function commonParts(of: {
  account: AccountContext
  context: OrderContext
  /** Null for an option that the service finds. */
  listed: InstrumentName | null
  listing: InstrumentFigures | undefined
  pricing: Pricing
  action: Action
  quantity: number
  slice: string | null
  isPaidInFull: boolean
}): (Pick<MadeOrder, 'shown' | 'isPriceOld' | 'otherLtp'> & { priced: Priced }) | Obstacle {
  const { account, context, listed, listing, action, quantity } = of
  const ltp = lastPrice(listing)
  const money = priceOrder({ pricing: of.pricing, action, ltp, tick: listing?.tick ?? null })
  if (isObstacle(money)) return money
  const slices = slicesOf({ quantity, slice: of.slice === null ? null : Number(of.slice) })
  if (isObstacle(slices)) return slices
  const { otherLtp = null } = listing ?? {}
  const highest =
    ltp === null || otherLtp === null ? ltp : decimalOf(Math.max(Number(ltp), otherLtp))
  const dearest = dearestPrice({ pricing: of.pricing, priced: money, action, ltp: highest })
  const value = dearest === null ? null : amountOf(dearest, quantity)
  return {
    priced: money,
    isPriceOld: ltp !== null && listing?.isOld === true,
    otherLtp,
    shown: {
      account: account.id,
      symbol: listed?.symbol ?? null,
      underlying: null,
      action,
      quantity,
      slices,
      price: money.price,
      value,
      funds: of.isPaidInFull ? value : null,
      ltp: ltp === null ? null : Number(ltp),
      tick: money.tick,
      isTickAssumed: money.isTickAssumed,
      lot: listedLot(listing),
      freeze: listed === null ? null : freezeOf(context.market, listed.exchange, listed.symbol),
      says: null,
    },
  }
}

/** 0 means unknown. */
const listedLot = (listing: InstrumentFigures | undefined): number | null =>
  listing !== undefined &&
  listing.lot !== null &&
  listing.lot > 0 &&
  Number.isSafeInteger(listing.lot)
    ? listing.lot
    : null

export const aliasOf = ({ trading }: AccountContext, symbol: string): string =>
  Object.hasOwn(trading.aliases, symbol) ? trading.aliases[symbol]! : symbol

/** Numbers travel as text; a zero has no sign. */
export const quantityParam = (value: number): string => String(value)

export const commonParams = (
  ticket: { strategy?: string | undefined; action: Action },
  account: AccountContext,
  order: { priced: Priced; shown: PlannedOrder },
) => ({
  broker: account.broker,
  strategy: ticket.strategy ?? account.strategy,
  action: ticket.action,
  pricetype: order.priced.pricetype,
  quantity: quantityParam(order.shown.quantity),
  price: order.priced.price,
})

export const triggerOf = ({ trigger }: Priced) =>
  trigger === undefined ? {} : { trigger_price: trigger }
export const disclosedOf = (disclosed: string | null) =>
  disclosed === null ? {} : { disclosed_quantity: withoutZeros(disclosed) }
export const splitOf = (slice: string | null) =>
  slice === null ? {} : { splitorder: 'YES', split_quantity: withoutZeros(slice) }
