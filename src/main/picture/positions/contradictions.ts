import { netUnitsOf } from '../../../shared/books/open-rows.ts'
import { figure } from '../../../shared/service/order-units.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { productOfWord } from '../../../shared/service/words.ts'
import type { Baseline } from '../traded/baselines.ts'
import { slowestPositions, untilBelieved } from '../times/book-lag.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import { broughtForward, isOfOneDay } from '../rows/brought-forward.ts'
import { type BothBooks, expectedSince, missingOfSymbol, surelyOf } from './expected-units.ts'
import { FilledUnits } from '../traded/filled-units.ts'
import { type PositionName, isOf, isOfInstrument, positionOfRow } from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'
import { otherNameOf } from './lost-positions.ts'
import { isMadeAnother, unitsOfFormerName } from './made-another.ts'
import { type TradedBeyond, unitsBeyond } from '../traded/traded-beyond.ts'
import { otherSpellings } from '../rows/other-spellings.ts'
import { type FilledPosition, filledPositions } from '../traded/filled-positions.ts'
import { longestMissed } from '../missing/missed-for.ts'

/** A position that is not what it was and what it was filled with since, or what the fills of its day come to. */
export interface ContradictedPosition {
  of: PositionName
  held: number
  expected: number
}

/** What the books say of positions, and what else tells of them. */
interface Sayings {
  orders: BookSeen | null
  positions: BookSeen
  /** What may have been filled, as far as one answer alone told of it. */
  filledPerhaps: readonly FilledUnits[]
  beyondOrders: readonly TradedBeyond[]
  held(of: PositionName): number | null
}

/**
 * Positions that changed within the last hour, or whose rows stood still while orders in them were
 * filled, and that are not what was held before and what orders were filled with since, or trades tell
 * of: one of the books is wrong, or the order book leaves out an order. However long it lasts, what
 * nobody sold is not known to be sold.
 */
export function contradictionsIn(sayings: Sayings): readonly ContradictedPosition[] {
  const { orders, positions, filledPerhaps, beyondOrders, held: heldOf } = sayings
  const found: ContradictedPosition[] = []
  for (const baseline of positions.baselines.all()) {
    const { of } = baseline
    const held = heldOf(of)
    const isShown = surelyOf(positions, of).length > 0
    const other = isShown ? undefined : otherNameOf(of, { positions })
    // One that is not shown at all is missed for longer.
    const lasts = isShown || other !== undefined ? longestMissed : untilBelieved
    if (held === null) continue
    const hasChanged = positions.at - positions.baselines.changedAt(of) < lasts
    const beyond = unitsBeyond(beyondOrders, of) ?? NaN
    const renamed = unitsOfFormerName(of, positions)
    for (const filled of filledPerhaps) {
      const expected = expectedSince(baseline, { filled })
      if (expected === null || expected === held) continue
      const isStill = isShown && standsStill(baseline, { held, positions, filled })
      if (!hasChanged && !isStill) continue
      if (expected + beyond === held || expected + renamed === held) continue
      if (expected + (filledOtherwise(baseline, { orders, positions, filled }) ?? NaN) === held)
        continue
      // What came to it under its other name explains what that one holds.
      const more = other && filled.since(other, baseline.at)
      if (other && expected + (more ?? NaN) === heldOf(other)) continue
      const books = { orders, positions, filled }
      if (!isMadeAnother({ of, net: expected - held }, books)) found.push({ of, held, expected })
    }
  }
  return [...found, ...atFirstSight(sayings)]
}

/**
 * Whether the row of a position that was filled within the last hour does not show that, though it was
 * read when any position book shows it. What was filled later may be on its way.
 */
function standsStill(
  baseline: Baseline,
  of: Pick<Sayings, 'positions'> & { held: number; filled: FilledUnits },
): boolean {
  const { held, positions, filled } = of
  const shown = Math.max(baseline.at, positions.readAt - slowestPositions)
  const [expected, later] = [expectedSince(baseline, { filled }), filled.since(baseline.of, shown)]
  if (expected === null || later === null || expected - later === held) return false
  return filled.isSince(baseline.of, positions.at - longestMissed)
}

