import {
  isWorkingRow,
  netUnitsOf,
  unitsAgainstNet,
  unitsToCome,
} from '../../shared/books/open-rows.ts'
import { figure, unitsFilled, unitsSold } from '../../shared/service/order-units.ts'
import { counted, signedUnits, unitsText } from '../../shared/core/figures.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'
import {
  type FoundBySquareOff,
  isSettled,
  hasNoAnswer,
  isSquareOff,
} from '../../shared/orders/intents.ts'
import { orderKeyOf } from '../../shared/service/order-ids.ts'
import { isToken, lettersOfShare } from '../../shared/service/symbol-words.ts'
import { type Action, sideOfWord } from '../../shared/service/words.ts'
import { longestSilence, slowestOrderBook, slowestPositions } from './book-lag.ts'
import { isBorneOutZero } from './borne-out.ts'
import { BySymbol, rowsOfPosition } from './by-symbol.ts'
import { type FoundBefore, foundNow, notClosedSince } from './closed-since.ts'
import { type ContradictedPosition, contradictionsIn } from './contradictions.ts'
import { expectedSince, surelyOf } from './expected-units.ts'
import { FilledUnits, possibleFills, withSureFills } from './filled-units.ts'
import { type GrownPosition, grownBeyond } from './grown-beyond.ts'
import {
  type InstrumentName,
  type PositionName,
  isOf,
  netOf,
  keyOfPosition,
  positionOfRow,
} from './instruments.ts'
import { parentOf, positionSimilarity } from './order-similarity.ts'
import type { BookSeen, LoginFacts } from './login-facts.ts'
import { LoginOrders } from './login-orders.ts'
import { LoginPnl } from './login-pnl.ts'
import { lostPositions } from './lost-positions.ts'
import { mayBeSamePosition, otherSpellings } from './other-spellings.ts'
import { openByLetters, openRows } from './reckoned-rows.ts'
import { type TradedBeyond, tradedBeyond, unitsBeyond } from './traded-beyond.ts'
import { untradedFills } from './untraded-fills.ts'

/** What may still come to a position: all of it may, and none of it has to. */
export interface UnderWay {
  /** Units of orders that work, that are on their way, or that were filled and that the position does not show yet. */
  buys: number
  sells: number
  /** Why it may be more than these. */
  unknown: readonly string[]
}

/** An order that closes a position, and the units that it may still be filled with; null where its row does not say. */
export interface ClosingOrder {
  row: Row
  units: number | null
}

/**
 * What can be said of a login: of its instruments, of its orders, and of how far that can be
 * trusted. A fold of facts and nothing else; each part is reckoned when it is asked for.
 */
export class LoginPicture {
  readonly orders: LoginOrders
  readonly pnl: LoginPnl
  readonly #facts: LoginFacts
  #lost: readonly Row[] | undefined
  #traded: readonly TradedBeyond[] | undefined
  #contradicting: readonly ContradictedPosition[] | undefined
  readonly #filled: FilledUnits

  constructor(facts: LoginFacts) {
    this.#facts = facts
    this.orders = new LoginOrders(facts)
    this.pnl = new LoginPnl(facts, {
      lost: () => this.#allLost,
      contradicting: () => this.contradicting,
    })
    this.#filled = new FilledUnits(() => facts.orders)
  }

  hasRead(book: 'orders' | 'positions'): boolean {
    return this.#facts[book] !== null
  }

  isOld(book: 'orders' | 'positions'): boolean {
    return this.#facts[book]?.isOld === true
  }

  isCurrent(book: 'orders' | 'positions'): boolean {
    return this.#facts[book]?.isCurrent === true
  }

  /** When the order book was read last, on the monotonic clock. */
  get ordersReadAt(): number {
    return this.#facts.orders?.readAt ?? -Infinity
  }

  /** Rows that could not be read; each may be anything. */
  unreadable(book: 'orders' | 'positions'): number {
    return this.#facts[book]?.unreadable ?? 0
  }

