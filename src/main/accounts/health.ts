import type { Account } from '../../shared/accounts/accounts.ts'
import type { AnswerTimes, KeysRefused } from '../../shared/accounts/health.ts'
import { type BookName, books, booksReadOften } from '../../shared/books/books.ts'
import { type ErrorCode, type Failure, keysNotAtHand } from '../../shared/core/errors.ts'
import { FailedRequests } from './failed-requests.ts'

type Health = Account['health']

const mostPolls = 100

/** Milliseconds: what a trader would notice. */
const slowAnswer = 1500
/** Of the answers of so many milliseconds it is that an account is called slow, and of no fewer than these. */
const slowSpan = 10_000
const fewestAnswers = 3
/** The share of slow ones from which it is slow, and below which it is so no more: between them it stays as it is. */
const slowShare = { from: 0.5, until: 0.25 }

/** Trouble that belongs to the account rather than to one book. */
const ofAccount: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...keysNotAtHand,
  'bad-keys',
  'address-refused',
  'rate-limited',
  'not-sent',
  'no-answer',
  'too-late',
])

export interface ReadOfBook {
  book: BookName
  /** Milliseconds that the answer took; null where none came. */
  took: number | null
  /** Milliseconds from the first byte asked for to the end, well or not. */
  lasted: number
  trouble: Failure | null
  /** When it ended, in wall-clock milliseconds. */
  at: number
}

/** How quickly an account answers, and whether it does. */
export class HealthRecord {
  #answers: { took: number; at: number }[] = []
  #isSlow = false
  #trouble: Failure | null = null
  readonly #failing = new Map<BookName, Failure>()
  readonly #keysRefused = new Map<BookName, KeysRefused>()
  readonly failed = new FailedRequests()

  add(poll: ReadOfBook): void {
    const { at, took, lasted, trouble: failure } = poll
    if (took !== null) {
      this.#answers.push({ took, at })
      if (this.#answers.length > mostPolls) this.#answers.shift()
      this.#isSlow = this.#isSlowNow(at)
    }
    // Without keys nothing was asked of anybody, and nothing failed.
    if (failure === null || !keysNotAtHand.has(failure.code))
      this.failed.note({ operation: books[poll.book].operation, failure, at, took: lasted })
    if (poll.trouble === null) this.#failing.delete(poll.book)
    else this.#failing.set(poll.book, poll.trouble)
    this.#noteKeys(poll)
    this.#trouble = poll.trouble !== null && ofAccount.has(poll.trouble.code) ? poll.trouble : null
  }

  read(): Health {
    return {
      last: this.#answers.at(-1)?.took ?? null,
      p99: this.answers().p99,
      isSlow: this.#isSlow,
      trouble: this.#trouble ?? this.#ofAllBooks(),
    }
  }

  answers(): AnswerTimes {
    const sorted = this.#answers.map(({ took }) => took).toSorted((one, other) => one - other)
    const within = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null
    return { p50: within(0.5), p99: within(0.99), count: sorted.length }
  }

  /** By a book that is read often: what is read now and then may tell of keys of before. */
  get keysRefused(): KeysRefused | null {
    return booksReadOften.flatMap((book) => this.#keysRefused.get(book) ?? [])[0] ?? null
  }

  #noteKeys({ book, trouble, at }: ReadOfBook): void {
    if (trouble === null) this.#keysRefused.delete(book)
    // An answer that did not come says nothing of keys.
    if (trouble?.code === 'bad-keys') {
      const { since = at } = this.#keysRefused.get(book) ?? {}
      this.#keysRefused.set(book, { book, since, words: trouble.detail ?? null })
    }
  }

  #isSlowNow(now: number): boolean {
    const inSpan = this.#answers.filter(({ at }) => now - at < slowSpan)
    const latest = inSpan.length < fewestAnswers ? this.#answers.slice(-fewestAnswers) : inSpan
    if (latest.length < fewestAnswers) return false
    const share = latest.filter(({ took }) => took > slowAnswer).length / latest.length
    return share >= (this.#isSlow ? slowShare.until : slowShare.from)
  }

  /** Whatever the reason: an account of which nothing can be read is not well. */
  #ofAllBooks(): Failure | null {
    const failures = booksReadOften.map((book) => this.#failing.get(book) ?? null)
    return failures.includes(null) ? null : failures[0]!
  }
}
