import type { Clock } from '../../core/clock.ts'

/** What leaves as one: a request of so many orders, where a slice is an order too. */
export interface Paced {
  readonly weight: number
  /** Whether this closes a position: it is queued before every request that does not. */
  readonly isExit: boolean
}

/** The room that a departing request holds: all of it, until it is known when its first byte left. */
export interface PaceReservation {
  /** Its first byte leaves now. */
  left(): void
  /** Nothing of it will leave any more. After `left` this means nothing. */
  release(): void
}

/** So many orders that left at once. */
export interface LeftOrders {
  at: number
  weight: number
}

export interface PacerOptions<Item extends Paced> {
  clock: Clock
  /** Orders that may leave within any second. */
  most: number
  /** What left before there was this pacer, on its clock. */
  former?: readonly LeftOrders[]
  /** Called when an item's turn has come; it waits no more then. */
  leave(item: Item, room: PaceReservation): void
  /** Called with all of a queue that stood still, as it does while the machine sleeps; it waits no more then. */
  stoodStill(items: readonly Item[]): void
  onChange(): void
}

/** What was confirmed so long before its turn could come is not what somebody wants to leave now. */
export const longestStill = 60_000

/** Holds the requests of one account back so that in no second, wherever it begins, too many orders leave. */
export class Pacer<Item extends Paced> {
  readonly #options: PacerOptions<Item>
  readonly #window: RollingSecond
  #waiting: Item[] = []
  /** When the first of the queue could leave, as far as that was known. */
  #dueAt = 0
  #cancelTimer: (() => void) | null = null

  constructor(options: PacerOptions<Item>) {
    this.#options = options
    this.#window = new RollingSecond(options.clock, options.most)
    for (const those of options.former ?? []) this.#window.note(those)
  }

  /** Orders that left within the last second, or are about to. */
  get used(): number {
    return this.#window.used
  }

  get most(): number {
    return this.#window.most
  }

  set most(most: number) {
    if (most === this.#window.most) return
    this.#window.most = most
    this.#changed()
  }

  get waiting(): number {
    return this.#waiting.reduce((sum, { weight }) => sum + weight, 0)
  }

  /** Room for an item that need not wait; none where another is before it. */
  take(item: Paced): PaceReservation | undefined {
    const [first] = this.#waiting
    if (first !== undefined && (first.isExit || !item.isExit)) return undefined
    if (this.#window.waitFor(item.weight) > 0) return undefined
    this.#options.onChange()
    return this.#roomFor(item)
  }

  /** Whether so many could leave at once, with nothing before them. */
  hasRoomFor(weight: number): boolean {
    return this.#waiting.length === 0 && this.#window.waitFor(weight) <= 0
  }

  add(items: readonly Item[]): void {
    if (this.#waiting.length === 0) this.#dueAt = this.#options.clock.now()
    for (const item of items) {
      const behind = item.isExit ? this.#waiting.findIndex(({ isExit }) => !isExit) : -1
      this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, item)
    }
    this.#changed()
  }

  /** Takes items out of the queue. */
  drop(items: ReadonlySet<Item>): void {
    this.#waiting = this.#waiting.filter((item) => !items.has(item))
    this.#changed()
  }

  #changed(): void {
    this.#letGo()
    this.#options.onChange()
  }

  #letGo(): void {
    const { clock, leave, stoodStill } = this.#options
    this.#stopTimer()
    if (this.#waiting.length > 0 && clock.now() - this.#dueAt > longestStill)
      return stoodStill(this.#waiting.splice(0))
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const wait = this.#window.waitFor(next.weight)
      if (wait > 0) {
        // While reservations fill the window (Infinity) no timer is set: the next `left()` or
        // `release()` tries again.
        this.#stopTimer()
        this.#dueAt = clock.now() + (wait < Infinity ? wait : 0)
        if (wait < Infinity) this.#cancelTimer = clock.after(wait, () => this.#changed())
        return
      }
      this.#waiting.shift()
      leave(next, this.#roomFor(next))
    }
  }

  #stopTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #roomFor({ weight }: Paced): PaceReservation {
    this.#window.hold(weight)
    let isHeld = true
    const end = (settle: () => void) => (): void => {
      if (!isHeld) return
      isHeld = false
      settle()
      this.#changed()
    }
    return {
      left: end(() => this.#window.leave(weight)),
      release: end(() => this.#window.release(weight)),
    }
  }
}

// The service counts what arrives, and the way there can bring two orders closer together.
const span = 1_050

/**
 * What left within the last second, departure by departure. A bucket that refills would let twice
 * the number through around the moment when it is full again.
 */
class RollingSecond {
  most: number
  readonly #clock: Clock
  #held = 0
  /** In the order of time; those of an order larger than the window stretch into the future. */
  #left: LeftOrders[] = []

  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.most = most
  }

  get used(): number {
    const now = this.#clock.now()
    this.#forget(now)
    const departed = this.#left.reduce((sum, { at, weight }) => sum + (at > now ? 0 : weight), 0)
    return this.#held + departed
  }

  /** Milliseconds until there is room for so many; Infinity while it depends on what others hold. */
  waitFor(weight: number): number {
    const now = this.#clock.now()
    this.#forget(now)
    // More than fits into any window waits for an empty one.
    let room = this.most - this.#held - Math.min(weight, this.most)
    if (room < 0) return Infinity
    for (const { at, weight: departed } of this.#left.toReversed()) {
      room -= departed
      if (room < 0) return at + span - now
    }
    return 0
  }

  hold(weight: number): void {
    this.#held += weight
  }

  release(weight: number): void {
    this.#held -= weight
  }

  leave(weight: number): void {
    this.#held -= weight
    this.note({ at: this.#clock.now(), weight })
  }

  note({ at: left, weight }: LeftOrders): void {
    let at = left
    for (let rest = weight; rest > 0; rest -= this.most, at += span)
      this.#left.push({ at, weight: Math.min(rest, this.most) })
    this.#left.sort((one, other) => one.at - other.at)
  }

  #forget(now: number): void {
    this.#left = this.#left.filter(({ at }) => now - at < span)
  }
}
