import { Exchange } from '../../shared/service/words.ts'
import type { TicketKind } from '../../shared/orders/tickets.ts'
import { type ExitShare, exitShares } from './exit-part.ts'
import type { TicketText } from './ticket-text.ts'

/** What can be named in an order: nothing else is taken for a name. */
export interface Nameable {
  accounts: readonly { id: string; name: string }[]
  groups: readonly { id: string; name: string }[]
  symbols: readonly Listed[]
  /** What is held, and so can be left. */
  held: readonly Listed[]
}

export interface Listed {
  exchange: Exchange
  symbol: string
}

export type Deed = 'order' | 'exit' | 'reverse' | 'exit-all' | 'cancel-all'

type TextSaid = Omit<TicketText, 'account' | 'kind' | 'exit' | 'action'>

/** What was said, and nothing that was not. */
export interface Said extends Partial<TextSaid> {
  deed: Deed
  kind: TicketKind
  action?: 'BUY' | 'SELL'
  unit?: 'units' | 'lots'
  /** Accounts by their ids, or one group; those that a ticket begins with where it is absent. */
  to?: { accounts: readonly string[] } | { group: string }
  share?: ExitShare
}

export type Taken =
  'verb' | 'quantity' | 'symbol' | 'price' | 'word' | 'account' | 'choose' | 'unknown'

export interface Span {
  from: number
  to: number
  as: Taken
}

/** Words that may stand in place of those that cannot be understood. */
export interface Choice {
  from: number
  to: number
  text: string
  hint: string
}

export interface Spoken {
  said: Said
  spans: readonly Span[]
  /** What is not understood, or not possible: as long as there is any, nothing comes of it. */
  troubles: readonly string[]
  /** What a ticket still needs. */
  missing: readonly string[]
  choices: readonly Choice[]
}

const verbs: Readonly<Record<string, Partial<Said>>> = {
  buy: { action: 'BUY' },
  b: { action: 'BUY' },
  sell: { action: 'SELL' },
  s: { action: 'SELL' },
  bracket: { kind: 'bracket' },
  bo: { kind: 'bracket' },
  cover: { kind: 'cover' },
  co: { kind: 'cover' },
  smart: { kind: 'smart' },
  exit: { deed: 'exit' },
  reverse: { deed: 'reverse' },
  cancel: { deed: 'cancel-all' },
}

const products: Readonly<Record<string, 'MIS' | 'CNC' | 'NRML'>> = {
  mis: 'MIS',
  intraday: 'MIS',
  cnc: 'CNC',
  delivery: 'CNC',
  nrml: 'NRML',
}

type NumberWord =
  'limit' | 'stop' | 'trigger' | 'target' | 'trail' | 'slice' | 'protect' | 'disclose' | 'to'
const numberWords: Readonly<Record<string, NumberWord>> = {
  limit: 'limit',
  lmt: 'limit',
  at: 'limit',
  sl: 'stop',
  stop: 'stop',
  trigger: 'trigger',
  trg: 'trigger',
  target: 'target',
  tgt: 'target',
  trail: 'trail',
  slice: 'slice',
  protect: 'protect',
  disclose: 'disclose',
  to: 'to',
}

const has = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

interface Word {
  from: number
  to: number
  text: string
  /** In small letters. */
  bare: string
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    text: word,
    bare: word.toLowerCase(),
  }))

/**
 * Digits as they are sent, without the marks between them: thousands stand last, so that `12,50`,
 * which may mean 12.50, is no number. Null for what is no number. */
function numberOf(text: string): string | null {
  const bare = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return /^\d{1,12}(\.\d{1,6})?$/.test(bare) ? bare : null
}

/** Whether a text is to be taken as an order: it begins with what only orders begin with. */
export function isSpoken(text: string): boolean {
  const [first, second] = wordsOf(text)
  if (first === undefined || has(verbs, first.bare) === undefined) return false
  return second !== undefined || /\s$/.test(text)
}

/** Never throws, and never says for a person what they did not say. */
export function listen(text: string, known: Nameable): Spoken | null {
  return isSpoken(text) ? new Listener(text, known).spoken() : null
}

