import type { Clock } from '../core/clock.ts'

const minute = 60_000

/** Reads that were begun of late. */
export class RecentReads {
  readonly #clock: Clock
  #begun: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(): void {
    const now = this.#clock.now()
    this.#forget(now)
    this.#begun.push(now)
  }

  get used(): { lastSecond: number; lastMinute: number } {
    const now = this.#clock.now()
    this.#forget(now)
    const before = this.#begun.findIndex((at) => now - at < 1000)
    const lastSecond = before === -1 ? 0 : this.#begun.length - before
    return { lastSecond, lastMinute: this.#begun.length }
  }

  #forget(now: number): void {
    const kept = this.#begun.findIndex((at) => now - at < minute)
    this.#begun = kept === -1 ? [] : this.#begun.slice(kept)
  }
}

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
