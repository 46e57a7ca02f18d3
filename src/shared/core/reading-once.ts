/** Words of a service are few, but nobody promised it. */
const most = 1000

/** A reading of words that is done once for each: thousands of rows share a few, which take long to fold. */
export function readingOnce<Word, Meaning>(read: (word: Word) => Meaning): (word: Word) => Meaning {
  const known = new Map<Word, Meaning>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined || known.has(word)) return before as Meaning
    const meaning = read(word)
    if (known.size < most) known.set(word, meaning)
    return meaning
  }
}
