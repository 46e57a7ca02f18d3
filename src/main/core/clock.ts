import { uptime } from 'node:os'
import { countingSleep } from './counted-sleep.ts'
import { eachAlone } from './each-alone.ts'

/** Time as the desk uses it: monotonic, so that a jump of the system's clock changes nothing. */
export interface Clock {
  /** Goes on while the machine sleeps. */
  now(): number
  /** Runs `task` once after `delay` milliseconds for which the machine is awake. Returns what calls it off. */
  after(delay: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: countingSleep({
    awake: () => performance.now(),
    sinceBoot: () => uptime() * 1000,
    wall: Date.now,
  }),
  after: (delay, task) => {
    const timer = setTimeout(() => eachAlone(task), delay)
    return () => clearTimeout(timer)
  },
}

/** Runs `task` again and again, each time `delay` milliseconds after it is done. Returns what ends it. */
export function every(clock: Clock, delay: number, task: () => void): () => void {
  let cancel: () => void
  const plan = (): void => {
    cancel = clock.after(delay, () => {
      try {
        task()
      } finally {
        plan()
      }
    })
  }
  plan()
  return () => cancel()
}

/** How often it is looked whether the desk stood still, and for how long that is no sleep. */
const beat = 1000
const mayStall = 10_000

/** Calls `then` each time that the machine was asleep, or the desk as good as that. Returns what ends it. */
export function afterSleep(clock: Clock, then: () => void): () => void {
  let last = clock.now()
  return every(clock, beat, () => {
    const now = clock.now()
    const stoodFor = now - last - beat
    last = now
    if (stoodFor > mayStall) then()
  })
}