/** Units that orders in another spelling of the position brought since; null where that is not known. */
function filledOtherwise(
  { of, at }: Pick<Baseline, 'of' | 'at'>,
  { orders, positions, filled }: Pick<Sayings, 'orders' | 'positions'> & { filled: FilledUnits },
): number | null {
  if (orders === null) return null
  const books = { orders: orders.rows, positions: positions.rows }
  return sumOf(otherSpellings(of, books).map((symbol) => filled.since({ ...of, symbol }, at)))
}

/**
 * Positions that were never seen otherwise than they are, and that are not what was brought forward,
 * as their rows say, and what the orders of the day were filled with. Of products of one day together,
 * since brokers write what a bracket opened under any of them; of others those that are closed alone.
 */
function atFirstSight({ orders, positions, held }: Sayings): readonly ContradictedPosition[] {
  const isDoubtful = orders?.dropped.some(({ isSure }) => !isSure)
  if (orders === null || isDoubtful || orders.at - orders.firstAt >= longestMissed) return []
  const books = { orders, positions, filled: new FilledUnits(() => orders) }
  const byInstrument = Map.groupBy(
    filledPositions(orders),
    ({ of }) => `${of.exchange} ${of.symbol}`,
  )
  return [...byInstrument.values()].flatMap((filled): readonly ContradictedPosition[] => {
    const { of } = filled[0]!
    const ofOneDay = filled.filter((one) => isOfOneDay(one.of.product))
    const rows = BySymbol.of(positions.rows)
      .find(of.symbol)
      .filter((row) => isOfInstrument(row, of))
    const ofDay = rows.filter((row) => isOfOneDay(positionOfRow(row).product))
    const isToldElse =
      positions.baselines.ofInstrument(of).length > 0 ||
      missingOfSymbol(positions, of.symbol).length > 0
    if (isToldElse || !rows.every(saysWhatWasTraded)) return []
    const closed = closedByRowsAlone({ filled, rows, books })
    if (ofDay.length === 0 || ofOneDay.length === 0) return closed
    const names = ofDay.map(positionOfRow)
    const told = sumOf(names.map(held))
    const forward = sumOf(ofDay.map(broughtForward))
    const came = sumOf(ofOneDay.map(({ net }) => net))
    const more = told === null || forward === null ? 0 : forward + came! - told
    if (more === 0 || names.some((one) => isMadeAnother({ of: one, net: more }, books)))
      return closed
    const ofRows = names.map((one) => ({ of: one, held: held(one)!, expected: held(one)! + more }))
    return [...closed, ...ofRows]
  })
}

/**
 * Positions that days may come after, whose rows say that what was brought forward and traded today
 * comes to zero, and whose orders of the day come to something else.
 */
function closedByRowsAlone(of: {
  filled: readonly FilledPosition[]
  rows: readonly Row[]
  books: BothBooks
}): readonly ContradictedPosition[] {
  const { filled, rows, books } = of
  return filled.flatMap(({ of: position, net }) => {
    if (isOfOneDay(position.product)) return []
    const own = rows.filter((row) => isOf(row, position) === 'yes')
    const forward = sumOf(own.map(broughtForward))
    if (own.length === 0 || forward === null || netUnitsOf(own) !== 0) return []
    const expected = forward + net
    const isMade = isMadeAnother({ of: position, net: expected }, books)
    return expected === 0 || isMade ? [] : [{ of: position, held: 0, expected }]
  })
}

/** Where a row does not, it may be of orders that their book has dropped. */
const saysWhatWasTraded = ({ product, bqty, sqty }: Row): boolean =>
  productOfWord(product) !== undefined && figure(bqty) !== null && figure(sqty) !== null

/** Null where a part is not known. */
const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0)
