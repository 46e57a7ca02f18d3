/** What tells how time goes on, each in milliseconds from a beginning of its own. */
export interface TimeSources {
  /** On Linux it stands still while the machine sleeps. */
  awake(): number
  /** Goes on while it sleeps; too slow to be asked each time. */
  sinceBoot(): number
  /** Anybody can set it. */
  wall(): number
}

/** The wall clock was set, or the machine slept. */
const leap = 1000

/** Some systems tell the time since the start in whole seconds. */
const leastSleep = 2000

/**
 * A monotonic clock that goes on while the machine sleeps: a book that was read before is hours old
 * after it. What raises the suspicion is the wall clock, and what decides is the time since the start,
 * which nobody can set.
 */
export function countingSleep({ awake, sinceBoot, wall }: TimeSources): () => number {
  const aheadAt = (now: number): number => wall() - now
  const start = awake()
  const bootedBefore = sinceBoot() - start
  let ahead = aheadAt(start)
  let slept = 0
  return () => {
    const now = awake()
    const aheadNow = aheadAt(now)
    if (Math.abs(aheadNow - ahead) >= leap) {
      ahead = aheadNow
      const asleep = sinceBoot() - now - bootedBefore
      if (asleep - slept >= leastSleep) slept = asleep
    }
    return now + slept
  }
}
