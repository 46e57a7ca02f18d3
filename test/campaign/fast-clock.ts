import type { Clock } from '../../src/main/core/clock.ts'

/** A clock that runs so many times as fast: paces, polls and looks follow it, deadlines do not. */
export function fastClock(factor: number): Clock {
  return {
    now: () => performance.now() * factor,
    after: (delay, task) => {
      const timer = setTimeout(task, delay / factor)
      return () => clearTimeout(timer)
    },
  }
}
