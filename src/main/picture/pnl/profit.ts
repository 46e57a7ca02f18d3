import { isOpenPosition } from '../../../shared/books/open-rows.ts'
import { repeatedPositions } from '../../../shared/books/repeated-positions.ts'
import type { Row } from '../../../shared/core/patch.ts'
import type { Missing } from '../../../shared/pnl/reckoned-pnl.ts'
import { serviceFigures, sumOrUnknown } from '../../../shared/pnl/service-figures.ts'
import { figure } from '../../../shared/service/order-units.ts'
import { aboveZero, lastPriceOf } from '../../../shared/service/row-figures.ts'
import { countsUnits } from '../../../shared/service/words.ts'
import type { PositionRecord } from '../../../shared/service/records.ts'
import { BySymbol, rowsOfPosition } from '../rows/by-symbol.ts'
import { isOfInstrument, keyOfPosition, positionOfRow } from '../rows/instruments.ts'
import { broughtForward } from '../rows/brought-forward.ts'
import type { BookSeen, LoginFacts } from '../login-facts.ts'
import { lossTold } from '../positions/lost-positions.ts'
import { remembering } from '../rows/reckoned-rows.ts'
import {
  isOfThisDay,
  isReckonedByFills,
  resultByFills,
  wasTradedToday,
} from '../traded/traded-today.ts'
import { fallsShortOf } from '../missing/shortfall.ts'
import type { MissingPosition } from '../missing/vanished-rows.ts'
import { worstFigures } from './worst-figures.ts'

/**
 * Realised and unrealised together, as the service says. A position without a figure, or of two rows,
 * makes the sum unknown: a limit cannot be held against a part.
 */
export const profitOf = remembering((rows): number | null => {
  if (repeatedPositions(rows).size > 0) return null
  let sum: number | null = 0
  for (const row of rows.values())
    sum = sumOrUnknown(sum, serviceFigures(row as PositionRecord).net)
  return sum
})

/** How far the service's profit or loss is borne out by quantities, averages and last prices. */
export interface ProfitCheck {
  /**
   * Rupees to add to the service's figure for what is reckoned here, only what rounding cannot explain,
   * and for what its own marks of the day say that is worse.
   */
  difference: number
  /** Symbols of positions whose rows miss what it takes, or contradict themselves or the orders: what is said of them cannot be checked. */
  uncheckable: readonly string[]
}

export const profitCheckOf = remembering((rows): ProfitCheck => {
  let difference = 0
  const uncheckable = new Set<string>()
  for (const row of rows.values() as Iterable<PositionRecord>) {
    const { net, missing, tolerance } = worstFigures(row)
    if (missing !== null && (isOpenPosition(row) || wasTraded.has(missing)))
      uncheckable.add(row.symbol)
    const said = serviceFigures(row).net
    if (said === null) continue
    const own = net !== null && Math.abs(net - said) > tolerance ? net : said
    difference += Math.min(own, markOfDay(row) ?? own) - said
  }
  return { difference, uncheckable: [...uncheckable] }
})

/**
 * What the service says that a position made or lost by its marks, where some of it was brought forward:
 * its profit or loss may be that since it was bought, and this the day's. Which is which is not
 * documented, and a zero is one that nobody reckoned.
 */
function markOfDay({ cfbuyqty, cfsellqty, mtm }: PositionRecord): number | null {
  const isBroughtForward = (cfbuyqty ?? 0) !== 0 || (cfsellqty ?? 0) !== 0
  return isBroughtForward && mtm !== 0 ? mtm : null
}

/** What is missed only of a position that was traded, also where it is closed by now. */
const wasTraded: ReadonlySet<Missing> = new Set(['contradiction', 'average', 'multiplier'])

export const nothingToCheck: ProfitCheck = { difference: 0, uncheckable: [] }

/**
 * What a login made or lost, by its positions; null where a part of it is not known, as of a position
 * that the book leaves out. What a closed one had lost when it was seen last stays lost, also where its
 * row was begun anew.
 */
