import { comparisonOf, PnlAddition, type PnlTotals } from '../../shared/pnl/compare.ts'
import { ownFigures } from '../../shared/pnl/reckoned-pnl.ts'
import { serviceFigures } from '../../shared/pnl/service-figures.ts'
import { underlyingOf } from '../../shared/service/contracts.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { aboveZero, lastPriceOf } from '../../shared/service/row-figures.ts'
import { countsUnits } from '../../shared/service/words.ts'
import { change, formatAmount, formatPrice, signedQuantity, tone } from '../components/amounts.ts'
import type { Total } from '../components/grid/columns.ts'
import { Addition, type Sum, sum } from '../core/sums.ts'
import { besideOwn, totalsTip } from '../pnl/pnl-words.ts'
import { notKnownOf, rowsAddedUp, type OwnedRow } from './owned-rows.ts'
import { areOfOne, asWritten, type RowName, type Traded } from './row-names.ts'

/** Positions of which the book has two rows: whether they are one or two, nobody knows. */
type Repeated = ReadonlySet<PositionRecord>

type PositionRow = OwnedRow<PositionRecord>

/** What rows of positions come to. */
export interface PositionSums {
  units: Sum
  realised: Sum
  unrealised: Sum
  net: Sum
  /** The service's figures beside the own ones. */
  compared: PnlTotals
}

/**
 * All sums of rows by one look at each of them: panel, groups and their order ask for the same, and
 * of thirty accounts the rows are many.
 */
export function positionSums(rows: readonly PositionRow[], repeated: Repeated): PositionSums {
  const known = reckoned.get(rows)
  if (known?.repeated === repeated) return known.sums
  const sums = sumsAnew(rowsAddedUp(rows), repeated)
  reckoned.set(rows, { repeated, sums })
  return sums
}
const reckoned = new WeakMap<readonly PositionRow[], { repeated: Repeated; sums: PositionSums }>()

function sumsAnew(rows: readonly PositionRow[], repeated: Repeated): PositionSums {
  const units = new Addition()
  const realised = new Addition()
  const unrealised = new Addition()
  const net = new Addition()
  const compared = new PnlAddition()
  for (const { record } of rows) {
    const comparison = comparisonOf(record)
    const isRepeated = repeated.has(record)
    const { service } = comparison
    units.add(isRepeated ? null : record.netqty)
    realised.add(isRepeated ? null : service.realised)
    unrealised.add(isRepeated ? null : service.unrealised)
    net.add(isRepeated ? null : service.net)
    if (isRepeated) compared.leaveOut()
    else compared.add(comparison)
  }
  return {
    units: units.sum,
    realised: realised.sum,
    unrealised: unrealised.sum,
    net: net.sum,
    compared: compared.totals,
  }
}

/** A position that stands in its book twice has no figure that could be added up. */
export const positionSum = (
  rows: readonly PositionRow[],
  repeated: Repeated,
  figure: PositionFigure,
): Sum => sum(rowsAddedUp(rows).map(({ record }) => (repeated.has(record) ? null : figure(record))))

type PositionFigure = (position: PositionRecord) => number | null

const netOf: PositionFigure = (position) => serviceFigures(position).net

const unknownTip = (
  rows: readonly PositionRow[],
  repeated: Repeated,
  figure: PositionFigure,
): string =>
  notKnownOf(rowsAddedUp(rows), (record) => (repeated.has(record) ? null : figure(record)))

/**
 * What one of its quantity is, in units: where books may count lots, the row's own net amount tells, or
 * nothing does. Where they should count units, and the net amount says lots, nobody knows.
 */
function unitsOfOne(position: PositionRecord): number | null {
  if (!countsUnits(position.exchange)) return comparisonOf(position).own.from?.multiplier ?? null
  return saysLots(position) ? null : 1
}

/**
 * Whether a quantity of contracts may be lots although its row seems to count units: where it is no
 * whole number of lots, or nothing tells how many units these have, nor the net amount that it is none.
 */
function mayBeLots(position: PositionRecord): boolean {
  const exchange = position.exchange?.trim().toUpperCase() ?? ''
  if (/^[NB]SE/.test(exchange) && !/F&?N?O/.test(exchange)) return false
  const lot = aboveZero(position.lot_size) ?? 1
  if (lot > 1) return (position.netqty ?? 0) % lot !== 0
  return !countsUnits(exchange) || ownFigures(position, false).from?.multiplier !== 1
}

/**
 * Whether the net amount is that of lots: of as many units as a lot has. Where the row does not tell how
 * many these are, of any number, but for what was closed in part: there some write the amount that is held.
 */
function saysLots(position: PositionRecord): boolean {
  // Shares have no lots.
  if (!/^[NB]FO$/.test(position.exchange?.trim().toUpperCase() ?? '')) return false
  const { from } = ownFigures(position, false)
  if (from === null || from.multiplier === 1) return false
  const lot = aboveZero(position.lot_size) ?? 1
  return lot > 1 ? from.multiplier === lot : Math.min(from.buys.units, from.sells.units) === 0
}

/** What a position is worth at its last price; of one that is sold, below zero. */
export function positionValue(position: PositionRecord): number | null {
  const { netqty } = position
  if (netqty === 0) return 0
  const [price, units] = [lastPriceOf(position), unitsOfOne(position)]
  if (netqty === null || price === null || units === null) return null
  return units === 1 && mayBeLots(position) ? null : netqty * units * price
}

/** Why quantities have no sum: one account's book counts lots, and another's counts units. */
const countedOtherwise = 'Some accounts count lots and some count units'

const areCountedAlike = (rows: readonly PositionRow[]): boolean =>
  new Set(
    rows.flatMap(
      ({ record }) => unitsOfOne(record) ?? (countsUnits(record.exchange) ? 'lots' : []),
    ),
  ).size < 2

