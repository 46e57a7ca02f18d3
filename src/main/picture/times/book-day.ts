import { dayOf, startOfDay } from '../../../shared/core/india.ts'

/** Milliseconds after midnight in India by which brokers have cleared the books of the day before. */
const cleared = 9 * 3_600_000

/** The day that the books tell of at a moment by the clock on the wall. */
export const bookDayOf = (at: number): string => dayOf(at - cleared)

/** Milliseconds longer by which also the late ones have. */
const late = 1_800_000

/** Whether what the books tell at a moment is surely of their day. */
export const isClearedBy = (at: number): boolean => at - cleared - startOfDay(at - cleared) >= late
