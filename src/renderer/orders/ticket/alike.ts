/** A figure by itself: none of a symbol, of a time, or with a sign before it. */
const figure = /(?<![\w.,:+−-])\d+(?:,\d+)*(?:\.\d+)?(?![\w:])/gu

/** What sentences have in common that differ in their figures alone. */
export const alikeKey = (message: string): string => message.replace(figure, '#')

/** Sentences that are alike, as one: a figure that differs is said from the least to the most. */
export function alikeText(messages: readonly string[]): string {
  const [first = ''] = messages
  const figures = messages.map((message) => message.match(figure) ?? [])
  let place = 0
  return first.replace(figure, () => {
    const all = figures.map((one) => one[place] ?? '').toSorted((a, b) => valueOf(a) - valueOf(b))
    place++
    const [least = '', most = ''] = [all[0], all.at(-1)]
    return least === most ? least : `${least} to ${most}`
  })
}

const valueOf = (text: string): number => Number(text.replaceAll(',', ''))
