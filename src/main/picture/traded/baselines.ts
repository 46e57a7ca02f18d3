import { netUnitsOf } from '../../../shared/books/open-rows.ts'
import { figure, unitsSold } from '../../../shared/service/order-units.ts'
import type { Row, Rows, RowsPatch } from '../../../shared/core/patch.ts'
import { type Action, Product, productOfWord } from '../../../shared/service/words.ts'
import {
  latestOrderBook,
  longestSilence,
  slowestOrderBook,
  slowestPositions,
} from '../times/book-lag.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import { type DayFills, netSince } from './day-fills.ts'
import { broughtForward, isOfOneDay } from '../rows/brought-forward.ts'
import {
  type InstrumentName,
  type PositionName,
  isOf,
  isOfInstrument,
  positionOfRow,
} from '../rows/instruments.ts'
import { longestMissed } from '../missing/missed-for.ts'
import type { VanishedRows } from '../missing/vanished-rows.ts'

/** What was held of a position at a moment at which neither book was behind the other. */
export interface Baseline {
  of: PositionName
  net: number
  /** On the monotonic clock; what was filled later is not in it. */
  at: number
  /** Units that were since seen to come from other products of the instrument, or to go to them. */
  moved: number
}

/** An instrument of which something was traded, converted or dropped since the books were first read. */
interface Traded {
  /** When figures of its rows were last seen to change. */
  changedAt: number
  /** By product. */
  positions: Map<string, Baseline>
  /** By product, when a reading changed a position that was until then what it should be. */
  strayedAt: Map<string, number>
}

/** What pictures ask for. */
export type BaselinesSeen = Pick<
  Baselines,
  'of' | 'ofInstrument' | 'all' | 'changedAt' | 'strayedAt'
>

export const noBaselines: BaselinesSeen = {
  of: () => undefined,
  ofInstrument: () => [],
  *all() {},
  changedAt: () => -Infinity,
  strayedAt: () => -Infinity,
}

/** A position in two readings, one after the other. */
interface Moved {
  of: PositionName
  before: number | null
  now: number | null
}

/** What is known of one account's books. */
interface Memories {
  day: DayFills
  orders: Pick<VanishedRows, 'firstAt'>
  positions: VanishedRows
  /** Fills may still have to be noted: that takes steps. */
  finishNotes(): void
  /** When the orders were read last. */
  ordersReadAt(): number
}

/**
 * What was held of positions before they were traded. Whatever a book does with their rows from then
 * on, each comes to that and to what was filled since. Nothing else changes it but being made another
 * product, which is seen: one reading takes from one product what it gives to another.
 */
export class Baselines {
  readonly #memories: Memories
  /** By symbol and exchange. */
  readonly #traded = new Map<unknown, Map<string, Traded>>()
  #readAt = -Infinity
  #clearedAt = -Infinity

  constructor(memories: Memories) {
    this.#memories = memories
  }

