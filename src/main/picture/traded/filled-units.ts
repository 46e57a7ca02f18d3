import { orderIn } from '../../../shared/books/books.ts'
import { unitsFilled } from '../../../shared/service/order-units.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { type Action, sideOfWord } from '../../../shared/service/words.ts'
import { orderKeyOf } from '../../../shared/service/order-ids.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import { type DroppedFill, type LastFills, type NotedFill, netSince } from './day-fills.ts'
import {
  type InstrumentName,
  type PositionName,
  isOf,
  isOfInstrument,
} from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'
import { entryOfLeg } from './filled-positions.ts'
import type { RecentFill } from './recent-fills.ts'

export interface SumsOfFills {
  buys: number
  sells: number
}

/** An order under the product of the entry that it closes, where it is a leg. */
function inPlaceOf(row: Row, orders: BookSeen): Row {
  const { product } = entryOfLeg(row, orders)
  return product === row['product'] ? row : { ...row, product }
}

/** The book without what it dropped after one sight. */
export function withSureFills(orders: BookSeen): BookSeen {
  return without(orders, ({ isSure }) => !isSure)
}

/**
 * The book with what it surely dropped, and with what else it may have dropped of either side: only
 * what is so in all of them is so.
 */
export function possibleFills(orders: BookSeen): readonly BookSeen[] {
  const sure = withSureFills(orders)
  if (sure === orders) return [orders]
  const and = (side: Action): BookSeen => {
    const isOther = (row: Row): boolean => (sideOfWord(row['action']) ?? side) !== side
    return without(orders, (one) => !one.isSure && isOther(one.row))
  }
  return [sure, and('BUY'), and('SELL')]
}

/** The book as if some of what it dropped had never been there. */
function without(orders: BookSeen, isLeftOut: (dropped: DroppedFill) => boolean): BookSeen {
  const dropped = orders.dropped.filter((one) => !isLeftOut(one))
  if (dropped.length === orders.dropped.length) return orders
  const leftOut = new Set(orders.dropped.filter(isLeftOut).map(({ row }) => row['order_id']))
  const lastFills = (symbol: string): readonly LastFills[] =>
    orders.lastFills(symbol).map((last) => ({
      ...last,
      later: last.later.filter(({ orderId }) => !leftOut.has(orderId)),
    }))
  return { ...orders, dropped, lastFills }
}

/** What the order book of a day says that positions were filled with. */
export class FilledUnits {
  readonly #read: () => BookSeen | null
  #recent: ReadonlyMap<unknown, readonly RecentFill[]> | undefined

  constructor(orders: () => BookSeen | null) {
    this.#read = orders
  }

  /** Units of what surely is the position's, and meant. Brokers drop finished orders, which count too. */
  of(position: PositionName, isMeant = (_: Row): boolean => true): SumsOfFills {
    const sums = { buys: 0, sells: 0 }
    for (const { row, units } of this.#ordersOf(position.symbol)) {
      if (isOf(row, position) !== 'yes' || !isMeant(row)) continue
      const side = sideOfWord(row['action'])
      if (side === 'BUY') sums.buys += units
      if (side === 'SELL') sums.sells += units
    }
    return sums
  }

  /** Net units of what may be the position's; null where a side cannot be read. */
  netOf(position: PositionName): number | null {
    const orders = this.#orders
    let net = 0
    for (const { row, units } of this.#rowsOf(position.symbol)) {
      // Most of a book are not filled, and what they close need not be looked for.
      if (units <= 0 || isOf(inPlaceOf(row, orders!), position) === 'no') continue
      const side = sideOfWord(row['action'])
      if (side === undefined) return null
      net += side === 'BUY' ? units : -units
    }
    return net
  }

  /** Each order of a symbol once, with what it was filled with; what closes an entry under the entry's product. */
  *#ordersOf(symbol: string): Generator<{ row: Row; units: number }> {
    const orders = this.#orders
    for (const { row, units } of this.#rowsOf(symbol)) yield { row: inPlaceOf(row, orders!), units }
  }

  /** The same under the product that its own row has. */
  *#rowsOf(symbol: string): Generator<{ row: Row; units: number }> {
    const orders = this.#orders
    if (orders === null) return
    const told = new Set<string>()
    for (const row of BySymbol.of(orders.rows).find(symbol)) {
      const id = orderKeyOf(row)
      // Brokers give a row twice by mistake, and an order that cannot be told apart counts each time.
      if (id !== '' && told.has(id)) continue
      told.add(id)
      yield { row, units: unitsFilled(row) }
    }
    for (const former of orders.dropped)
      if (former.row['symbol'] === symbol && !this.#isShown(former.row)) yield former
  }

  /** Each order that may be the position's once, with what it was filled with. */
  *told(position: PositionName): Generator<{ row: Row; units: number }> {
    for (const told of this.#ordersOf(position.symbol))
      if (isOf(told.row, position) !== 'no') yield told
  }

  /** Each order of an instrument once, under whatever product. */
  *toldOf({ exchange, symbol }: InstrumentName): Generator<{ row: Row; units: number }> {
    for (const told of this.#ordersOf(symbol))
      if (isOfInstrument(told.row, { exchange })) yield told
  }

  /** What may be the position's and was filled within the last minute. */
  recentOf(position: PositionName): readonly RecentFill[] {
    const fills = this.#orders?.fills ?? []
    this.#recent ??= Map.groupBy(fills, ({ row }) => row['symbol'])
    return (this.#recent.get(position.symbol) ?? []).filter(
      ({ row }) => isOf(row, position) !== 'no',
    )
  }

  /** Net units of what may be the position's and was filled after a moment; null where a side cannot be read. */
  since(position: PositionName, moment: number): number | null {
    const orders = this.#orders
    if (orders === null) return null
    const fills = orders.lastFills(position.symbol)
    const inPlace = fills.map((last) => ({ ...last, row: inPlaceOf(last.row, orders) }))
    return netSince(inPlace, position, moment)
  }

  /** What may be the position's and was filled after a moment, by when it was noted. */
  stepsSince(position: PositionName, moment: number): readonly (readonly NotedFill[])[] {
    const orders = this.#orders
    if (orders === null) return []
    const fills = orders
      .lastFills(position.symbol)
      .filter(({ row }) => isOf(inPlaceOf(row, orders), position) !== 'no')
      .flatMap(({ later }) => later.filter(({ at }) => at > moment))
    const byMoment = [...Map.groupBy(fills, ({ at }) => at)]
    return byMoment.toSorted(([one], [other]) => one - other).map(([, ofMoment]) => ofMoment)
  }

  /** Whether what may be the position's was filled at a moment or after it, on any side or on one. */
  isSince(position: PositionName, moment: number, side?: Action): boolean {
    const orders = this.#orders
    return (orders?.lastFills(position.symbol) ?? []).some((last) => {
      const at = side === undefined ? Math.max(last.BUY, last.SELL) : last[side]
      return at >= moment && isOf(inPlaceOf(last.row, orders!), position) !== 'no'
    })
  }

  get #orders(): BookSeen | null {
    return this.#read()
  }

  #isShown({ order_id }: Row): boolean {
    return this.#orders !== null && orderIn(this.#orders.rows, String(order_id)) !== undefined
  }
}
