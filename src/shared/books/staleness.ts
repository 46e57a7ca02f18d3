import type { BookMeta } from './book-state.ts'

/** Stale is older than two polls. A book that was never read is not stale: it is not there. */
export const isStale = (age: number | null, every: number): boolean =>
  age !== null && age > 2 * every

/** An age that is no news yet, however often a book is read. */
const leastAge = 5000

/** Stale for so long that it is worth a word of its own, and not by an answer that took a little longer. */
export const isLongStale = (age: number | null, every: number): boolean =>
  age !== null && age > leastAge && isStale(age, every)

/** Polls that a book has missed: above zero where it is stale; null where it was never read. */
export const pollsBehind = (age: number | null, every: number): number | null =>
  age === null ? null : Math.max(0, Math.ceil(age / every) - 2)

/** Whether a book's figures are those of now, as far as anybody can know: read well by the last poll, and not long ago. */
export const isCurrent = ({ age, every, trouble }: Omit<BookMeta, 'seq' | 'unreadable'>): boolean =>
  age !== null && trouble === null && !isStale(age, every)