class Listener {
  readonly #words: readonly Word[]
  readonly #known: Nameable
  readonly #said: Said = { deed: 'order', kind: 'regular' }
  readonly #spans: Span[] = []
  readonly #troubles: string[] = []
  readonly #choices: Choice[] = []
  readonly #accounts = new Set<string>()
  readonly #groups = new Set<string>()
  #symbol: Word | null = null
  #at = 0

  constructor(text: string, known: Nameable) {
    this.#words = wordsOf(text)
    this.#known = known
  }

  spoken(): Spoken {
    this.#hearVerbs()
    while (this.#at < this.#words.length) this.#hear(this.#words[this.#at++]!)
    this.#findSymbol()
    this.#addressee()
    this.#price()
    const spans = this.#spans.toSorted((one, other) => one.from - other.from)
    const missing = this.#missing()
    return {
      said: this.#said,
      spans,
      troubles: this.#troubles,
      missing,
      choices: this.#choices,
    }
  }

  #take({ from, to }: Word, as: Taken): void {
    this.#spans.push({ from, to, as })
  }

  #trouble(word: Word, message: string, as: Taken = 'unknown'): void {
    this.#take(word, as)
    this.#troubles.push(message)
  }

  #hearVerbs(): void {
    for (;;) {
      const word = this.#words[this.#at]
      const verb = word === undefined ? undefined : has(verbs, word.bare)
      if (word === undefined || verb === undefined) return
      const isSide = verb.action !== undefined
      const isFree = isSide
        ? this.#said.action === undefined &&
          this.#said.deed === 'order' &&
          this.#said.kind !== 'smart'
        : this.#at === 0
      // `sell b`: the second may well be a symbol.
      if (!isFree) return
      Object.assign(this.#said, verb)
      this.#take(word, 'verb')
      this.#at++
    }
  }

  #hear(word: Word): void {
    const { bare } = word
    const { deed } = this.#said
    if (bare.startsWith('@')) return this.#hearAccounts(word)
    const exchange = Exchange.safeParse(bare.toUpperCase())
    if (exchange.success) return this.#set('exchange', exchange.data, word)
    if (deed === 'exit' && /^\d+%$/.test(bare)) return this.#hearShare(word)
    if ((deed === 'exit' || deed === 'cancel-all') && /^(all|everything|orders)$/.test(bare))
      return this.#hearAll(word)
    if (deed === 'order' && this.#hearOrderWord(word)) return
    if (this.#symbol === null && deed !== 'cancel-all' && deed !== 'exit-all' && isName(bare)) {
      this.#symbol = word
      return
    }
    this.#trouble(word, `‘${word.text}’ is not understood.`)
  }

  #hearOrderWord(word: Word): boolean {
    const { bare } = word
    const product = has(products, bare)
    if (product !== undefined) {
      this.#set('product', product, word)
      return true
    }
    const numbered = has(numberWords, bare)
    if (numbered !== undefined) {
      this.#hearNumber(word, numbered)
      return true
    }
    if (bare === 'mkt' || bare === 'market') {
      this.#set('type', 'MARKET', word)
      return true
    }
    if (bare === 'plain') {
      this.#set('protection', 'none', word)
      return true
    }
    if (bare === 'amo') {
      if (this.#said.kind === 'smart') this.#set('amo', 'YES', word)
      else this.#trouble(word, 'The service takes after-market orders as smart orders only.')
      return true
    }
    if (/^#./.test(bare)) {
      this.#set('strategy', word.text.slice(1), word)
      return true
    }
    const lots = /^(\d+)lots?$/.exec(bare)?.[1]
    const number = lots ?? numberOf(bare)
    if (number === null) return false
    if (this.#said.kind === 'smart')
      this.#trouble(word, `Say what ‘${word.text}’ is: ‘to ${word.text}’ or ‘limit ${word.text}’.`)
    else if (this.#said.quantity === undefined && this.#symbol === null)
      this.#hearQuantity(word, number, lots !== undefined)
    else this.#set('price', number, word, 'price')
    return true
  }

  #hearQuantity(word: Word, quantity: string, isInLots: boolean): void {
    const next = this.#words[this.#at]
    const isNextLots = next !== undefined && /^lots?$/.test(next.bare)
    this.#set('quantity', quantity, word, 'quantity')
    this.#said.unit = isInLots || isNextLots ? 'lots' : 'units'
    if (!isNextLots) return
    this.#take(next, 'quantity')
    this.#at++
  }

  #hearNumber(word: Word, what: NumberWord): void {
    const next = this.#words[this.#at]
    const text = next?.bare ?? ''
    const number =
      what === 'to' && text.startsWith('-') ? negative(text) : numberOf(text.replace(/%$/, ''))
    if (next === undefined || number === null) {
      this.#trouble(word, `‘${word.text}’ needs a number after it.`)
      return
    }
    this.#at++
    const field = this.#fieldOf(what, number)
    if (field === null) {
      this.#take(next, 'unknown')
      this.#trouble(word, this.#whyNot(word.text, what, number))
      return
    }
    this.#set(field, number, word, 'word')
    this.#take(next, field === 'slice' || field === 'position' ? 'quantity' : 'price')
  }

  /** Where a number belongs; it depends on the kind of order. */
  #fieldOf(what: NumberWord, number: string): keyof TextSaid | null {
    const { kind } = this.#said
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

  #whyNot(text: string, what: NumberWord, number: string): string {
    const [first] = this.#words
    if (this.#said.kind === 'regular' && (what === 'stop' || what === 'target') && first) {
      const kind = what === 'stop' ? 'cover' : 'bracket'
      this.#choices.push({
        from: first.from,
        to: first.from,
        text: `${kind} `,
        hint:
          kind === 'cover'
            ? `as a cover order, with its stop at ${number}`
            : `as a bracket order, its target ${number} points away`,
      })
    }
    return `A ${this.#said.kind} order has no place for ‘${text}’.`
  }

  #hearShare(word: Word): void {
    const share = exitShares.find((one) => `${one}%` === word.bare)
    if (share === undefined || this.#said.share !== undefined)
      this.#trouble(word, 'A position is left by 25%, 50%, 75% or 100%.')
    else {
      this.#said.share = share
      this.#take(word, 'quantity')
    }
  }

  #hearAll(word: Word): void {
    if (this.#symbol !== null || this.#said.share !== undefined)
      return this.#trouble(word, 'Say what to leave: one symbol, or all.')
    if (this.#said.deed === 'exit') this.#said.deed = 'exit-all'
    this.#said.symbol = 'all'
    this.#take(word, 'word')
  }

  /** What is said twice is not understood: none of both is right by itself. */
  #set<Field extends keyof TextSaid>(
    field: Field,
    value: TextSaid[Field],
    word: Word,
    as: Taken = 'word',
  ): void {
    if (this.#said[field] !== undefined)
      return this.#trouble(word, `‘${word.text}’ comes after another word for the same.`)
    this.#said[field] = value as Said[Field]
    this.#take(word, as)
  }

  #hearAccounts(word: Word): void {
    const { accounts, groups } = this.#known
    let from = word.from
    for (const part of word.text.split(',')) {
      const wanted = handleOf(part)
      const piece = { from, to: from + part.length, text: part, bare: part.toLowerCase() }
      from += part.length + 1
      const named = ({ id, name }: { id: string; name: string }): boolean =>
        wanted !== '' && (handleOf(name) === wanted || handleOf(id) === wanted)
      const mine = accounts.filter(named)
      const theirs = groups.filter(named)
      if (mine.length + theirs.length === 1) {
        for (const { id } of mine) this.#accounts.add(id)
        for (const { id } of theirs) this.#groups.add(id)
        this.#take(piece, 'account')
      } else if (mine.length + theirs.length === 0 && /^(all|everyone)$/.test(wanted)) {
        for (const { id } of accounts) this.#accounts.add(id)
        this.#take(piece, 'account')
      } else {
        this.#offerAccounts(piece, wanted)
      }
    }
  }

  #offerAccounts(piece: Word, wanted: string): void {
    const { accounts, groups } = this.#known
    const some = [
      ...accounts.map((one) => ({ ...one, hint: 'account' })),
      ...groups.map((one) => ({ ...one, hint: 'group' })),
    ].filter(({ name }) => handleOf(name).includes(wanted))
    for (const { id, name, hint } of some.slice(0, mostChoices))
      this.#choices.push({
        ...piece,
        text: `@${this.#isAlone(name) ? handleOf(name) : handleOf(id)}`,
        hint: `${name} · ${hint}`,
      })
    const message = some.length === 0 ? 'is no account and no group' : 'can be more than one'
    this.#trouble(piece, `‘${piece.text}’ ${message}.`, some.length === 0 ? 'unknown' : 'choose')
  }

  #isAlone(name: string): boolean {
    const { accounts, groups } = this.#known
    return (
      [...accounts, ...groups].filter((one) => handleOf(one.name) === handleOf(name)).length === 1
    )
  }

  #findSymbol(): void {
    const word = this.#symbol
    if (word === null) return
    const { deed, exchange: said } = this.#said
    const isHeld = deed === 'exit' || deed === 'reverse'
    const prefix = /^(nse|bse|nfo|bfo|mcx|cds):(.+)$/i.exec(word.text)
    const before = prefix === null ? undefined : Exchange.parse(prefix[1]!.toUpperCase())
    if (before !== undefined && said !== undefined && before !== said)
      return this.#trouble(word, 'It names two exchanges.')
    const exchange = before ?? said
    const name = prefix?.[2] ?? word.text
    const listed = (isHeld ? this.#known.held : this.#known.symbols).filter(
      (one) => exchange === undefined || one.exchange === exchange,
    )
    const found = symbolsNamed(listed, name, exchange !== undefined)
    const [only] = found
    if (only !== undefined && found.length === 1) {
      this.#said.symbol = only.symbol
      this.#said.exchange = only.exchange
      this.#take(word, 'symbol')
    } else if (found.length === 0 && exchange !== undefined && !isHeld) {
      // As it was typed: brokers name things that no book has shown yet.
      this.#said.symbol = name
      this.#said.exchange = exchange
      this.#take(word, 'symbol')
    } else {
      this.#offerSymbols(word, { name, found, listed, isHeld })
    }
  }

  #offerSymbols(
    word: Word,
    of: { name: string; found: readonly Listed[]; listed: readonly Listed[]; isHeld: boolean },
  ): void {
    const wanted = of.name.toUpperCase()
    const near =
      of.found.length > 0
        ? of.found
        : of.listed.filter(({ symbol }) => symbol.toUpperCase().includes(wanted))
    const sorted = near.toSorted(
      (one, other) =>
        Math.min(1, one.symbol.toUpperCase().indexOf(wanted)) -
          Math.min(1, other.symbol.toUpperCase().indexOf(wanted)) ||
        one.symbol.localeCompare(other.symbol, 'en', { numeric: true }),
    )
    for (const { exchange, symbol } of sorted.slice(0, mostChoices))
      if (!/\s/.test(symbol))
        this.#choices.push({
          ...word,
          text: `${exchange.toLowerCase()}:${symbol}`,
          hint: `on ${exchange}`,
        })
    if (of.found.length > 0)
      this.#trouble(word, `‘${word.text}’ is listed more than once.`, 'choose')
    else if (of.isHeld) this.#trouble(word, `No open position is called ‘${word.text}’.`)
    else
      this.#trouble(
        word,
        `No book has shown ‘${word.text}’. Say its exchange too, such as nse, to use it as it is.`,
        near.length > 0 ? 'choose' : 'unknown',
      )
  }

  #addressee(): void {
    const accounts = [...this.#accounts]
    const [group, ...groups] = this.#groups
    if (group === undefined) {
      if (accounts.length > 0) this.#said.to = { accounts }
    } else if (accounts.length > 0 || groups.length > 0)
      this.#troubles.push('A group has shares of its own: it goes alone.')
    else this.#said.to = { group }
  }

  /** Price and trigger say the type of an order together. */
  #price(): void {
    const said = this.#said
    const { type, price, trigger, protection } = said
    if (type === 'MARKET' && (price !== undefined || trigger !== undefined))
      this.#troubles.push('A market order has no price.')
    else if (protection !== undefined && type !== 'MARKET')
      this.#troubles.push('Only a market order is protected: say ‘mkt’.')
    else if (trigger !== undefined) said.type = price === undefined ? 'SL-M' : 'SL'
    else if (price !== undefined) said.type = 'LIMIT'
  }

  #missing(): string[] {
    const said = this.#said
    if (this.#troubles.length > 0) return []
    if (said.deed === 'cancel-all') return said.symbol === undefined ? ['‘all’'] : []
    if (said.deed === 'exit-all') return []
    const symbol = said.symbol === undefined && 'symbol'
    if (said.deed !== 'order') return symbol === false ? [] : [`${symbol} or ‘all’`]
    const isSmart = said.kind === 'smart'
    return [
      !isSmart && said.action === undefined && 'buy or sell',
      isSmart && said.position === undefined && 'position to reach, such as ‘to 100’',
      !isSmart && said.quantity === undefined && 'quantity',
      symbol,
      said.type === undefined && 'price, or ‘mkt’',
      said.kind === 'bracket' && said.target === undefined && 'target, in points',
      said.kind === 'bracket' && said.stop === undefined && 'stop, in points',
      said.kind === 'cover' && said.stopPrice === undefined && 'stop price',
    ].filter((one) => one !== false)
  }
}

