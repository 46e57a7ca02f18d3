import { Exchange } from '../../../shared/service/words.ts'
import { exitShares } from '../../exits/exit-part.ts'
import { Addressees } from './addressees.ts'
import { ParseState } from './parse-state.ts'
import { hearNumber, hearQuantity, digitsOf } from './numbers.ts'
import type { Nameable, ParsedOrder } from './order-text.ts'
import { findSymbol } from './symbol.ts'
import { missingOf, settlePrice } from './complete-ticket.ts'
import { fixedWords, has, numberWords, verbs, type Word, wordsOf } from './order-words.ts'

/** Whether a text is to be taken as an order: it begins with what only orders begin with. */
export function isOrderText(text: string): boolean {
  const [first, second] = wordsOf(text)
  if (first === undefined || has(verbs, first.bare) === undefined) return false
  return second !== undefined || /\s$/.test(text)
}

/** Never throws, and never says for a person what they did not say. */
export function parseOrder(text: string, known: Nameable): ParsedOrder | null {
  return isOrderText(text) ? new Listener(text, known).spoken() : null
}

class Listener {
  readonly #hearing: ParseState
  readonly #known: Nameable
  readonly #addressees: Addressees
  #symbol: Word | null = null

  constructor(text: string, known: Nameable) {
    this.#hearing = new ParseState(text)
    this.#known = known
    this.#addressees = new Addressees(this.#hearing, known)
  }

  spoken(): ParsedOrder {
    const hearing = this.#hearing
    this.#hearVerbs()
    for (let word = hearing.next; word !== undefined; word = hearing.next) {
      hearing.advance()
      this.#hear(word)
    }
    if (this.#symbol !== null) findSymbol(hearing, this.#symbol, this.#known)
    this.#addressees.settle()
    settlePrice(hearing)
    const { said, spans, troubles, choices } = hearing
    return {
      said,
      spans: spans.toSorted((one, other) => one.from - other.from),
      troubles,
      missing: troubles.length > 0 ? [] : missingOf(said),
      choices,
    }
  }

  #hearVerbs(): void {
    const hearing = this.#hearing
    const { said } = hearing
    for (let word = hearing.next; word !== undefined; word = hearing.next) {
      const verb = has(verbs, word.bare)
      if (verb === undefined) return
      const isFree =
        verb.action === undefined
          ? hearing.spans.length === 0
          : said.action === undefined && said.deed === 'order' && said.kind !== 'smart'
      // `sell b`: the second may well be a symbol.
      if (!isFree) return
      Object.assign(said, verb)
      hearing.take(word, 'verb')
      hearing.advance()
    }
  }

  #hear(word: Word): void {
    const { bare } = word
    const { deed } = this.#hearing.said
    if (bare.startsWith('@')) return this.#addressees.hear(word)
    const exchange = Exchange.safeParse(bare.toUpperCase())
    if (exchange.success) return this.#hearing.set('exchange', exchange.data, word)
    if (deed === 'exit' && /^\d+%$/.test(bare)) return this.#hearShare(word)
    if ((deed === 'exit' || deed === 'cancel-all') && /^(all|everything|orders)$/.test(bare))
      return this.#hearAll(word)
    if (deed === 'order' && this.#hearOrderWord(word)) return
    if (this.#symbol === null && deed !== 'cancel-all' && deed !== 'exit-all' && isName(bare)) {
      this.#symbol = word
      return
    }
    this.#hearing.trouble(word, `‘${word.text}’ is not understood.`)
  }

  #hearOrderWord(word: Word): boolean {
    const hearing = this.#hearing
    const { bare, text } = word
    const { said } = hearing
    const fixed = has(fixedWords, bare)
    const numbered = has(numberWords, bare)
    const lots = /^(\d+)lots?$/.exec(bare)?.[1]
    const number = lots ?? digitsOf(bare)
    if (fixed !== undefined) hearing.set(fixed[0], fixed[1], word)
    else if (numbered !== undefined) hearNumber(hearing, word, numbered)
    else if (/^#./.test(bare)) hearing.set('strategy', text.slice(1), word)
    else if (bare === 'amo' && said.kind !== 'smart')
      hearing.trouble(word, 'The service takes after-market orders as smart orders only.')
    else if (bare === 'amo') hearing.set('amo', 'YES', word)
    else if (number === null) return false
    else if (said.kind === 'smart')
      hearing.trouble(word, `Say what ‘${text}’ is: ‘to ${text}’ or ‘limit ${text}’.`)
    else if (said.quantity === undefined && this.#symbol === null)
      hearQuantity(hearing, { word, quantity: number, isInLots: lots !== undefined })
    else hearing.set('price', number, word, 'price')
    return true
  }

  #hearShare(word: Word): void {
    const share = exitShares.find((one) => `${one}%` === word.bare)
    if (share === undefined || this.#hearing.said.share !== undefined)
      this.#hearing.trouble(word, 'A position is left by 25%, 50%, 75% or 100%.')
    else {
      this.#hearing.said.share = share
      this.#hearing.take(word, 'quantity')
    }
  }

  #hearAll(word: Word): void {
    if (this.#symbol !== null || this.#hearing.said.share !== undefined)
      return this.#hearing.trouble(word, 'Say what to leave: one symbol, or all.')
    if (this.#hearing.said.deed === 'exit') this.#hearing.said.deed = 'exit-all'
    this.#hearing.said.symbol = 'all'
    this.#hearing.take(word, 'word')
  }
}

const isName = (bare: string): boolean => /\p{L}/u.test(bare)
