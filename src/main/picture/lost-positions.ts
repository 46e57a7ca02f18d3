import { figure, netUnitsOf } from '../../shared/books/open-rows.ts'
import type { Row } from '../../shared/core/patch.ts'
import { serviceFigures } from '../../shared/pnl/service-figures.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import type { Action } from '../../shared/service/words.ts'
import { slowestOrderBook, slowestPositions } from './book-lag.ts'
import { BySymbol, rowsOfPosition } from './by-symbol.ts'
import { FilledUnits, possibleFills } from './filled-units.ts'
import { type PositionName, isOf, positionOfRow } from './instruments.ts'
import type { BookSeen } from './login-facts.ts'
import { bareName } from './order-similarity.ts'
import { isOfOneDay, leftOpenByFills, rowsOfToken } from './reckoned-rows.ts'
import { type MissingPosition, fallsShortOf, longestMissed } from './vanished-rows.ts'

/** What tells of positions that their book does not show. */
interface Books {
  orders: BookSeen | null
  positions: BookSeen
  filled: FilledUnits
}

/**
 * Positions that may be open and of which the book does not show all. Those that it had: an answer
 * that leaves a row out proves nothing, however often it comes, and no more does one with less than
 * it had that day. And those that it never showed, and that the fills of the day leave open.
 */
export function lostPositions({ orders, positions }: Omit<Books, 'filled'>): readonly Row[] {
  const lost = new Map<string, Row>()
  for (const book of orders === null ? [null] : possibleFills(orders))
    for (const row of lostIn({ orders: book, positions, filled: new FilledUnits(() => book) }))
      lost.set(JSON.stringify(positionOfRow(row)), row)
  return [...lost.values()]
}

function lostIn(books: Books): readonly Row[] {
  const gone = books.positions.missing
    .filter((missing) => isLost(missing, books))
    .map(({ row }) => row)
  return [...gone, ...neverShown(books)]
}

/**
 * Whether rows of the book tell what a row that is missing had lost: what it held was filled or made
 * another product to just what they hold. One that was closed before, and begun anew, tells nothing of it.
 */
export function isLossTold(
  missing: MissingPosition,
  { orders, positions }: Omit<Books, 'filled'>,
): boolean {
  const books = orders === null ? [null] : possibleFills(orders)
  return books.every((book) =>
    isToldIn({ orders: book, positions, filled: new FilledUnits(() => book) }, missing),
  )
}

function isToldIn(books: Books, missing: MissingPosition): boolean {
  const of = positionOfRow(missing.row)
  if (isWrittenOtherwise(missing.row, of, books)) return true
  const shown = surelyOf(books.positions, of)
  const [net, held] = [netUnitsOf([missing.row]), netUnitsOf(shown)]
  const since = unitsSince(missing, books.filled)
  if (net === null || net === 0 || held === null || since === null) return false
  const left = net + since - held
  if (left !== 0) return isMadeAnother({ of, net: left }, books)
  // Zeros that nobody reckoned tell nothing.
  return shown.some((row) => serviceFigures(row as PositionRecord).net !== 0)
}

/** Whether more of a row that is gone may be open now than the book shows. */
function isLost(missing: MissingPosition, books: Books): boolean {
  const { positions, filled } = books
  const { row, goneAt } = missing
  const of = positionOfRow(row)
  const shown = surelyOf(positions, of)
  const isTold = shown.some((now) => !fallsShortOf(now, row))
  if (isTold || isWrittenOtherwise(row, of, books)) return false
  const [net, held, since] = [netUnitsOf([row]), netUnitsOf(shown), unitsSince(missing, filled)]
  // What became of an open one nobody asks after a while, but for what it is filled with from then on.
  const isGivenUp = net !== 0 && goneAt !== null && !filled.isSince(of, goneAt)
  if (isGivenUp) return false
  if (held === null) return true
  if (net === null) return netByFills(row, filled) !== held
  if (since === null) return goneAt === null || isOpenedAgain(missing, held, filled)
  const left = net + since - held
  return left !== 0 && !isMadeAnother({ of, net: left }, books)
}

/** Whether one that was closed was surely filled after that, and not to where the book shows it. */
function isOpenedAgain(
  { row, seenAt }: MissingPosition,
  held: number,
  filled: FilledUnits,
): boolean {
  const of = positionOfRow(row)
  const { buys, sells } = filled.of(of)
  const isSince = filled.isSince(of, seenAt + slowestOrderBook)
  return netUnitsOf([row]) === 0 && isSince && buys - sells !== held
}

/**
 * Units that came to a position since its row was seen; null where nobody knows. By its figures of
 * the day where it has some that come to what it says is held: they show all that was filled before.
 * Where the order book tells less of a side than the row does, it had dropped a part, and what it
 * shows now may be that or more.
 */
