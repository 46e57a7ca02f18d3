import { isOfOneDay } from '../rows/brought-forward.ts'
import { netUnitsOf } from '../../../shared/books/open-rows.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { serviceFigures } from '../../../shared/pnl/service-figures.ts'
import type { PositionRecord } from '../../../shared/service/records.ts'
import { sideOfWord } from '../../../shared/service/words.ts'
import { slowestOrderBook, slowestPositions } from '../times/book-lag.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import { type BothBooks, expectedOf, missingOfSymbol, surelyOf } from './expected-units.ts'
import { FilledUnits, possibleFills } from '../traded/filled-units.ts'
import { type PositionName, isOf, positionOfRow } from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'
import { isMadeAnother } from './made-another.ts'
import { bareName } from '../../../shared/service/symbol-words.ts'
import { type FilledPosition, leftOpenByFills, openByFills } from '../traded/filled-positions.ts'
import { rowsOfToken } from '../rows/reckoned-rows.ts'
import { longestMissed } from '../missing/missed-for.ts'
import { fallsShortOf } from '../missing/shortfall.ts'
import type { MissingPosition } from '../missing/vanished-rows.ts'

/**
 * Positions that may be open and of which the book does not show all. Those that it had: an answer
 * that leaves a row out proves nothing, however often it comes, and no more does one with less than
 * it had that day. And those that it never showed, and that the fills of the day leave open.
 */
export function lostPositions({ orders, positions }: Omit<BothBooks, 'filled'>): readonly Row[] {
  const lost = new Map<string, Row>()
  for (const book of orders === null ? [null] : possibleFills(orders))
    for (const row of lostIn({ orders: book, positions, filled: new FilledUnits(() => book) }))
      lost.set(JSON.stringify(positionOfRow(row)), row)
  return [...lost.values()]
}

function lostIn(books: BothBooks): readonly Row[] {
  const gone = books.positions.missing
    .filter((missing) => isLost(missing, books))
    .map(({ row }) => row)
  return [...gone, ...neverShown(books)]
}

/** Of what a row that is missing had lost, what other rows of the book tell. */
export type LossTold = 'all' | 'of what was open' | 'nothing'

/**
 * Whether rows of the book tell what a row that is missing had lost: what it held was filled or made
 * another product to just what they hold. One that was closed before, and begun anew, tells nothing of it.
 */
export function lossTold(
  missing: MissingPosition,
  { orders, positions }: Omit<BothBooks, 'filled'>,
): LossTold {
  const books = orders === null ? [null] : possibleFills(orders)
  const told = new Set(
    books.map((book) =>
      toldIn({ orders: book, positions, filled: new FilledUnits(() => book) }, missing),
    ),
  )
  const [only] = told
  if (told.size === 1) return only!
  return told.has('nothing') ? 'nothing' : 'of what was open'
}

function toldIn(books: BothBooks, missing: MissingPosition): LossTold {
  const of = positionOfRow(missing.row)
  if (isWrittenOtherwise(missing.row, of, books)) return 'all'
  const shown = surelyOf(books.positions, of)
  const [net, held] = [netUnitsOf([missing.row]), netUnitsOf(shown)]
  const moved = books.positions.baselines.of(of)?.moved ?? 0
  // All that it lacks is another product's by now: with what was open went its loss, and no other.
  if (moved !== 0 && net !== null && net + moved === held) return 'of what was open'
  const expected = expectedOf(missing, books)
  if (net === null || net === 0 || held === null || expected === null) return 'nothing'
  if (expected !== held)
    return isMadeAnother({ of, net: expected - held }, books) ? 'of what was open' : 'nothing'
  // Zeros that nobody reckoned tell nothing.
  return shown.some((row) => serviceFigures(row as PositionRecord).net !== 0) ? 'all' : 'nothing'
}

/** Whether more of a row that is gone may be open now than the book shows. */
function isLost(missing: MissingPosition, books: BothBooks): boolean {
  const { positions, filled } = books
  const { row, goneAt } = missing
  const of = positionOfRow(row)
  const shown = surelyOf(positions, of)
  const isTold = shown.some((now) => !fallsShortOf(now, row))
  if (isTold || isWrittenOtherwise(row, of, books)) return false
  const [held, expected] = [netUnitsOf(shown), expectedOf(missing, books)]
  if (expected === null) return goneAt === null || isOpenedAgain(missing, held, filled)
  if (held === null) return goneAt === null
  return expected !== held && !isMadeAnother({ of, net: expected - held }, books)
}

