import type { Account } from '../../shared/accounts/accounts.ts'
import { type BookName, bookNames, booksReadOften } from '../../shared/books/books.ts'
import type { ErrorCode, Failure } from '../../shared/core/errors.ts'

/** What is wrong with an account, said once for all books that it keeps from being read. */
export interface Trouble {
  account: Account
  failure: Failure
  /** Those that fail; null where it is the account itself. */
  books: readonly BookName[] | null
  /** Milliseconds since the last good answer of any of them; null where there was none. */
  age: number | null
  /** Whether rows of any of them are on the screen, or were. */
  isShown: boolean
}

/** Never the trouble of one book alone. */
const ofAccount: ReadonlySet<ErrorCode> = new Set([
  'bad-keys',
  'address-refused',
  'rate-limited',
  'no-keys',
  'vault-locked',
  'vault-not-chosen',
  'vault-missing',
  'vault-failed',
  'not-sent',
])

interface Reading {
  account: Account
  book: BookName
  age: number | null
  isShown: boolean
  trouble: Failure | null
}

export function troublesOf(readings: readonly Reading[]): Trouble[] {
  const failing = readings.filter(({ trouble }) => trouble !== null)
  return [...Map.groupBy(failing, ({ account }) => account.id).values()].map((some) => {
    const whole = some.find(({ trouble }) => ofAccount.has(trouble!.code))
    const books = bookNames.filter((name) => some.some(({ book }) => book === name))
    const isWhole = whole !== undefined || booksReadOften.every((name) => books.includes(name))
    const ages = some.flatMap(({ age }) => age ?? [])
    const { account, trouble } = whole ?? some[0]!
    return {
      account,
      failure: trouble!,
      books: isWhole ? null : books,
      age: ages.length === 0 ? null : Math.min(...ages),
      isShown: some.some(({ isShown }) => isShown),
    }
  })
}

/** Troubles of several accounts that are the same one, in the order in which each is first met. */
export const alike = (troubles: readonly Trouble[]): Trouble[][] => [
  ...Map.groupBy(troubles, ({ failure: { code, message, detail }, books }) =>
    JSON.stringify([code, message, detail, books]),
  ).values(),
]

/** The same for one line, which has no room for what tells them apart, such as an address. */
export const alikeInShort = (troubles: readonly Trouble[]): Trouble[][] => [
  ...Map.groupBy(troubles, ({ failure: { code }, books }) => code + inBooks(books)).values(),
]

/** ' (positions, orders)'; nothing where it is the account itself. */
export const inBooks = (books: readonly BookName[] | null): string =>
  books === null ? '' : ` (${books.join(', ')})`
