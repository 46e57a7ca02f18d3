import type { Row, Rows, RowsPatch } from '../../../shared/core/patch.ts'
import { type PositionName, isOf } from './instruments.ts'

/** The keys of the rows of a symbol: of most there is one, which needs no set. */
type Keys = string | Set<string>

/**
 * Rows of a book by their symbol, in any order. A book of thousands of rows changes every second and
 * is seldom asked: the first questions are answered by looking through it, and an index pays only
 * after them. It is handed on to the next reading, in which few rows are others.
 */
export class BySymbol {
  static readonly #ofBook = new WeakMap<Rows, BySymbol>()
  readonly #rows: Rows
  #asked = 0
  #index: Map<unknown, Keys> | null = null

  /** An unchanged book keeps its rows, and with them what was found out about them. */
  static of(rows: Rows): BySymbol {
    let known = this.#ofBook.get(rows)
    if (known === undefined) this.#ofBook.set(rows, (known = new BySymbol(rows)))
    return known
  }

  /** Told of a book that was read anew, with what changed in it. */
  static follow(before: Rows, rows: Rows, { put = [], set = [], drop = [] }: RowsPatch): void {
    const known = this.#ofBook.get(before)
    if (known === undefined || before === rows) return
    const next = new BySymbol(rows)
    next.#asked = known.#asked
    next.#index = known.#index
    known.#index = null
    for (const [key] of put) next.#move(key, before)
    for (const [key] of set) next.#move(key, before)
    for (const key of drop) next.#move(key, before)
    this.#ofBook.set(rows, next)
  }

  private constructor(rows: Rows) {
    this.#rows = rows
  }

  find(symbol: string): readonly Row[] {
    return [...this.each(symbol)]
  }

  /** The same one after the other: whoever has enough by a few of hundreds goes no further. */
  *each(symbol: string): Generator<Row> {
    if (this.#index === null && ++this.#asked <= 3) {
      for (const row of this.#rows.values()) if (row['symbol'] === symbol) yield row
      return
    }
    this.#index ??= this.#indexed()
    const keys = this.#index.get(symbol)
    for (const key of keys === undefined ? [] : typeof keys === 'string' ? [keys] : keys) {
      const row = this.#rows.get(key)
      if (row !== undefined) yield row
    }
  }

  #indexed(): Map<unknown, Keys> {
    const index = new Map<unknown, Keys>()
    for (const [key, { symbol }] of this.#rows) addTo(index, symbol, key)
    return index
  }

  #move(key: string, before: Rows): void {
    if (this.#index === null) return
    const [was, is] = [before.get(key), this.#rows.get(key)]
    if (was?.['symbol'] === is?.['symbol']) return
    if (was !== undefined) takeFrom(this.#index, was['symbol'], key)
    if (is !== undefined) addTo(this.#index, is['symbol'], key)
  }
}

function addTo(index: Map<unknown, Keys>, symbol: unknown, key: string): void {
  const keys = index.get(symbol)
  if (keys === undefined) index.set(symbol, key)
  else if (typeof keys === 'string') index.set(symbol, new Set([keys, key]))
  else keys.add(key)
}

function takeFrom(index: Map<unknown, Keys>, symbol: unknown, key: string): void {
  const keys = index.get(symbol)
  if (keys === key) index.delete(symbol)
  else if (typeof keys === 'object') keys.delete(key)
}

/** Rows of a book that may be a position's; of a book that was not read there is none. */
export const rowsOfPosition = (book: { rows: Rows } | null, of: PositionName): readonly Row[] =>
  book === null
    ? []
    : BySymbol.of(book.rows)
        .find(of.symbol)
        .filter((row) => isOf(row, of) !== 'no')
