/** What texts say that stand beside each other: no sentence of them twice. */
export const saidOnce = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap(sentencesOf))].join(' ')

/** A text without the sentences that another one beside it has. */
export function unsaid(text: string, beside: readonly string[]): string {
  const said = new Set(beside.flatMap(sentencesOf))
  return sentencesOf(text)
    .filter((sentence) => !said.has(sentence))
    .join(' ')
}

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?]) +/).filter((sentence) => sentence !== '')

export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
