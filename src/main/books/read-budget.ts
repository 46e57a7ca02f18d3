import type { Clock } from '../core/clock.ts'

/** The reads that one account may make: at most `perSecond`, and never more than that at once. */
export class Budget {
  readonly #clock: Clock
  readonly #perSecond: number
  #tokens: number
  #filledAt: number

  constructor({ clock, perSecond }: { clock: Clock; perSecond: number }) {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#tokens = this.#most
    this.#filledAt = clock.now()
  }

  get #most(): number {
    return Math.max(1, this.#perSecond)
  }

  /** Takes one read, and says how many milliseconds to wait before making it. */
  take(): number {
    const now = this.#clock.now()
    const earned = ((now - this.#filledAt) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#most, this.#tokens + earned) - 1
    this.#filledAt = now
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1000
  }
}
