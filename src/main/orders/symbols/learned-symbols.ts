import type { Account } from '../../../shared/accounts/accounts.ts'
import { isPractice } from '../../../shared/accounts/accounts.ts'
import type { BookName } from '../../../shared/books/books.ts'
import { notes } from '../../../shared/core/notes.ts'
import type { Row } from '../../../shared/core/patch.ts'
import {
  BrokerSymbol,
  type DeclinedSymbol,
  type LearnedSymbol,
} from '../../../shared/orders/broker-symbols.ts'
import { type SymbolNames, sameSymbol } from '../../../shared/orders/symbol-names.ts'
import { OwedWork } from '../../core/turns.ts'

const withTokens: ReadonlySet<BookName> = new Set(['positions', 'holdings', 'orders'])
const mostTokens = 20_000

/** What brokers write for no token. */
const isToken = (text: string): boolean =>
  /[1-9a-z]/i.test(text) && !/^(n\.?\/?a|nil|null|none|nan|undefined|unknown)$/i.test(text.trim())

/** The symbols of one token at one exchange, by broker: none is kept of a broker that has two. */
interface Token {
  exchange: BrokerSymbol['exchange']
  token: string
  symbols: Map<string, Set<string>>
}

/** What the books of this session say about one token under several names. */
export class LearnedSymbols {
  readonly #tokens = new Map<string, Token>()
  readonly #owed = new OwedWork()
  #found: { names: SymbolNames; learned: readonly LearnedSymbol[] } | null = null

  /** Told of rows that are new in a book of an account. */
  see(account: Pick<Account, 'broker' | 'service'>, book: BookName, rows: Iterable<Row>): void {
    if (!withTokens.has(book)) return
    const broker = account.broker.trim().toUpperCase()
    // A practice broker makes its tokens up.
    const world = isPractice(account) ? 'practice' : 'real'
    this.#owed.begin(notes(rows, (row) => this.#note(row, broker, world)))
  }

  of(names: SymbolNames): readonly LearnedSymbol[] {
    this.#owed.finish()
    if (this.#found?.names !== names) {
      const learned = [...this.#tokens.values()].flatMap((token) => learnedOf(token, names))
      this.#found = { names, learned: distinct(learned) }
    }
    return this.#found.learned
  }

  #note(row: Row, broker: string, world: string): void {
    const { token } = row
    if (typeof token !== 'string' || token.length > 60 || !isToken(token)) return
    const parsed = BrokerSymbol.safeParse({
      exchange: typeof row['exchange'] === 'string' ? row['exchange'].trim().toUpperCase() : null,
      name: row['symbol'],
      broker,
      symbol: row['symbol'],
      origin: 'learned',
    })
    if (!parsed.success) return
    const { exchange, symbol } = parsed.data
    const key = [world, exchange, token.trim()].join('\n')
    let known = this.#tokens.get(key)
    if (known === undefined) {
      if (this.#tokens.size >= mostTokens) return
      this.#tokens.set(key, (known = { exchange, token: token.trim(), symbols: new Map() }))
    }
    const symbols = known.symbols.get(broker) ?? new Set()
    // Two are enough to prove that the token names nothing.
    if (symbols.size > 1 || [...symbols].some((other) => sameSymbol(other, symbol))) return
    known.symbols.set(broker, symbols.add(symbol))
    this.#found = null
  }
}

function learnedOf({ exchange, token, symbols }: Token, names: SymbolNames): LearnedSymbol[] {
  if (symbols.size < 2 || [...symbols.values()].some(({ size }) => size > 1)) return []
  const each = [...symbols].map(([broker, [symbol]]) => ({ broker, symbol: symbol! }))
  const name = nameFor(exchange, each, names)
  return each.flatMap(({ broker, symbol }): LearnedSymbol[] => {
    const entry = names.entryOf({ exchange, name, broker })
    if (sameSymbol(entry?.symbol ?? name, symbol)) return []
    const one = { exchange, name, broker, symbol }
    const others = each.filter((other) => other.broker !== broker)
    return [{ ...one, token, others, against: names.against({ ...one, origin: 'learned' }) }]
  })
}

/** The name that it has already, or else the shortest symbol: brokers add to a name, and seldom shorten it. */
function nameFor(
  exchange: BrokerSymbol['exchange'],
  each: readonly Pick<BrokerSymbol, 'broker' | 'symbol'>[],
  names: SymbolNames,
): string {
  for (const { broker, symbol } of each) {
    const name = names.nameOf({ exchange, symbol, broker })
    if (!sameSymbol(name, symbol) && !name.endsWith(` of ${broker}`)) return name
  }
  const known = each.find(({ symbol }) =>
    each.some((other) => names.entryOf({ exchange, name: symbol, broker: other.broker }) !== null),
  )
  if (known !== undefined) return known.symbol
  return each
    .map(({ symbol }) => symbol)
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))[0]!
}

/** Two tokens may say the same. */
const distinct = (learned: readonly LearnedSymbol[]): LearnedSymbol[] => [
  ...new Map(learned.map((one) => [declinedKey(one), one])).values(),
]

export const declinedKey = ({ exchange, name, broker, symbol }: DeclinedSymbol): string =>
  [exchange, name, broker, symbol].join('\n').toUpperCase()
