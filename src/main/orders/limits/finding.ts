import type { Problem } from '../../../shared/orders/problems.ts'
import type { AccountContext, OrderContext } from '../planning/order-context.ts'
import type { Planned } from '../planning/plan.ts'

export type Finding = Omit<Problem, 'order'>

/** One order with what its checks need. */
export interface CheckedOrder {
  order: Planned
  account: AccountContext
  context: OrderContext
  isExit: boolean
}

export type Check = (checked: CheckedOrder, add: (finding: Finding) => void) => void

/** Whether `value` is only a lower bound: a sell limit without a known last price can fill above its limit. */
export const isLeast = ({ ticket, shown }: Pick<Planned, 'ticket' | 'shown'>): boolean =>
  shown.action === 'SELL' &&
  shown.ltp === null &&
  (ticket.pricing.type === 'LIMIT' || ticket.pricing.type === 'SL')
