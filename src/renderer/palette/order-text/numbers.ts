import type { ParseState } from './parse-state.ts'
import type { OrderParts, TextParts } from './order-text.ts'
import type { NumberWord, Word } from './order-words.ts'

/**
 * Digits as they are sent, without the marks between them: thousands stand last, so that `12,50`,
 * which may mean 12.50, is no number. Null for what is no number. */
export function digitsOf(text: string): string | null {
  const bare = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return /^\d{1,12}(\.\d{1,6})?$/.test(bare) ? bare : null
}

function negative(text: string): string | null {
  const number = digitsOf(text.slice(1))
  return number === null || number.includes('.') ? null : `-${number}`
}

export function hearQuantity(
  hearing: ParseState,
  { word, quantity, isInLots }: { word: Word; quantity: string; isInLots: boolean },
): void {
  const { next } = hearing
  const isNextLots = next !== undefined && /^lots?$/.test(next.bare)
  hearing.set('quantity', quantity, word, 'quantity')
  hearing.said.unit = isInLots || isNextLots ? 'lots' : 'units'
  if (!isNextLots) return
  hearing.take(next, 'quantity')
  hearing.advance()
}

/** A word that needs a number, and the number. */
export function hearNumber(hearing: ParseState, word: Word, what: NumberWord): void {
  const { next } = hearing
  const text = next?.bare ?? ''
  const number =
    what === 'to' && text.startsWith('-') ? negative(text) : digitsOf(text.replace(/%$/, ''))
  if (next === undefined || number === null) {
    hearing.trouble(word, `‘${word.text}’ needs a number after it.`)
    return
  }
  hearing.advance()
  const field = fieldOf(hearing.said, what, number)
  if (field === null) {
    hearing.take(next, 'unknown')
    hearing.trouble(word, whyNot(hearing, word.text, { what, number }))
    return
  }
  hearing.set(field, number, word, 'word')
  hearing.take(next, field === 'slice' || field === 'position' ? 'quantity' : 'price')
}

/** Where a number belongs; it depends on the kind of order. */
function fieldOf({ kind }: OrderParts, what: NumberWord, number: string): keyof TextParts | null {
  switch (what) {
    case 'limit':
      return 'price'
    case 'stop':
      return kind === 'bracket'
        ? 'stop'
        : kind === 'cover'
          ? 'stopPrice'
          : kind === 'smart'
            ? 'trigger'
            : null
    case 'trigger':
      return kind === 'bracket' || kind === 'smart' ? 'trigger' : null
    case 'target':
    case 'trail':
      return kind === 'bracket' ? what : null
    case 'slice':
      return (kind === 'regular' || kind === 'smart') && !number.includes('.') ? 'slice' : null
    case 'protect':
      return 'protection'
    case 'disclose':
      return kind === 'bracket' || kind === 'smart' ? 'disclosed' : null
    case 'to':
      return kind === 'smart' ? 'position' : null
  }
}

function whyNot(
  hearing: ParseState,
  text: string,
  { what, number }: { what: NumberWord; number: string },
): string {
  const [first] = hearing.words
  if (hearing.said.kind === 'regular' && (what === 'stop' || what === 'target') && first) {
    const kind = what === 'stop' ? 'cover' : 'bracket'
    hearing.choices.push({
      from: first.from,
      to: first.from,
      text: `${kind} `,
      hint:
        kind === 'cover'
          ? `as a cover order, with its stop at ${number}`
          : `as a bracket order, its target ${number} points away`,
    })
  }
  return `A ${hearing.said.kind} order has no place for ‘${text}’.`
}
