import {
  type Intent,
  isSettled,
  isSquareOff,
  isSurelyNotThere,
} from '../../shared/orders/intents.ts'
import type { Clock } from '../core/clock.ts'
import { type PositionName, positionOf } from './instruments.ts'
import type { InFlightIntent } from './login-picture.ts'

/** Milliseconds after an order's last event from which the books are trusted to show what it did. */
const longest = 60_000

export interface InFlightOptions {
  clock: Pick<Clock, 'now'>
  /** Net units that an account is known to hold; null for unknown. */
  held(account: string, of: PositionName): number | null
}

/** Orders and square-offs that may be at the broker, or get there, and that the books may not show yet. */
export class InFlight {
  readonly #options: InFlightOptions
  readonly #followed = new Map<string, InFlightIntent & { at: number }>()

  constructor(options: InFlightOptions) {
    this.#options = options
  }

  /** Told of every intent that changed. */
  follow(intents: readonly Intent[]): void {
    const at = this.#options.clock.now()
    for (const intent of intents) {
      const isFollowed = intent.ticket !== null || isSquareOff(intent)
      if (!isFollowed || isSurelyNotThere(intent.state)) this.#followed.delete(intent.id)
      else this.#followed.set(intent.id, { intent, at, heldBefore: this.#heldBy(intent) })
    }
  }

  /** Those of a login's accounts, in the order in which they were confirmed. */
  of(accounts: readonly string[]): readonly InFlightIntent[] {
    const now = this.#options.clock.now()
    for (const [id, { intent, at }] of this.#followed)
      if (isSettled(intent.state) && now - at >= longest) this.#followed.delete(id)
    return [...this.#followed.values()].filter(({ intent }) => accounts.includes(intent.account))
  }

  #heldBy(intent: Intent): number | null {
    const known = this.#followed.get(intent.id)
    if (known !== undefined && known.intent.state !== 'recorded') return known.heldBefore
    const of = positionOf(intent)
    return of === null || intent.state !== 'sent' ? null : this.#options.held(intent.account, of)
  }
}
