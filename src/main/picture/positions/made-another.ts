import { broughtForward } from '../rows/brought-forward.ts'
import { netUnitsOf } from '../../../shared/books/open-rows.ts'
import { figure, unitsSold } from '../../../shared/service/order-units.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { slowestPositions } from '../times/book-lag.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import {
  type BothBooks,
  expectedSince,
  missingOfSymbol,
  surelyOf,
  unitsSince,
} from './expected-units.ts'
import { type PositionName, positionOfRow } from '../rows/instruments.ts'
import { parentOf } from '../rows/order-similarity.ts'
import type { BookSeen } from '../login-facts.ts'
import { entryOfLeg } from '../traded/filled-positions.ts'
import { bareName, isToken } from '../../../shared/service/symbol-words.ts'

/**
 * Whether a position was made another product: a row of its symbol and exchange, which the book has
 * or had, came to more than was filled under its own product, by just what was filled under this one.
 */
export function isMadeAnother(lost: { of: PositionName; net: number }, books: BothBooks): boolean {
  const { of, net } = lost
  const { positions, filled } = books
  if (positions.baselines.of(of) !== undefined) return isClosedByLegs(of, books)
  const shown = BySymbol.of(positions.rows)
    .find(of.symbol)
    .map((row) => ({ row, since: 0 }))
  const gone = missingOfSymbol(positions, of.symbol).map((missing) => ({
    row: missing.row,
    since: unitsSince(missing, filled),
  }))
  return [...shown, ...gone].some(({ row, since }) => {
    const other = positionOfRow(row)
    if (other.exchange !== of.exchange || other.product === of.product) return false
    const { buys, sells } = filled.of(other)
    return cameTo(row).some((units) => units + (since ?? NaN) - (buys - sells) === net)
  })
}

/**
 * Units of a position that the book had under another name, with the same token and a name that goes on
 * where the other ends, and has under this one now.
 */
export function unitsOfFormerName(of: PositionName, positions: BookSeen): number {
  const [row] = surelyOf(positions, of)
  if (row === undefined || !isToken(row['token'])) return 0
  const name = bareName(of.symbol)
  const former = positions.missing.filter(({ row: gone }) => {
    const other = bareName(String(gone['symbol']))
    const isAlike = other !== '' && (name.startsWith(other) || other.startsWith(name))
    return gone['token'] === row['token'] && gone['symbol'] !== of.symbol && isAlike
  })
  return netUnitsOf(former.map(({ row: gone }) => gone)) ?? NaN
}

/** Whether legs of an entry that nobody knows closed it: they may be written under any product of its instrument. */
function isClosedByLegs(of: PositionName, books: BothBooks): boolean {
  const { orders, positions, filled } = books
  const isLegAlone = ({ row }: { row: Row }): boolean =>
    orders !== null && parentOf(row) !== null && entryOfLeg(row, orders) === row
  if (orders?.lastFills(of.symbol).some(isLegAlone) !== true) return false
  let left = 0
  for (const known of positions.baselines.ofInstrument(of)) {
    if (filled.isSince(known.of, positions.at - slowestPositions)) return false
    const held = netUnitsOf(surelyOf(positions, known.of))
    left += (expectedSince(known, books) ?? NaN) - (held ?? NaN)
  }
  return left === 0
}

/** Units that came to a position in its day, as far as its row tells, by what is held and by what was traded. */
function cameTo(row: Row): readonly number[] {
  const [held, bought] = [figure(row['netqty']), figure(row['bqty'])]
  const sold = unitsSold(row['sqty'])
  const forward = broughtForward(row)
  return [
    // Without it, what was sold may have been brought forward.
    ...(held == null || forward === null ? [] : [held - forward]),
    ...(bought == null || sold == null ? [] : [bought - sold]),
  ]
}