function unitsSince({ row, seenAt }: MissingPosition, filled: FilledUnits): number | null {
  const of = positionOfRow(row)
  const moment = seenAt - slowestPositions
  const [net, bought, sold] = [netUnitsOf([row]), figure(row['bqty']), figure(row['sqty'])]
  const forward = broughtForward(row)
  const isOdd = forward !== null && net !== null && forward + (bought ?? 0) - (sold ?? 0) !== net
  if (bought === null || sold === null || isOdd) {
    if (!filled.isSince(of, moment)) return 0
    const now = netByFills(row, filled)
    return now === null || net === null ? null : now - net
  }
  const { buys, sells } = filled.of(of)
  const more = (side: Action, units: number): number | null => {
    if (units >= 0) return units
    return filled.isSince(of, moment, side) ? null : 0
  }
  const [came, went] = [more('BUY', buys - bought), more('SELL', sells - sold)]
  return came === null || went === null ? null : came - went
}

/** What was brought forward and what was filled today; null where either is not known. */
function netByFills(row: Row, filled: FilledUnits): number | null {
  const of = positionOfRow(row)
  const { buys, sells } = filled.of(of)
  // Without any fill nothing has come to an end.
  if (buys + sells === 0) return null
  const forward = broughtForward(row)
  return forward === null ? null : forward + buys - sells
}

function broughtForward(row: Row): number | null {
  const [broughtIn, broughtOut] = [figure(row['cfbuyqty']), figure(row['cfsellqty'])]
  if (broughtIn !== null && broughtOut !== null) return broughtIn - broughtOut
  return isOfOneDay(positionOfRow(row).product) ? 0 : null
}

function neverShown(books: Books): readonly Row[] {
  const { orders, positions, filled } = books
  if (orders === null) return []
  // What was filled before the session, and may have been closed by what was dropped before it, is
  // asked about as long as a row that is gone.
  const isGivenUp = (of: PositionName): boolean =>
    orders.at - orders.firstAt >= longestMissed && !filled.isSince(of, orders.firstAt + 1)
  return leftOpenByFills(orders).flatMap(({ order, of, net }): readonly Row[] => {
    if (surelyOf(positions, of).length > 0 || isToldByMissing(of, books) || isGivenUp(of)) return []
    if (isMadeAnother({ of, net }, books) || isWrittenOtherwise(order, of, books)) return []
    // The book may lag behind them.
    if (filled.recentOf(of).some(({ age }) => age < slowestPositions)) return []
    return [{ ...of }]
  })
}

/** Rows of a book that are this position's, without doubt. */
export const surelyOf = (positions: BookSeen, of: PositionName): readonly Row[] =>
  rowsOfPosition(positions, of).filter((row) => isOf(row, of) === 'yes')

/** Whether a row that the book had says what became of the position. */
function isToldByMissing(of: PositionName, { positions, filled }: Books): boolean {
  return positions.missing.some((missing) => {
    const { row, goneAt } = missing
    const isIt = row['symbol'] === of.symbol && isOf(row, of) === 'yes'
    return isIt && (goneAt === null || unitsSince(missing, filled) !== null)
  })
}

/**
 * Whether a position was made another product: a row of its symbol and exchange, which the book has
 * or had, came to more than was filled under its own product, by just what was filled under this one.
 */
function isMadeAnother(
  { of, net }: { of: PositionName; net: number },
  { positions, filled }: Books,
): boolean {
  const shown = BySymbol.of(positions.rows)
    .find(of.symbol)
    .map((row) => ({ row, since: 0 }))
  const gone = positions.missing
    .filter(({ row }) => row['symbol'] === of.symbol)
    .map((missing) => ({ row: missing.row, since: unitsSince(missing, filled) }))
  return [...shown, ...gone].some(({ row, since }) => {
    const other = positionOfRow(row)
    if (other.exchange !== of.exchange || other.product === of.product) return false
    const { buys, sells } = filled.of(other)
    return cameTo(row).some((units) => units + (since ?? NaN) - (buys - sells) === net)
  })
}

/** Units that came to a position in its day, as far as its row tells, by what is held and by what was traded. */
function cameTo(row: Row): readonly number[] {
  const [held, bought, sold] = ['netqty', 'bqty', 'sqty'].map((name) => figure(row[name]))
  const forward = broughtForward(row)
  return [
    // Without it, what was sold may have been brought forward.
    ...(held == null || forward === null ? [] : [held - forward]),
    ...(bought == null || sold == null ? [] : [bought - sold]),
  ]
}

/**
 * Whether the book has the position of an order, or of a row that it had, under another name of its
 * instrument: with the same token, which is no other row's, with a name that goes on where the other
 * ends, and with no less than it had. A token alone may be given to all.
 */
function isWrittenOtherwise(former: Row, of: PositionName, { positions }: Books): boolean {
  const rows = rowsOfToken(positions.rows, former['token']).filter(
    ({ symbol }) => symbol !== of.symbol,
  )
  const isOneName = new Set(rows.map(({ symbol }) => symbol)).size === 1
  const name = bareName(of.symbol)
  return (
    isOneName &&
    rows.some((row) => {
      const other = bareName(String(row['symbol']))
      const isAlike = other !== '' && (name.startsWith(other) || other.startsWith(name))
      return isAlike && isOf(row, of) === 'yes' && !fallsShortOf(row, former)
    })
  )
}
