import { type Order, hasTrigger, remainingOf } from './orders.ts'

interface Decision {
  /** Whether its trigger is reached now. */
  triggers: boolean
  fill: { quantity: number; price: number } | null
}

/**
 * What one look at the market does to an order. An order that arrives takes the market's price;
 * one that rests is reached at its own.
 */
export function decide(of: {
  order: Order
  price: number
  depth: number
  arriving: boolean
}): Decision {
  const { order, price, depth, arriving } = of
  const waits = order.status === 'trigger pending'
  const triggers = waits && reaches(order, price)
  if (order.status === 'pending' || (waits && !triggers)) return { triggers, fill: null }

  const quantity = Math.min(remainingOf(order), depth)
  if (order.pricetype === 'MARKET' || order.pricetype === 'SL-M')
    return { triggers, fill: { quantity, price } }
  if (!crosses(order, price)) return { triggers, fill: null }
  return { triggers, fill: { quantity, price: arriving || triggers ? price : order.price } }
}

const reaches = ({ action, trigger }: Order, price: number): boolean =>
  action === 'BUY' ? price >= trigger : price <= trigger

const crosses = ({ action, price: limit }: Order, price: number): boolean =>
  action === 'BUY' ? price <= limit : price >= limit

export const firstStatus = (order: Order): 'open' | 'trigger pending' =>
  hasTrigger(order.pricetype) ? 'trigger pending' : 'open'
