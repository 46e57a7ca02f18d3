import type { Row, Rows } from '../../../shared/core/patch.ts'
import { nameOfContract } from '../../../shared/service/contracts.ts'
import { lettersOfShare } from '../../../shared/service/symbol-words.ts'
import { mayBeExchange } from '../../../shared/service/words.ts'
import { BySymbol } from './by-symbol.ts'
import type { PositionName } from './instruments.ts'
import { remembering } from './reckoned-rows.ts'

/** What the orders call a position that has another spelling in its own book, and is no other one's there: books of one broker differ. */
export function otherSpellings(
  { symbol }: Pick<PositionName, 'symbol'>,
  books: { orders: Rows; positions: Rows },
): readonly string[] {
  const positions = BySymbol.of(books.positions)
  return [...spellingsOf(symbol, books.orders)].filter(
    (other) => other !== symbol && positions.find(other).length === 0,
  )
}

/** Rows of a book that have a symbol, in whatever spelling. */
export function rowsSpelt(symbol: string, rows: Rows): readonly Row[] {
  const bySymbol = BySymbol.of(rows)
  return [...spellingsOf(symbol, rows)].flatMap((spelt) => bySymbol.find(spelt))
}

/** Whether a position may be another one's in a spelling of another book, also of its exchange. */
export const mayBeSamePosition = (one: PositionName, other: PositionName): boolean =>
  (one.symbol !== other.symbol || one.exchange !== other.exchange) &&
  areOneName(one.symbol, other.symbol) &&
  one.product === other.product &&
  mayBeExchange(one.exchange, other.exchange)

/** Whether two symbols are one instrument, but for how they are spelt. */
export const areOneName = (one: string, other: string): boolean => {
  const names = namesOf(one)
  return namesOf(other).some((name) => names.includes(name))
}

/** What two spellings of an instrument have alike: their letters, or what they say of a contract. */
const namesOf = (symbol: string): readonly string[] => {
  const contract = nameOfContract(symbol)
  return [lettersOfShare(symbol), ...(contract === null ? [] : [contract])]
}

const spellingsOf = (symbol: string, rows: Rows): ReadonlySet<string> =>
  new Set(namesOf(symbol).flatMap((name) => [...(spellingsIn(rows).get(name) ?? [])]))

/** Symbols of a book by what they have alike in every spelling. */
const spellingsIn = remembering((rows): ReadonlyMap<string, ReadonlySet<string>> => {
  const symbols = new Set([...rows.values()].map(({ symbol }) => String(symbol)))
  const spellings = new Map<string, Set<string>>()
  for (const symbol of symbols)
    for (const name of namesOf(symbol))
      spellings.set(name, (spellings.get(name) ?? new Set()).add(symbol))
  return spellings
})
