import {
  type Intent,
  isSettled,
  isSquareOff,
  isSurelyNotThere,
} from '../../shared/orders/intents.ts'
import type { Clock } from '../core/clock.ts'

/** Milliseconds after an order's last event from which the books are trusted to show what it did. */
export const untilShown = 60_000

/** Orders and square-offs that may be at the broker, or get there, and that the books may not show yet. */
export class InFlight {
  readonly #clock: Pick<Clock, 'now'>
  readonly #followed = new Map<string, { intent: Intent; at: number }>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Told of every intent that changed. */
  follow(intents: readonly Intent[]): void {
    const at = this.#clock.now()
    for (const intent of intents) {
      const isFollowed = intent.ticket !== null || isSquareOff(intent)
      if (!isFollowed || isSurelyNotThere(intent.state)) this.#followed.delete(intent.id)
      else this.#followed.set(intent.id, { intent, at })
    }
  }

  all(): readonly Intent[] {
    const now = this.#clock.now()
    for (const [id, { intent, at }] of this.#followed)
      if (isSettled(intent.state) && now - at >= untilShown) this.#followed.delete(id)
    return [...this.#followed.values()].map(({ intent }) => intent)
  }
}
