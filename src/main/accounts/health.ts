import type { Account } from '../../shared/accounts/accounts.ts'
import { type BookName, booksReadOften } from '../../shared/books/books.ts'
import type { ErrorCode, Failure } from '../../shared/core/errors.ts'

type Health = Account['health']

const mostPolls = 100

/** Trouble that belongs to the account rather than to one book. */
const ofAccount: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'bad-keys',
  'address-refused',
  'rate-limited',
  'no-keys',
  'vault-locked',
  'vault-not-chosen',
  'vault-missing',
  'vault-failed',
  'not-sent',
  'no-answer',
  'too-late',
])

export interface ReadOfBook {
  book: BookName
  took: number | null
  trouble: Failure | null
}

/** How quickly an account answers, and whether it does. */
export class HealthRecord {
  #took: number[] = []
  #trouble: Failure | null = null
  readonly #failing = new Map<BookName, Failure>()

  add(poll: ReadOfBook): void {
    if (poll.took !== null) {
      this.#took.push(poll.took)
      if (this.#took.length > mostPolls) this.#took.shift()
    }
    if (poll.trouble === null) this.#failing.delete(poll.book)
    else this.#failing.set(poll.book, poll.trouble)
    this.#trouble = poll.trouble !== null && ofAccount.has(poll.trouble.code) ? poll.trouble : null
  }

  read(): Health {
    const sorted = this.#took.toSorted((one, other) => one - other)
    return {
      last: this.#took.at(-1) ?? null,
      p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? null,
      trouble: this.#trouble ?? this.#ofAllBooks(),
    }
  }

  /** Whatever the reason: an account of which nothing can be read is not well. */
  #ofAllBooks(): Failure | null {
    const failures = booksReadOften.map((book) => this.#failing.get(book) ?? null)
    return failures.includes(null) ? null : failures[0]!
  }
}
