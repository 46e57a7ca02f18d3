import { figure } from '../../../shared/service/order-units.ts'
import type { Row, Rows, RowsPatch } from '../../../shared/core/patch.ts'
import { recordKey } from '../../../shared/books/books.ts'
import { parseTime } from '../../../shared/core/times.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import { placeOf } from './day-fills.ts'

/** An order of which the trade book came up with something after its first reading. */
export interface TradedLater {
  /** As `placeOf` tells it. */
  row: Row
  /** All units of it that the book tells of, none where it tells of it no more. */
  units: number
  /** Two of its trades are alike in everything: one of them may be told twice. */
  hasTwins: boolean
  /** None of its trades was made long before one that the book told of already. */
  isNews: boolean
  /** How many readings, one after the other, have told of just these units. */
  readings: number
  /** When the latest of them came up, on the monotonic clock. */
  at: number
}

/** Milliseconds between the times of two trades: a book that told of the later one has had the other for as long. */
const longBefore = 5 * 60_000

/**
 * What the trade book came up with since it was first read. It may tell of a fill before the order
 * book does, and also where that leaves an order out.
 */
export class LaterTrades {
  readonly #orders = new Map<string, TradedLater>()
  /** A book that flickers shows all of its trades again. */
  readonly #known = new Set<string>()
  #day: string | null = null
  /** When the latest of them was made, by the broker's clock. */
  #newest = -Infinity
  readAt = -Infinity

  /** Told of every good reading, on the monotonic clock, and of which day it tells. */
  see(
    rows: Rows,
    { put = [], drop = [] }: RowsPatch,
    { at, day }: { at: number; day: string },
  ): void {
    const isFirst = this.readAt === -Infinity
    this.readAt = at
    if (day !== this.#day) {
      this.#orders.clear()
      this.#known.clear()
    }
    this.#day = day
    const newest = this.#newest
    for (const [key, trade] of isFirst ? rows : put) {
      if (this.#known.has(key)) continue
      this.#known.add(key)
      const made = timeOf(trade)
      this.#newest = Math.max(this.#newest, made ?? -Infinity)
      const id = idOf(trade)
      if (isFirst || id === '') continue
      const isNews = made === null || made > newest - longBefore
      const before = this.#orders.get(id)?.isNews ?? true
      this.#orders.set(id, {
        ...{ row: placeOf(trade), units: 0, hasTwins: false, readings: 0 },
        ...{ isNews: isNews && before, at },
      })
    }
    if (this.#orders.size === 0) return
    if (put.length + drop.length > 0) this.#count(rows)
    for (const [id, order] of this.#orders)
      this.#orders.set(id, { ...order, readings: order.readings + 1 })
  }

  /** A trade that is gone again is no word for anything. */
  #count(rows: Rows): void {
    const units = new Map<string, number>()
    const [seen, withTwins] = [new Set<string>(), new Set<string>()]
    for (const trade of rows.values()) {
      const id = idOf(trade)
      if (!this.#orders.has(id)) continue
      units.set(id, (units.get(id) ?? 0) + (figure(trade['quantity']) ?? 0))
      const alike = recordKey('trades', trade)
      if (seen.has(alike)) withTwins.add(id)
      seen.add(alike)
    }
    for (const [id, order] of this.#orders) {
      const [told, hasTwins] = [units.get(id) ?? 0, withTwins.has(id)]
      if (told !== order.units || hasTwins !== order.hasTwins)
        this.#orders.set(id, { ...order, units: told, hasTwins, readings: 0 })
    }
  }

  get all(): readonly TradedLater[] {
    return [...this.#orders.values()]
  }
}

const timeOf = ({ exchtime }: Row): number | null =>
  typeof exchtime === 'string' ? parseTime(exchtime) : null

const idOf = ({ order_id: id }: Row): string =>
  typeof id === 'string' ? comparableOrderId(id) : ''
