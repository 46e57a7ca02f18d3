import {
  type Intent,
  isSettled,
  isSquareOff,
  isSurelyNotThere,
} from '../../shared/orders/intents.ts'
import type { Clock } from '../core/clock.ts'
import { slowestOrderBook } from './book-lag.ts'

/** Milliseconds after an order's last event from which the books are trusted to show what it did. */
export const untilShown = 60_000

interface Followed {
  intent: Intent
  /** When it was told of last, and when it was seen to be off the wire; on the monotonic clock. */
  at: number
  offWireAt: number | null
}

/** Orders and square-offs that may be at the broker, or get there, and that the books may not show yet. */
export class InFlight {
  readonly #clock: Pick<Clock, 'now'>
  readonly #followed = new Map<string, Followed>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Told of every intent that changed. */
  follow(intents: readonly Intent[]): void {
    const at = this.#clock.now()
    for (const intent of intents) {
      const isFollowed = intent.ticket !== null || isSquareOff(intent)
      if (!isFollowed || isSurelyNotThere(intent.state)) this.#followed.delete(intent.id)
      else {
        const isOffWire = intent.state !== 'recorded' && intent.state !== 'sent'
        const offWireAt = isOffWire ? (this.#followed.get(intent.id)?.offWireAt ?? at) : null
        this.#followed.set(intent.id, { intent, at, offWireAt })
      }
    }
  }

  all(): readonly Intent[] {
    const now = this.#clock.now()
    for (const [id, { intent, at }] of this.#followed)
      if (isSettled(intent.state) && now - at >= untilShown) this.#followed.delete(id)
    return [...this.#followed.values()].map(({ intent }) => intent)
  }

  /** Square-offs whose orders, which nobody is told of, the order book may not show yet. */
  squareOffs(): readonly Intent[] {
    const now = this.#clock.now()
    // One whose answer is missing may have been taken late.
    const lasts = ({ state }: Intent): number =>
      state === 'in-doubt' ? untilShown : slowestOrderBook
    return [...this.#followed.values()]
      .filter(({ intent }) => isSquareOff(intent))
      .filter(({ intent, offWireAt }) => offWireAt === null || now - offWireAt < lasts(intent))
      .map(({ intent }) => intent)
  }
}
