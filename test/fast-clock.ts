import type { Clock } from '../src/main/core/clock.ts'

/** How often it looks what is due, in real milliseconds. */
const step = 10
/** What came first is told from what came after it, also while it stands still. */
const hair = 1e-6

/**
 * A clock that runs so many times as fast: paces, polls and looks follow it, deadlines do not. It
 * stands still while this process is kept waiting by others: a loaded machine must not let a minute
 * of the desk go by in which nothing could have happened.
 */
export function fastClock(times: number): Clock {
  const waiting = new Set<{ at: number; task: () => void }>()
  let before = 0
  let tickedAt = performance.now()
  let told = 0
  const now = () =>
    (told = Math.max(told + hair, before + Math.min(performance.now() - tickedAt, step) * times))

  const tick = () => {
    before = now()
    tickedAt = performance.now()
    for (const one of [...waiting].toSorted((one, other) => one.at - other.at))
      if (one.at <= before && waiting.delete(one)) one.task()
  }
  setInterval(tick, step).unref()

  return {
    now,
    after: (delay, task) => {
      const one = { at: now() + delay, task }
      waiting.add(one)
      return () => void waiting.delete(one)
    },
  }
}
