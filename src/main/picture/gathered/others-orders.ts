import { orderIn } from '../../../shared/books/books.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { isSameOrderId, orderKeyOf } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import type { Clock } from '../../core/clock.ts'
import type { BookSeen } from '../login-facts.ts'
import { isRival } from '../rows/order-similarity.ts'
import { isSameEntry } from '../rows/same-entry.ts'
import { slowestOrderBook } from '../times/book-lag.ts'
import type { LoginIntents } from './login-intents.ts'

interface OthersOrdersSources {
  clock: Pick<Clock, 'now'>
  /** Wall-clock milliseconds. */
  now(): number
  intents: Pick<LoginIntents, 'holderOf' | 'isOfToday' | 'unsettledOf'>
  ordersOf(account: string): BookSeen | null
  /** Accounts at the same broker and service that are not known to be of this one’s login, and have other keys. */
  otherLogins(account: string): readonly string[]
}

/**
 * Orders in the book of one login that may be another login's of the same service: a service that mixes
 * its sessions up answers with the book of another client, and the order that it made there is in all but
 * its number what was sent here. Both books are asked, and not what the service named alone: it may have
 * given the answers of two logins for each other.
 */
export class OthersOrders {
  readonly #sources: OthersOrdersSources

  constructor(sources: OthersOrdersSources) {
    this.#sources = sources
  }

  /**
   * Whether an order that a book shows may be another login's: that one's own book shows it, or may yet,
   * and the service named it for an order of that login, or one in doubt there may be it.
   */
  mayBe(account: string, orderId: string): boolean {
    const { ordersOf, otherLogins } = this.#sources
    const rows = ordersOf(account)?.rows
    const row = rows && orderIn(rows, orderId)
    return otherLogins(account).some((other) =>
      this.#mayBeOf({ account, other }, { orderId, row, rows }),
    )
  }

  #mayBeOf(
    { account, other }: { account: string; other: string },
    { orderId, row, rows }: { orderId: string; row: Row | undefined; rows: Rows | undefined },
  ): boolean {
    const holder = this.#holderIn(other, orderId)
    const book = this.#sources.ordersOf(other)
    if (book === null) return holder !== undefined
    const shown = orderIn(book.rows, orderId) ?? vanishedIn(book.vanished, orderId)
    if (shown === undefined) return holder !== undefined && !this.#wasReadAfter(holder, book)
    if (row !== undefined && !isSameEntry(row, shown)) return false
    if (rows !== undefined && haveNumbersOfTheirOwn(rows, book.rows)) return false
    const shownByBoth = [...(rows?.keys() ?? [])].filter((key) => book.rows.has(key))
    if (shownByBoth.some((key) => this.#isNamedIn(account, key) && this.#isNamedIn(other, key)))
      return false
    return holder !== undefined || this.#isSoughtIn(other, shown)
  }

  /** Whether the service named the number in its answer to an order of the login: for two logins, it counts anew for each client. */
  #isNamedIn(account: string, orderId: string): boolean {
    const parts = this.#holderIn(account, orderId)?.parts ?? []
    return parts.some(
      ({ state, orderId: own }) =>
        state === 'accepted' && own !== null && isSameOrderId(own, orderId),
    )
  }

  /** An order of a login, of the day, that holds the number. */
  #holderIn(account: string, orderId: string): Intent | undefined {
    const { intents } = this.#sources
    const holder = intents.holderOf(account, orderId)
    return holder !== undefined && intents.isOfToday(holder) ? holder : undefined
  }

  #isSoughtIn(other: string, shown: Row): boolean {
    const { intents } = this.#sources
    return intents
      .unsettledOf(other)
      .some(
        (intent) =>
          intent.ticket !== null &&
          intent.state !== 'recorded' &&
          isRival(intent, shown as OrderRecord),
      )
  }

  /** Whether a book had its time to show what was sent before its latest reading. */
  #wasReadAfter({ at, sent }: Intent, { readAt }: { readAt: number }): boolean {
    const { clock, now } = this.#sources
    const sentAgo = now() - (sent?.at ?? at)
    return sentAgo - (clock.now() - readAt) >= slowestOrderBook
  }
}

function vanishedIn(vanished: readonly Row[], orderId: string): Row | undefined {
  return orderIn(new Map(vanished.map((row) => [orderKeyOf(row), row])), orderId)
}

/** Whether two books have one number for two orders: then the service counts anew for each client. */
function haveNumbersOfTheirOwn(one: Rows, other: Rows): boolean {
  for (const [key, row] of one) {
    const twin = other.get(key)
    if (twin !== undefined && !isSameEntry(row, twin)) return true
  }
  return false
}
