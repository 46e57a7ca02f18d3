import { type Intent, isSettled, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import type { Clock } from '../../core/clock.ts'

/** Milliseconds after an order's last event from which the books are trusted to show what it did. */
const longest = 60_000

interface PositionName {
  exchange: string
  symbol: string
  product: string
}

export interface InFlightOptions {
  clock: Clock
  /** Net units that an account is known to hold; null for unknown. */
  held(account: string, of: PositionName): number | null
  /** Accounts that the service takes for one and the same: what leaves from one works in all of them. */
  sharing(account: string): readonly string[]
}

interface Followed {
  intent: Intent
  at: number
  /** What was held of its position when it left; null for unknown. */
  heldBefore: number | null
}

/** Orders and square-offs that may be at the broker, or get there, and that the books may not show yet. */
export class InFlight {
  readonly #options: InFlightOptions
  readonly #followed = new Map<string, Followed>()

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

  /** Orders of an account. */
  of(account: string): Intent[] {
    return this.#all(account)
      .map(({ intent }) => intent)
      .filter(({ ticket }) => ticket !== null)
  }

  /** Whether a square-off may still close positions, or has closed some that the books show as open. */
  isBeingSquaredOff(account: string): boolean {
    return this.#all(account).some(({ intent }) => isSquareOff(intent) && intent.watched !== 'flat')
  }

  /** The orders of a position in the order in which they were confirmed, each with what was held when it left. */
  ofPosition(account: string, of: PositionName): Pick<Followed, 'intent' | 'heldBefore'>[] {
    return this.#all(account).filter(
      ({ intent }) => intent.ticket !== null && isSame(positionOf(intent), of),
    )
  }

  #all(account: string): Followed[] {
    const now = this.#options.clock.now()
    for (const [id, { intent, at }] of this.#followed)
      if (isSettled(intent.state) && now - at >= longest) this.#followed.delete(id)
    const sharing = this.#options.sharing(account)
    return [...this.#followed.values()].filter(({ intent }) => sharing.includes(intent.account))
  }

  #heldBy(intent: Intent): number | null {
    const known = this.#followed.get(intent.id)
    if (known !== undefined && known.intent.state !== 'recorded') return known.heldBefore
    const of = positionOf(intent)
    return of === null || intent.state !== 'sent' ? null : this.#options.held(intent.account, of)
  }
}

const isSquareOff = ({ operation }: Intent): boolean => operation === 'SquareOffAllPosition'

function positionOf({ params }: Intent): PositionName | null {
  const { exchange, symbol, product } = params
  return exchange === undefined || symbol === undefined || product === undefined
    ? null
    : { exchange, symbol, product }
}

const isSame = (one: PositionName | null, other: PositionName): boolean =>
  one !== null &&
  one.exchange === other.exchange &&
  one.symbol === other.symbol &&
  one.product === other.product
