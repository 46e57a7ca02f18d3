import { unitsFilled } from '../../../shared/service/order-units.ts'
import { notes } from '../../../shared/core/notes.ts'
import type { Row, Rows, RowsPatch } from '../../../shared/core/patch.ts'
import { untilBothShow } from '../times/book-lag.ts'
import { type DayFills, placeOf } from './day-fills.ts'
import { type PositionName, positionOfRow } from '../rows/instruments.ts'

/** Units that an order book came up with. */
export interface RecentFill {
  /** The order, as `placeOf` tells it. */
  row: Row
  units: number
  /** Milliseconds since the book came up with them. */
  age: number
}

/** An order in two readings, one after the other. */
interface Noted {
  row: Row | undefined
  before: Row | undefined
  at: number
  /** When the book was read before that; never, where it was the first reading. */
  formerAt: number
  /** Whether the earlier one was not the first that had it. */
  isKnown: boolean
}

/**
 * What the order book came up with lately. The position book may lag behind it: until it shows the
 * same, what is held is not what it says. Polls only note what is new; it is seldom asked for.
 */
export class RecentFills {
  /** By order, the one that was filled last at the end: what an order is filled with in parts counts together. */
  readonly #fills = new Map<string, Omit<RecentFill, 'age'> & { at: number }>()
  readonly #day: DayFills
  readonly #touch: (of: PositionName, formerAt: number) => void
  #rows: Rows = new Map()
  /** When it was read last, on the monotonic clock. */
  readAt = -Infinity
  /** Orders that the latest reading had, and none before it. */
  #came: ReadonlySet<string> = new Set()

  /** Whoever wants to know of a position before a fill of it is noted is touched, and told when the book was read last without it. */
  constructor(day: DayFills, touch: (of: PositionName, formerAt: number) => void) {
    this.#day = day
    this.#touch = touch
  }

  /** Told of every good reading, with what changed in it; answers the steps in which that is noted. */
  see(rows: Rows, { put = [], set = [], drop = [] }: RowsPatch, at: number): Generator<void> {
    const [former, cameBefore] = [this.#rows, this.#came]
    this.#rows = rows
    const formerAt = this.readAt
    this.readAt = at
    const isNew = (key: string): boolean => !former.has(key) && !this.#day.has(key)
    this.#came = new Set(put.map(([key]) => key).filter(isNew))
    this.#forget(at)
    const changed = [...put, ...set].map(([key]) => key)
    return notes([...changed, ...drop], (key) =>
      this.#note(key, {
        ...{ row: rows.get(key), before: former.get(key), at, formerAt },
        isKnown: !cameBefore.has(key),
      }),
    )
  }

  /** At a moment on the monotonic clock. */
  at(now: number): readonly RecentFill[] {
    this.#forget(now)
    return [...this.#fills.values()].map(({ row, units, at }) => ({ row, units, age: now - at }))
  }

  #note(key: string, of: Noted): void {
    const { row, before, at, formerAt, isKnown } = of
    const unitsBefore = before === undefined ? this.#day.takeBack(key) : unitsFilled(before)
    if (row === undefined) {
      if (before !== undefined && unitsBefore > 0)
        this.#day.drop(key, before, { units: unitsBefore, isKnown, at })
      return
    }
    // Prices change with every poll, and few of them with a fill.
    if (before !== undefined && isFilledAlike(row, before)) return
    const filled = unitsFilled(row)
    const units = filled - Math.max(unitsBefore, this.#day.mostOf(row))
    if (units <= 0) return
    const isLater = formerAt > -Infinity
    if (isLater) this.#touch(positionOfRow(row), formerAt)
    this.#day.note(row, { filled, units, at, isLater })
    const lately = this.#fills.get(key)?.units ?? 0
    this.#fills.delete(key)
    this.#fills.set(key, { row: placeOf(row), units: Math.min(filled, lately + units), at })
  }

  #forget(now: number): void {
    for (const [key, { at }] of this.#fills) {
      if (now - at < untilBothShow) return
      this.#fills.delete(key)
    }
  }
}

/** By the fields that say how much of an order is filled. */
const isFilledAlike = (one: Row, other: Row): boolean =>
  one['status'] === other['status'] &&
  one['quantity'] === other['quantity'] &&
  one['fillshares'] === other['fillshares']
