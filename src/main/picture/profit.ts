import { isOpenPosition } from '../../shared/books/open-rows.ts'
import { repeatedPositions } from '../../shared/books/repeated-positions.ts'
import type { Row } from '../../shared/core/patch.ts'
import type { Missing } from '../../shared/pnl/reckoned-pnl.ts'
import { serviceFigures, sumOrUnknown } from '../../shared/pnl/service-figures.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { rowsOfPosition } from './by-symbol.ts'
import { keyOfPosition, positionOfRow } from './instruments.ts'
import { broughtForward } from './brought-forward.ts'
import { resultByFills } from './hidden-rounds.ts'
import type { BookSeen, LoginFacts } from './login-facts.ts'
import { isLossTold } from './lost-positions.ts'
import { remembering } from './reckoned-rows.ts'
import { type MissingPosition, fallsShortOf } from './vanished-rows.ts'
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
  const leftOut = positions.missing.filter(
    (missing) =>
      (missing.loss !== 0 || isOpenPosition(missing.row)) &&
      rowsOfPosition(positions, positionOfRow(missing.row)).every((now) =>
        fallsShortOf(now, missing.row),
      ) &&
      !isLossTold(missing, { orders, positions }),
  )
  const byFills = new Map<string, number>()
  let sum = profitOf(positions.rows)
  for (const missing of leftOut) {
    const result = resultOf(missing, { orders, positions })
    if (result === null) sum = sumOrUnknown(sum, missing.loss)
    else byFills.set(keyOfPosition(positionOfRow(missing.row)), Math.min(0, result))
  }
  return [...byFills.values()].reduce(sumOrUnknown, sum)
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
  const isOfToday = isOpenPosition(row) && broughtForward(row) === 0
  if (orders === null || !isOfToday || rowsOfPosition(positions, of).length > 0) return null
  return resultByFills(of, orders)
}
