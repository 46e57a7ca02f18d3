import type { Row, Rows } from '../../shared/core/patch.ts'

const none: readonly Row[] = []

/**
 * Rows of a book by their symbol. A book of thousands of rows changes every second and is seldom
 * asked: the first questions are answered by looking through it, and an index pays only after them.
 */
export class BySymbol {
  static readonly #ofBook = new WeakMap<Rows, BySymbol>()
  readonly #rows: Rows
  #asked = 0
  #index: Map<unknown, Row[]> | null = null

  /** An unchanged book keeps its rows, and with them what was found out about them. */
  static of(rows: Rows): BySymbol {
    let known = this.#ofBook.get(rows)
    if (known === undefined) this.#ofBook.set(rows, (known = new BySymbol(rows)))
    return known
  }

  private constructor(rows: Rows) {
    this.#rows = rows
  }

  find(symbol: string): readonly Row[] {
    if (this.#index === null && ++this.#asked <= 3) {
      const found: Row[] = []
      for (const row of this.#rows.values()) if (row['symbol'] === symbol) found.push(row)
      return found
    }
    this.#index ??= Map.groupBy(this.#rows.values(), (row) => row['symbol'])
    return this.#index.get(symbol) ?? none
  }
}
