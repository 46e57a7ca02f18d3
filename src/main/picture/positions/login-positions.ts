import { netUnitsOf } from '../../../shared/books/open-rows.ts'
import { figure, unitsSold } from '../../../shared/service/order-units.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { mayBeOnePosition } from '../../../shared/books/repeated-positions.ts'
import { contractReadings, mayBeOneContract } from '../../../shared/service/contracts.ts'
import { lettersOfShare } from '../../../shared/service/symbol-words.ts'
import { type Action, sideOfWord } from '../../../shared/service/words.ts'
import { longestSilence, slowestOrderBook, slowestPositions } from '../times/book-lag.ts'
import { isBorneOutZero } from './borne-out.ts'
import { rowsOfPosition } from '../rows/by-symbol.ts'
import { type ContradictedPosition, contradictionsIn } from './contradictions.ts'
import { expectedSince, surelyOf } from './expected-units.ts'
import { FilledUnits, possibleFills, withSureFills } from '../traded/filled-units.ts'
import { type GrownPosition, grownBeyond } from './grown-beyond.ts'
import {
  type InstrumentName,
  type PositionName,
  isOf,
  keyOfPosition,
  netOf,
  positionOfRow,
  rowsPerhapsOf,
} from '../rows/instruments.ts'
import type { LoginFacts, OvernightUnits } from '../login-facts.ts'
import { lostPositions } from './lost-positions.ts'
import { openedOvernight } from '../overnight/changed-overnight.ts'
import { mayBeSamePosition, otherSpellings } from '../rows/other-spellings.ts'
import { openByContract, openByLetters, openRows } from '../rows/reckoned-rows.ts'
import { type TradedBeyond, tradedBeyond, unitsBeyond } from '../traded/traded-beyond.ts'
import { untradedFills } from '../traded/untraded-fills.ts'

/**
 * What can be said of the positions of a login: what is held of each, what is open although its book
 * leaves it out, and what its orders and trades make of it. Each part is reckoned when it is asked for.
 */
export class LoginPositions {
  readonly #facts: Pick<
    LoginFacts,
    'openedOvernight' | 'orders' | 'positions' | 'trades' | 'tradedLater'
  >
  readonly #filled: FilledUnits
  #lost: readonly Row[] | undefined
  #traded: readonly TradedBeyond[] | undefined
  #contradicting: readonly ContradictedPosition[] | undefined

  constructor(facts: LoginFacts) {
    this.#facts = facts
    this.#filled = new FilledUnits(() => facts.orders)
  }

  /** Whether the position book has shown nothing at all since it was first read, and that was a moment ago: what is open may not be in it yet. */
  get areSilent(): boolean {
    const { positions } = this.#facts
    if (positions === null || positions.rows.size + positions.missing.length > 0) return false
    return positions.at - positions.firstAt < longestSilence
  }

  /** Whether the book shows the position, open or not. */
  shows(of: PositionName): boolean {
    return rowsOfPosition(this.#facts.positions, of).some((row) => isOf(row, of) !== 'no')
  }

  /** Net units held; 0 where the book was read and has no such position, null where it is not known. */
  held(of: PositionName): number | null {
    const book = this.#facts.positions
    if (book === null) return null
    const rows = rowsOfPosition(book, of)
    if (rows.some((row) => isOf(row, of) === 'perhaps')) return null
    if (rows.length > 0)
      return this.#showsTooLittle(of) ? null : (netUnitsOf(rows) ?? this.#borneOutZero(of, rows))
    const mayBeThere =
      book.unreadable > 0 ||
      rowsPerhapsOf([...book.vanished, ...this.lost], of).length > 0 ||
      hasOpenRowInOtherSpelling(of, book.rows)
    return mayBeThere ? null : 0
  }

  /** Net units that its only row says; null where none does. They may not be all that are held. */
  shown(of: PositionName): number | null {
    const book = this.#facts.positions
    const [row, ...others] = book === null ? [] : rowsOfPosition(book, of)
    return row === undefined || others.length > 0 ? null : netOf(row)
  }

  /**
   * Whether two positions may be one that its book writes in two spellings, or under two names: it
   * shows as many units of each, and no tokens tell them apart.
   */
  mayBeOne(one: PositionName, other: PositionName): boolean {
    const { positions } = this.#facts
    if (positions === null || keyOfPosition(one) === keyOfPosition(other)) return false
    const [rows, others] = [one, other].map((of) => surelyOf(positions, of))
    const areOne = rows!.some((row) =>
      others!.some((another) => mayBeOnePosition(positions.rows, row, another)),
    )
    return areOne && this.held(one) === this.held(other)
  }

  /** Zero where its only row says so, and the orders bear that out, whatever its figures come to. */
  #borneOutZero(of: PositionName, [row, ...others]: readonly Row[]): 0 | null {
    const { orders } = this.#facts
    if (row === undefined || others.length > 0 || orders === null) return null
    const sure = new FilledUnits(() => withSureFills(orders))
    return isBorneOutZero(row, sure.of(of)) && (this.expectedOfKnown(of) ?? 0) === 0 ? 0 : null
  }

