import { unitsFilled } from '../../shared/books/open-rows.ts'
import type { Row, Rows, RowsPatch } from '../../shared/core/patch.ts'

/** Milliseconds after which the positions are taken to show what an order was filled with. */
const lasts = 60_000

/** Units that an order book came up with. */
export interface RecentFill {
  /** The order, as the book then had it. */
  row: Row
  units: number
  /** Milliseconds since the book came up with them. */
  age: number
}

/**
 * What the order book came up with lately. The position book may lag behind it: until it shows the
 * same, what is held is not what it says.
 */
export class RecentFills {
  readonly #fills = new Set<Omit<RecentFill, 'age'> & { at: number }>()
  #rows: Rows = new Map()

  /** Told of every good reading, with what changed in it. */
  see(rows: Rows, { put = [], set = [] }: RowsPatch, at: number): void {
    for (const [key] of [...put, ...set]) {
      const row = rows.get(key)!
      const before = this.#rows.get(key)
      const units = unitsFilled(row) - (before === undefined ? 0 : unitsFilled(before))
      if (units > 0) this.#fills.add({ row, units, at })
    }
    this.#rows = rows
  }

  /** At a moment on the monotonic clock. */
  at(now: number): readonly RecentFill[] {
    for (const fill of this.#fills) if (now - fill.at >= lasts) this.#fills.delete(fill)
    return [...this.#fills].map(({ row, units, at }) => ({ row, units, age: now - at }))
  }
}
