import type { LeftOutOfBook } from '../../../shared/books/book-state.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoginPicture } from '../login-picture.ts'
import type { BookMemories } from './book-memories.ts'

interface LeftOutOfBooksOptions {
  clock: Pick<Clock, 'now'>
  books: Pick<BookMemories, 'mayLeaveOutHoldings' | 'read'>
  picture(account: string): LoginPicture
}

/** Milliseconds, as often as the P&L is sampled. */
const lookForStrayedEvery = 5000

/** What books may leave out of what they are shown for. */
export class LeftOutOfBooks {
  readonly #options: LeftOutOfBooksOptions
  /** By account: what of its positions had strayed from its orders when that was looked for last. */
  readonly #strayed = new Map<string, { at: number; strayed: LeftOutOfBook | null }>()

  constructor(options: LeftOutOfBooksOptions) {
    this.#options = options
  }

  /**
   * What the position book may leave out of what was made or lost. Asked with each of its readings;
   * all that was traded is gone through now and then only.
   */
  ofPositions(account: string): LeftOutOfBook | null {
    const { clock, books } = this.#options
    const now = clock.now()
    const picture = this.#options.picture(account)
    const looked = this.#strayed.get(account)
    if (looked === undefined || now - looked.at >= lookForStrayedEvery)
      this.#strayed.set(account, { at: now, strayed: picture.pnl.strayed })
    // Of several accounts of a login, the picture may be by the books of another.
    const own = books.read(account, 'positions')?.book
    if (own !== undefined && own.unreadableMissing > 0) return 'rows'
    const leftOut = [picture.pnl.leftOut, this.#strayed.get(account)!.strayed]
    return leftOut.find((one) => one === 'rows') ?? leftOut.find((one) => one !== null) ?? null
  }

  ofHoldings(account: string): LeftOutOfBook | null {
    return this.#options.books.mayLeaveOutHoldings(account) ? 'rows' : null
  }

  forget(account: string): void {
    this.#strayed.delete(account)
  }
}
