import { isOpenPosition, isWorkingRow } from '../../../shared/books/open-rows.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { fallsShortOf } from './shortfall.ts'

export type WatchedBookName = 'orders' | 'positions'

/**
 * Which rows are missed where they are gone, which of them may still change what is held, and for
 * how many milliseconds they do at least. What a closed position lost stays lost.
 */
export const missed: Record<
  WatchedBookName,
  {
    matters(row: Row): boolean
    isLive(row: Row): boolean
    /** Whether a row of the same day cannot be what became of the former. */
    fallsShortOf(row: Row, former: Row): boolean
    lasts: number
  }
> = {
  orders: {
    ...{ matters: isWorkingRow, isLive: isWorkingRow, fallsShortOf: () => false },
    lasts: 5000,
  },
  positions: { matters: () => true, isLive: isOpenPosition, fallsShortOf, lasts: 1000 },
}

/**
 * Milliseconds for which a position that is gone is looked for an explanation: longer than books
 * leave rows out by mistake, and shorter than from one day to the next.
 */
export const longestMissed = 3_600_000

/** Of the time between two readings what is longer proves nothing: the service was away, or the machine slept. */
const longestUnread = 300_000

/** How much of the time since the reading before this one proves nothing. */
export const unreadBetween = (before: number, at: number): number =>
  Number.isFinite(before) ? Math.max(0, at - before - longestUnread) : 0

/** Milliseconds for which a position that was closed is looked for where it is gone: it may be of the day before, since brokers clear their books in the morning. */
export const longestClosed = 600_000

/**
 * Of which day the figures of a row are: of the one on which it is missed, as far as its broker had
 * cleared its books of the day before when it was seen; perhaps of that day; or of an earlier one.
 */
export type WhoseFigures = 'the day' | 'perhaps the day' | 'an earlier day'

export const whoseFigures = (of: { isOfSameDay: boolean; isCleared: boolean }): WhoseFigures =>
  !of.isOfSameDay ? 'an earlier day' : of.isCleared ? 'the day' : 'perhaps the day'

/** When a book was read, on the monotonic clock, and of which day it tells. */
export interface Moment {
  at: number
  day: string
}

/** When a row was missed first. */
export interface MissedAt extends Moment {
  figuresOf: WhoseFigures
  /** When it was last seen, on the monotonic clock; in an earlier session, at no moment that counts. */
  seenAt: number
  /** Whether a position is looked for longer than until a second reading agrees. */
  isLookedFor: boolean
}
