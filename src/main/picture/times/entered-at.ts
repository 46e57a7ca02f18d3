import { dayLength, startOfDay } from '../../../shared/core/india.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { parseTime } from '../../../shared/core/times.ts'

/** What is older counts from where a clock begins: exchanges write such a time for an order that has none yet. */
const earliest = Date.UTC(2000)

/** When an order was entered by its row, by the broker's clock. */
export function enteredAt({ orderentrytime: text }: Row): number | null {
  const entered = typeof text === 'string' ? parseTime(text) : null
  return entered === null || entered < earliest ? null : entered
}

/** The same where it may be compared with other clocks; a day alone is no time. */
export function momentEntered(row: Row): number | null {
  const entered = enteredAt(row)
  return entered === null || entered === startOfDay(entered) ? null : entered
}

/** When it was entered by its row at the latest: a day alone is any time of that day. */
export function enteredBy(row: Row): number | null {
  const entered = enteredAt(row)
  return entered !== null && momentEntered(row) === null ? entered + dayLength : entered
}

const minute = 60_000

/** Whether times of entry tell minutes alone: then they prove nothing within the same one. */
export const tellMinutesAlone = (...entered: readonly number[]): boolean =>
  entered.every((one) => one % minute === 0)

/** Milliseconds that times of entry leave out: books write seconds, or minutes. */
export const leftOut = (...entered: readonly number[]): number =>
  tellMinutesAlone(...entered) ? minute : 1000

/**
 * Whether it was before a moment of the broker's clock, whatever the time leaves out: another one of its
 * book tells whether that writes seconds, where this one is on the minute.
 */
export const isEnteredBefore = (
  entered: number,
  moment: number,
  ofBook: readonly number[] = [],
): boolean => entered + leftOut(entered, ...ofBook) < moment

/** An order that was changed may have got a new time of entry, which is a little later than that of the next. */
const clearlyOlder = minute

/** Whether an order was entered well before one that was known: then it was there when that was, by the broker's clock alone. */
export const isClearlyOlder = (entered: number, known: number): boolean =>
  entered < known - clearlyOlder
