import { Exchange } from '../../../shared/service/words.ts'
import type { ParseState } from './parse-state.ts'
import { type Listed, mostChoices, type Nameable } from './order-text.ts'
import type { Word } from './order-words.ts'

/** `nse:infy-eq` */
const afterExchange = new RegExp(`^(${Exchange.options.join('|')}):(.+)$`, 'i')

/** What an order is about, among what can be named. */
export function findSymbol(state: ParseState, word: Word, known: Nameable): void {
  const { verb, exchange: typed } = state.parts
  const isHeld = verb === 'exit' || verb === 'reverse'
  const prefix = afterExchange.exec(word.text)
  const before = prefix === null ? undefined : Exchange.parse(prefix[1]!.toUpperCase())
  if (before !== undefined && typed !== undefined && before !== typed)
    return state.trouble(word, 'It names two exchanges.')
  const exchange = before ?? typed
  const name = prefix?.[2] ?? word.text
  const listed = (
    isHeld ? known.held(state.parts.to) : (known.symbolsFor?.(state.parts.to) ?? known.symbols)
  ).filter((one) => exchange === undefined || one.exchange === exchange)
  const found = symbolsNamed(listed, name, exchange !== undefined)
  const [only] = found
  if (only !== undefined && found.length === 1) {
    state.parts.symbol = only.symbol
    state.parts.exchange = only.exchange
    state.take(word, 'symbol')
  } else if (found.length === 0 && exchange !== undefined && !isHeld) {
    // As it was typed: brokers name things that no book has shown yet.
    state.parts.symbol = name
    state.parts.exchange = exchange
    state.take(word, 'symbol')
  } else {
    offerSymbols(state, word, { name, found, listed, isHeld })
  }
}

function offerSymbols(
  state: ParseState,
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
      state.choices.push({
        ...word,
        text: `${exchange.toLowerCase()}:${symbol}`,
        hint: `on ${exchange}`,
      })
  if (of.found.length > 0) state.trouble(word, `‘${word.text}’ is listed more than once.`, 'choose')
  else if (of.isHeld)
    state.trouble(word, `No book that was read shows an open position called ‘${word.text}’.`)
  else
    state.trouble(
      word,
      `No book of these accounts shows ‘${word.text}’. Say its exchange too, such as nse, to use it as it is.`,
      near.length > 0 ? 'choose' : 'unknown',
    )
}

/** `infy` is `INFY-EQ` too, where nothing else is called so. */
function symbolsNamed(
  listed: readonly Listed[],
  name: string,
  isExact: boolean,
): readonly Listed[] {
  const wanted = name.toUpperCase()
  const exact = listed.filter(({ symbol }) => symbol.toUpperCase() === wanted)
  if (isExact && exact.length > 0) return exact
  const found = listed.filter(({ symbol }) => {
    const upper = symbol.toUpperCase()
    return upper === wanted || upper.replace(/-(EQ|BE|BZ|SM|ST)$/, '') === wanted
  })
  return byOneName(found, listed)
}

/** Brokers may write one instrument in several ways, and its name stands for all of them. */
function byOneName(found: readonly Listed[], listed: readonly Listed[]): readonly Listed[] {
  const [first, ...others] = found
  if (first?.name === undefined || others.length === 0) return found
  const { exchange, name } = first
  if (others.some((one) => one.exchange !== exchange || one.name !== name)) return found
  return listed.filter((one) => one.exchange === exchange && one.symbol === name)
}
