import type { Time } from '../../../src/renderer/core/clock.svelte.ts'

/** A clock that stands until it is told to go on. */
export class FakeTime implements Time {
  #now = 0
  #timers: { every: number; due: number; run: () => void }[] = []
  readonly #start = Date.UTC(2026, 10, 21, 7, 45, 0)

  ticks(): number {
    return this.#now
  }

  wall(): number {
    return this.#start + this.#now
  }

  every(milliseconds: number, run: () => void): () => void {
    const timer = { every: milliseconds, due: this.#now + milliseconds, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** What nothing takes time for is done before anybody looks. */
  after(milliseconds: number, run: () => void): void {
    if (milliseconds === 0) {
      queueMicrotask(run)
      return
    }
    const stop = this.every(milliseconds, () => {
      stop()
      run()
    })
  }

  get timers(): number {
    return this.#timers.length
  }

  pass(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (;;) {
      const next = this.#timers.toSorted((one, other) => one.due - other.due)[0]
      if (next === undefined || next.due > end) break
      this.#now = next.due
      next.due += next.every
      next.run()
    }
    this.#now = end
  }
}
