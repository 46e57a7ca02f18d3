import type { Pace } from '../../../shared/orders/calls.ts'
import type { Clock } from '../../core/clock.ts'

export interface PaceReportOptions {
  clock: Clock
  read(): Pace[]
  say(pace: Pace[]): void
}

const every = 200

/** Says how fast orders leave: at once after a quiet time, and then no more often than an eye can follow. */
export class PaceReport {
  readonly #options: PaceReportOptions
  #said = '[]'
  #isSoon = false
  #cancelTimer: () => void = () => undefined

  constructor(options: PaceReportOptions) {
    this.#options = options
  }

  changed(): void {
    if (this.#isSoon) return
    this.#isSoon = true
    // After the work that brings the news: an order's way to the wire does not pass here.
    this.#cancelTimer = this.#options.clock.after(0, () => this.#report())
  }

  stop(): void {
    this.#cancelTimer()
    this.#isSoon = true
  }

  #report(): void {
    const { clock, read, say } = this.#options
    const pace = read()
    const text = JSON.stringify(pace)
    if (text !== this.#said) {
      this.#said = text
      say(pace)
    }
    // What left goes on to count for a second, so that the figures fall by themselves.
    const isQuiet = pace.every(({ used, waiting }) => used === 0 && waiting === 0)
    this.#cancelTimer = clock.after(every, () => {
      this.#isSoon = false
      if (!isQuiet) this.changed()
    })
  }
}
