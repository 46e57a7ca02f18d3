import type { Rows } from '../../shared/core/patch.ts'
import { lettersOfShare } from '../../shared/service/symbol-words.ts'
import { mayBeExchange } from '../../shared/service/words.ts'
import { BySymbol } from './by-symbol.ts'
import type { PositionName } from './instruments.ts'
import { remembering } from './reckoned-rows.ts'

/** What the orders call a position that has another spelling in its own book, and is no other one's there: books of one broker differ. */
export function otherSpellings(
  { symbol }: Pick<PositionName, 'symbol'>,
  books: { orders: Rows; positions: Rows },
): readonly string[] {
  const alike = spellingsIn(books.orders).get(lettersOfShare(symbol)) ?? []
  const positions = BySymbol.of(books.positions)
  return [...alike].filter((other) => other !== symbol && positions.find(other).length === 0)
}

/** Whether a position may be another one's in a spelling of another book, also of its exchange. */
export const mayBeSamePosition = (one: PositionName, other: PositionName): boolean =>
  (one.symbol !== other.symbol || one.exchange !== other.exchange) &&
  lettersOfShare(one.symbol) === lettersOfShare(other.symbol) &&
  one.product === other.product &&
  mayBeExchange(one.exchange, other.exchange)

/** Symbols of a book by what is left of them in every spelling. */
const spellingsIn = remembering((rows): ReadonlyMap<string, ReadonlySet<string>> => {
  const symbols = new Set([...rows.values()].map(({ symbol }) => String(symbol)))
  const spellings = new Map<string, Set<string>>()
  for (const symbol of symbols) {
    const letters = lettersOfShare(symbol)
    spellings.set(letters, (spellings.get(letters) ?? new Set()).add(symbol))
  }
  return spellings
})
