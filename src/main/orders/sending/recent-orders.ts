import type { Intent } from '../../../shared/orders/intents.ts'
import type { Clock } from '../../core/clock.ts'
import type { LeftOrders } from './pacer.ts'

const second = 1_000
const minute = 60_000

/** What was confirmed and what left of late, by a clock that no change of the time of day moves. */
export class RecentOrders {
  readonly #clock: Clock
  readonly #confirmed = new Map<string, number>()
  /** By account, the earliest first: an order to many of them asks for each. */
  readonly #left = new Map<string, LeftOrders[]>()

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
      return { account, at: now - Math.max(0, wall - sent.at), weight }
    })
    left.sort((one, other) => one.at - other.at)
    for (const { account, ...those } of left) this.#add(account, those)
  }

  /** What left from an account within the last minute. */
  leftOf(account: string): readonly LeftOrders[] {
    const left = this.#left.get(account) ?? []
    const now = this.#clock.now()
    const isRecent = ({ at }: LeftOrders): boolean => now - at < minute
    const [earliest] = left
    if (earliest === undefined || isRecent(earliest)) return left
    const recent = left.filter(isRecent)
    this.#left.set(account, recent)
    return recent
  }

  /** Orders of an account that left within the last minute. */
  lastMinute(account: string): number {
    return this.leftOf(account).reduce((sum, { weight }) => sum + weight, 0)
  }

  #add(account: string, those: LeftOrders): void {
    const left = this.#left.get(account)
    if (left === undefined) this.#left.set(account, [those])
    else left.push(those)
  }
}

type Params = Readonly<Record<string, string>>

/**
 * What the desk reckons from the market and the position is not what the person meant: the price of
 * a protected order moves with the last one, and a smart order's way with what is held.
 */
function nameOf(account: string, params: Params): string {
  let meant = meanings.get(params)
  if (meant === undefined) meanings.set(params, (meant = meaningOf(params)))
  return `${JSON.stringify(account)} ${meant}`
}

/** An order is looked for before it is confirmed, and noted after that. */
const meanings = new WeakMap<Params, string>()

function meaningOf({ price: _, ...params }: Params): string {
  const { action, quantity, ...target } = params
  const meant = params['position_size'] === undefined ? params : target
  const fields = Object.entries(meant).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(fields)
}
