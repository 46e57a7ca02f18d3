import type { BookMeta } from '../../shared/books/book-state.ts'

/** Milliseconds since the last good answer, now: the desk's count, and our own since it came. */
export function ageOf(answer: { meta: BookMeta; at: number } | null, now: number): number | null {
  if (answer === null || answer.meta.age === null) return null
  return answer.meta.age + Math.max(0, now - answer.at)
}
