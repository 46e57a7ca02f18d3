/** How well a text answers a search, and which of its letters do; from, to. */
export interface FuzzyMatch {
  score: number
  marks: readonly (readonly [from: number, to: number])[]
}

/** Every word that was typed has to be found: at the start of a word, within one, or letter by letter. */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | null {
  const lower = asTyped(text)
  let score = 0
  const marks: [number, number][] = []
  for (const word of asTyped(query).split(/\s+/)) {
    if (word === '') continue
    const found = findWord(word, lower)
    if (found === null) return null
    score += found.score
    marks.push(...found.marks)
  }
  return { score: score - text.length / 1000, marks: merged(marks) }
}

/** Letters of one size, and marks as keyboards have them. */
const asTyped = (text: string): string => text.toLowerCase().replaceAll('’', "'")

function findWord(word: string, text: string): { score: number; marks: [number, number][] } | null {
  const at = startOf(word, text)
  if (at >= 0) return { score: at === 0 ? 4 : 3, marks: [[at, at + word.length]] }
  const inside = text.indexOf(word)
  if (inside >= 0) return { score: 2, marks: [[inside, inside + word.length]] }
  // Letters in their order: for a slip of the finger, and for first letters. Two would fit too much.
  if (word.length < 3) return null
  const marks: [number, number][] = []
  let from = 0
  for (const letter of word) {
    const next = text.indexOf(letter, from)
    if (next < 0) return null
    marks.push([next, next + letter.length])
    from = next + letter.length
  }
  const width = from - marks[0]![0]
  return width > word.length * 4 ? null : { score: word.length / width, marks }
}

function startOf(word: string, text: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return at
  return -1
}

function merged(marks: [number, number][]): readonly (readonly [number, number])[] {
  const all: [number, number][] = []
  for (const [from, to] of marks.toSorted((one, other) => one[0] - other[0])) {
    const last = all.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
