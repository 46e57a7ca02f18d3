import type { OfflineBooks } from './books/offline-books.ts'
import type { DeskTrading } from './trading.ts'

interface EarlierBooksOptions {
  offlineBooks: Pick<OfflineBooks, 'find' | 'fingerprintOf'>
  trading: Pick<DeskTrading, 'recallBook'>
}

/** What an earlier session had read of books last: what the first answers of this session leave out of it is missed. */
export class EarlierBooks {
  readonly #options: EarlierBooksOptions
  #isOver = false

  constructor(options: EarlierBooksOptions) {
    this.#options = options
  }

  async recall(account: string): Promise<void> {
    const { offlineBooks, trading } = this.#options
    const login = await offlineBooks.fingerprintOf(account)
    for (const book of ['orders', 'positions', 'holdings'] as const) {
      const former = await offlineBooks.find(account, book)
      // What is asked of them is closed with the desk.
      if (this.#isOver) return
      if (former === null) continue
      const { at, whole, missed, missedOvernight: overnight, missedClosed: closed } = former
      // A key may stand there twice.
      const rows = [...missed, ...former.rows]
      const unended = [...former.missedUnended.values()]
      trading.recallBook({ account, login, book, rows, overnight, closed, unended, at, whole })
    }
  }

  stop(): void {
    this.#isOver = true
  }
}