  /** Whether the position book has shown nothing at all since it was first read, and that was a moment ago: what is open may not be in it yet. */
  get arePositionsSilent(): boolean {
    const { positions } = this.#facts
    if (positions === null || positions.rows.size + positions.missing.length > 0) return false
    return positions.at - positions.firstAt < longestSilence
  }

  /** Orders that an earlier session of the day sent, and that the book has not shown in this one: nobody knows their end. */
  get earlierOrders(): readonly string[] {
    return this.#facts.earlierOrders
  }

  /** The same, where no book has shown anything of the day: these may be nobody's books. */
  get ordersBesideBlankBooks(): readonly string[] {
    const { orders, positions, trades } = this.#facts
    const haveShown = [orders, positions, trades].some((book) => book?.hasShown === true)
    return haveShown ? [] : this.earlierOrders
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
      among([...book.vanished, ...this.lostPositions], of).length > 0 ||
      hasOpenRowInOtherSpelling(of, book.rows)
    return mayBeThere ? null : 0
  }

  /**
   * Whether two positions may be one that its book writes in two spellings: it shows as many units of
   * each, and no tokens tell them apart.
   */
  mayBeOne(one: PositionName, other: PositionName): boolean {
    const { positions } = this.#facts
    if (positions === null || one.symbol === other.symbol || !mayBeSamePosition(one, other))
      return false
    const [token, otherToken] = [one, other].map((of) => surelyOf(positions, of)[0]?.['token'])
    const areApart = isToken(token) && isToken(otherToken) && token !== otherToken
    return !areApart && this.held(one) === this.held(other)
  }

