import { dayOf } from '../../shared/core/india.ts'
import { dayOfFigures } from '../../shared/pnl/figures-day.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { dayText } from '../pnl/pnl-words.ts'
import type { Session } from '../core/session.svelte.ts'

/** The day that the P&L of positions with real money is of; null where that is today, or there are none. */
export function earlierDay(
  positions: Iterable<PositionRecord>,
  { hours, clock }: Pick<Session, 'hours' | 'clock'>,
): string | null {
  const at = clock.minute
  let isAny = false
  function* noticed(): Iterable<PositionRecord> {
    for (const position of positions) {
      isAny = true
      yield position
    }
  }
  // They are not looked at where it is today’s anyway.
  const day = dayOfFigures(noticed(), { exchanges: hours, at })
  return !isAny || day === dayOf(at) ? null : day
}

/** Of figures that are not of today. */
export const earlierDayWords = (day: string): { word: string; why: string } => ({
  word: dayText(day).slice(0, 3),
  // What trades outside the hours that are known would make it false that nothing has.
  why: `Taken for those of ${dayText(day)}: until 08:45 IST of the next day on which what is held trades, books may still be of that day`,
})
