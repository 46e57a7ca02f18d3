import type { BookName } from '../../../shared/books/books.ts'
import type { BookSeen } from '../login-facts.ts'
import type { BookMemories } from './book-memories.ts'

interface BooksOfLoginOptions {
  books: Pick<BookMemories, 'read'>
  /** Accounts that the service takes for one and the same; this one is among them. */
  accountsOf(account: string): readonly string[]
}

/** Whose books tell of a login: several of our accounts may be one, and each reads its own. */
export class BooksOfLogin {
  readonly #options: BooksOfLoginOptions

  constructor(options: BooksOfLoginOptions) {
    this.#options = options
  }

  /** Of whichever of the accounts read it last. */
  latest(account: string, name: BookName): BookSeen | null {
    return this.#latestOf(this.#accountsOf(account), name)
  }

  /**
   * Of several accounts of one login the books of the one that read orders and positions last. What each
   * remembers of them goes by when it saw it itself: the orders of one beside the positions of another
   * would tell some fills twice.
   */
  readTogether(account: string): (name: BookName) => BookSeen | null {
    const readers = this.#readersOf(account)
    return (name) => this.#latestOf(readers, name)
  }

  /** Of each of its accounts its own: one that is not of now gives way to the one that says most. */
  readApart(
    account: string,
  ): readonly (readonly [account: string, bookOf: (name: BookName) => BookSeen | null])[] {
    const accounts = this.#accountsOf(account)
    return accounts.map((one) => [
      one,
      (name) => {
        const own = this.#options.books.read(one, name)?.book
        return own?.isCurrent === true ? own : this.#latestOf(accounts, name)
      },
    ])
  }

  #readersOf(account: string): readonly string[] {
    const { books } = this.#options
    const accounts = this.#accountsOf(account)
    if (accounts.length === 1) return accounts
    const readers = accounts.flatMap((one) => {
      const orders = books.read(one, 'orders')
      const positions = books.read(one, 'positions')
      if (orders === null || positions === null) return []
      const isCurrent = orders.book.isCurrent && positions.book.isCurrent
      return [{ one, isCurrent, age: Math.max(orders.age, positions.age) }]
    })
    const [latest] = readers.toSorted(byWorth)
    return latest === undefined ? accounts : [latest.one]
  }

  #latestOf(accounts: readonly string[], name: BookName): BookSeen | null {
    const [only, ...others] = accounts
    if (only !== undefined && others.length === 0)
      return this.#options.books.read(only, name)?.book ?? null
    const [best] = accounts
      .flatMap((one) => this.#options.books.read(one, name) ?? [])
      .map(({ book, age }) => ({ book, isCurrent: book.isCurrent, age }))
      .toSorted(byWorth)
    return best?.book ?? null
  }

  #accountsOf(account: string): readonly string[] {
    return this.#options.accountsOf(account).toSorted()
  }
}

/** One that is read without trouble says more than one that fails, and the younger more than the older. */
const byWorth = (
  one: { isCurrent: boolean; age: number },
  other: { isCurrent: boolean; age: number },
): number => Number(other.isCurrent) - Number(one.isCurrent) || one.age - other.age
