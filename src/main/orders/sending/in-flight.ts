import { type Intent, isSettled, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import type { Clock } from '../../core/clock.ts'

/** Milliseconds after an order's last event from which the order book is trusted to show it. */
const longest = 60_000

/** Orders that may be at the broker, or get there, and that the order book may not show yet. */
export class InFlight {
  readonly #clock: Clock
  readonly #orders = new Map<string, { intent: Intent; at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Told of every intent that changed. */
  follow(intents: readonly Intent[]): void {
    const at = this.#clock.now()
    for (const intent of intents)
      if (intent.ticket === null || isSurelyNotThere(intent.state)) this.#orders.delete(intent.id)
      else this.#orders.set(intent.id, { intent, at })
  }

  of(account: string): Intent[] {
    const now = this.#clock.now()
    for (const [id, { intent, at }] of this.#orders)
      if (isSettled(intent.state) && now - at >= longest) this.#orders.delete(id)
    const all = [...this.#orders.values()].map(({ intent }) => intent)
    return all.filter((intent) => intent.account === account)
  }
}
