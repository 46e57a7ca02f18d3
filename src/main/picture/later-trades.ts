import { figure } from '../../shared/service/order-units.ts'
import type { Row, Rows, RowsPatch } from '../../shared/core/patch.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import { placeOf } from './day-fills.ts'

/** An order of which the trade book came up with something after its first reading. */
export interface TradedLater {
  /** As `placeOf` tells it. */
  row: Row
  /** All units of it that the book tells of. */
  units: number
  /** When the latest of them came up, on the monotonic clock. */
  at: number
}

/**
 * What the trade book came up with since it was first read. It may tell of a fill before the order
 * book does, and also where that leaves an order out.
 */
export class LaterTrades {
  readonly #orders = new Map<string, TradedLater>()
  /** A book that flickers shows all of its trades again. */
  readonly #known = new Set<string>()
  #day: string | null = null
  readAt = -Infinity

  /** Told of every good reading, on the monotonic clock, and of which day it tells. */
  see(rows: Rows, { put = [] }: RowsPatch, { at, day }: { at: number; day: string }): void {
    const isFirst = this.readAt === -Infinity
    this.readAt = at
    if (day !== this.#day) {
      this.#orders.clear()
      this.#known.clear()
    }
    this.#day = day
    const fresh = new Map<string, Row>()
    for (const [key, trade] of isFirst ? rows : put) {
      if (this.#known.has(key)) continue
      this.#known.add(key)
      const id = idOf(trade)
      if (!isFirst && id !== '') fresh.set(id, trade)
    }
    if (fresh.size === 0) return
    const units = new Map<string, number>()
    for (const trade of rows.values()) {
      const id = idOf(trade)
      if (fresh.has(id)) units.set(id, (units.get(id) ?? 0) + (figure(trade['quantity']) ?? 0))
    }
    for (const [id, trade] of fresh)
      this.#orders.set(id, { row: placeOf(trade), units: units.get(id) ?? 0, at })
  }

  get all(): readonly TradedLater[] {
    return [...this.#orders.values()]
  }
}

const idOf = ({ order_id: id }: Row): string =>
  typeof id === 'string' ? comparableOrderId(id) : ''
