import { rupees } from '../../shared/core/figures.ts'
import { isLossReached } from '../orders/limits/loss-limit.ts'
import type { OrderContext } from '../orders/planning/order-context.ts'
import type { AlertEvent } from './alert-events.ts'

/** What was made or lost today, and the most that may be lost. */
export interface DayLoss {
  /** Null for all accounts together. */
  account: string | null
  name: string
  /** Null where it is not known. */
  profit: number | null
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
  known: Pick<OrderContext, 'accounts' | 'limits' | 'profit'>,
): DayLoss[] {
  const losses = active.flatMap(({ id, name, trading }): DayLoss | readonly DayLoss[] => {
    const { loss: limit } = trading.limits
    if (limit === null) return []
    return { account: id, name, profit: known.accounts.get(id)?.profit ?? null, limit }
  })
  const { loss: limit } = known.limits
  if (limit === null) return losses
  return [...losses, { account: null, name: 'all accounts', profit: known.profit, limit }]
}

const near = 0.8

/**
 * The loss is at its limit, or near it. The cause has the day and the limit in it: each is told once
 * a day, and anew for a limit that was changed, however the figure goes up and down around it.
 */
export function lossEvents({ account, name, profit, limit }: DayLoss, day: string): AlertEvent[] {
  if (profit === null || !isLossReached({ profit, limit: limit * near })) return []
  const isReached = isLossReached({ profit, limit })
  const share = isReached ? 100 : 80
  const whose = account === null ? 'of all accounts together' : `of ${name}`
  const figures = `Today’s loss ${whose} is ${rupees(-profit)}, and the limit is ${rupees(limit)}.`
  return [
    {
      kind: 'loss',
      tone: isReached ? 'urgent' : 'bad',
      cause: `loss ${account ?? 'all'} ${share} ${limit} ${day}`,
      account,
      title: isReached ? `Loss limit reached: ${name}` : `Loss near its limit: ${name}`,
      message: isReached
        ? `${figures} From now on only exits are sent.`
        : `${figures} At the limit only exits are sent.`,
      line: `${name}: ${rupees(-profit)}`,
    },
  ]
}
