import { dayOf } from '../../../shared/core/india.ts'
import { momentInIndia } from '../../../shared/market/market-hours.ts'
import type { Row } from '../../../shared/core/patch.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { enteredAt } from '../times/entered-at.ts'
import { type MarketAt, isRestOf } from '../times/market-days.ts'

/** Minutes of the day from which on brokers may keep an order for the next one, and until which they may have. */
const keptFor = { from: 15 * 60 + 30, until: 9 * 60 }

/**
 * Whether a row of today is another order than one that was sent on an earlier day, though it has its
 * number: it was entered since that day was over. What was sent while markets are closed is kept for the
 * next day, and entered then by some brokers; and a person knows what they said of an order.
 */
export function isNumberAgain(
  { at, sent, params, parts }: Pick<Intent, 'at' | 'sent' | 'params' | 'parts'>,
  row: Row,
  { exchanges, now }: MarketAt,
): boolean {
  const sentAt = sent?.at ?? at
  const day = dayOf(sentAt)
  if (day === dayOf(now) || parts.some(({ state }) => state === 'settled')) return false
  const { minute } = momentInIndia(sentAt)
  const isRest = isRestOf(params['exchange'], { exchanges, now: sentAt })
  const isKept = isRest || minute >= keptFor.from || minute < keptFor.until
  if (isKept || params['amo'] === 'YES') return false
  const entered = enteredAt(row)
  return entered !== null && dayOf(entered) > day
}
