import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * Runs calls that have a deadline, all at once, and expects each to end by it or a tenth later.
 * On a busy machine any timer is late: a call that is late may be as late as a bare timer of the
 * same length that was started right after it.
 */
export const allInTime = <Name extends string, Ending>(
  deadline: number,
  names: readonly Name[],
  call: (name: Name) => Promise<Ending>,
): Promise<(Ending & { name: Name })[]> =>
  Promise.all(
    names.map(async (name) => {
      const started = performance.now()
      const ending = call(name)
      const bare = new AbortController()
      const bareTook = pause(deadline, undefined, { signal: bare.signal }).then(
        () => performance.now() - started,
        () => deadline,
      )
      const ended = await ending
      const took = performance.now() - started
      if (took <= deadline * 1.1) bare.abort()
      expect(took, name).toBeLessThanOrEqual((await bareTook) * 1.1)
      return { name, ...ended }
    }),
  )
