import { eachAlone } from './each-alone.ts'

/** Time as the desk uses it: monotonic, so that a jump of the system's clock changes nothing. */
export interface Clock {
  now(): number
  /** Runs `task` once after `delay` milliseconds. Returns what calls it off. */
  after(delay: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
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
