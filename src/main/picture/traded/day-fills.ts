import { dayOf, startOfDay } from '../../../shared/core/india.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { orderKeyOf } from '../../../shared/service/order-ids.ts'
import { type Action, sideOfWord } from '../../../shared/service/words.ts'
import { enteredAt } from '../times/entered-at.ts'
import {
  type InstrumentName,
  type PositionName,
  isOf,
  isOfInstrument,
} from '../rows/instruments.ts'
import { longestMissed } from '../missing/missed-for.ts'

/** Milliseconds after midnight in India until which an order that was entered on a day is of that day alone. */
const lastOfDay = 15.5 * 3_600_000
/** And where trading goes on in the evening. */
const lastOfEvening = new Map<unknown, number>([
  ['CDS', 17 * 3_600_000],
  ['BCD', 17 * 3_600_000],
  ['MCX', 24 * 3_600_000],
  ['NCDEX', 24 * 3_600_000],
])

/** Whether an order was entered on an earlier day, and not after hours, for the next one. */
function isOfEarlierDay(row: Row, day: string): boolean {
  const entered = enteredAt(row)
  if (entered === null || dayOf(entered) >= day) return false
  return entered - startOfDay(entered) < (lastOfEvening.get(row['exchange']) ?? lastOfDay)
}

/** What tells an order, its position, its side and whose leg it is: whole rows would stay in memory. */
export const placeOf = ({
  order_id,
  exchange,
  symbol,
  product,
  action,
  parentorderid,
}: Row): Row => ({ order_id, exchange, symbol, product, action, parentorderid })

/** Units of an order that its book does not show any more. */
export interface DroppedFill {
  /** As `placeOf` tells it. */
  row: Row
  units: number
  /**
   * Whether more than one answer had the order, and it is of the day: one answer by itself may be of
   * somebody else's book, and brokers clear the orders of the day before late.
   */
  isSure: boolean
}

/** When orders of one position were last seen to be filled, on the monotonic clock. */
export interface LastFills extends Record<Action, number> {
  /** One of them, as `placeOf` tells it. */
  row: Row
  /** Units that they were filled with since the day began, or the session. */
  units: Record<Action, number>
  /** What the book came up with after its first reading. */
  later: readonly NotedFill[]
}

/** Units that an order was filled with between two readings, and when the second of them was. */
export interface NotedFill {
  orderId: unknown
  /** Undefined where it cannot be read. */
  side: Action | undefined
  units: number
  at: number
}

/** Units of an order in a reading, and how many of them are new. */
interface Noted {
  filled: number
  units: number
  at: number
  /** Whether the reading was not the first of all. */
  isLater: boolean
}

/** Net units that came to a position after a moment; null where a side of them cannot be read. */
export function netSince(
  fills: readonly LastFills[],
  of: PositionName,
  moment: number,
): number | null {
  let net = 0
  for (const { row, later } of fills) {
    if (isOf(row, of) === 'no') continue
    for (const { side, units, at } of later) {
      if (at <= moment) continue
      if (side === undefined) return null
      net += side === 'BUY' ? units : -units
    }
  }
  return net
}

/**
 * What was filled on a day and the order book alone does not tell: the fills of orders that it does
 * not show any more, since brokers drop finished ones, and when each position was filled last.
 */
export class DayFills {
  #day = ''
  readonly #dropped = new Map<string, DroppedFill>()
  /** Of these, when those were dropped that are not sure. */
  readonly #unsure = new Map<string, number>()
  #told: readonly DroppedFill[] | null = none
  /** What orders were filled with, by their ids as they are compared. */
  readonly #most = new Map<string, number>()
  /** By symbol, and then by all that tells positions of it apart. */
  readonly #last = new Map<unknown, Map<string, LastFills & { later: NotedFill[] }>>()

