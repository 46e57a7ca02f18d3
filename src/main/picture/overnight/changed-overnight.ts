import { netUnitsOf } from '../../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import type { OvernightUnits } from '../login-facts.ts'
import { broughtForward } from '../rows/brought-forward.ts'
import { type PositionName, keyOfPosition, positionOfRow } from '../rows/instruments.ts'
import { mayBeSamePosition, rowsSpelt } from '../rows/other-spellings.ts'
import { isClearedBy } from '../times/book-day.ts'
import { type MarketAt, usualSession } from '../times/market-days.ts'

/**
 * By how many units a position that is brought forward is another one than when an order of it was seen;
 * null where nobody knows. And whether it is surely the same by a row that its broker made for this day.
 */
export function changeOvernight(
  of: PositionName,
  {
    shown,
    then,
    market,
  }: {
    /** Rows that its book has of it. */
    shown: readonly Row[]
    /** All rows of its book when the order was seen; null where nobody knows. */
    then: readonly Row[] | null
    market: MarketAt
  },
): { came: number | null; isAsBefore: boolean } {
  const unknown = { came: null, isAsBefore: false }
  const [row, ...others] = shown
  if (row === undefined || others.length > 0 || then === null) return unknown
  const before = then.filter((one) => mayBe(positionOfRow(one), of))
  const [net, forward] = [before.length === 0 ? 0 : netUnitsOf(before), broughtForward(row)]
  if (net === null || forward === null) return unknown
  // A row that came of trades of the day, before what was brought forward, shows none of it.
  const isAsHeld = forward === net && net !== 0
  const [forwardThen] = before.length === 1 ? before.map(broughtForward) : [null]
  const isOfThisDay =
    isClearedBy(market.now) ||
    (forwardThen !== undefined && forwardThen !== null && forwardThen !== net)
  const opensAt = usualSession(of.exchange, market)?.from ?? Infinity
  return { came: forward - net, isAsBefore: isAsHeld && isOfThisDay && market.now >= opensAt }
}

/** Of positions that orders may have changed over night, those of which their book has no row, in whatever spelling, and those of which it has. */
export function openedOvernight(
  opened: readonly OvernightUnits[],
  rows: Rows,
): { unshown: readonly Row[]; shown: readonly OvernightUnits[] } {
  const parted = Map.groupBy(opened, ({ of }) => rowsInAnySpelling(of, rows).length > 0)
  return {
    unshown: (parted.get(false) ?? []).map(({ of }) => ({ ...of })),
    shown: parted.get(true) ?? [],
  }
}

export const rowsInAnySpelling = (of: PositionName, rows: Rows): readonly Row[] =>
  rowsSpelt(of.symbol, rows).filter((row) => mayBe(positionOfRow(row), of))

const mayBe = (one: PositionName, other: PositionName): boolean =>
  keyOfPosition(one) === keyOfPosition(other) || mayBeSamePosition(one, other)
