/** Before a name, and no part of it. */
const titles: ReadonlySet<string> = new Set(
  'MR MRS MS MISS DR PROF SHRI SRI SMT KUM KUMARI MASTER MESSRS'.split(' '),
)

/** The words of a name, however it is written. */
function wordsOf(name: string | null): readonly string[] {
  const words = (name ?? '')
    .toUpperCase()
    .replace(/^\s*M\/S\b/, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  const bare = words.filter((word, place) => place > 0 || !titles.has(word))
  return bare.length === 0 ? words : bare
}

/**
 * Whether two names differ in their spelling alone: in case, spaces, marks, the order of their words, a
 * title, or where one has an initial for a word of the other. One word in full is the same in both.
 */
export function isSpelledAlike(one: string | null, other: string | null): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  if (first.join('') === second.join('')) return true
  if (first.length !== second.length) return false
  const left = [...second]
  const take = (isIt: (word: string) => boolean): boolean => {
    const place = left.findIndex(isIt)
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  }
  const others = first.filter((word) => !take((it) => it === word))
  const isSameInFull = first.some((word) => word.length > 1 && second.includes(word))
  const isInitial = (word: string, it: string): boolean =>
    Math.min(word.length, it.length) === 1 && word[0] === it[0]
  return isSameInFull && others.every((word) => take((it) => isInitial(word, it)))
}

export const hasNoName = (name: string | null): boolean => wordsOf(name).length === 0
