import { dayLength, dayOf } from '../../../shared/core/india.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { mayOutliveItsDay } from '../../../shared/service/retention-words.ts'
import { isAfterMarketWord, mayBeExchange } from '../../../shared/service/words.ts'
import { bookDayOf } from '../times/book-day.ts'
import { enteredAt } from '../times/entered-at.ts'
import { type MarketAt, dayWaitedFor } from '../times/market-days.ts'

/** Whether an order waits at its broker for the next day of trading, or is good for longer than one. */
export const isKeptOvernight = (row: Row): boolean =>
  isAfterMarketWord(row['status']) || mayOutliveItsDay(row['ret'])

/** Of currencies those that are not of the rupee are traded into the evening, as no hours say. */
export const isOfLongerHours = ({ exchange, symbol }: Row): boolean =>
  mayBeExchange('CDS', String(exchange)) && !String(symbol).toUpperCase().includes('INR')

/** The latest day on which an order may have been filled that worked at a moment, as its row says. */
export function lastDayOf(row: Row, { exchanges, now }: MarketAt): string {
  if (isKeptOvernight(row)) return dayWaitedFor(row['exchange'], { exchanges, now })
  const entered = enteredAt(row)
  const isLately = entered !== null && entered <= now && entered > now - dayLength
  return isLately ? dayOf(entered) : bookDayOf(now)
}
