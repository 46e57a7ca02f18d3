import type { BookMeta } from '../../shared/books/book-state.ts'

/** Milliseconds since the last good answer, now: the desk's count, and our own since it came. */
export function ageOf(heard: { meta: BookMeta; at: number } | null, now: number): number | null {
  if (heard === null || heard.meta.age === null) return null
  return heard.meta.age + Math.max(0, now - heard.at)
}