  /** Zero where its only row says so, and the orders bear that out, whatever its figures come to. */
  #borneOutZero(of: PositionName, [row, ...others]: readonly Row[]): 0 | null {
    const { orders } = this.#facts
    if (row === undefined || others.length > 0 || orders === null) return null
    const sure = new FilledUnits(() => withSureFills(orders))
    return isBorneOutZero(row, sure.of(of)) && (this.expectedOfKnown(of) ?? 0) === 0 ? 0 : null
  }

  /** What may still change a position, beside what is held of it. */
  underWay(of: PositionName): UnderWay {
    const units = { BUY: 0, SELL: 0 }
    const unknown = new Set<string>()
    const add = (action: unknown, quantity: number | null): void => {
      const side = sideOfWord(action)
      if (side === undefined || quantity === null) unknown.add(unreadableOrder)
      else units[side] += Math.max(0, quantity)
    }
    for (const { intent, quantity } of this.orders.unshown) {
      const alike = positionSimilarity(intent, of)
      if (alike === 'yes') add(intent.params['action'], quantity)
      if (alike === 'perhaps') unknown.add('an order that is on its way may be of it, too')
    }
    const book = this.#facts.orders
    if (book === null) unknown.add('the order book was not read')
    else {
      const rows = [
        ...BySymbol.of(book.rows).find(of.symbol),
        ...among(book.vanished, of),
        ...this.#ordersInOtherSpellings(of, book.rows),
      ]
      const working = rows.filter((row) => isWorkingRow(row) && isOf(row, of) !== 'no')
      for (const row of working) add(row['action'], unitsToCome(row))
      for (const { action, units } of this.#ownExitsBeside(of, working)) add(action, units)
      if (book.isOld) unknown.add('the order book is old')
      if (book.unreadable > 0)
        unknown.add(`${counted(book.unreadable, 'row')} of the order book could not be read`)
    }
    for (const { entry, units } of this.orders.legsToCome)
      if (entry['symbol'] === of.symbol && isOf(entry, of) !== 'no')
        add(otherSide(entry['action']), units)
    if (this.#isBeingSquaredOff) unknown.add('a square-off of the account may still close it')
    for (const row of rowsOfPosition(this.#facts.positions, of)) {
      const against = unitsAgainstNet(row)
      if (against !== null) unknown.add(contradictionSaid(against))
    }
    for (const { held, expected } of this.#contradictedOf(of))
      unknown.add(
        `its row says that ${signedUnits(held)} is held, and by the orders it is ${signedUnits(expected)}, so one of these is wrong`,
      )
    const late = this.#notInPosition(of)
    return { buys: units.BUY + late.buys, sells: units.SELL + late.sells, unknown: [...unknown] }
  }

  #ordersInOtherSpellings(of: PositionName, orders: Rows): readonly Row[] {
    const positions = this.#facts.positions?.rows ?? new Map()
    return otherSpellings(of, { orders, positions }).flatMap((symbol) =>
      BySymbol.of(orders).find(symbol),
    )
  }

  /** Exits of the day that work, and whose rows, known by their numbers, do not tell of this position or of any units. */
  *#ownExitsBeside(
    of: PositionName,
    counted: readonly Row[],
  ): Generator<{ action: unknown; units: number | null }> {
    for (const exit of this.#facts.exits) {
      const { ticket, params, parts } = exit
      if (ticket === null || positionSimilarity(exit, of) !== 'yes') continue
      for (const { orderId, quantity } of parts) {
        const row = this.orders.find(orderId)
        const isCounted = row !== undefined && counted.includes(row) && unitsToCome(row) !== 0
        if (row === undefined || isCounted || !isWorkingRow(row)) continue
        yield {
          action: params['action'],
          units: quantity === null ? null : quantity - unitsFilled(row),
        }
      }
    }
  }

  /** But for what one of the books may not show yet. */
  #contradictedOf(of: PositionName): readonly ContradictedPosition[] {
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

  /**
   * Units that the order book says were filled lately, and that the position does not show: its book
   * may lag behind the other. What it does show is what was brought forward and all that was filled
   * today; no more can be missing than came up lately.
   */
  #notInPosition(of: PositionName): { buys: number; sells: number } {
    const recent = this.#filled.recentOf(of)
    const shown = this.held(of)
    if (shown === null || recent.length === 0) return { buys: 0, sells: 0 }
    const expected = this.#filledPerhaps.map((filled) => this.expected(of, filled))
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

  /** What may have been filled, as far as one answer alone told of it. */
  get #filledPerhaps(): readonly FilledUnits[] {
    const { orders } = this.#facts
    if (orders === null) return [this.#filled]
    return possibleFills(orders).map((book) =>
      book === orders ? this.#filled : new FilledUnits(() => book),
    )
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
      const { buys, sells } = this.#notInPosition(of)
      return this.held(of) === null || buys + sells > 0
    })
    for (const { of, age } of this.tradedBeyond)
      if (mayLag(age) && !this.#isInPosition(of)) lagging.push([keyOfPosition(of), of])
    return [...new Map(lagging).values()]
  }

  /** What trades of this session tell of, and the order book does not. */
  get tradedBeyond(): readonly TradedBeyond[] {
    const { orders, tradedLater } = this.#facts
    return (this.#traded ??= orders === null ? [] : tradedBeyond(orders, tradedLater))
  }

  /** Whether a position shows what the orders and trades say, as far as it is known what it was before. */
  #isInPosition(of: PositionName): boolean {
    const baseline = this.#facts.positions?.baselines.of(of)
    const [held, beyond] = [this.held(of), unitsBeyond(this.tradedBeyond, of)]
    if (baseline === undefined || held === null || beyond === null) return false
    return this.#filledPerhaps.every((filled) => {
      const expected = expectedSince(baseline, { filled })
      return expected !== null && expected + beyond === held
    })
  }

  /** Positions that are not what they were and what they were filled with since, or what the fills of their day come to. */
  get contradicting(): readonly ContradictedPosition[] {
    return (this.#contradicting ??= this.#findContradictions())
  }

  #findContradictions(): readonly ContradictedPosition[] {
    const { orders, positions } = this.#facts
    if (positions === null) return []
    return contradictionsIn({
      ...{ orders, positions, filledPerhaps: this.#filledPerhaps },
      beyondOrders: this.tradedBeyond,
      held: (of) => this.held(of),
    })
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
    return this.#filledPerhaps.every((filled) => beyond(filled) > 0)
  }

  /** Positions that changed by more than orders and trades explain, since a moment on the monotonic clock. */
  grownSince(moment: number): readonly GrownPosition[] {
    const { positions } = this.#facts
    if (positions === null || !this.isCurrent('orders') || !this.isCurrent('positions')) return []
    const isOne = (of: PositionName): boolean => positions.baselines.strayedAt(of) >= moment
    // All of them are only looked through where there is one.
    if (![...positions.baselines.all()].some(({ of }) => isOne(of))) return []
    return grownBeyond(this.contradicting, positions).filter(({ of }) => isOne(of))
  }

  /** Whether a square-off may still close positions, or has closed some that the books show as open. */
  get #isBeingSquaredOff(): boolean {
    return (
      this.#hasUnansweredSquareOff ||
      this.#facts.intents.some((intent) => isSquareOff(intent) && intent.watched !== 'flat')
    )
  }

  /** One without an answer may be carried out late, also after the books showed all as closed. */
  get #hasUnansweredSquareOff(): boolean {
    return this.#facts.squareOffs.some(hasNoAnswer)
  }

  /** Whether an earlier exit or smart order may still close positions: one of which nobody knows whether it came, or that still works. */
  get mayStillClose(): boolean {
    return (
      this.#hasUnansweredSquareOff ||
      this.#facts.exits.some((exit) =>
        exit.ticket === null
          ? isSquareOff(exit) && !isSettled(exit.state)
          : this.orders.mayStillFill(exit),
      )
    )
  }

  /**
   * Orders that work, or may, and that would close what is open: beside a square-off they turn it round.
   * Where nobody read what is open, each may.
   */
  get closingOrders(): readonly ClosingOrder[] {
    const { positions } = this.#facts
    const orders = [...this.orders.working, ...this.orders.vanished]
    const closing = positions === null ? orders : this.#thoseThatClose(orders, positions)
    return closing.map((row) => ({ row, units: unitsToCome(row) }))
  }

  #thoseThatClose(orders: readonly Row[], positions: BookSeen): readonly Row[] {
    const open = Map.groupBy([...this.openPositions, ...this.lostPositions], ({ symbol }) =>
      lettersOfShare(String(symbol)),
    )
    const shown = BySymbol.of(positions.rows)
    const isOfItsOwn = ({ symbol }: Row): boolean => shown.find(String(symbol)).length > 0
    return orders.filter((order) =>
      open
        .get(lettersOfShare(String(order['symbol'])))
        ?.some(
          (position) =>
            mayClose(order, position) &&
            (order['symbol'] === position['symbol'] || !isOfItsOwn(order)),
        ),
    )
  }

  /** Whether either book shows such a row, open or not. */
  showsAny(isIt: (row: Row) => boolean): boolean {
    const { orders, positions } = this.#facts
    return [orders, positions].some((book) => book !== null && [...book.rows.values()].some(isIt))
  }

  /** Orders that may have changed a position, and what each was filled with. */
  filledFor(of: PositionName): Iterable<{ row: Row; units: number }> {
    return this.#filled.told(of)
  }

  /** Orders of an instrument, under whatever product, and what each was filled with. */
  filledForInstrument(of: InstrumentName): Iterable<{ row: Row; units: number }> {
    return this.#filled.toldOf(of)
  }

  /** Positions that are not known to be zero, each once; what is not known of one is null. */
  get openPositions(): readonly Row[] {
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
    return new Set(this.#allLost.flatMap((row) => surelyOf(positions, positionOfRow(row))))
  }

  #showsTooLittle(of: PositionName): boolean {
    const isIt = (row: Row): boolean => row['symbol'] === of.symbol && isOf(row, of) === 'yes'
    const missing = this.#facts.positions?.missing ?? []
    // Few are missing, and it takes the whole order book to tell which of them are lost.
    return missing.some(({ row }) => isIt(row)) && this.#allLost.some(isIt)
  }

  /** What is open; null where the books may leave some of it out. */
  get surelyHeld(): readonly Row[] | null {
    const { positions } = this.#facts
    if (positions === null || positions.isOld || positions.unreadable > 0) return null
    return this.#allLost.length + this.lagging.length > 0 ? null : this.openPositions
  }

  /** What a square-off that leaves now is to close; null where nobody knows what is open. */
  get found(): FoundBySquareOff | null {
    const { orders, positions } = this.#facts
    if (orders === null || positions === null || positions.isOld || positions.unreadable > 0)
      return null
    const unsure = new Set(
      [...this.#allLost.map(positionOfRow), ...this.lagging].map(keyOfPosition),
    )
    const open = this.openPositions.map((row) => ({ row, of: positionOfRow(row) }))
    const held = open.map(({ row, of }) => {
      const net = netOf(row)
      // Where one book is ahead of the other, what comes to it afterwards may be in it already.
      const expected = this.expectedOfKnown(of)
      const isSure = !unsure.has(keyOfPosition(of)) && (expected === null || expected === net)
      return { ...of, net: isSure ? net : null }
    })
    const lost = this.lostPositions.map((row) => ({ ...positionOfRow(row), net: null }))
    return foundNow([...held, ...lost], this.orders.working)
  }

  /** Positions that a square-off found open, and that what was filled since does not close. */
  notClosedSince(found: FoundBefore): readonly PositionName[] {
    const { orders, positions, trades } = this.#facts
    if (positions === null || found.positions.length === 0) return []
    return notClosedSince(found, {
      ...{ orders, positions, trades, filledPerhaps: this.#filledPerhaps },
    })
  }

  /** Whether orders that were not there before were filled with all of a position that was held. */
  isClosedSince(held: Row, before: ReadonlySet<string>): boolean {
    const net = netOf(held)
    const isNew = (row: Row): boolean => !before.has(orderKeyOf(row))
    const { orders } = this.#facts
    const sure = new FilledUnits(() => orders && withSureFills(orders))
    const { buys, sells } = sure.of(positionOfRow(held), isNew)
    return net === null ? buys + sells > 0 : (net > 0 ? sells : buys) >= Math.abs(net)
  }

  /**
   * Positions that were open and that the book does not show any more, with no fill that closed
   * them: an answer that leaves a row out proves nothing, however often it comes. And those that it
   * never showed, and that the fills of the day leave open.
   */
  get lostPositions(): readonly Row[] {
    const { positions } = this.#facts
    return this.#allLost.filter(
      (row) => positions === null || surelyOf(positions, positionOfRow(row)).length === 0,
    )
  }

  /** These, and those of which it shows less than may be open. */
  get #allLost(): readonly Row[] {
    const { orders, positions } = this.#facts
    return (this.#lost ??= positions === null ? [] : lostPositions({ orders, positions }))
  }
}

