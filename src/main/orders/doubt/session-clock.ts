import type { ClockMark } from '../../../shared/orders/intents.ts'
import type { Clock } from '../../core/clock.ts'

/** How the clock on the wall stands to the monotonic one over a session: a person may set it. */
export class SessionClock {
  readonly #clock: Pick<Clock, 'now'>
  readonly #now: () => number
  readonly #began: number
  #furthest: number

  constructor({ clock, now }: { clock: Pick<Clock, 'now'>; now: () => number }) {
    this.#clock = clock
    this.#now = now
    this.#began = this.#ahead()
    this.#furthest = this.#began
  }

  /** To be written down with what is sent now. */
  mark(): ClockMark {
    const ahead = this.#ahead()
    this.#furthest = Math.max(this.#furthest, ahead)
    return { began: this.#began, ahead }
  }

  /** Wall-clock milliseconds, as if the clock had never been set back: nothing seems to be before what was marked before it. */
  neverBack(): number {
    this.#furthest = Math.max(this.#furthest, this.#ahead())
    return Math.round(this.#clock.now() + this.#furthest)
  }

  #ahead(): number {
    return Math.round(this.#now() - this.#clock.now())
  }
}
