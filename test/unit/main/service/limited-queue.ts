import { ReadQueue } from '../../../../src/main/service/read-queue.ts'
import type { Clock } from '../../../../src/main/core/clock.ts'

/** The service of a queue was seen to answer one after the other, and late. */
export function limit(queue: ReadQueue): ReadQueue {
  const leaves: ((took: number) => void)[] = []
  for (let n = 0; n < 6; n++)
    queue.wait({
      account: 'one',
      isAwaited: () => false,
      lateBy: () => 0,
      begin: ({ leave }) => void leaves.push(leave),
    })
  for (const [n, leave] of leaves.entries()) leave(1500 * (n + 1))
  return queue
}

export const limitedQueue = (clock: Clock): ReadQueue => limit(new ReadQueue(clock))
