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

/** Rows of one reading that were new or changed, each with what it was before. */
interface News {
  at: number
  rows: readonly { row: Row; before: Row | undefined }[]
}

/**
 * What the order book came up with lately. The position book may lag behind it: until it shows the
 * same, what is held is not what it says. Polls only note what is new; it is seldom asked for.
 */
export class RecentFills {
  #news: readonly News[] = []
  #rows: Rows = new Map()

  /** Told of every good reading, with what changed in it. */
  see(rows: Rows, { put = [], set = [] }: RowsPatch, at: number): void {
    const changed = [...put, ...set].flatMap(([key]) => {
      const row = rows.get(key)!
      const before = this.#rows.get(key)
      // Prices change with every poll: rows are held on to only where more may be filled.
      return before !== undefined && isFilledAlike(row, before) ? [] : [{ row, before }]
    })
    this.#news = [...this.#since(at), { at, rows: changed }]
    this.#rows = rows
  }

  /** At a moment on the monotonic clock. */
  at(now: number): readonly RecentFill[] {
    return this.#since(now).flatMap(({ at, rows }) =>
      rows.flatMap(({ row, before }) => {
        const units = unitsFilled(row) - (before === undefined ? 0 : unitsFilled(before))
        return units > 0 ? [{ row, units, age: now - at }] : []
      }),
    )
  }

  #since(now: number): readonly News[] {
    return this.#news.filter(({ at }) => now - at < lasts)
  }
}

/** By the fields that say how much of an order is filled. */
const isFilledAlike = (one: Row, other: Row): boolean =>
  one['status'] === other['status'] &&
  one['quantity'] === other['quantity'] &&
  one['fillshares'] === other['fillshares']
