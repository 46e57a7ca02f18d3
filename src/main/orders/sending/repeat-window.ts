import type { Intent } from '../../../shared/orders/intents.ts'
import type { Clock } from '../../core/clock.ts'
import type { Departure } from './pacer.ts'

const second = 1_000
const minute = 60_000

/** What was confirmed and what left of late, by a clock that no change of the time of day moves. */
export class RepeatWindow {
  readonly #clock: Clock
  readonly #confirmed = new Map<string, number>()
  /** By account, the earliest first: an order to many of them asks for each. */
  readonly #departures = new Map<string, Departure[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  confirm(account: string, params: Params): void {
    const now = this.#clock.now()
    for (const [order, at] of this.#confirmed) if (now - at >= second) this.#confirmed.delete(order)
    this.#confirmed.set(nameOf(account, params), now)
  }

  /** Whether the same order was confirmed within the last second. */
  isRepeated(account: string, params: Params): boolean {
    const at = this.#confirmed.get(nameOf(account, params))
    return at !== undefined && this.#clock.now() - at < second
  }

  leave(account: string, weight: number): void {
    this.#add(account, { at: this.#clock.now(), weight })
  }

  /**
   * Counts what left in an earlier session, which only the time of day tells. What seems to have
   * left later than now left while that was wrong: it counts as if it had left just now.
   */
  takeUp(intents: readonly Intent[], wall: number): void {
    const now = this.#clock.now()
    const left = intents.flatMap(({ account, ticket, sent, parts }) => {
      if (ticket === null || sent === null) return []
      const weight = parts.filter(({ state }) => state !== 'not-sent').length
      return { account, departure: { at: now - Math.max(0, wall - sent.at), weight } }
    })
    left.sort((one, other) => one.departure.at - other.departure.at)
    for (const { account, departure } of left) this.#add(account, departure)
  }

  /** What left from an account within the last minute. */
  departuresOf(account: string): readonly Departure[] {
    const departures = this.#departures.get(account) ?? []
    const now = this.#clock.now()
    const isRecent = ({ at }: Departure): boolean => now - at < minute
    const [earliest] = departures
    if (earliest === undefined || isRecent(earliest)) return departures
    const recent = departures.filter(isRecent)
    this.#departures.set(account, recent)
    return recent
  }

  /** Orders of an account that left within the last minute. */
  lastMinute(account: string): number {
    return this.departuresOf(account).reduce((sum, { weight }) => sum + weight, 0)
  }

  #add(account: string, departure: Departure): void {
    const departures = this.#departures.get(account)
    if (departures === undefined) this.#departures.set(account, [departure])
    else departures.push(departure)
  }
}

type Params = Readonly<Record<string, string>>

/**
 * What the desk reckons from the market and the position is not what the person meant: the price of
 * a protected order moves with the last one, and a smart order's way with what is held.
 */
function nameOf(account: string, { price: _, ...params }: Params): string {
  const { action, quantity, ...target } = params
  const meant = params['position_size'] === undefined ? params : target
  const fields = Object.entries(meant).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([account, fields])
}
