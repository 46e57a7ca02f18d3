import * as z from 'zod'
import type { BookName } from '../../shared/books/books.ts'
import type { Row } from '../../shared/core/patch.ts'
import { Exchange } from '../../shared/service/words.ts'
import { notes } from '../../shared/core/notes.ts'
import { KnownSymbol } from '../../shared/books/known-symbol.ts'
import { aboveZero, tickOf } from '../../shared/service/row-figures.ts'
import { type OpenConf, openDocument, tryWrite } from '../core/documents.ts'
import type { Clock } from '../core/clock.ts'
import { OwedWork } from '../core/turns.ts'

/** Milliseconds after which what is new is written down: losing some costs a little typing. */
const writeAfter = 30_000
const mostSeen = 2000

const traded: ReadonlySet<BookName> = new Set(['positions', 'holdings', 'orders', 'trades'])

/** What the books have shown, today and before, so that a ticket can complete it. */
export class KnownSymbols {
  readonly #document
  readonly #clock: Clock
  /** The latest last. */
  readonly #symbols = new Map<string, KnownSymbol>()
  readonly #owed = new OwedWork()
  #cancelTimer: (() => void) | null = null

  constructor({ open, dataDir, clock }: { open: OpenConf; dataDir: string; clock: Clock }) {
    const { document } = openDocument({
      open,
      dataDir,
      name: 'symbols',
      version: 1,
      schema: z.array(KnownSymbol).max(mostSeen),
      initial: () => [],
    })
    this.#document = document
    this.#clock = clock
    for (const one of document.read()) this.#symbols.set(keyOf(one), one)
  }

  /** The latest first. */
  list(): KnownSymbol[] {
    this.#owed.finish()
    return [...this.#symbols.values()].reverse()
  }

  /** Told of rows that are new in a book. */
  see(book: BookName, rows: Iterable<Row>, of: NonNullable<KnownSymbol['of']>): void {
    if (traded.has(book)) this.#owed.begin(notes(rows, (row) => this.#note(row, of)))
  }

  #note(row: Row, shownBy: NonNullable<KnownSymbol['of']>): void {
    const one = symbolOf(row)
    if (one === null) return
    const key = keyOf(one)
    const before = this.#symbols.get(key)
    const lot = one.lot ?? before?.lot ?? null
    const tick = one.tick ?? before?.tick ?? null
    const of = before === undefined || before.of === shownBy ? shownBy : undefined
    if (before !== undefined && before.lot === lot && before.tick === tick && before.of === of)
      return
    this.#symbols.delete(key)
    this.#symbols.set(key, { ...one, lot, tick, ...(of !== undefined && { of }) })
    if (this.#symbols.size > mostSeen) this.#symbols.delete(this.#symbols.keys().next().value!)
    this.#cancelTimer ??= this.#clock.after(writeAfter, () => this.write())
  }

  write(): void {
    this.#owed.finish()
    if (this.#cancelTimer === null) return
    this.#cancelTimer()
    this.#cancelTimer = null
    // A disk that refuses is said by what matters more.
    tryWrite(this.#document, [...this.#symbols.values()])
  }
}

const keyOf = ({ exchange, symbol }: KnownSymbol): string => `${exchange}/${symbol}`

function symbolOf(row: Row): KnownSymbol | null {
  const { exchange, symbol } = row
  const where = typeof exchange === 'string' ? exchange.trim().toUpperCase() : null
  const known = Exchange.options.find((one) => one === where)
  if (known === undefined || typeof symbol !== 'string' || symbol === '' || symbol.length > 100)
    return null
  return {
    exchange: known,
    symbol,
    lot: aboveZero(row['lot_size']),
    tick: tickOf(row),
  }
}
