import type { CoverTicket } from '../../../shared/orders/tickets.ts'
import { priceWords } from '../../../shared/core/figures.ts'
import { type MadeOrder, type MakingContext, commonParams, commonParts } from './common-parts.ts'
import { type Obstacle, isObstacle, withoutZeros } from './pricing.ts'

/** An entry with the price of its stop. */
export function cover(
  ticket: CoverTicket,
  { account, context }: MakingContext,
): MadeOrder | Obstacle {
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
  const stop = withoutZeros(ticket.stopPrice)
  const leaves = action === 'BUY' ? 'sells' : 'buys'
  return {
    operation: 'PlaceCOOrder',
    params: { ...commonParams(ticket, account, order), exchange, symbol, stop_price: stop },
    shown: { ...order.shown, says: `The stop ${leaves} at ${priceWords(stop)}.` },
    isPriceOld: order.isPriceOld,
    otherLtp: order.otherLtp,
  }
}
