import { Exchange } from '../../../shared/service/words.ts'
import { hasUnseen, visible } from '../../../shared/core/visible-text.ts'
import { exitPercents } from '../../orders/exit-part.ts'
import { ticketKinds } from '../../orders/ticket/ticket-kinds.ts'
import { fieldsOfKind } from '../../orders/ticket/ticket-shape.ts'
import { Addressees } from './addressees.ts'
import { ParseState } from './parse-state.ts'
import { readNumber, readQuantity, digitsOf } from './numbers.ts'
import type { Nameable, ParsedOrder } from './order-text.ts'
import { findSymbol } from './symbol.ts'
import { missingOf, settlePrice } from './complete-ticket.ts'
import {
  allWords,
  fieldsAfter,
  fixedWord,
  has,
  verbs,
  type Word,
  splitWords,
} from './order-words.ts'

/** Whether a text is to be taken as an order: it begins with what only orders begin with. */
export function isOrderText(text: string): boolean {
  const [first, second] = splitWords(text)
  if (first === undefined || has(verbs, first.bare) === undefined) return false
  return second !== undefined || /\s$/.test(text)
}

/** Never throws, and takes nothing for typed that was not. */
export function parseOrder(text: string, known: Nameable): ParsedOrder | null {
  return isOrderText(text) ? new Parser(text, known).parse() : null
}

class Parser {
  readonly #state: ParseState
  readonly #known: Nameable
  readonly #addressees: Addressees
  #symbol: Word | null = null

  constructor(text: string, known: Nameable) {
    this.#state = new ParseState(text)
    this.#known = known
    this.#addressees = new Addressees(this.#state, known)
  }

  parse(): ParsedOrder {
    const state = this.#state
    this.#readVerbs()
    for (let word = state.next; word !== undefined; word = state.next) {
      state.advance()
      this.#read(word)
    }
    this.#addressees.settle()
    if (this.#symbol !== null) findSymbol(state, this.#symbol, this.#known)
    settlePrice(state)
    const { parts, spans, troubles, choices } = state
    return {
      parts,
      spans: spans.toSorted((one, other) => one.from - other.from),
      troubles,
      missing: troubles.length > 0 ? [] : missingOf(parts),
      choices,
    }
  }

  #readVerbs(): void {
    const state = this.#state
    const { parts } = state
    for (let word = state.next; word !== undefined; word = state.next) {
      const start = has(verbs, word.bare)
      if (start === undefined) return
      const isFree =
        start.action === undefined
          ? state.spans.length === 0
          : parts.action === undefined && parts.verb === 'order' && parts.kind !== 'smart'
      // `sell b`: the second may well be a symbol.
      if (!isFree) return
      Object.assign(parts, start)
      state.take(word, 'verb')
      state.advance()
    }
  }

  #read(word: Word): void {
    const { bare } = word
    const { verb } = this.#state.parts
    if (hasUnseen(word.text))
      return this.#state.trouble(word, `‘${visible(word.text)}’ has marks that cannot be seen.`)
    if (bare.startsWith('@')) return this.#addressees.read(word)
    const exchange = Exchange.safeParse(bare.toUpperCase())
    if (exchange.success && (verb === 'exit-all' || verb === 'cancel-all'))
      return this.#state.trouble(word, wholeAccounts)
    if (exchange.success) return this.#state.set('exchange', exchange.data, word)
    if (verb === 'exit' && /^\d+%$/.test(bare)) return this.#readShare(word)
    if ((verb === 'exit' || verb === 'cancel-all') && allWords.includes(bare))
      return this.#readAll(word)
    if (verb === 'order' && this.#readOrderWord(word)) return
    if (this.#symbol === null && verb !== 'cancel-all' && verb !== 'exit-all' && isName(bare)) {
      this.#symbol = word
      return
    }
    this.#state.trouble(word, `‘${word.text}’ is not understood.`)
  }

  #readOrderWord(word: Word): boolean {
    const state = this.#state
    const { bare, text } = word
    const { parts } = state
    const fixed = fixedWord(bare)
    const lots = /^(\d+)lots?$/.exec(bare)?.[1]
    const number = lots ?? digitsOf(bare)
    if (fixed !== null) state.set(fixed.field, fixed.value, word)
    else if (fieldsAfter(bare).length > 0) readNumber(state, word)
    else if (/^#./.test(bare)) state.set('strategy', text.slice(1), word)
    else if (bare === 'amo' && !fieldsOfKind[parts.kind].has('amo'))
      state.trouble(word, 'The service takes after-market orders as smart orders only.')
    else if (bare === 'amo') state.set('amo', 'YES', word)
    else if (number === null && this.#isQuantityNext && abbreviated.test(bare))
      state.trouble(word, `‘${text}’ is no quantity: write all its digits, such as 1,00,000.`)
    else if (number === null) return false
    else if (ticketKinds[parts.kind].amount === 'position')
      state.trouble(word, `Say what ‘${text}’ is: ‘to ${text}’ or ‘limit ${text}’.`)
    // Lots are no price, wherever they stand.
    else if (lots !== undefined || this.#isQuantityNext)
      readQuantity(state, { word, quantity: number, isInLots: lots !== undefined })
    else state.set('price', number, word, 'price')
    return true
  }

  get #isQuantityNext(): boolean {
    return this.#state.parts.quantity === undefined && this.#symbol === null
  }

  #readShare(word: Word): void {
    const percent = exitPercents.find((one) => `${one}%` === word.bare)
    if (percent === undefined || this.#state.parts.percent !== undefined)
      this.#state.trouble(word, 'A position is left by 25%, 50%, 75% or 100%.')
    else {
      this.#state.parts.percent = percent
      this.#state.take(word, 'quantity')
    }
  }

  #readAll(word: Word): void {
    const { percent, symbol, exchange } = this.#state.parts
    if (exchange !== undefined) return this.#state.trouble(word, wholeAccounts)
    if (this.#symbol !== null || percent !== undefined || symbol !== undefined)
      return this.#state.trouble(word, 'Say what to leave: one symbol, or all.')
    if (this.#state.parts.verb === 'exit') this.#state.parts.verb = 'exit-all'
    this.#state.parts.symbol = 'all'
    this.#state.take(word, 'word')
  }
}

const wholeAccounts = 'All is all of an account: no exchange can be left out.'

/** `1l`, `2.5k`, `10lakh`: no symbol is a number with a letter or two. */
const abbreviated = /^\d[\d.,]*(\p{L}{1,2}|la\p{L}*)$/u

const isName = (bare: string): boolean => /\p{L}/u.test(bare)
