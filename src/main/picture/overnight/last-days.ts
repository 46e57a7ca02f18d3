import { dayLength, dayOf } from '../../../shared/core/india.ts'
import { orderIn } from '../../../shared/books/books.ts'
import { isWorkingRow } from '../../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { mayOutliveItsDay } from '../../../shared/service/retention-words.ts'
import { isAfterMarketWord, mayBeExchange } from '../../../shared/service/words.ts'
import { bookDayOf } from '../times/book-day.ts'
import { aboutThen, untilBothShow } from '../times/book-lag.ts'
import { enteredAt } from '../times/entered-at.ts'
import { type MarketAt, dayWaitedFor, usualSession } from '../times/market-days.ts'

/** Whether an order waits at its broker for the next day of trading, or is good for longer than one. */
const isKeptOvernight = (row: Row): boolean =>
  isAfterMarketWord(row['status']) || mayOutliveItsDay(row['ret'])

/** Of currencies those that are not of the rupee are traded into the evening, as no hours say. */
const isOfLongerHours = ({ exchange, symbol }: Row): boolean =>
  mayBeExchange('CDS', String(exchange)) && !String(symbol).toUpperCase().includes('INR')

/** The latest day on which an order may have been filled that worked at a moment, as its row says. */
export function lastDayOf(row: Row, { exchanges, now }: MarketAt): string {
  if (isKeptOvernight(row)) return dayWaitedFor(row['exchange'], { exchanges, now })
  const entered = enteredAt(row)
  const isLately = entered !== null && entered <= now && entered > now - dayLength
  return isLately ? dayOf(entered) : bookDayOf(now)
}

/** All rows of one answer, and when it was read by the clock on the wall. */
export interface WholeAnswer {
  at: number
  rows: Rows
}

/**
 * Whether an order that is good for one day was seen at work after its market had closed, so that
 * nothing can fill it any more. An earlier session has to have seen it before that, by our own clock:
 * what came afterwards waits for the next day, whatever its row says.
 */
export function isPastItsDay(
  row: Row,
  {
    whole,
    shownAt,
    exchanges,
  }: {
    whole: WholeAnswer
    /** When it was first seen in a book, by the clock on the wall. */
    shownAt: number | null
    exchanges: MarketAt['exchanges']
  },
): boolean {
  if (isKeptOvernight(row) || isOfLongerHours(row)) return false
  const seenAtWork = orderIn(whole.rows, String(row['order_id']))
  if (seenAtWork === undefined || !isWorkingRow(seenAtWork) || shownAt === null) return false
  const session = usualSession(row['exchange'], { exchanges, now: shownAt })
  return (
    session !== null &&
    dayOf(shownAt) === lastDayOf(row, { exchanges, now: whole.at }) &&
    shownAt < session.to - aboutThen &&
    whole.at >= session.to + aboutThen + untilBothShow
  )
}
