import type { Problem } from '../../../shared/orders/problems.ts'
import type { AccountContext, OrderContext } from '../planning/order-context.ts'
import { countsUnits } from '../../../shared/service/words.ts'
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
 * Why an order may be worth more than its `value`: its quantity may be lots, or no last price is
 * known here, and it can be filled above the price that it was reckoned from, be it a limit to sell
 * at, a trigger to buy at, or what a person took for the last price. Null where it cannot.
 */
export function whyLeast(order: Pick<Planned, 'ticket' | 'shown'>): 'lots' | 'price' | null {
  const { ticket } = order
  // Options that the service finds by their underlying trade on exchanges that count units.
  if (ticket.kind !== 'option' && !countsUnits(ticket.exchange)) return 'lots'
  return mayBeFilledAbove(order) ? 'price' : null
}

function mayBeFilledAbove({ ticket, shown }: Pick<Planned, 'ticket' | 'shown'>): boolean {
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