  /** Told before each reading of the book, at a moment on the monotonic clock, of which day it tells; answers whether it is another one. */
  begin(day: string, at: number): boolean {
    for (const [key, droppedAt] of this.#unsure)
      if (at - droppedAt >= longestMissed) this.#forget(key)
    if (day === this.#day) return false
    this.#day = day
    this.#dropped.clear()
    this.#unsure.clear()
    this.#last.clear()
    this.#most.clear()
    this.#told = none
    return true
  }

  /** Units that an order was filled with at the most: a book gives it twice, or with less, by mistake. */
  mostOf({ order_id }: Row): number {
    return this.#most.get(orderKeyOf({ order_id })) ?? 0
  }

  note(row: Row, { filled, units, at, isLater }: Noted): void {
    const id = orderKeyOf(row)
    if (id !== '') this.#most.set(id, filled)
    const { symbol, exchange, product, parentorderid } = row
    let ofSymbol = this.#last.get(symbol)
    if (ofSymbol === undefined) this.#last.set(symbol, (ofSymbol = new Map()))
    const key = `${String(exchange)} ${String(product)} ${String(parentorderid)}`
    let last = ofSymbol.get(key)
    if (last === undefined) {
      last = {
        row: placeOf(row),
        BUY: -Infinity,
        SELL: -Infinity,
        units: { BUY: 0, SELL: 0 },
        later: [],
      }
      ofSymbol.set(key, last)
    }
    const side = sideOfWord(row['action'])
    // One that cannot be read may be either.
    if (side !== 'SELL') last.BUY = at
    if (side !== 'BUY') last.SELL = at
    if (side !== undefined) last.units[side] += units
    if (isLater) last.later.push({ orderId: row['order_id'], side, units, at })
  }

  /** Told of an order that the book had in its former reading, and whether in one before that. */
  drop(key: string, order: Row, of: { units: number; isKnown: boolean; at: number }): void {
    const isSure = of.isKnown && !isOfEarlierDay(order, this.#day)
    this.#dropped.set(key, { row: placeOf(order), units: of.units, isSure })
    if (!isSure) this.#unsure.set(key, of.at)
    this.#told = null
  }

  /** Whether it was dropped. */
  has(key: string): boolean {
    return this.#dropped.has(key)
  }

  /** The book shows the order again. Answers what it was filled with when it was seen before. */
  takeBack(key: string): number {
    const units = this.#dropped.get(key)?.units ?? 0
    if (this.#dropped.delete(key)) this.#told = null
    this.#unsure.delete(key)
    return units
  }

  /** An order of one sight was none of ours. */
  #forget(key: string): void {
    const row = this.#dropped.get(key)?.row
    this.takeBack(key)
    if (row === undefined) return
    this.#most.delete(orderKeyOf(row))
    for (const last of this.#last.get(row['symbol'])?.values() ?? []) {
      const isIt = ({ orderId }: NotedFill): boolean => orderId === row['order_id']
      for (const { side, units } of last.later.filter(isIt))
        if (side !== undefined) last.units[side] -= units
      last.later = last.later.filter((fill) => !isIt(fill))
    }
  }

  get dropped(): readonly DroppedFill[] {
    return (this.#told ??= [...this.#dropped.values()])
  }

  last(symbol: string): readonly LastFills[] {
    return [...(this.#last.get(symbol)?.values() ?? [])]
  }

  /** Units that orders of a position were filled with. */
  unitsOf(of: PositionName): Record<Action, number> {
    const sums = { BUY: 0, SELL: 0 }
    for (const { row, units } of this.last(of.symbol)) {
      if (isOf(row, of) === 'no') continue
      sums.BUY += units.BUY
      sums.SELL += units.SELL
    }
    return sums
  }

  /** When orders of an instrument, or of one product of it, were last seen to be filled. */
  lastOf({ symbol, exchange }: InstrumentName, product?: string): number {
    let latest = -Infinity
    for (const { row, BUY, SELL } of this.last(symbol)) {
      const isIt =
        isOfInstrument(row, { exchange }) &&
        (product === undefined || isOf(row, { exchange, product }) !== 'no')
      if (isIt) latest = Math.max(latest, BUY, SELL)
    }
    return latest
  }
}

const none: readonly DroppedFill[] = []
