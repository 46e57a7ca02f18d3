import type { RegularTicket } from '../../../shared/orders/tickets.ts'
import {
  type MadeOrder,
  type MakingContext,
  commonParams,
  commonParts,
  splitOf,
} from './common-parts.ts'
import { type Obstacle, isObstacle } from './pricing.ts'

/** An order of one price, as most are. */
export function regular(
  ticket: RegularTicket,
  { account, context }: MakingContext,
): MadeOrder | Obstacle {
  const { action, exchange, symbol, product } = ticket
  const order = commonParts({
    account,
    context,
    listed: { exchange, symbol },
    listing: account.listing({ exchange, symbol }),
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
      ...commonParams(ticket, account, order),
      exchange,
      symbol,
      product,
      ...splitOf(ticket.slice),
    },
    shown: order.shown,
    isPriceOld: order.isPriceOld,
    otherLtp: order.otherLtp,
  }
}
