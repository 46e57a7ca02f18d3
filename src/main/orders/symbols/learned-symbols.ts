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

/** What a broker wrote for one token. */
interface Written {
  symbol: string
  /** No other book of it says so: an order may stand there as it was placed, by a name of others. */
  isOfOrders: boolean
}

/** The symbols of one token at one exchange, by broker. */
interface Token {
  exchange: BrokerSymbol['exchange']
  token: string
  symbols: Map<string, Written[]>
}

/** A token with more at one broker names nothing. */
const mostWritten = 4

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
    this.#owed.begin(notes(rows, (row) => this.#note(row, { broker, world, book })))
  }

  of(names: SymbolNames): readonly LearnedSymbol[] {
    this.#owed.finish()
    if (this.#found?.names !== names) {
      const learned = [...this.#tokens.values()].flatMap((token) => learnedOf(token, names))
      this.#found = { names, learned: distinct(learned) }
    }
    return this.#found.learned
  }

  #note(
    row: Row,
    { broker, world, book }: { broker: string; world: string; book: BookName },
  ): void {
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
    const written = known.symbols.get(broker) ?? []
    const isOfOrders = book === 'orders'
    const same = written.find((one) => sameSymbol(one.symbol, symbol))
    if (same === undefined ? written.length >= mostWritten : isOfOrders || !same.isOfOrders) return
    if (same === undefined) written.push({ symbol, isOfOrders })
    else Object.assign(same, { symbol, isOfOrders })
    known.symbols.set(broker, written)
    this.#found = null
  }
}

function learnedOf(known: Token, names: SymbolNames): LearnedSymbol[] {
  const { exchange, token } = known
  const each = ownSymbols(known, names)
  if (each.length < 2) return []
  const name = nameFor(exchange, each, names)
  return each.flatMap(({ broker, symbol }): LearnedSymbol[] => {
    const entry = names.entryOf({ exchange, name, broker })
    if (sameSymbol(entry?.symbol ?? name, symbol)) return []
    const one = { exchange, name, broker, symbol }
    const others = each.filter((other) => other.broker !== broker)
    return [{ ...one, token, others, against: names.against({ ...one, origin: 'learned' }) }]
  })
}

/**
 * What each broker calls the token itself. Some have an order in their book as it was placed, by the
 * one name: that is no second symbol of theirs. Two that are not explained so prove that the token
 * names nothing; and who has nothing but echoes does not say what he calls it.
 */
function ownSymbols(
  { exchange, symbols }: Token,
  names: SymbolNames,
): Pick<BrokerSymbol, 'broker' | 'symbol'>[] {
  const all = [...symbols].flatMap(([broker, written]) =>
    written.map((one) => ({ ...one, broker, written })),
  )
  /** What another broker writes for it, or what it is called over brokers. */
  const isOfOthers = ({ broker, symbol }: { broker: string; symbol: string }): boolean =>
    all.some(
      (other) =>
        (other.broker !== broker && sameSymbol(other.symbol, symbol)) ||
        (!sameSymbol(other.symbol, symbol) &&
          sameSymbol(names.nameOf({ exchange, ...other }), symbol)),
    )
  const own = all.filter((one) => !one.isOfOrders || one.written.length === 1 || !isOfOthers(one))
  const isPlain = new Set(own.map(({ broker }) => broker)).size === own.length
  return isPlain ? own.map(({ broker, symbol }) => ({ broker, symbol })) : []
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
