import type { BookName } from '../../shared/books.ts'
import { Exchange } from '../../shared/service/words.ts'
import type { Books } from './books.svelte.ts'

/** Something that the books have shown. */
export interface Known {
  exchange: Exchange
  symbol: string
  ltp: number | null
  lot: number | null
  tick: number | null
}

const sources = ['positions', 'holdings', 'orders', 'trades'] as const satisfies BookName[]

const positive = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? value : null

const exchangeOf = (text: string | null): Exchange | null => {
  const parsed = Exchange.safeParse(text?.trim().toUpperCase())
  return parsed.success ? parsed.data : null
}

/** Everything that the books of these accounts have shown; the first figure known of each counts. */
export function symbolsOf(books: Books, accounts: readonly string[]): readonly Known[] {
  const found = new Map<string, Known>()
  for (const account of accounts)
    for (const source of sources)
      for (const row of books.of(account, source)?.rows.values() ?? []) {
        const exchange = exchangeOf(row.exchange)
        if (exchange === null) continue
        const { symbol } = row
        const before = found.get(`${exchange}/${symbol}`)
        const has = row as { ltp?: unknown; lot_size?: unknown; tick_size?: unknown }
        found.set(`${exchange}/${symbol}`, {
          exchange,
          symbol,
          ltp: before?.ltp ?? positive(has.ltp),
          lot: before?.lot ?? positive(has.lot_size),
          tick: before?.tick ?? positive(has.tick_size),
        })
      }
  return [...found.values()]
}

const most = 12

/** What begins with the text comes first, then what holds it. */
export function complete(known: readonly Known[], text: string): readonly Known[] {
  const wanted = text.trim().toUpperCase()
  const rank = ({ symbol }: Known): number => symbol.toUpperCase().indexOf(wanted)
  return known
    .filter((one) => rank(one) >= 0)
    .toSorted(
      (one, other) =>
        Math.min(rank(one), 1) - Math.min(rank(other), 1) ||
        one.symbol.localeCompare(other.symbol, 'en', { numeric: true }),
    )
    .slice(0, most)
}
