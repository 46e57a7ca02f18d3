import { decimalOf, minus, plus, times, toTick } from '../../../shared/core/decimal.ts'
import type { OptionTicket } from '../../../shared/orders/tickets.ts'
import { counted, priceWords, unitsText } from '../../../shared/core/figures.ts'
import {
  type MadeOrder,
  type MakingContext,
  type SymbolDoubt,
  commonParts,
  splitOf,
  triggerOf,
  quantityParam,
} from './common-parts.ts'
import { type Obstacle, isObstacle, withoutZeros } from './pricing.ts'
import { freezeByName } from './slices.ts'
import { writtenUnderlying } from './written-underlying.ts'

/** An option that the service finds by its underlying, expiry and distance from the money. */
export function option(
  ticket: OptionTicket,
  { account, context }: MakingContext,
): (MadeOrder & { symbolDoubt: SymbolDoubt | null }) | Obstacle {
  const { action, product } = ticket
  const written = writtenUnderlying(ticket, { account, context })
  if (isObstacle(written)) return written
  const { underlying } = written
  const order = commonParts({
    account,
    context,
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
      quantity: quantityParam(order.shown.quantity),
      price: order.priced.price,
      option_type: ticket.optionType,
      strike_int: withoutZeros(ticket.strikeStep),
      offset: quantityParam(Number(ticket.offset)),
      ...triggerOf(order.priced),
      ...splitOf(ticket.slice),
    },
    symbolDoubt: written.doubt,
    shown: {
      ...order.shown,
      underlying,
      freeze:
        freezeByName(context.market, underlying.toUpperCase()) ??
        freezeByName(context.market, ticket.underlying.toUpperCase()),
      says: strikeWords(ticket, account.spot(underlying) ?? account.spot(ticket.underlying)),
    },
    isPriceOld: false,
    otherLtp: null,
  }
}

/** The strike that an offset means: counted from the one next to the spot, positive out of the money. */
function strikeOf(of: Pick<OptionTicket, 'optionType' | 'strikeStep' | 'offset'>, spot: number) {
  const atTheMoney = toTick(decimalOf(spot), of.strikeStep, 'nearest')
  const away = times(of.strikeStep, quantityParam(Number(of.offset)))
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
  return `Spot ${priceWords(spot)}: ${verb} the ${unitsText(strike)} ${optionType} of ${expiry}, ${where}.`
}