/** How much is at stake, whichever way. */
export function grossValue(position: PositionRecord): number | null {
  const value = positionValue(position)
  return value === null ? null : Math.abs(value)
}

/** The sum of a group, of which a position that stands in its book twice is no part. */
export function positionTotal(
  rows: readonly PositionRow[],
  {
    repeated,
    figure,
    text,
  }: { repeated: Repeated; figure: PositionFigure; text: (value: number | null) => string },
): Total {
  const { value, partial } = positionSum(rows, repeated, figure)
  if (value !== null && !partial) return { text: text(value), value }
  return {
    text: value === null ? text(null) : `${text(value)} ?`,
    value,
    tip: unknownTip(rows, repeated, figure),
  }
}

/** At what a symbol was bought, or sold, over accounts; bought here and sold there has no average. */
export function heldAverage(
  rows: readonly PositionRow[],
  repeated: Repeated,
  nameOf: RowName = asWritten,
): Total {
  if (!areOfOne(rows, nameOf)) return { text: '' }
  const held = rowsAddedUp(rows).filter(({ record }) => record.netqty !== 0 || repeated.has(record))
  const costOf: PositionFigure = (position) =>
    repeated.has(position) || position.netqty === null ? null : costOfHeld(position)
  const cost = sum(held.map(({ record }) => costOf(record)))
  const units = sum(held.map(({ record }) => record.netqty))
  if (held.length === 0) return { text: '' }
  if (!areCountedAlike(held)) return { text: '–', tip: countedOtherwise }
  if (cost.value === null || cost.partial) return { text: '–', tip: notKnownOf(held, costOf) }
  if (held.some(({ record }) => record.netqty! > 0 !== held[0]!.record.netqty! > 0))
    return { text: '–', tip: 'Bought in some accounts and sold in others' }
  const value = cost.value / units.value!
  return { text: formatAmount(value), value, tip: formatPrice(value) }
}

/** As a part of the lower one: last prices that accounts were told within seconds are no further apart. */
const mostApart = 0.05

/**
 * What one symbol was traded at last, over accounts that were read seconds apart: the middle one of what
 * they say. Where they are too far apart for that, nobody knows.
 */
export function lastPriceOfAll(
  rows: readonly OwnedRow<Traded & { ltp: number | null }>[],
  nameOf: RowName = asWritten,
): Total {
  if (!areOfOne(rows, nameOf)) return { text: '' }
  const prices = rowsAddedUp(rows)
    .flatMap(({ record, isKept }) => (isKept ? [] : (lastPriceOf(record) ?? [])))
    .toSorted((one, other) => one - other)
  const [lowest, highest, middle] = [prices[0], prices.at(-1), prices[prices.length >> 1]]
  if (lowest === undefined || highest === undefined || middle === undefined) return { text: '–' }
  if (lowest === highest) return { text: formatPrice(middle), value: middle }
  const tip = `From ${formatPrice(lowest)} to ${formatPrice(highest)} by what the accounts were told`
  if (highest - lowest > lowest * mostApart) return { text: '–', tip }
  return { text: `≈ ${formatPrice(middle)}`, value: middle, tip }
}

const costOfHeld = ({ netqty, netavgprc }: PositionRecord): number | null =>
  netqty === null || netavgprc === null || netavgprc <= 0 ? null : netqty * netavgprc

/** What is held of one underlying, or of one symbol; units of several have no sum. */
export function heldNet(
  rows: readonly PositionRow[],
  repeated: Repeated,
  nameOf: RowName = asWritten,
): Total {
  if (!isOfOne(rows, nameOf)) return { text: '' }
  if (!areCountedAlike(rows)) return { text: '–', tip: countedOtherwise }
  const { value, partial } = positionSums(rows, repeated).units
  if (value === null || partial) {
    const tip = unknownTip(rows, repeated, ({ netqty }) => netqty)
    return value === null
      ? { text: signedQuantity(null), tip }
      : { text: `${signedQuantity(value)} ?`, value, tip }
  }
  // A spread comes to zero, and is not flat.
  if (value === 0 && rows.some(({ record }) => record.netqty !== 0))
    return { text: '0 net', value, tip: 'As many bought as sold; the positions below are open' }
  return {
    text: signedQuantity(value),
    value,
    look: value === 0 ? 'faint' : value < 0 ? 'down' : '',
  }
}

function isOfOne([first, ...others]: readonly PositionRow[], nameOf: RowName): boolean {
  if (first === undefined) return false
  const underlyingOfRow = (row: PositionRow): string | null =>
    underlyingOf({ symbol: nameOf(row), exchange: row.record.exchange })
  const underlying = underlyingOfRow(first)
  // Those that are known to be: most symbols stand in the books of many accounts.
  const same = new Set([nameOf(first)])
  return others.every((row) => {
    const name = nameOf(row)
    if (same.has(name)) return true
    if (underlying === null || underlyingOfRow(row) !== underlying) return false
    same.add(name)
    return true
  })
}

/** The service's sum, and the own one beside it where they differ. */
export function netProfit(rows: readonly PositionRow[], repeated: Repeated): Total {
  const { net, compared } = positionSums(rows, repeated)
  const { value, partial } = net
  const look = tone(value)
  if (value === null || partial) {
    const tip = unknownTip(rows, repeated, netOf)
    return value === null
      ? { text: change(null), tip }
      : { text: `${change(value)} ?`, value, look, tip }
  }
  const tip = totalsTip(compared)
  // Where a row has no own figure, there is no own sum to show.
  if (tip === null || compared.unknown > 0)
    return { text: change(value), value, look, tip: tip ?? undefined }
  return { text: besideOwn(value, compared.own), value, look, tip }
}
