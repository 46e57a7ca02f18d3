import type { BookName } from '../../../shared/books/books.ts'
import { type Failure, fail } from '../../../shared/core/errors.ts'
import { type Row, type Rows, isSame } from '../../../shared/core/patch.ts'
import { orderKeyOf } from '../../../shared/service/order-ids.ts'
import type { Clock } from '../../core/clock.ts'
import { isAlikePosition, isSameEntry, isToldSameEntry } from '../rows/same-entry.ts'
import { bookDayOf } from '../times/book-day.ts'

interface OthersAnswersSources {
  clock: Pick<Clock, 'now'>
  /** Wall-clock milliseconds. */
  now(): number
  /** Accounts at the same broker and service that are surely of other clients. */
  otherClients(account: string): readonly string[]
  /** Whether an order of ours that the account’s login sent today has this number. */
  isNamedFor(account: string, orderId: string): boolean
}

/** The books of one account as they were believed. */
interface Known {
  day: string
  believed: Map<BookName, Rows>
  /** When its order book was believed last, on the monotonic clock; null before. */
  believedAt: number | null
  /** When each order of it was first believed. */
  shownSince: Map<string, number>
  /** Of which account its order book is turned down, since when, and how often; null where it is not. */
  turnedDown: { of: string; since: number; answers: number } | null
}

/** Milliseconds for which another book shows an order that this one, read well, is without: then it is that one’s. */
const settledAfter = 3000

/** Milliseconds after which an answer counts that stays another account’s: then the service has it so. */
const turnedDownFor = 30_000
/** The same where the account has no orders that would be gone: a dealer's book may show them sooner than its own. */
const turnedDownWithoutOwn = 10_000
/** So many are turned down, whatever time passed between them. */
const fewestTurnedDown = 2

/**
 * Tells whether an answer of the service is another client’s book: none of its orders is one that this
 * account had, at least one is an order which that client’s book shows, with its number and its time of
 * entry, and either orders of its own are gone with it, or all of it was in that client’s book before this
 * one was read well without it. Such an answer counts as one that cannot be read, for half a minute, or ten
 * seconds where the account had no orders; so do trades and positions that became that client’s, until the
 * order book counts again or that time is over. An empty book is nobody’s, and where both accounts have an
 * order, both have it rightly.
 */
export class OthersAnswers {
  readonly #sources: OthersAnswersSources
  readonly #accounts = new Map<string, Known>()

  constructor(sources: OthersAnswersSources) {
    this.#sources = sources
  }

  /** Why an answer of a book does not count for an account; null where it does. */
  turnDown(account: string, book: BookName, rows: Rows): Failure | null {
    if (book !== 'orders' && book !== 'trades' && book !== 'positions') return null
    const known = this.#knownOf(account)
    const isOthers =
      book === 'orders'
        ? this.#areOthersOrders(account, rows)
        : isAside(known, this.#theirs(known), { book, rows })
    if (isOthers) return anothers
    if (book === 'orders') this.#believe(known, rows)
    known.believed.set(book, rows)
    return null
  }

  /** An account is somebody else’s now. */
  forget(account: string): void {
    this.#accounts.delete(account)
  }

  #knownOf(account: string): Known {
    const day = bookDayOf(this.#sources.now())
    const before = this.#accounts.get(account)
    if (before?.day === day) return before
    const known: Known = {
      ...{ day, believed: new Map(), believedAt: null, shownSince: new Map(), turnedDown: null },
    }
    this.#accounts.set(account, known)
    return known
  }

  /** What was known on a day before says nothing of this one, on which numbers begin anew. */
  #ofDay(account: string, { day }: Known): Known | undefined {
    const known = this.#accounts.get(account)
    return known?.day === day ? known : undefined
  }

  #theirs(known: Known): Known | undefined {
    const { turnedDown } = known
    const isOver =
      turnedDown === null || this.#sources.clock.now() - turnedDown.since >= longestOf(known)
    return isOver ? undefined : this.#ofDay(turnedDown.of, known)
  }

  #areOthersOrders(account: string, rows: Rows): boolean {
    const known = this.#knownOf(account)
    const now = this.#sources.clock.now()
    const former = known.turnedDown
    known.turnedDown = null
    const before = known.believed.get('orders')
    if (rows.size === 0 || before === undefined || before === rows || hasAnyOf(rows, before))
      return false
    const { otherClients, isNamedFor } = this.#sources
    const of = otherClients(account).find((other) => {
      const theirs = this.#ofDay(other, known)
      return theirs !== undefined && isBookOf(rows, { theirs, known })
    })
    if (of === undefined || [...rows.values()].some((row) => isNamedFor(account, orderKeyOf(row))))
      return false
    const { since, answers } = former ?? { since: now, answers: 0 }
    if (now - since >= longestOf(known) && answers >= fewestTurnedDown) return false
    known.turnedDown = { of, since, answers: answers + 1 }
    return true
  }

  #believe(known: Known, rows: Rows): void {
    const now = this.#sources.clock.now()
    known.believedAt = now
    if (known.believed.get('orders') === rows) return
    // Nearly all orders of a book of thousands were in the one before.
    const { shownSince } = known
    for (const key of rows.keys()) if (!shownSince.has(key)) shownSince.set(key, now)
    if (shownSince.size === rows.size) return
    for (const key of shownSince.keys()) if (!rows.has(key)) shownSince.delete(key)
  }
}

const hasOwn = (known: Known): boolean => (known.believed.get('orders') ?? none).size > 0

const longestOf = (known: Known): number => (hasOwn(known) ? turnedDownFor : turnedDownWithoutOwn)

/** Whether an answer has none but orders of another book, or has such in place of all that the account had. */
function isBookOf(rows: Rows, { theirs, known }: { theirs: Known; known: Known }): boolean {
  const book = theirs.believed.get('orders') ?? none
  const { believedAt } = known
  if (book.size === 0 || believedAt === null) return false
  const shared = [...rows].filter(([key, row]) => isIn(book, { key, row, isIt: isToldSameEntry }))
  if (shared.length === 0) return false
  const isSettled = ([key]: readonly [string, Row]): boolean =>
    believedAt >= (theirs.shownSince.get(key) ?? Infinity) + settledAfter
  return hasOwn(known) || (shared.length === rows.size && shared.every(isSettled))
}

const hasAnyOf = (rows: Rows, before: Rows): boolean => {
  for (const [key, row] of rows) if (isIn(before, { key, row, isIt: isSameEntry })) return true
  return false
}

function isIn(
  book: Rows,
  { key, row, isIt }: { key: string; row: Row; isIt(one: Row, other: Row): boolean },
): boolean {
  const twin = book.get(key)
  return twin !== undefined && isIt(twin, row)
}

/** Whether trades or positions became what another account’s say, while its order book is turned down for that one’s. */
function isAside(
  known: Known,
  theirs: Known | undefined,
  { book, rows }: { book: 'trades' | 'positions'; rows: Rows },
): boolean {
  if (theirs === undefined || rows.size === 0) return false
  const [before, others] = [known.believed.get(book) ?? none, theirs.believed.get(book) ?? none]
  const isAlike = book === 'trades' ? isSame : isAlikePosition
  const isAllOf = (all: Rows): boolean =>
    [...rows].every(([key, row]) => {
      const twin = all.get(key)
      return twin !== undefined && isAlike(twin, row)
    })
  return isAllOf(others) && !(rows.size === before.size && isAllOf(before))
}

const none: Rows = new Map()

const anothers = fail('unreadable', 'The service answered with the book of another account.').error