export function profitOfLogin(
  { orders, positions }: Pick<LoginFacts, 'orders' | 'positions'>,
  allLost: () => readonly Row[],
): number | null {
  if (positions === null || positions.unreadable > 0 || positions.vanished.length > 0) return null
  if (allLost().length > 0) return null
  const books = { orders, positions }
  const leftOut = positions.missing.filter(
    (missing) =>
      (lossThatCounts(missing, orders) !== 0 || isOpenPosition(missing.row)) &&
      rowsOfPosition(positions, positionOfRow(missing.row)).every((now) =>
        fallsShortOf(now, missing.row),
      ),
  )
  const byFills = new Map<string, number>()
  let sum = profitOf(positions.rows)
  for (const missing of leftOut) {
    const told = lossTold(missing, books)
    if (told === 'all') continue
    const result = told === 'nothing' ? resultOf(missing, books) : null
    if (result !== null) byFills.set(keyOfPosition(positionOfRow(missing.row)), Math.min(0, result))
    else
      sum = sumOrUnknown(
        sum,
        told === 'nothing' ? lossThatCounts(missing, orders) : lossOfClosed(missing.row, positions),
      )
  }
  return [...byFills.values()].reduce(sumOrUnknown, sum)
}

/**
 * What a missing position had lost; where that may have been the day before, as far as orders of the day
 * tell of it. Null where it was open, and no order of the day ever touched what its row said was traded
 * today: it may be a row of somebody else's.
 */
function lossThatCounts(missing: MissingPosition, orders: BookSeen | null): number | null {
  const { row, loss, isLossDoubted } = missing
  if (loss !== 0 && isOfNoOrder(row, orders)) return null
  if (!isOfThisDay(missing, orders)) return 0
  const result = isLossDoubted && orders ? resultByFills(positionOfRow(row), orders) : null
  return result === null ? loss : Math.min(0, result)
}

const isOfNoOrder = (row: Row, orders: BookSeen | null): boolean =>
  orders !== null &&
  // A book that shows nothing at all is no witness.
  orders.hasShown &&
  isOpenPosition(row) &&
  broughtForward(row) === 0 &&
  !wasTradedToday(positionOfRow(row), orders)

/**
 * What the closed part of a position had lost before the rest was made another product; null where
 * its row did not say. Brokers reckon the rest from another average then, so that it is no less than
 * what the row lost beside that. A row of another product that tells of all its trades goes on with it.
 */
function lossOfClosed(row: Row, positions: BookSeen): number | null {
  const former = serviceFigures(row as PositionRecord)
  const of = positionOfRow(row)
  const others = BySymbol.of(positions.rows)
    .find(of.symbol)
    .filter((other) => isOfInstrument(other, of))
  if (others.some((other) => goesOnWith(other, row))) return 0
  const beside = others.map((other) => lossBesideOpen(row, other)).filter((loss) => loss !== null)
  if (former.realised !== null) return Math.min(0, former.realised, ...beside)
  const wasClosed = figure(row['bqty']) !== 0 && figure(row['sqty']) !== 0
  return wasClosed ? null : 0
}

function goesOnWith(other: Row, row: Row): boolean {
  if (figure(row['bqty']) !== null || figure(row['sqty']) !== null) return !fallsShortOf(other, row)
  const [now, former] = [other, row].map((one) => serviceFigures(one as PositionRecord).realised)
  return now != null && former != null && now <= former
}

/** What a row had made or lost beside its open units, by the average at which another row has just those now. */
function lossBesideOpen(row: Row, other: Row): number | null {
  const { net } = serviceFigures(row as PositionRecord)
  const [units, price] = [figure(row['netqty']), lastPriceOf(row)]
  const average = aboveZero(other['netavgprc'])
  const isIt = units !== null && units !== 0 && figure(other['netqty']) === units
  if (!isIt || net === null || price === null || average === null) return null
  return countsUnits(String(row['exchange'])) ? net - units * (price - average) : null
}

/**
 * What a position made or lost that was open when its row was seen last, by the orders that closed it
 * since; null where they do not say so. What of it was brought forward no order of the day tells of.
 */
function resultOf(
  { row }: MissingPosition,
  { orders, positions }: { orders: BookSeen | null; positions: BookSeen },
): number | null {
  const of = positionOfRow(row)
  if (orders === null || rowsOfPosition(positions, of).length > 0) return null
  return isReckonedByFills(row, orders) ? resultByFills(of, orders) : null
}
