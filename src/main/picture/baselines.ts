import { figure, netUnitsOf } from '../../shared/books/open-rows.ts'
import type { Row, Rows, RowsPatch } from '../../shared/core/patch.ts'
import type { Action } from '../../shared/service/words.ts'
import { slowestOrderBook, slowestPositions } from './book-lag.ts'
import { BySymbol } from './by-symbol.ts'
import { type DayFills, netSince } from './day-fills.ts'
import { type PositionName, isOf, isOfInstrument, positionOfRow } from './instruments.ts'
import type { VanishedRows } from './vanished-rows.ts'

/** What was held of a position at a moment at which neither book was behind the other. */
export interface Baseline {
  of: PositionName
  net: number
  /** On the monotonic clock; what was filled later is not in it. */
  at: number
  /** Whether its units were made another product before that. */
  isMadeAnother: boolean
}

/** An instrument of which something was traded, converted or dropped since the books were first read. */
interface Traded {
  /** When figures of its rows were last seen to change. */
  changedAt: number
  /** By product. */
  positions: Map<string, Baseline>
}

/** What pictures ask for. */
export type BaselinesSeen = Pick<Baselines, 'of' | 'ofInstrument' | 'all'>

export const noBaselines: BaselinesSeen = {
  of: () => undefined,
  ofInstrument: () => [],
  *all() {},
}

/** What is known of one account's books. */
interface Memories {
  day: DayFills
  orders: Pick<VanishedRows, 'firstAt'>
  positions: VanishedRows
  /** Fills may still have to be noted: that takes steps. */
  finishNotes(): void
}

/**
 * What was held of positions before they were traded. Whatever a book does with their rows from then
 * on, each comes to that and to what was filled since. Nothing else changes it but being made another
 * product, and then all products of the instrument come to the same together as before.
 */
export class Baselines {
  readonly #memories: Memories
  /** By symbol and exchange. */
  readonly #traded = new Map<unknown, Map<string, Traded>>()
  #readAt = -Infinity

  constructor(memories: Memories) {
    this.#memories = memories
  }

  /** Told of every good reading of the positions, before it takes the place of the former one. */
  see(rows: Rows, { put = [], set = [], drop = [] }: RowsPatch, at: number): void {
    const { positions, finishNotes } = this.#memories
    const before = positions.latest
    const isMoved = (key: string): boolean => !isTradedAlike(before.get(key), rows.get(key))
    const changed = [...put, ...set].map(([key]) => key).filter(isMoved)
    if (positions.firstAt !== null && changed.length + drop.length > 0) {
      finishNotes()
      const moved = [...changed, ...drop].flatMap((key): readonly PositionName[] => {
        const row = before.get(key) ?? rows.get(key)
        return row === undefined ? [] : [positionOfRow(row)]
      })
      for (const of of moved) this.touch(of, at)
      for (const of of moved) this.#find(of).changedAt = at
    }
    this.#readAt = at
  }

  /** Told of what changes a position, before that is noted anywhere else. */
  touch(of: PositionName, at: number): void {
    const { day, orders, positions } = this.#memories
    if (orders.firstAt === null || positions.firstAt === null) return
    const traded = this.#find(of)
    const moment = Math.min(this.#readAt, at - slowestOrderBook)
    const isQuiet =
      moment >= Math.max(orders.firstAt, positions.firstAt, traded.changedAt) &&
      moment >= day.lastOf(of) + slowestPositions
    if (isQuiet) this.#take(traded, of, moment)
  }

  /** The books tell of another day, to which nobody knows what is brought forward before they say so. */
  clear(): void {
    this.#traded.clear()
  }

  of({ symbol, exchange, product }: PositionName): Baseline | undefined {
    return this.#traded.get(symbol)?.get(exchange)?.positions.get(product)
  }

  /** All products of an instrument. */
  ofInstrument({ symbol, exchange }: PositionName): readonly Baseline[] {
    return [...(this.#traded.get(symbol)?.get(exchange)?.positions.values() ?? [])]
  }

  *all(): Generator<Baseline> {
    for (const ofSymbol of this.#traded.values())
      for (const { positions } of ofSymbol.values()) yield* positions.values()
  }

  #take(traded: Traded, touched: PositionName, at: number): void {
    const rows = Map.groupBy(
      BySymbol.of(this.#memories.positions.latest)
        .find(touched.symbol)
        .filter((row) => isOfInstrument(row, touched)),
      (row) => positionOfRow(row).product,
    )
    const held = (product: string): number | null => netUnitsOf(rows.get(product) ?? [])
    const isBalanced = this.#isBalanced(traded, held)
    for (const product of new Set([touched.product, ...traded.positions.keys(), ...rows.keys()])) {
      const of = { ...touched, product }
      const known = traded.positions.get(product)
      const isSaid = this.#isSaid(of, rows.get(product) ?? [], known)
      if (!isSaid && (known === undefined || !isBalanced)) continue
      const net = held(product)
      const wasAnother =
        known !== undefined && (known.isMadeAnother || this.#expected(known) !== net)
      if (net === null) traded.positions.delete(product)
      else traded.positions.set(product, { of, net, at, isMadeAnother: !isSaid && wasAnother })
    }
  }

  /** Whether the book itself says how much of a position is held. */
  #isSaid(of: PositionName, rows: readonly Row[], known: Baseline | undefined): boolean {
    const { day, positions } = this.#memories
    if (positions.missedOf(of.symbol).some((row) => isOf(row, of) === 'yes')) return false
    if (rows.length === 0) return known === undefined && day.lastOf(of, of.product) === -Infinity
    // A row that tells of fewer units than were traded is behind, however long it has been.
    const traded = day.unitsOf(of)
    return !rows.some((row) => tellsLess(row, traded))
  }

  #expected({ of, net, at }: Baseline): number {
    return net + (netSince(this.#memories.day.last(of.symbol), of, at) ?? NaN)
  }

  /** Whether all products of the instrument come to as much as they should. */
  #isBalanced({ positions }: Traded, held: (product: string) => number | null): boolean {
    let left = 0
    for (const known of positions.values())
      left += this.#expected(known) - (held(known.of.product) ?? NaN)
    return left === 0
  }

  #find({ symbol, exchange }: PositionName): Traded {
    let ofSymbol = this.#traded.get(symbol)
    if (ofSymbol === undefined) this.#traded.set(symbol, (ofSymbol = new Map()))
    let traded = ofSymbol.get(exchange)
    if (traded === undefined)
      ofSymbol.set(exchange, (traded = { changedAt: -Infinity, positions: new Map() }))
    return traded
  }
}

const tellsLess = ({ bqty, sqty }: Row, traded: Record<Action, number>): boolean =>
  (figure(bqty) ?? Infinity) < traded.BUY || (figure(sqty) ?? Infinity) < traded.SELL

const figuresOfTrade = ['netqty', 'bqty', 'sqty', 'cfbuyqty', 'cfsellqty'] as const

/** Prices change with every poll. */
const isTradedAlike = (one: Row | undefined, other: Row | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  figuresOfTrade.every((name) => one[name] === other[name])
