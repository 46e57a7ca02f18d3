import { type Decimal, minus, plus } from '../../../shared/core/decimal.ts'
import type { BracketTicket } from '../../../shared/orders/tickets.ts'
import type { Action } from '../../../shared/service/words.ts'
import { priceWords } from '../../../shared/core/figures.ts'
import {
  type MadeOrder,
  type MakingContext,
  disclosedOf,
  commonParams,
  commonParts,
  triggerOf,
} from './common-parts.ts'
import { type Obstacle, isObstacle, withoutZeros } from './pricing.ts'

/** An entry with a target and a stop, both in points from it. */
export function bracket(ticket: BracketTicket, setting: MakingContext): MadeOrder | Obstacle {
  const { account, context, isOneOfMany } = setting
  const { exchange, symbol, action } = ticket
  const order = commonParts({
    account,
    context,
    listed: { exchange, symbol },
    listing: account.listing({ exchange, symbol }),
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
      ...commonParams(ticket, account, order),
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
    otherLtp: order.otherLtp,
  }
}

/** Where a bracket's target and stop lie, when it is entered at this price. */
function bracketPrices(of: { action: Action; entry: Decimal; target: Decimal; stop: Decimal }): {
  target: Decimal
  stop: Decimal
} {
  const { action, entry, target, stop } = of
  return action === 'BUY'
    ? { target: plus(entry, target), stop: minus(entry, stop) }
    : { target: minus(entry, target), stop: plus(entry, stop) }
}

function bracketWords(ticket: BracketTicket, entry: Decimal | null): string {
  const trails =
    ticket.trail === null ? '' : ` The stop trails in steps of ${priceWords(ticket.trail)}.`
  if (entry === null)
    return `Target ${priceWords(ticket.target)} and stop ${priceWords(ticket.stop)} points from the entry, whose price is not known here.${trails}`
  const { target, stop } = bracketPrices({ ...ticket, entry })
  return `Entered at ${priceWords(entry)}, the target is ${priceWords(target)} and the stop ${priceWords(stop)}.${trails}`
}
