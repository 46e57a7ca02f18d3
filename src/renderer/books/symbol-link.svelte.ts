import type { BookName } from '../../shared/books/books.ts'
import type { Session } from '../core/session.svelte.ts'

/** The symbol that was chosen in one book and is shown in the others. */
export class SymbolLink {
  readonly #session: Session
  /** By no book of this window, where it was chosen in another one. */
  #chosen = $state.raw<{ symbol: string; by: BookName | null } | null>(null)

  constructor(session: Session) {
    this.#session = session
    // For as long as the window: it is made once.
    session.others.onMarked((symbol) => (this.#chosen = { symbol, by: null }))
  }

  get symbol(): string | null {
    return this.#chosen?.symbol ?? null
  }

  choose(symbol: string, by: BookName): void {
    if (symbol === this.symbol && by === this.#chosen?.by) return
    const isNew = symbol !== this.symbol
    this.#chosen = { symbol, by }
    const { settings, others, bridge } = this.#session
    if (isNew && settings.linked && others.areLinked) void bridge.markSymbol({ symbol })
  }

  /** The symbol that this book is to show; null where it was chosen there, or nothing is linked. */
  shownIn(book: BookName): string | null {
    const chosen = this.#chosen
    return !this.#session.settings.linked || chosen === null || chosen.by === book
      ? null
      : chosen.symbol
  }
}