  /** Positions that are not known to be zero, each once; what is not known of one is null. */
  get open(): readonly Row[] {
    const { positions } = this.#facts
    if (positions === null) return []
    const open = openRows(positions.rows).filter(
      (row) => row['netqty'] !== null || this.held(positionOfRow(row)) !== 0,
    )
    const tooLittle = this.#rowsShowingTooLittle
    if (tooLittle.size === 0) return open
    return [
      ...open.filter((row) => !tooLittle.has(row)),
      ...[...tooLittle].map((row) => ({ ...row, netqty: null })),
    ]
  }

  /** Rows that show less of a position than may be open. */
  get #rowsShowingTooLittle(): ReadonlySet<Row> {
    const { positions } = this.#facts
    if (positions === null || positions.missing.length === 0) return new Set()
    return new Set(this.notShownInFull.flatMap((row) => surelyOf(positions, positionOfRow(row))))
  }

  #showsTooLittle(of: PositionName): boolean {
    const isIt = (row: Row): boolean => row['symbol'] === of.symbol && isOf(row, of) === 'yes'
    const missing = this.#facts.positions?.missing ?? []
    // Few are missing, and it takes the whole order book to tell which of them are lost.
    return missing.some(({ row }) => isIt(row)) && this.notShownInFull.some(isIt)
  }

  /** What is open; null where the books may leave some of it out. */
  get surelyHeld(): readonly Row[] | null {
    const { positions } = this.#facts
    if (positions === null || positions.isOld || positions.unreadable > 0) return null
    return this.notShownInFull.length + this.lagging.length > 0 ? null : this.open
  }

  /**
   * Positions that were open and that the book does not show any more, with no fill that closed
   * them: an answer that leaves a row out proves nothing, however often it comes. And those that it
   * never showed, and that the fills of the day leave open.
   */
  get lost(): readonly Row[] {
    const { positions } = this.#facts
    return this.notShownInFull.filter(
      (row) => positions === null || surelyOf(positions, positionOfRow(row)).length === 0,
    )
  }

  /** These, and those of which it shows less than may be open. */
  get notShownInFull(): readonly Row[] {
    return (this.#lost ??= this.#findLost())
  }

  #findLost(): readonly Row[] {
    const { orders, positions, openedOvernight: opened } = this.#facts
    if (positions === null) return []
    const lost = lostPositions({ orders, positions })
    if (opened.length === 0) return lost
    const known = new Set(lost.map((row) => keyOfPosition(positionOfRow(row))))
    const { unshown } = openedOvernight(opened, positions.rows)
    return [...lost, ...unshown.filter((row) => !known.has(keyOfPosition(positionOfRow(row))))]
  }

  /** Positions that may be others than their rows say, by orders of an earlier day whose end no session saw. */
  get perhapsMore(): readonly OvernightUnits[] {
    const { positions, openedOvernight: opened } = this.#facts
    if (positions === null || opened.length === 0) return []
    return openedOvernight(opened, positions.rows).shown
  }

  /** What a position comes to by what was brought forward and by the order book; null where a side cannot be read. */
  expected(of: PositionName, filled: FilledUnits = this.#filled): number | null {
    if (this.#facts.positions?.baselines.of(of) !== undefined)
      return this.expectedOfKnown(of, filled)
    let net = filled.netOf(of)
    if (net === null) return null
    for (const row of rowsOfPosition(this.#facts.positions, of))
      net += (figure(row['cfbuyqty']) ?? 0) - (unitsSold(row['cfsellqty']) ?? 0)
    return net
  }

  /** What a position comes to since its own book had shown what was held of it; null where it never had. */
  expectedOfKnown(of: PositionName, filled: FilledUnits = this.#filled): number | null {
    const known = this.#facts.positions?.baselines.of(of)
    return known === undefined ? null : expectedSince(known, { filled })
  }

  /** Orders that may have changed a position, and what each was filled with. */
  filledFor(of: PositionName): Iterable<{ row: Row; units: number }> {
    return this.#filled.told(of)
  }

  /** Orders of an instrument, under whatever product, and what each was filled with. */
  filledForInstrument(of: InstrumentName): Iterable<{ row: Row; units: number }> {
    return this.#filled.toldOf(of)
  }

  /** Orders that may have changed a position and that their book tells of in another spelling, which the positions have not. */
  filledForOtherwise(of: PositionName): Iterable<{ row: Row; units: number }> {
    const { orders, positions } = this.#facts
    if (orders === null || positions === null) return []
    const spellings = otherSpellings(of, { orders: orders.rows, positions: positions.rows })
    return spellings.flatMap((symbol) => [...this.#filled.told({ ...of, symbol })])
  }

  /** What may have been filled, as far as one answer alone told of it. */
  get filledPerhaps(): readonly FilledUnits[] {
    const { orders } = this.#facts
    if (orders === null) return [this.#filled]
    return possibleFills(orders).map((book) =>
      book === orders ? this.#filled : new FilledUnits(() => book),
    )
  }

  /**
   * Units that the order book says were filled lately, and that the position does not show: its book
   * may lag behind the other. What it does show is what was brought forward and all that was filled
   * today; no more can be missing than came up lately.
   */
  notShownYet(of: PositionName): { buys: number; sells: number } {
    const recent = this.#filled.recentOf(of)
    const shown = this.held(of)
    if (shown === null || recent.length === 0) return { buys: 0, sells: 0 }
    const expected = this.filledPerhaps.map((filled) => this.expected(of, filled))
    // A side that cannot be read may be either.
    const came = (side: Action): number =>
      recent.reduce(
        (sum, { row, units }) =>
          (sideOfWord(row['action']) ?? side) === side ? sum + Math.max(0, units) : sum,
        0,
      )
    const missing = (side: Action): number =>
      Math.max(
        0,
        ...expected.map((net) =>
          net === null ? Infinity : (net - shown) * (side === 'BUY' ? 1 : -1),
        ),
      )
    return {
      buys: Math.min(missing('BUY'), came('BUY')),
      sells: Math.min(missing('SELL'), came('SELL')),
    }
  }

  /** Positions whose book did not show yet, when it was read, what the order book came up with a moment before. */
  get lagging(): readonly PositionName[] {
    const { orders, positions } = this.#facts
    const unread = positions === null ? 0 : positions.at - positions.readAt
    const mayLag = (age: number): boolean => age - unread < slowestPositions
    const filled = new Map<string, PositionName>()
    for (const { row, age } of orders?.fills ?? []) {
      if (!mayLag(age)) continue
      const of = positionOfRow(row)
      filled.set(keyOfPosition(of), of)
    }
    const lagging = [...filled].filter(([, of]) => {
      const { buys, sells } = this.notShownYet(of)
      return this.held(of) === null || buys + sells > 0
    })
    for (const { of, age } of this.tradedBeyond)
      if (mayLag(age) && !this.#isInPosition(of)) lagging.push([keyOfPosition(of), of])
    return [...new Map(lagging).values()]
  }

  /** Whether a position shows what the orders and trades say, as far as it is known what it was before. */
  #isInPosition(of: PositionName): boolean {
    const baseline = this.#facts.positions?.baselines.of(of)
    const [held, beyond] = [this.held(of), unitsBeyond(this.tradedBeyond, of)]
    if (baseline === undefined || held === null || beyond === null) return false
    return this.filledPerhaps.every((filled) => {
      const expected = expectedSince(baseline, { filled })
      return expected !== null && expected + beyond === held
    })
  }

  /** What trades of this session tell of, and the order book does not. */
  get tradedBeyond(): readonly TradedBeyond[] {
    const { orders, tradedLater } = this.#facts
    return (this.#traded ??= orders === null ? [] : tradedBeyond(orders, tradedLater))
  }

  /** Positions that are not what they were and what they were filled with since, or what the fills of their day come to. */
  get contradicting(): readonly ContradictedPosition[] {
    return (this.#contradicting ??= this.#findContradictions())
  }

  #findContradictions(): readonly ContradictedPosition[] {
    const { orders, positions } = this.#facts
    if (positions === null) return []
    return contradictionsIn({
      ...{ orders, positions, filledPerhaps: this.filledPerhaps },
      beyondOrders: this.tradedBeyond,
      held: (of) => this.held(of),
    })
  }

  /** But for what one of the books may not show yet. */
  contradictedOf(of: PositionName): readonly ContradictedPosition[] {
    const { positions } = this.#facts
    if (positions === null) return []
    const isLag = positions.at - positions.baselines.changedAt(of) < slowestOrderBook
    return isLag
      ? []
      : this.contradicting.filter(
          (one) =>
            one.of.symbol === of.symbol &&
            one.of.exchange === of.exchange &&
            one.of.product === of.product,
        )
  }

  /** What a position comes to by its orders, where its book does not show that, or not yet; null where it does, or nobody knows. */
  heldByOrders(of: PositionName): number | null {
    const key = keyOfPosition(of)
    const contradicted = this.contradicting.find((one) => keyOfPosition(one.of) === key)
    if (contradicted !== undefined) return contradicted.expected
    const isLagging = this.lagging.some((one) => keyOfPosition(one) === key)
    const expected = isLagging ? this.expected(of) : null
    return expected === this.held(of) ? null : expected
  }

  /** Positions of which the order book came up with fills that the trade book does not tell of, as it does of all others. */
  get untraded(): readonly PositionName[] {
    const { orders, trades } = this.#facts
    return orders === null ? [] : untradedFills(orders, trades)
  }

  /** Units that were seen to be made another product of a position, less than zero, or to come to it; since when it is known. */
  movedOf(of: PositionName): { units: number; since: number } {
    const { moved = 0, at = -Infinity } = this.#facts.positions?.baselines.of(of) ?? {}
    return { units: moved, since: at }
  }

  /** Whether more of a position was bought, or sold, than the order book tells of: it may leave out an order. */
  isBeyondOrders(of: PositionName, side: Action): boolean {
    const sign = side === 'BUY' ? 1 : -1
    // Books of one broker differ in how they spell it; what orders in another spelling explain is no contradiction.
    const isGrown = this.contradicting.some(
      (one) => mayBeSamePosition(one.of, of) && (one.held - one.expected) * sign > 0,
    )
    if (isGrown) return true
    const baseline = this.#facts.positions?.baselines.of(of)
    const held = this.held(of)
    if (baseline === undefined || held === null) return false
    const beyond = (filled: FilledUnits): number =>
      (held - (expectedSince(baseline, { filled }) ?? held)) * sign
    return this.filledPerhaps.every((filled) => beyond(filled) > 0)
  }

  /** Positions that changed by more than orders and trades explain, since a moment on the monotonic clock. */
  grownSince(moment: number): readonly GrownPosition[] {
    const { orders, positions } = this.#facts
    if (positions?.isCurrent !== true || orders?.isCurrent !== true) return []
    const isOne = (of: PositionName): boolean => positions.baselines.strayedAt(of) >= moment
    // All of them are only looked through where there is one.
    if (![...positions.baselines.all()].some(({ of }) => isOne(of))) return []
    return grownBeyond(this.contradicting, positions).filter(({ of }) => isOne(of))
  }
}

/** Whether the book has what may be the position in another spelling, such as a share without its series. */
function hasOpenRowInOtherSpelling(of: PositionName, rows: Rows): boolean {
  const alike = openByLetters(rows).get(lettersOfShare(of.symbol)) ?? []
  const contracts = contractReadings(of.symbol)
    .flatMap(({ name }) => openByContract(rows).get(name) ?? [])
    .filter(({ symbol }) => mayBeOneContract(of, String(symbol)))
  return [...alike, ...contracts].some((row) => isOf(row, of) !== 'no')
}
