import type { BookMeta } from '../../shared/books/book-state.ts'

/** Milliseconds since the last good answer, now: the desk's count, and our own since it came. */
export function ageOf(heard: { meta: BookMeta; at: number } | null, now: number): number | null {
  if (heard === null || heard.meta.age === null) return null
  return heard.meta.age + Math.max(0, now - heard.at)
}

/** Stale is older than two polls. A book that was never read is not stale: it is not there. */
export const isStale = (age: number | null, every: number): boolean =>
  age !== null && age > 2 * every
