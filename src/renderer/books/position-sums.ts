import { totalsOf } from '../../shared/pnl/compare.ts'
import { serviceFigures } from '../../shared/pnl/service-figures.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { change, signedQuantity, tone } from '../components/amounts.ts'
import type { Total } from '../components/grid/columns.ts'
import { type Sum, sum } from '../core/sums.ts'
import { besideOwn, totalsTip } from '../pnl/pnl-words.ts'
import { rowsAddedUp, type OwnedRow } from './owned-rows.ts'
import { underlyingOf } from './underlying.ts'

/** Positions of which the book has two rows: whether they are one or two, nobody knows. */
type Repeated = ReadonlySet<PositionRecord>

type PositionRow = OwnedRow<PositionRecord>

const notAllKnown = 'Something that belongs to this sum is unknown'

/** A position that stands in its book twice has no figure that could be added up. */
export const positionSum = (
  rows: readonly PositionRow[],
  repeated: Repeated,
  figure: (position: PositionRecord) => number | null,
): Sum => sum(rowsAddedUp(rows).map(({ record }) => (repeated.has(record) ? null : figure(record))))

/** What is held of one underlying, or of one symbol; units of several have no sum. */
export function heldNet(rows: readonly PositionRow[], repeated: Repeated): Total {
  if (!isOfOne(rows)) return { text: '' }
  const { value, partial } = positionSum(rows, repeated, ({ netqty }) => netqty)
  if (value === null) return { text: signedQuantity(null), tip: notAllKnown }
  if (partial) return { text: `${signedQuantity(value)} ?`, value, tip: notAllKnown }
  // A spread comes to zero, and is not flat.
  if (value === 0 && rows.some(({ record }) => record.netqty !== 0))
    return { text: '0 net', value, tip: 'As many bought as sold; the positions below are open' }
  return {
    text: signedQuantity(value),
    value,
    look: value === 0 ? 'faint' : value < 0 ? 'down' : '',
  }
}

function isOfOne([first, ...others]: readonly PositionRow[]): boolean {
  if (first === undefined) return false
  const { symbol } = first.record
  const underlying = underlyingOf(first.record)
  return others.every(
    ({ record }) =>
      record.symbol === symbol || (underlying !== null && underlyingOf(record) === underlying),
  )
}

/** The service's sum, and the own one beside it where they differ. */
export function netProfit(rows: readonly PositionRow[], repeated: Repeated): Total {
  const { value, partial } = positionSum(rows, repeated, (position) => serviceFigures(position).net)
  const look = tone(value)
  if (value === null) return { text: change(null), tip: notAllKnown }
  if (partial) return { text: `${change(value)} ?`, value, look, tip: notAllKnown }
  const totals = totalsOf(rowsAddedUp(rows).map(({ record }) => record))
  const tip = totalsTip(totals)
  // Where a row has no own figure, there is no own sum to show.
  if (tip === null || totals.unknown > 0)
    return { text: change(value), value, look, tip: tip ?? undefined }
  return { text: besideOwn(value, totals.own), value, look, tip }
}