const mostChoices = 8
const isName = (bare: string): boolean => /\p{L}/u.test(bare)

function negative(text: string): string | null {
  const number = numberOf(text.slice(1))
  return number === null || number.includes('.') ? null : `-${number}`
}

/** A name as it is said behind an @. */
const handleOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** `infy` is `INFY-EQ` too, where nothing else is called so. */
function symbolsNamed(
  listed: readonly Listed[],
  name: string,
  isExact: boolean,
): readonly Listed[] {
  const wanted = name.toUpperCase()
  const exact = listed.filter(({ symbol }) => symbol.toUpperCase() === wanted)
  if (isExact && exact.length > 0) return exact
  return listed.filter(({ symbol }) => {
    const upper = symbol.toUpperCase()
    return upper === wanted || upper.replace(/-(EQ|BE|BZ|SM|ST)$/, '') === wanted
  })
}

/** An order in the words that are understood as just this order. */
export function say(said: Said): string {
  const { deed, kind, to } = said
  const target =
    to === undefined
      ? undefined
      : 'group' in to
        ? `@${handleOf(to.group)}`
        : to.accounts.map((id) => `@${handleOf(id)}`).join(',')
  const symbol =
    said.symbol === undefined || deed === 'exit-all' || deed === 'cancel-all'
      ? undefined
      : `${said.exchange === undefined ? '' : `${said.exchange.toLowerCase()}:`}${said.symbol}`
  if (deed === 'cancel-all') return joined(['cancel all', target])
  if (deed === 'exit-all') return joined(['exit all', target])
  if (deed !== 'order')
    return joined([deed, said.share !== undefined && `${said.share}%`, symbol, target])
  const number = (word: string, value: string | undefined) =>
    value !== undefined && `${word} ${value}`
  return joined([
    kind !== 'regular' && kind,
    said.action?.toLowerCase(),
    said.quantity,
    said.unit === 'lots' && 'lots',
    symbol,
    number('to', said.position),
    number('limit', said.price),
    said.type === 'MARKET' && 'mkt',
    number('trigger', said.trigger),
    number('target', said.target),
    number('stop', said.stop ?? said.stopPrice),
    number('trail', said.trail),
    number('slice', said.slice),
    said.protection === 'none' ? 'plain' : number('protect', said.protection),
    number('disclose', said.disclosed),
    said.product?.toLowerCase(),
    said.amo === 'YES' && 'amo',
    said.strategy !== undefined && `#${said.strategy}`,
    target,
  ])
}

const joined = (parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false).join(' ')