/** Whether one that was closed was surely filled after that, and not to where the book shows it. */
function isOpenedAgain(
  { row, seenAt }: MissingPosition,
  held: number | null,
  filled: FilledUnits,
): boolean {
  const of = positionOfRow(row)
  const { buys, sells } = filled.of(of)
  const isSince = filled.isSince(of, seenAt + slowestOrderBook)
  return netUnitsOf([row]) === 0 && isSince && buys - sells !== held
}

function neverShown(books: BothBooks): readonly Row[] {
  const { orders, filled } = books
  if (orders === null) return []
  // What was filled before the session, and may have been closed by what was dropped before it, is
  // asked about as long as a row that is gone.
  const isGivenUp = ({ of }: FilledPosition): boolean =>
    orders.at - orders.firstAt >= longestMissed && !filled.isSince(of, orders.firstAt + 1)
  // One brought forward may have been closed, but then its broker shows closed ones, or others.
  const { hasShown } = books.positions
  const ofDay = hasShown ? leftOpenByFills(orders) : openByFills(orders).filter(isNoDelivery)
  return [...ofDay.filter((one) => !isGivenUp(one)), ...openedOfMoreDays(orders, books)]
    .filter((one) => isNeverShown(one, books))
    .map(({ of }) => ({ ...of }))
}

/** Deliveries may stand among the holdings alone. */
const isNoDelivery = ({ of }: FilledPosition): boolean => of.product !== 'CNC'

/** Positions that were opened since the books were first read, and that days may come after. */
function openedOfMoreDays(
  orders: BookSeen,
  { positions, filled }: BothBooks,
): readonly FilledPosition[] {
  return [...positions.baselines.all()].flatMap(
    ({ of, net: before, at }): readonly FilledPosition[] => {
      if (before !== 0 || isOfOneDay(of.product) || of.product === 'CNC') return []
      const net = filled.since(of, at)
      if (net === null || net === 0) return []
      const order = BySymbol.of(orders.rows)
        .find(of.symbol)
        .find((row) => isOf(row, of) === 'yes')
      return [{ of, net, order: order ?? { ...of } }]
    },
  )
}

function isNeverShown({ of, net, order }: FilledPosition, books: BothBooks): boolean {
  const { positions, filled } = books
  if (surelyOf(positions, of).length > 0 || isToldByMissing(of, books)) return false
  if (isMadeAnother({ of, net }, books) || isWrittenOtherwise(order, of, books)) return false
  // The book may lag behind them, but not behind what was open before.
  const fresh = filled.recentOf(of).filter(({ age }) => age < slowestPositions)
  const came = fresh.reduce(
    (sum, { row, units }) => sum + (sideOfWord(row['action']) === 'SELL' ? -units : units),
    0,
  )
  return fresh.length === 0 || net !== came
}

/** Whether a row that the book had says what became of the position. */
function isToldByMissing(of: PositionName, books: BothBooks): boolean {
  return missingOfSymbol(books.positions, of.symbol).some((missing) => {
    const { row, goneAt } = missing
    return isOf(row, of) === 'yes' && (goneAt === null || expectedOf(missing, books) !== null)
  })
}

/** The other name of its instrument under which the book tells what became of a position that is gone. */
export function otherNameOf(
  of: PositionName,
  { positions }: Pick<BothBooks, 'positions'>,
): PositionName | undefined {
  for (const { row } of missingOfSymbol(positions, of.symbol)) {
    if (isOf(row, of) !== 'yes') continue
    const other = writtenOtherwise(row, of, { positions })
    if (other !== undefined) return positionOfRow(other)
  }
  return undefined
}

const isWrittenOtherwise = (...of: Parameters<typeof writtenOtherwise>): boolean =>
  writtenOtherwise(...of) !== undefined

/**
 * The row under which the book has the position of an order, or of a row that it had, by another name
 * of its instrument: with the same token, which is no other row's, with a name that goes on where the other
 * ends, and with no less than it had. A token alone may be given to all.
 */
function writtenOtherwise(
  former: Row,
  of: PositionName,
  { positions }: Pick<BothBooks, 'positions'>,
): Row | undefined {
  const rows = rowsOfToken(positions.rows, former['token']).filter(
    ({ symbol }) => symbol !== of.symbol,
  )
  if (new Set(rows.map(({ symbol }) => symbol)).size !== 1) return undefined
  const name = bareName(of.symbol)
  return rows.find((row) => {
    const other = bareName(String(row['symbol']))
    const isAlike = other !== '' && (name.startsWith(other) || other.startsWith(name))
    return isAlike && isOf(row, of) === 'yes' && !fallsShortOf(row, former)
  })
}
