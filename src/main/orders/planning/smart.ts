import type { SmartTicket } from '../../../shared/orders/tickets.ts'
import type { Action } from '../../../shared/service/words.ts'
import { signedUnits, unitsText } from '../../../shared/core/figures.ts'
import {
  type MadeOrder,
  type MakingContext,
  disclosedOf,
  commonParams,
  commonParts,
  splitOf,
  triggerOf,
  quantityParam,
} from './common-parts.ts'
import { type Obstacle, isObstacle } from './pricing.ts'

/** An order that brings a position to a size; the service is told that size as well. */
export function smart(
  ticket: SmartTicket,
  { account, context }: MakingContext,
): MadeOrder | Obstacle {
  const { exchange, symbol, product } = ticket
  const held = account.held({ exchange, symbol, product })
  const target = Number(ticket.target)
  const way = wayTo({ target, held, symbol })
  if (isObstacle(way)) return way
  const { action, quantity } = way
  const order = commonParts({
    account,
    context,
    listed: { exchange, symbol },
    listing: account.listing({ exchange, symbol }),
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
      ...commonParams({ ...ticket, action }, account, order),
      exchange,
      symbol,
      product,
      position_size: quantityParam(target),
      ...triggerOf(order.priced),
      ...disclosedOf(ticket.disclosed),
      ...(ticket.amo && { amo: 'YES' }),
      ...splitOf(ticket.slice),
    },
    shown: { ...order.shown, says: way.says },
    isPriceOld: order.isPriceOld,
    otherLtp: order.otherLtp,
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
      'What is held is not known: the positions were not read yet, not all of them could be, or they show it in another spelling. Refresh the positions, type the symbol as they show it (for several accounts, tell it under Symbols of each broker), or place a regular order.',
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
  return { action, quantity, says: `${from} ${verb} ${unitsText(quantity)} ${end}.` }
}
