import { rupees } from '../../shared/core/figures.ts'
import { isLossReached } from '../orders/limits/loss-limit.ts'
import type { AlertEvent } from './alert-events.ts'

/** What was made or lost today, and the most that may be lost. */
export interface DayLoss {
  /** Null for all accounts together. */
  account: string | null
  name: string
  /** Null where it is not known. */
  profit: number | null
  limit: number | null
}

const near = 0.8

/**
 * The loss is at its limit, or near it. The cause has the day and the limit in it: each is told once
 * a day, and anew for a limit that was changed, however the figure goes up and down around it.
 */
export function lossEvents({ account, name, profit, limit }: DayLoss, day: string): AlertEvent[] {
  if (profit === null || limit === null || !isLossReached({ profit, limit: limit * near }))
    return []
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
