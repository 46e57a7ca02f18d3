import { rupees } from '../../shared/core/figures.ts'
import { isLossReached } from '../orders/limits/loss-limit.ts'
import type { OrderContext } from '../orders/planning/order-context.ts'
import { nothingToCheck } from '../picture/pnl/profit.ts'
import type { AlertEvent } from './alert-events.ts'

/** What was made or lost today, and the most that may be lost. */
export interface DayLoss {
  /** Null for all accounts together. */
  account: string | null
  name: string
  /** As the service says; null where it is not known. */
  profit: number | null
  /** Rupees to add to that for what is reckoned here. */
  difference: number
  /** Symbols of positions that are in it and cannot be checked. */
  uncheckable: readonly string[]
  limit: number
}

interface Limited {
  id: string
  name: string
  trading: { limits: { loss: number | null } }
}

/** Of each account and of all together, as far as there is a limit: to reckon a profit takes all of a login's books. */
export function dayLosses(
  active: readonly Limited[],
  known: Pick<OrderContext, 'accounts' | 'limits' | 'profit' | 'profitCheck'>,
): DayLoss[] {
  const losses = active.flatMap(({ id, name, trading }): DayLoss | readonly DayLoss[] => {
    const { loss: limit } = trading.limits
    if (limit === null) return []
    const { profit = null, profitCheck = nothingToCheck } = known.accounts.get(id) ?? {}
    return { account: id, name, profit, ...profitCheck, limit }
  })
  const { loss: limit } = known.limits
  if (limit === null) return losses
  const { profit, profitCheck } = known
  return [...losses, { account: null, name: 'all accounts', profit, ...profitCheck, limit }]
}

const near = 0.8

/** How many parts in a hundred of the limit a loss has come to, as far as it is told. */
function shareOf(profit: number, limit: number): 0 | 80 | 100 {
  if (isLossReached({ profit, limit })) return 100
  return isLossReached({ profit, limit: limit * near }) ? 80 : 0
}

/**
 * The loss is at its limit, or near it, by the service's figure or only as it is reckoned here. The
 * cause has the day and the limit in it: each is told once a day, and anew for a limit that was
 * changed, however the figure goes up and down around it.
 */
export function lossEvents(
  { account, name, profit, difference, limit }: Omit<DayLoss, 'uncheckable'>,
  day: string,
): AlertEvent[] {
  if (profit === null) return []
  const said = shareOf(profit, limit)
  const reckoned = profit + difference
  const isOwnWorse = shareOf(reckoned, limit) > said
  const share = isOwnWorse ? shareOf(reckoned, limit) : said
  if (share === 0) return []
  const isReached = share === 100
  const whose = account === null ? 'all accounts together' : name
  const figures = isOwnWorse
    ? `Reckoned here from its positions, or by their marks of the day (mtm), today’s loss of ${whose} is ${rupees(-reckoned)}, and the limit is ${rupees(limit)}; the service says ${rupees(profit)}.`
    : `Today’s loss of ${whose} is ${rupees(-profit)}, and the limit is ${rupees(limit)}.`
  const then = isOwnWorse ? 'each order but an exit asks first' : 'only exits are sent'
  return [
    {
      kind: 'loss',
      tone: isReached ? 'urgent' : 'bad',
      cause: `loss ${isOwnWorse ? 'reckoned ' : ''}${account ?? 'all'} ${share} ${limit} ${day}`,
      account,
      title: isReached ? `Loss limit reached: ${name}` : `Loss near its limit: ${name}`,
      message: isReached ? `${figures} From now on ${then}.` : `${figures} At the limit ${then}.`,
      line: `${name}: ${rupees(isOwnWorse ? -reckoned : -profit)}`,
    },
  ]
}
