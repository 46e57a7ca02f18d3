import { unitsFilled } from '../../shared/books/open-rows.ts'
import { notes } from '../../shared/core/notes.ts'
import type { Row, Rows, RowsPatch } from '../../shared/core/patch.ts'

/** Milliseconds after which the positions are taken to show what an order was filled with. */
const lasts = 60_000

/** Units that an order book came up with. */
export interface RecentFill {
  /** What of the order tells it, its position, its side and whose leg it is: whole rows would stay in memory for a minute. */
  row: Row
  units: number
  /** Milliseconds since the book came up with them. */
  age: number
}

/**
 * What the order book came up with lately. The position book may lag behind it: until it shows the
 * same, what is held is not what it says. Polls only note what is new; it is seldom asked for.
 */
export class RecentFills {
  /** By order, the one that was filled last at the end: what an order is filled with in parts counts together. */
  readonly #fills = new Map<string, Omit<RecentFill, 'age'> & { at: number }>()
  #rows: Rows = new Map()

  /** Told of every good reading, with what changed in it; answers the steps in which that is noted. */
  see(rows: Rows, { put = [], set = [] }: RowsPatch, at: number): Generator<void> {
    const former = this.#rows
    this.#rows = rows
    this.#forget(at)
    return notes([...put, ...set], ([key]) =>
      this.#note(key, { row: rows.get(key)!, before: former.get(key), at }),
    )
  }

  /** At a moment on the monotonic clock. */
  at(now: number): readonly RecentFill[] {
    this.#forget(now)
    return [...this.#fills.values()].map(({ row, units, at }) => ({ row, units, age: now - at }))
  }

  #note(key: string, { row, before, at }: { row: Row; before: Row | undefined; at: number }): void {
    // Prices change with every poll, and few of them with a fill.
    if (before !== undefined && isFilledAlike(row, before)) return
    const filled = unitsFilled(row)
    const units = filled - (before === undefined ? 0 : unitsFilled(before))
    if (units <= 0) return
    const lately = this.#fills.get(key)?.units ?? 0
    this.#fills.delete(key)
    this.#fills.set(key, { row: placeOf(row), units: Math.min(filled, lately + units), at })
  }

  #forget(now: number): void {
    for (const [key, { at }] of this.#fills) {
      if (now - at < lasts) return
      this.#fills.delete(key)
    }
  }
}

const placeOf = ({ order_id, exchange, symbol, product, action, parentorderid }: Row): Row => ({
  order_id,
  exchange,
  symbol,
  product,
  action,
  parentorderid,
})

/** By the fields that say how much of an order is filled. */
const isFilledAlike = (one: Row, other: Row): boolean =>
  one['status'] === other['status'] &&
  one['quantity'] === other['quantity'] &&
  one['fillshares'] === other['fillshares']