/** Whether the book has what may be the position in another spelling, such as a share without its series. */
const hasOpenRowInOtherSpelling = (of: PositionName, rows: Rows): boolean =>
  (openByLetters(rows).get(lettersOfShare(of.symbol)) ?? []).some((row) => isOf(row, of) !== 'no')

const contradictionSaid = ({ net, bought, sold }: { net: number; bought: number; sold: number }) =>
  `its row says that ${signedUnits(net)} is held, and that ${unitsText(bought)} was bought and ${unitsText(sold)} sold, so one of these is wrong`

const unreadableOrder = 'an order that works or is on its way does not say how much it would move'

/** Whether an order may be of a position, and on the side that closes it; what closes an entry again may be written as another product. */
function mayClose(order: Row, position: Row): boolean {
  const of = positionOfRow(position)
  const isOfIt = isOf(parentOf(order) === null ? order : { ...order, product: null }, of) !== 'no'
  const [net, side] = [netOf(position), sideOfWord(order['action'])]
  return isOfIt && (net === null || side === undefined || net > 0 === (side === 'SELL'))
}

const otherSide = (action: unknown): Action | undefined => {
  const side = sideOfWord(action)
  return side && (side === 'BUY' ? 'SELL' : 'BUY')
}

const among = (rows: readonly Row[], of: PositionName): readonly Row[] =>
  rows.filter((row) => row['symbol'] === of.symbol && isOf(row, of) !== 'no')
