import * as z from 'zod'

const Mark = z.string().max(64)

/** What is kept of a name: no word of it, and still by which it is known however it is spelled. */
export const MarkedName = z.strictObject({
  /** Of all words in one. */
  joined: Mark,
  /** Of each word, and of its first letter: these are the same for an initial. */
  words: z.array(z.strictObject({ word: Mark, first: Mark })).max(100),
})
export type MarkedName = z.infer<typeof MarkedName>

/** Before a name, and no part of it. */
const titles: ReadonlySet<string> = new Set(
  'MR MRS MS MISS DR PROF SHRI SRI SMT KUM KUMARI MASTER MESSRS'.split(' '),
)

/** Characters: what is longer was never a name, and is cut there. */
const longestName = 200

/** The words of a name, however it is written. */
function wordsOf(name: string): readonly string[] {
  const words = name
    .slice(0, longestName)
    .toUpperCase()
    .replace(/^\s*M\/S\b/, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, longestName / 2)
  const bare = words.filter((word, place) => place > 0 || !titles.has(word))
  return bare.length === 0 ? words : bare
}

/** Null where it has no words; `mark` is what is kept in place of a text. */
export function markedName(name: string | null, mark: (text: string) => string): MarkedName | null {
  const words = wordsOf(name ?? '')
  if (words.length === 0) return null
  return {
    joined: mark(words.join('')),
    words: words.map((word) => ({ word: mark(word), first: mark(word.slice(0, 1)) })),
  }
}

type MarkedWord = MarkedName['words'][number]

const isInitial = ({ word, first }: MarkedWord): boolean => word === first

/**
 * Whether two names of one client id differ in their spelling alone: in case, spaces, marks, the order of
 * their words, a title, or where one has an initial for a word of the other. One word in full is the same
 * in both.
 */
export function isSpelledAlike(one: MarkedName, other: MarkedName): boolean {
  if (one.joined === other.joined) return true
  if (one.words.length !== other.words.length) return false
  const left = [...other.words]
  const take = (isIt: (word: MarkedWord) => boolean): boolean => {
    const place = left.findIndex(isIt)
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  }
  const isSameInFull = one.words.some(
    (word) => !isInitial(word) && other.words.some((it) => it.word === word.word),
  )
  const others = one.words.filter((word) => !take((it) => it.word === word.word))
  const mayBe = (word: MarkedWord, it: MarkedWord): boolean =>
    (isInitial(word) || isInitial(it)) && word.first === it.first
  return isSameInFull && others.every((word) => take((it) => mayBe(word, it)))
}
