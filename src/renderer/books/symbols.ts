import type { BookName } from '../../shared/books/books.ts'
import type { Ticket } from '../../shared/orders/tickets.ts'
import { aboveZero, lastPriceOf, tickOf } from '../../shared/service/row-figures.ts'
import { Exchange } from '../../shared/service/words.ts'
import type { RecentSymbols } from '../../shared/orders/ticket-settings.ts'
import { underlyingExchanges } from '../../shared/orders/broker-symbols.ts'
import type { SymbolNames } from '../../shared/orders/symbol-names.ts'
import type { KnownSymbol } from '../../shared/books/known-symbol.ts'
import type { Session } from '../core/session.svelte.ts'
import type { Books } from './books.svelte.ts'

type Listed = RecentSymbols[number]

/** Something that the books have shown. */
export interface ListedSymbol {
  exchange: Exchange
  symbol: string
  ltp: number | null
  lot: number | null
  tick: number | null
}

const most = 12

const sources = ['positions', 'holdings', 'orders', 'trades'] as const satisfies BookName[]

const exchangeOf = (text: string | null): Exchange | null => {
  const parsed = Exchange.safeParse(text?.trim().toUpperCase())
  return parsed.success ? parsed.data : null
}

/** Where the rows are found: in whatever is asked for, or in what is here already. */
type RowsOfBooks = Pick<Books, 'rowsOf'>

/** Everything that the books of these accounts have shown; the first figure known of each counts. */
export function symbolsOf(
  books: RowsOfBooks,
  accounts: readonly string[],
  namesOf: (account: string, row: Listed) => Iterable<string> = (_, { symbol }) => [symbol],
): readonly ListedSymbol[] {
  const found = new Map<string, ListedSymbol>()
  for (const account of accounts)
    for (const source of sources)
      for (const row of books.rowsOf(account, source).values()) {
        const exchange = exchangeOf(row.exchange)
        if (exchange === null) continue
        const has = row as { ltp?: unknown; lot_size?: unknown; tick_size?: unknown }
        for (const symbol of namesOf(account, { exchange, symbol: row.symbol })) {
          const before = found.get(`${exchange}/${symbol}`)
          found.set(`${exchange}/${symbol}`, {
            exchange,
            symbol,
            ltp: before?.ltp ?? lastPriceOf(has),
            lot: before?.lot ?? aboveZero(has.lot_size),
            tick: before?.tick ?? tickOf(has),
          })
        }
      }
  return [...found.values()]
}

/** The same by the names over brokers as well: an order takes either. */
export function tradedSymbols(
  { accounts, symbolNames }: Pick<Session, 'accounts' | 'symbolNames'>,
  ids: readonly string[],
  books: RowsOfBooks,
): readonly ListedSymbol[] {
  if (symbolNames.entries.length === 0) return symbolsOf(books, ids)
  const brokers = new Map(accounts.all.map(({ id, broker }) => [id, broker]))
  return symbolsOf(books, ids, (account, { exchange, symbol }) => {
    const broker = brokers.get(account) ?? ''
    const at = { exchange, symbol, broker }
    const name = symbolNames.nameOf(at)
    // What is called as a name at a broker that calls that name otherwise can be typed by no name.
    return symbolNames.entryOf({ exchange, name, broker }) === null ? [symbol] : [symbol, name]
  })
}

/** The names over brokers, of which no book needs to have shown anything. */
export const namedSymbols = ({ entries }: SymbolNames): readonly KnownSymbol[] =>
  entries.map(({ exchange, name }) => ({ exchange, symbol: name, lot: null, tick: null }))

/** A future or an option: NIFTY26NOVFUT, RELIANCE24NOV26C1500. */
const contract = /\d{2}(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)/i

/** The names that the underlying of an option can go by, where they begin with what was typed or hold it. */
export function namedUnderlyings({ entries }: SymbolNames, typed: string): readonly string[] {
  const named = entries.flatMap(({ exchange, name }) =>
    underlyingExchanges.includes(exchange) && !contract.test(name) ? name : [],
  )
  const wanted = typed.trim().toUpperCase()
  const at = (name: string): number => name.toUpperCase().indexOf(wanted)
  return [...new Set(named)]
    .filter((name) => at(name) >= 0)
    .toSorted((one, other) => at(one) - at(other) || one.localeCompare(other, 'en'))
    .slice(0, most)
}

/** What is shown now, and then whatever was ever seen; only the first has a price. */
export function withSeen(
  shown: readonly ListedSymbol[],
  seen: readonly KnownSymbol[],
): readonly ListedSymbol[] {
  const all = new Map(shown.map((one) => [`${one.exchange}/${one.symbol}`, one]))
  for (const one of seen) {
    const key = `${one.exchange}/${one.symbol}`
    if (!all.has(key)) all.set(key, { ...one, ltp: null })
  }
  return [...all.values()]
}

/** What begins with the text comes first, then what holds it; of these, what was traded last. */
export function complete(
  known: readonly ListedSymbol[],
  text: string,
  recent: readonly Listed[] = [],
): readonly ListedSymbol[] {
  const wanted = text.trim().toUpperCase()
  const rank = ({ symbol }: ListedSymbol): number => symbol.toUpperCase().indexOf(wanted)
  const places = new Map(recent.map((one, place) => [`${one.exchange}/${one.symbol}`, place]))
  const placeOf = ({ exchange, symbol }: ListedSymbol): number =>
    places.get(`${exchange}/${symbol}`) ?? recent.length
  const all = new Set(known.map(({ exchange, symbol }) => `${exchange}/${symbol}`))
  const others = recent.filter(({ exchange, symbol }) => !all.has(`${exchange}/${symbol}`))
  return [...known, ...others.map((one) => ({ ...one, ltp: null, lot: null, tick: null }))]
    .filter((one) => rank(one) >= 0)
    .toSorted(
      (one, other) =>
        Math.min(rank(one), 1) - Math.min(rank(other), 1) ||
        placeOf(one) - placeOf(other) ||
        one.symbol.localeCompare(other.symbol, 'en', { numeric: true }),
    )
    .slice(0, most)
}

const mostRecent = 30

/** What an order was confirmed for comes first; the same list where that changes nothing. */
function withRecent(recent: RecentSymbols, tickets: readonly Ticket[]): RecentSymbols {
  const next = new Map<string, Listed>()
  const listed = tickets.flatMap((ticket) =>
    'symbol' in ticket ? [{ exchange: ticket.exchange, symbol: ticket.symbol }] : [],
  )
  for (const one of [...listed.slice(0, mostRecent), ...recent]) {
    const key = `${one.exchange}/${one.symbol}`
    if (!next.has(key)) next.set(key, one)
  }
  const all = [...next.values()].slice(0, mostRecent)
  const isSame = all.every(
    (one, place) => one.symbol === recent[place]?.symbol && one.exchange === recent[place].exchange,
  )
  return isSame && all.length === recent.length ? recent : all
}

/** Keeps what was just traded, to be offered first the next time. */
export function rememberTraded(session: Session, tickets: readonly Ticket[]): void {
  const { recent } = session.settings
  const next = withRecent(recent, tickets)
  if (next !== recent) void session.change({ recent: next })
}
