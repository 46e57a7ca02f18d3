import { isOpenPosition, netUnitsOf } from '../../../shared/books/open-rows.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { serviceFigures } from '../../../shared/pnl/service-figures.ts'
import { figure } from '../../../shared/service/order-units.ts'
import type { PositionRecord } from '../../../shared/service/records.ts'

/** Within a day they only grow, also where what was sold is written below zero. */
const figuresOfDay = ['cfbuyqty', 'cfsellqty', 'bqty', 'sqty'] as const

/**
 * Whether a row of a position does not tell all that a former one of the same day did: it is a wrong
 * one, or the broker began it anew, and what the former told holds beside it.
 */
export function fallsShortOf(row: Row, former: Row): boolean {
  const units = (of: Row, name: string): number => Math.abs(figure(of[name]) ?? 0)
  return figuresOfDay.some((name) => units(row, name) < units(former, name))
}

/** Whether a row was traded on its day: then its broker did not clear its books between a former one and it. */
export const isTraded = (row: Row): boolean =>
  Math.abs(figure(row['bqty']) ?? 0) + Math.abs(figure(row['sqty']) ?? 0) > 0

/** A gain that nobody shows any more is none to trade with. */
export function lossOf(row: Row): number | null {
  const { net } = serviceFigures(row as PositionRecord)
  return net === null ? null : Math.min(0, net)
}

/** Whether a row that falls short of a former one has its loss in it: by what it had lost when it came. */
export function showsLossOf(former: Row, row: Row): boolean {
  const [now, then] = [
    serviceFigures(row as PositionRecord),
    serviceFigures(former as PositionRecord),
  ]
  const isStillOpen = isOpenPosition(former) && netUnitsOf([row]) === netUnitsOf([former])
  return isAsMuch(now.net, lossOf(former)) || (isStillOpen && isAsMuch(now.realised, then.realised))
}

const isAsMuch = (loss: number | null, other: number | null): boolean =>
  loss !== null && other !== null && loss <= other
