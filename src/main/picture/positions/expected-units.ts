import { netUnitsOf } from '../../../shared/books/open-rows.ts'
import { figure, unitsSold } from '../../../shared/service/order-units.ts'
import type { Row } from '../../../shared/core/patch.ts'
import type { Action } from '../../../shared/service/words.ts'
import { slowestPositions } from '../times/book-lag.ts'
import { rowsOfPosition } from '../rows/by-symbol.ts'
import type { FilledUnits } from '../traded/filled-units.ts'
import { type PositionName, isOf, positionOfRow } from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'
import { broughtForward } from '../rows/brought-forward.ts'
import type { Baseline } from '../traded/baselines.ts'
import type { MissingPosition } from '../missing/vanished-rows.ts'

/** What tells of positions that their book does not show. */
export interface BothBooks {
  orders: BookSeen | null
  positions: BookSeen
  filled: FilledUnits
}

/**
 * What a position of which a row is gone comes to; null where nobody knows. By what was held before
 * it was traded, and where no such moment was met, by the figures of the row.
 */
export function expectedOf(missing: MissingPosition, books: BothBooks): number | null {
  const { row, since: missedSince, goneAt } = missing
  const { positions, filled } = books
  const of = positionOfRow(row)
  const net = netUnitsOf([row])
  const baseline = positions.baselines.of(of)
  const isKnown =
    baseline !== undefined &&
    (net === null || missing.seenAt <= baseline.at || isOnWay(baseline, net, filled))
  const known = isKnown ? baseline : undefined
  const isGivenUp = goneAt !== null && net !== 0
  if (known === undefined) {
    if (isGivenUp && !filled.isSince(of, goneAt)) return null
    if (net === null) return netByFills(row, filled)
    const since = unitsSince(missing, filled)
    return since === null ? null : net + since
  }
  const expected = expectedSince(known, books)
  const sinceGone = isGivenUp ? filled.since(of, goneAt) : null
  if (expected === null || sinceGone === null || expected === sinceGone) return expected
  // What became of an open one nobody asks after a while, but for what it was filled with meanwhile.
  return surelyOf(positions, of).length > 0
    ? null
    : filled.since(of, missedSince + slowestPositions)
}

export function expectedSince(
  { of, net, at, moved }: Baseline,
  { filled }: Pick<BothBooks, 'filled'>,
): number | null {
  const since = filled.since(of, at)
  return since === null ? null : net + moved + since
}

/**
 * Whether a row tells of units that a position came through since its baseline: where it does not,
 * the row knows of what no order book has told, and its own figures say more.
 */
function isOnWay({ of, net, at, moved }: Baseline, told: number, filled: FilledUnits): boolean {
  // What was made another product went in any steps.
  let [least, most] = [Math.min(net, net + moved), Math.max(net, net + moved)]
  for (const fills of filled.stepsSince(of, at)) {
    if (told >= least && told <= most) return true
    const units = (side: Action): number =>
      fills.reduce((sum, fill) => sum + ((fill.side ?? side) === side ? fill.units : 0), 0)
    const [buys, sells] = [units('BUY'), units('SELL')]
    if (told >= least - sells && told <= most + buys) return true
    least += buys - sells
    most += buys - sells
  }
  return told >= least && told <= most
}

/**
 * Units that came to a position since its row was seen; null where nobody knows. By its figures of
 * the day where it has some that come to what it says is held: they show all that was filled before.
 * Where the order book tells less of a side than the row does, it had dropped a part, and what it
 * shows now may be that or more.
 */
export function unitsSince(missing: MissingPosition, filled: FilledUnits): number | null {
  const { row, seenAt, isBeforeFills } = missing
  const of = positionOfRow(row)
  if (isBeforeFills) return filled.netOf(of)
  const moment = seenAt - slowestPositions
  const [net, bought, sold] = [netUnitsOf([row]), figure(row['bqty']), unitsSold(row['sqty'])]
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

/** Rows of a book that are this position's, without doubt. */
export const surelyOf = (positions: BookSeen, of: PositionName): readonly Row[] =>
  rowsOfPosition(positions, of).filter((row) => isOf(row, of) === 'yes')

/** Rows of a symbol that are missing: where a whole book is, they are looked for by each of them. */
export function missingOfSymbol({ missing }: BookSeen, symbol: string): readonly MissingPosition[] {
  if (missing.length < 2) return missing.filter(({ row }) => row['symbol'] === symbol)
  let known = missingBySymbol.get(missing)
  if (known === undefined)
    missingBySymbol.set(missing, (known = Map.groupBy(missing, ({ row }) => row['symbol'])))
  return known.get(symbol) ?? []
}

const missingBySymbol = new WeakMap<
  readonly MissingPosition[],
  ReadonlyMap<unknown, readonly MissingPosition[]>
>()
