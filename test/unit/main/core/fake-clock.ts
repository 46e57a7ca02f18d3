import type { Clock } from '../../../../src/main/core/clock.ts'

interface Timer {
  at: number
  task: () => void
}

/** A clock that stands still until it is told to go on; tasks run in order, and promises settle between them. */
export class FakeClock implements Clock {
  #now = 0
  #timers: Timer[] = []

  now(): number {
    return this.#now
  }

  after(delay: number, task: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delay), task }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  async advance(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds
    await settle()
    for (;;) {
      const next = this.#timers
        .filter(({ at }) => at <= until)
        .reduce<Timer | undefined>(
          (first, timer) => (first && first.at <= timer.at ? first : timer),
          undefined,
        )
      if (next === undefined) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = next.at
      next.task()
      await settle()
    }
    this.#now = until
  }

  /** The machine sleeps: time goes by, and timers wait for as long as before. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds
    for (const timer of this.#timers) timer.at += milliseconds
  }

  get pending(): number {
    return this.#timers.length
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
