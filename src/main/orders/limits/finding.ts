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

/**
 * Whether an order may be worth more than its `value`: no last price is known here, and it can be
 * filled above the price that it was reckoned from, be it a limit to sell at, a trigger to buy at,
 * or what a person took for the last price.
 */
export const isLeast = ({ ticket, shown }: Pick<Planned, 'ticket' | 'shown'>): boolean => {
  if (shown.ltp !== null) return false
  const { pricing } = ticket
  switch (pricing.type) {
    case 'LIMIT':
    case 'SL':
      return shown.action === 'SELL'
    case 'SL-M':
      return shown.action === 'BUY'
    case 'MARKET':
      // What is bought under protection costs no more than the limit that is sent.
      return shown.action === 'SELL' || pricing.protection === null
  }
}
