import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * Runs calls that have a deadline, all at once, and expects each to end by it or a tenth later.
 * On a busy machine any timer is late: a call that is late may be as late as a bare timer of the
 * same length that was started right after it, and by what this thread stood waiting for a core.
 */
export async function allInTime<Name extends string, Ending>(
  deadline: number,
  names: readonly Name[],
  call: (name: Name) => Promise<Ending>,
): Promise<(Ending & { name: Name })[]> {
  const core = watchCore()
  try {
    return await Promise.all(
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
        expect(took - core.withheld(), name).toBeLessThanOrEqual((await bareTook) * 1.1)
        return { name, ...ended }
      }),
    )
  } finally {
    core.stop()
  }
}

const beat = 5

/**
 * Measures how long this thread was ready and not run: gaps between beats in which it did not work
 * itself. What it works itself, however long, is none of that; nor is the lateness of every timer.
 */
function watchCore(): { withheld: () => number; stop: () => void } {
  let withheld = 0
  let last = performance.now()
  let before = process.threadCpuUsage()
  const look = (): void => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(before)
    const idle = now - last - (user + system) / 1000
    if (idle > 3 * beat) withheld += idle - beat
    last = now
    before = process.threadCpuUsage()
  }
  const timer = setInterval(look, beat)
  return {
    withheld: () => {
      look()
      return withheld
    },
    stop: () => clearInterval(timer),
  }
}
