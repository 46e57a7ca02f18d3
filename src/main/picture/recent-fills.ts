import { unitsFilled } from '../../shared/books/open-rows.ts'
import type { Row, Rows, RowsPatch } from '../../shared/core/patch.ts'

/** Milliseconds after which the positions are taken to show what an order was filled with. */
const lasts = 60_000

/** Units that an order book came up with. */
export interface RecentFill {
  /** What of the order tells its position and its side: whole rows would stay in memory for a minute. */
  row: Row
  units: number
  /** Milliseconds since the book came up with them. */
  age: number
}

/** What one reading came up with. */
interface News {
  at: number
  fills: readonly Omit<RecentFill, 'age'>[]
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
    const fills: Omit<RecentFill, 'age'>[] = []
    for (const [key] of [...put, ...set]) {
      const row = rows.get(key)!
      const before = this.#rows.get(key)
      // Prices change with every poll, and few of them with a fill.
      if (before !== undefined && isFilledAlike(row, before)) continue
      const units = unitsFilled(row) - (before === undefined ? 0 : unitsFilled(before))
      if (units > 0) fills.push({ row: placeOf(row), units })
    }
    const recent = this.#since(at)
    this.#news = fills.length === 0 ? recent : [...recent, { at, fills }]
    this.#rows = rows
  }

  /** At a moment on the monotonic clock. */
  at(now: number): readonly RecentFill[] {
    return this.#since(now).flatMap(({ at, fills }) =>
      fills.map((fill) => ({ ...fill, age: now - at })),
    )
  }

  #since(now: number): readonly News[] {
    return this.#news.filter(({ at }) => now - at < lasts)
  }
}

const placeOf = ({ exchange, symbol, product, action }: Row): Row => ({
  exchange,
  symbol,
  product,
  action,
})

/** By the fields that say how much of an order is filled. */
const isFilledAlike = (one: Row, other: Row): boolean =>
  one['status'] === other['status'] &&
  one['quantity'] === other['quantity'] &&
  one['fillshares'] === other['fillshares']
