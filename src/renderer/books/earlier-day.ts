import { dayOf } from '../../shared/core/india.ts'
import { dayOfFigures } from '../../shared/pnl/figures-day.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { dayText } from '../pnl/pnl-words.ts'
import type { Session } from '../core/session.svelte.ts'

/** The day that the P&L of positions with real money is of; null where that is today. */
export function earlierDay(
  positions: Iterable<PositionRecord>,
  { hours, clock }: Pick<Session, 'hours' | 'clock'>,
): string | null {
  const at = clock.minute
  const day = dayOfFigures(positions, { exchanges: hours, at })
  return day === dayOf(at) ? null : day
}

/** Of figures that are not of today. */
export const earlierDayWords = (day: string): { word: string; why: string } => ({
  word: dayText(day).slice(0, 3),
  why: `The figures of ${dayText(day)}: nothing that is held has traded since`,
})
