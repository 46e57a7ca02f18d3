import type { PracticeAccount } from './account.ts'
import { type OrderDraft, type Order, opposite, remainingOf } from './orders.ts'
import { type Position, netQuantity } from './positions.ts'

/**
 * What squares off a position, or one strategy's part of it: which of its orders go first, and the
 * market orders that close it. What earlier exits are still closing is not closed twice.
 */
export function planExit(of: {
  account: PracticeAccount
  position: Position
  strategy?: string | undefined
}): {
  cancel: Order[]
  place: OrderDraft[]
} {
  const { account, position, strategy } = of
  const { instrument, product } = position
  const net =
    strategy === undefined ? netQuantity(position) : (position.strategies.get(strategy) ?? 0)
  if (net === 0) return { cancel: [], place: [] }

  const action = opposite(net > 0 ? 'BUY' : 'SELL')
  const isOurs = (order: Order): boolean =>
    order.instrument.symbol === instrument.symbol &&
    order.instrument.exchange === instrument.exchange &&
    order.product === product &&
    // An exit without a strategy counts as closing every strategy's part.
    (strategy === undefined || order.strategy === strategy || order.strategy === '')
  const ours = [...account.working].filter(isOurs)
  const isClosing = (order: Order): boolean => order.role === 'exit' && order.action === action
  const closing = ours.filter(isClosing).reduce((sum, order) => sum + remainingOf(order), 0)
  // Plain orders of the trader stay; legs and wrong-way exits would open a new position.
  const cancel = ours.filter(
    (order) => !isClosing(order) && (order.role !== 'entry' || order.protection !== undefined),
  )
  const draft: Omit<OrderDraft, 'quantity'> = {
    instrument,
    product,
    action,
    strategy: strategy ?? '',
    pricetype: 'MARKET',
    price: 0,
    trigger: 0,
    disclosed: 0,
    role: 'exit',
  }
  const most = instrument.freeze || Infinity
  const place: OrderDraft[] = []
  for (let left = Math.abs(net) - closing; left > 0; left -= most)
    place.push({ ...draft, quantity: Math.min(left, most) })
  return { cancel, place }
}
