import type { UnknownClient } from '../../shared/accounts/unknown-client.ts'
import { isWorkingRow, unitsAgainstNet, unitsToCome } from '../../shared/books/open-rows.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import { counted, signedUnits, unitsText } from '../../shared/core/figures.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'
import {
  type FoundBySquareOff,
  isSettled,
  hasNoAnswer,
  isSquareOff,
} from '../../shared/orders/intents.ts'
import { orderKeyOf } from '../../shared/service/order-ids.ts'
import { lettersOfShare } from '../../shared/service/symbol-words.ts'
import { type Action, sideOfWord } from '../../shared/service/words.ts'
import { BySymbol, rowsOfPosition } from './rows/by-symbol.ts'
import {
  type FoundBefore,
  type FoundPosition,
  foundNow,
  notClosedSince,
} from './positions/closed-since.ts'
import { FilledUnits, withSureFills } from './traded/filled-units.ts'
import {
  type PositionName,
  isOf,
  netOf,
  keyOfPosition,
  positionOfRow,
  rowsPerhapsOf,
} from './rows/instruments.ts'
import { parentOf, positionSimilarity } from './rows/order-similarity.ts'
import type { BookSeen, LoginFacts, OvernightUnits } from './login-facts.ts'
import { LoginOrders } from './orders/login-orders.ts'
import { LoginPnl } from './pnl/login-pnl.ts'
import { LoginPositions } from './positions/login-positions.ts'
import { mayBeSamePosition, otherSpellings } from './rows/other-spellings.ts'

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
 * What can be said of a login: of its positions, of its orders, of what these may still do to each
 * other, and of how far that can be trusted. A fold of facts and nothing else; each part is reckoned
 * when it is asked for.
 */
export class LoginPicture {
  readonly orders: LoginOrders
  readonly positions: LoginPositions
  readonly pnl: LoginPnl
  readonly #facts: LoginFacts

  constructor(facts: LoginFacts) {
    this.#facts = facts
    this.orders = new LoginOrders(facts)
    this.positions = new LoginPositions(facts)
    this.pnl = new LoginPnl(facts, this.positions)
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

  /** Whether a book has no rows by an answer that is not the specified empty list, as of a service that lost them. */
  isOddlyEmpty(book: 'orders' | 'positions'): boolean {
    return this.#facts[book]?.isOddlyEmpty === true
  }

  /** Whether either book shows such a row, open or not. */
  showsAny(isIt: (row: Row) => boolean): boolean {
    const { orders, positions } = this.#facts
    return [orders, positions].some((book) => book !== null && [...book.rows.values()].some(isIt))
  }

  /** Why nobody knows whether what was left under other keys of its account is of it, too. */
  get unknownClient(): UnknownClient | null {
    return this.#facts.unknownClient
  }

  /** Orders that an earlier session of the day sent, and that the book has not shown in this one: nobody knows their end. */
  get earlierOrders(): readonly string[] {
    return this.#facts.earlierOrders
  }

  /** Orders that trades tell of, and that the order book never had: it is not the whole of one. */
  get unlistedOrders(): readonly string[] {
    return this.#facts.unlisted
  }

  /** Earlier orders, where no book has shown anything of the day: these may be nobody's books. */
  get ordersBesideBlankBooks(): readonly string[] {
    const { orders, positions, trades } = this.#facts
    const haveShown = [orders, positions, trades].some((book) => book?.hasShown === true)
    return haveShown ? [] : this.earlierOrders
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
        ...rowsPerhapsOf(book.vanished, of),
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
    for (const { held, expected } of this.positions.contradictedOf(of))
      unknown.add(
        `its row says that ${signedUnits(held)} is held, and by the orders it is ${signedUnits(expected)}, so one of these is wrong`,
      )
    const late = this.positions.notShownYet(of)
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
    const open = Map.groupBy([...this.positions.open, ...this.positions.lost], ({ symbol }) =>
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

  /** What a square-off that leaves now is to close; null where nobody knows what is open. */
  get found(): FoundBySquareOff | null {
    const { orders, positions } = this.#facts
    if (orders === null || positions === null || positions.isOld || positions.unreadable > 0)
      return null
    const { lagging, notShownInFull, perhapsMore } = this.positions
    const unsure = new Set([...notShownInFull.map(positionOfRow), ...lagging].map(keyOfPosition))
    const open = this.positions.open.map((row) => ({ row, of: positionOfRow(row) }))
    const held = open.map(({ row, of }) => {
      const net = netOf(row)
      // Where one book is ahead of the other, what comes to it afterwards may be in it already.
      const expected = this.positions.expectedOfKnown(of)
      const isSure = !unsure.has(keyOfPosition(of)) && (expected === null || expected === net)
      if (!isSure || net === null) return { ...of, net: null }
      const more = perhapsMore.filter((one) => mayBeOne(one.of, of))
      return { ...of, net, ...(more.length === 0 ? {} : { perhaps: unitsOfAll(more) }) }
    })
    const lost = this.positions.lost.map((row) => ({ ...positionOfRow(row), net: null }))
    return foundNow([...held, ...lost], this.orders.working)
  }

  /** Positions that a square-off found open, and that what was filled since does not close. */
  notClosedSince(found: FoundBefore): readonly PositionName[] {
    const { orders, positions, trades } = this.#facts
    if (positions === null || found.positions.length === 0) return []
    return notClosedSince(found, {
      ...{ orders, positions, trades, filledPerhaps: this.positions.filledPerhaps },
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
}

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

const mayBeOne = (one: PositionName, other: PositionName): boolean =>
  keyOfPosition(one) === keyOfPosition(other) || mayBeSamePosition(one, other)

/** As it is written down: null is for units that nobody knows. */
function unitsOfAll(all: readonly OvernightUnits[]): NonNullable<FoundPosition['perhaps']> {
  const sum = (side: 'buys' | 'sells'): number | null => {
    const units = all.reduce((before, one) => before + one[side], 0)
    return Number.isFinite(units) ? units : null
  }
  return { buys: sum('buys'), sells: sum('sells') }
}