  /** Told of every good reading of the positions, before it takes the place of the former one. */
  see(rows: Rows, { put = [], set = [], drop = [] }: RowsPatch, at: number): void {
    const { positions, finishNotes, ordersReadAt } = this.#memories
    const before = positions.latest
    const isMoved = (key: string): boolean => !isTradedAlike(before.get(key), rows.get(key))
    const changed = [...put, ...set].map(([key]) => key).filter(isMoved)
    if (positions.firstAt !== null && changed.length + drop.length > 0) {
      finishNotes()
      const moved = [...changed, ...drop].flatMap((key) => movedIn(before.get(key), rows.get(key)))
      for (const ofInstrument of byInstrument(moved)) {
        const { of } = ofInstrument[0]!
        // What is made another product is told by the positions alone.
        const isConversion = this.#isConversion(ofInstrument, at)
        this.touch(of, ordersReadAt(), { isConversion })
        const traded = this.#find(of)
        traded.changedAt = at
        for (const one of ofInstrument)
          if (this.#isWhatItShouldBe(one)) traded.strayedAt.set(one.of.product, at)
        if (isConversion) this.#convert(ofInstrument)
      }
    }
    this.#readAt = at
  }

  /**
   * Told of what changes a position, before that is noted anywhere else, and when the orders were
   * read last without it.
   */
  touch(of: PositionName, ordersReadAt: number, { isConversion = false } = {}): void {
    const { day, orders, positions } = this.#memories
    if (orders.firstAt === null || positions.firstAt === null) return
    const traded = this.#find(of)
    // A change that its orders do not explain may be told by them as late as any order book is.
    const isUntold = !isConversion && traded.changedAt > this.#clearedAt && this.#tellsMore(of)
    const lateBy = isUntold ? latestOrderBook : slowestOrderBook
    const moment = Math.min(this.#readAt, ordersReadAt - lateBy)
    const filledAt = day.lastOf(of)
    const isQuiet =
      moment >= Math.max(orders.firstAt, positions.firstAt, traded.changedAt) &&
      moment >= filledAt + slowestPositions
    if (isQuiet) this.#take(traded, of, moment)
    else if (filledAt <= ordersReadAt && this.#tellsTheSame(of))
      this.#take(traded, of, Math.max(filledAt, orders.firstAt))
  }

  /**
   * Whether the positions of an instrument show what its orders were filled with, to the unit. Then
   * neither book is behind the other, however short ago that was.
   */
  #tellsTheSame(of: PositionName): boolean {
    const { day, positions } = this.#memories
    const rows = BySymbol.of(positions.latest)
      .find(of.symbol)
      .filter((row) => isOfInstrument(row, of))
    const filled = day.last(of.symbol).filter(({ row }) => isOfInstrument(row, of))
    return (
      rows.length > 0 &&
      rows.every((row) => tellsAll(row, day.unitsOf(positionOfRow(row)))) &&
      filled.every(({ row }) => rows.some((one) => isOf(one, positionOfRow(row)) === 'yes'))
    )
  }

  /** Whether rows of an instrument tell that more was traded today than its orders were filled with. */
  #tellsMore(of: PositionName): boolean {
    const { day, positions } = this.#memories
    return BySymbol.of(positions.latest)
      .find(of.symbol)
      .filter((row) => isOfInstrument(row, of))
      .some((row) => tellsMore(row, day.unitsOf(positionOfRow(row))))
  }

  /** The books tell of another day, to which nobody knows what is brought forward before they say so. */
  clear(): void {
    this.#clearedAt = this.#readAt
    this.#traded.clear()
  }

  of({ symbol, exchange, product }: PositionName): Baseline | undefined {
    return this.#traded.get(symbol)?.get(exchange)?.positions.get(product)
  }

  /** All products of an instrument. */
  ofInstrument({ symbol, exchange }: PositionName): readonly Baseline[] {
    return [...(this.#traded.get(symbol)?.get(exchange)?.positions.values() ?? [])]
  }

  /** When figures of rows of an instrument were last seen to change, on the monotonic clock. */
  changedAt({ symbol, exchange }: InstrumentName): number {
    return this.#traded.get(symbol)?.get(exchange)?.changedAt ?? -Infinity
  }

  /**
   * When a position was last changed by a reading before which it was what it had been and what it was
   * filled with: if it is not so any more, it is since then. On the monotonic clock.
   */
  strayedAt({ symbol, exchange, product }: PositionName): number {
    return this.#traded.get(symbol)?.get(exchange)?.strayedAt.get(product) ?? -Infinity
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
    // What the fills of the day contradict is no more certain because more is filled.
    if (traded.positions.size === 0 && this.#contradictsFills(touched, rows)) return
    for (const product of new Set([touched.product, ...Product.options, ...rows.keys()])) {
      const of = { ...touched, product }
      const ofProduct = rows.get(product) ?? []
      const known = traded.positions.get(product)
      if (!this.#isSaid(of, { rows: ofProduct, known, at })) continue
      if (known !== undefined && this.#isUnexplained(known, netUnitsOf(ofProduct), traded)) continue
      const net = netUnitsOf(ofProduct)
      if (net === null) traded.positions.delete(product)
      else traded.positions.set(product, { of, net, at, moved: 0 })
    }
  }

  /**
   * Whether the rows of an instrument, by product, tell of other units than its orders of the day: those
   * of one day by themselves, and all of them, since any may have been made another. In the first hour,
   * as long as that is asked about.
   */
  #contradictsFills(touched: PositionName, rows: ReadonlyMap<string, readonly Row[]>): boolean {
    const { day, orders, positions } = this.#memories
    const isAsked = this.#readAt - (orders.firstAt ?? -Infinity) < longestMissed
    const isShown = [...rows.keys()].some(isOfOneDay)
    if (!isAsked || !isShown || positions.missedOf(touched.symbol).length > 0) return false
    const beyond = { ofOneDay: 0, ofAll: 0 }
    const add = (product: string, units: number): void => {
      beyond.ofAll += units
      if (isOfOneDay(product)) beyond.ofOneDay += units
    }
    for (const [product, ofProduct] of rows)
      for (const row of ofProduct) add(product, cameToday(row))
    const filled = day.last(touched.symbol).filter(({ row }) => isOfInstrument(row, touched))
    const products = filled.map(({ row }) => productOfWord(row['product']) ?? '')
    for (const [n, { units }] of filled.entries())
      add(products[n]!, products[n] === '' ? NaN : units.SELL - units.BUY)
    return products.some(isOfOneDay) && beyond.ofOneDay !== 0 && Math.abs(beyond.ofAll) > 0
  }

  /**
   * Whether a reading shows that units were made another product: what one has less another has more,
   * which is no row that came back, and nothing that was filled.
   */
  #isConversion(moved: readonly Moved[], at: number): boolean {
    const { day, positions } = this.#memories
    let [sum, isLess, isMore] = [0, false, false]
    for (const { of, before, now } of moved) {
      if (before === null || now === null) return false
      sum += now - before
      isLess ||= Math.abs(now) < Math.abs(before)
      if (Math.abs(now) <= Math.abs(before)) continue
      isMore = true
      const isBack = positions.missedOf(of.symbol).some((row) => isOf(row, of) === 'yes')
      const isFilled = day.lastOf(of, of.product) > at - slowestPositions
      // What was made another product before comes back to it by the same way.
      const isKnown = (this.of(of)?.moved ?? 0) !== 0
      if (isFilled || (isBack && !isKnown)) return false
    }
    return sum === 0 && isLess && isMore
  }

  #convert(moved: readonly Moved[]): void {
    for (const { of, before, now } of moved) {
      const known = this.of(of)
      if (known === undefined || before === null || now === null) continue
      const next = { ...known, moved: known.moved + now - before }
      this.#find(of).positions.set(of.product, next)
    }
  }

  /** Whether a position is not what it was and what was filled since: the order that explains it may come late. */
  #isUnexplained({ of, net, at, moved }: Baseline, now: number | null, traded: Traded): boolean {
    const { day } = this.#memories
    // A row that stands still while it is filled does not change.
    const latest = Math.max(traded.changedAt, day.lastOf(of, of.product))
    if (this.#readAt - latest >= longestMissed) return false
    const since = netSince(day.last(of.symbol), of, at)
    return since !== null && now !== null && net + moved + since !== now
  }

  #isWhatItShouldBe({ of, before }: Moved): boolean {
    const known = this.of(of)
    if (known === undefined || before === null) return false
    const since = netSince(this.#memories.day.last(of.symbol), of, known.at)
    return since !== null && known.net + known.moved + since === before
  }

  /** Whether the book itself says how much of a position is held. */
  #isSaid(
    of: PositionName,
    { rows, known, at }: { rows: readonly Row[]; known: Baseline | undefined; at: number },
  ): boolean {
    const { day, positions } = this.#memories
    if (positions.missedOf(of.symbol).some((row) => isOf(row, of) === 'yes')) return false
    if (rows.length === 0)
      return (
        known === undefined &&
        day.lastOf(of, of.product) === -Infinity &&
        !(isSilent(positions) && at - (positions.firstAt ?? at) < longestSilence)
      )
    // A row that tells of fewer units than were traded is behind, however long it has been.
    const traded = day.unitsOf(of)
    return !rows.some((row) => tellsLess(row, traded))
  }

  #find({ symbol, exchange }: PositionName): Traded {
    let ofSymbol = this.#traded.get(symbol)
    if (ofSymbol === undefined) this.#traded.set(symbol, (ofSymbol = new Map()))
    let traded = ofSymbol.get(exchange)
    if (traded === undefined)
      ofSymbol.set(
        exchange,
        (traded = { changedAt: this.#clearedAt, positions: new Map(), strayedAt: new Map() }),
      )
    return traded
  }
}

/** Whether a book shows nothing at all: some services' do for a while after a login. */
const isSilent = ({ latest }: Pick<VanishedRows, 'latest'>): boolean => latest.size === 0

const tellsLess = ({ bqty, sqty }: Row, traded: Record<Action, number>): boolean =>
  (figure(bqty) ?? Infinity) < traded.BUY || (unitsSold(sqty) ?? Infinity) < traded.SELL

const tellsMore = (row: Row, traded: Record<Action, number>): boolean => {
  const [bought, sold] = [figure(row['bqty']), unitsSold(row['sqty'])]
  const isSaid = bought !== null && sold !== null && bought + sold > 0
  if (isSaid) return bought > traded.BUY || sold > traded.SELL
  const net = isOfOneDay(positionOfRow(row).product) ? netUnitsOf([row]) : null
  return net !== null && net !== traded.BUY - traded.SELL
}

/** Units that came to a row today; NaN where it does not say so. */
function cameToday(row: Row): number {
  const [net, forward] = [netUnitsOf([row]), broughtForward(row)]
  const isSaid = figure(row['bqty']) !== null && figure(row['sqty']) !== null
  return isSaid ? (net ?? NaN) - (forward ?? NaN) : NaN
}

const tellsAll = ({ bqty, sqty }: Row, traded: Record<Action, number>): boolean =>
  figure(bqty) === traded.BUY && unitsSold(sqty) === traded.SELL

const figuresOfTrade = ['netqty', 'bqty', 'sqty', 'cfbuyqty', 'cfsellqty'] as const

/** Prices change with every poll. */
const isTradedAlike = (one: Row | undefined, other: Row | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  figuresOfTrade.every((name) => one[name] === other[name])

function movedIn(before: Row | undefined, now: Row | undefined): readonly Moved[] {
  const row = before ?? now
  if (row === undefined) return []
  const net = (one: Row | undefined): number | null => (one === undefined ? 0 : netUnitsOf([one]))
  return [{ of: positionOfRow(row), before: net(before), now: net(now) }]
}

const byInstrument = (moved: readonly Moved[]): Iterable<Moved[]> =>
  Map.groupBy(moved, ({ of }) => `${of.exchange} ${of.symbol}`).values()
