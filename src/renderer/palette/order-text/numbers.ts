import type { ParseState } from './parse-state.ts'
import { ungrouped } from '../../../shared/core/typed-number.ts'
import { type FieldName, fieldRow } from '../../orders/ticket/field-table.ts'
import { fieldAfter, fieldsAfter, type Word } from './order-words.ts'

/** Digits as they are sent; null for what is no number. */
export function digitsOf(text: string): string | null {
  const bare = ungrouped(text)
  return /^\d{1,12}(\.\d{1,6})?$/.test(bare) ? bare : null
}

function negative(text: string): string | null {
  const number = digitsOf(text.slice(1))
  return number === null || number.includes('.') ? null : `-${number}`
}

export function readQuantity(
  state: ParseState,
  { word, quantity, isInLots }: { word: Word; quantity: string; isInLots: boolean },
): void {
  const { next } = state
  const isNextLots = !isInLots && next !== undefined && /^lots?$/.test(next.bare)
  state.set('quantity', quantity, word, 'quantity')
  state.parts.unit = isInLots || isNextLots ? 'lots' : 'units'
  if (!isNextLots) return
  state.take(next, 'quantity')
  state.advance()
}

/** A word that needs a number, and the number. */
export function readNumber(state: ParseState, word: Word): void {
  const { next } = state
  const text = next?.bare ?? ''
  const isNegative = text.startsWith('-') && fieldsAfter(word.bare).some(isSigned)
  const isPercent = text.endsWith('%')
  const number = isNegative ? negative(text) : digitsOf(text.replace(/%$/, ''))
  if (next === undefined || number === null) {
    state.trouble(word, `‘${word.text}’ needs a number after it.`)
    return
  }
  state.advance()
  const field = fieldAfter(word.bare, state.parts.kind)
  if (field !== null && isPercent && !fieldRow(field).palette?.isPercent) {
    state.take(word, 'word')
    state.trouble(next, `‘${next.text}’ is a percentage, and ‘${word.text}’ takes none.`)
    return
  }
  if (field === null || (fieldRow(field).palette?.isWhole && number.includes('.'))) {
    state.take(next, 'unknown')
    state.trouble(word, whyNot(state, word, number))
    return
  }
  state.set(field, number, word, 'word')
  const { input } = fieldRow(field)
  state.take(next, input.as === 'number' && input.isWhole ? 'quantity' : 'price')
}

function isSigned(field: FieldName): boolean {
  const { input } = fieldRow(field)
  return input.as === 'number' && input.isSigned === true
}

/** A plain order has no stop and no target, but other kinds have. */
function whyNot({ words, choices, parts }: ParseState, word: Word, number: string): string {
  const [first] = words
  const hasNoPlace = `A ${parts.kind} order has no place for ‘${word.text}’`
  if (parts.kind === 'regular' && first !== undefined) {
    const at = { from: first.from, to: first.from }
    if (fieldAfter(word.bare, 'cover') === 'stopPrice')
      choices.push({
        ...at,
        text: 'cover ',
        hint: `as a cover order, with its stop at ${number}`,
      })
    if (fieldAfter(word.bare, 'bracket') === 'target')
      choices.push({
        ...at,
        text: 'bracket ',
        hint: `as a bracket order, its target ${number} points away`,
      })
    if (fieldAfter(word.bare, 'smart') === 'trigger')
      return `${hasNoPlace}: a stop order is a smart one, which brings a position to a size: ‘smart infy to 100 ${word.bare} ${number}’.`
  }
  return `${hasNoPlace}.`
}
