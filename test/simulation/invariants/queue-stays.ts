import type { Departure, RunRecord } from '../record.ts'
import { isExitTicket } from './stop-holds.ts'

/** Milliseconds in which what has begun to leave cannot be called back. */
const going = 5

/** What waited for its turn when its account's orders were to go stays here. */
export function queueStays(
  { asked, cleared }: Pick<RunRecord, 'asked' | 'cleared'>,
  { legs, account, at }: Departure,
): string[] {
  return legs.flatMap(({ tag }) => {
    const order = tag === null ? undefined : asked.get(tag)
    if (order === undefined || isExitTicket(order.ticket)) return []
    const isLate = cleared.some(
      (exit) => exit.account === account && exit.count > order.confirmed && exit.at < at - going,
    )
    return isLate ? [`${tag} waited when all orders of its account were to go, and leaves`] : []
  })
}
