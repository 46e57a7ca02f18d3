import type { Intent } from '../../../shared/orders/intents.ts'
import type { Clock } from '../../core/clock.ts'
import type { LeftOrders } from './pacer.ts'

const second = 1_000
const minute = 60_000

/** What was confirmed and what left of late, by a clock that no change of the time of day moves. */
export class RecentOrders {
  readonly #clock: Clock
  readonly #confirmed = new Map<string, Confirmed>()
  /** By account, the earliest first: an order to many of them asks for each. */
  readonly #left = new Map<string, Left>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  confirm(account: string, params: Params): void {
    const at = this.#clock.now()
    let confirmed = this.#confirmed.get(account)
    if (confirmed === undefined || at - confirmed.latest >= second)
      this.#confirmed.set(account, (confirmed = { latest: at, unread: [], meant: new Map() }))
    confirmed.latest = at
    confirmed.unread.push({ at, params })
  }

  /** Whether the same order was confirmed within the last second. */
  isRepeated(account: string, params: Params): boolean {
    const confirmed = this.#confirmed.get(account)
    const now = this.#clock.now()
    if (confirmed === undefined || now - confirmed.latest >= second) return false
    for (const one of confirmed.unread.splice(0)) confirmed.meant.set(meaningOf(one.params), one.at)
    const at = confirmed.meant.get(meaningOf(params))
    return at !== undefined && now - at < second
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
    return this.#leftLately(account)?.orders ?? []
  }

  /** Orders of an account that left within the last minute. */
  lastMinute(account: string): number {
    return this.#leftLately(account)?.weight ?? 0
  }

  #leftLately(account: string): Left | undefined {
    const left = this.#left.get(account)
    if (left === undefined) return undefined
    const now = this.#clock.now()
    const recent = left.orders.findIndex(({ at }) => now - at < minute)
    const gone = left.orders.splice(0, recent === -1 ? left.orders.length : recent)
    for (const { weight } of gone) left.weight -= weight
    return left
  }

  #add(account: string, those: LeftOrders): void {
    const left = this.#left.get(account) ?? { orders: [], weight: 0 }
    this.#left.set(account, left)
    left.orders.push(those)
    left.weight += those.weight
  }
}

/** What left from an account of late, the earliest first, and how many orders that were. */
interface Left {
  readonly orders: LeftOrders[]
  weight: number
}

type Params = Readonly<Record<string, string>>

/** What an account confirmed of late, without a pause of a second. */
interface Confirmed {
  latest: number
  /** What they mean is asked for where more follow soon: those that are about to leave do not wait for it. */
  unread: { at: number; params: Params }[]
  /** When each was confirmed last, by what it means. */
  meant: Map<string, number>
}

/**
 * What the desk reckons from the market and the position is not what the person meant: the price of
 * a protected order moves with the last one, and a smart order's way with what is held.
 */
function meaningOf({ price: _, ...params }: Params): string {
  const { action, quantity, ...target } = params
  const meant = params['position_size'] === undefined ? params : target
  const fields = Object.entries(meant).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(fields)
}
