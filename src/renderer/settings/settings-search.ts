import { type SettingRow, settingsTable } from './settings-table.ts'

/** Words of a query, all of which a setting has to know. */
const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** The settings that know every word of the query; all where it has none. */
export function findSettings(query: string): readonly SettingRow[] {
  const words = wordsOf(query)
  return settingsTable.filter(({ section, title, means, words: known }) => {
    const text = `${section} ${title} ${means} ${known}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** A text cut where words of the query stand in it. */
export function marked(text: string, query: string): { text: string; isHit: boolean }[] {
  const words = wordsOf(query).map((word) =>
    word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`),
  )
  if (words.length === 0) return [{ text, isHit: false }]
  // What is captured comes at every second place.
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((part, at) => ({ text: part, isHit: at % 2 === 1 }))
    .filter((part) => part.text !== '')
}
