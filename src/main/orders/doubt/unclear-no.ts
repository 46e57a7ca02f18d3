import { orderIn } from '../../../shared/books/books.ts'
import { type Intent, saidNo } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { sideOfWord } from '../../../shared/service/words.ts'
import { slowestOrderBook } from '../../picture/book-lag.ts'
import type { BookSeen } from '../../picture/login-picture.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import type { Verdict } from './match.ts'
import type { Memories } from './memories.ts'

/** A no in unknown words is final after so many looks that show nothing which could be the order. */
const looksForNo = 2

/** What a read of the order book showed of an order. */
export interface LookedAt {
  verdict: Verdict
  read: Pick<BookSeen, 'rows' | 'unreadable'>
  /** When it began, on the monotonic clock; null where it was not asked for this order's sake. */
  began: number | null
}

/**
 * Orders to which the service said no in words that nobody knows. Every doubt about the book itself
 * counts against a no: who reads 'refused' sends the order again.
 */
export class UnclearNoes {
  readonly #pictures: Pick<LoginPictures, 'claimOf' | 'knownOrders' | 'unsettledOf'>
  readonly #memories: Memories

  constructor(options: {
    pictures: Pick<LoginPictures, 'claimOf' | 'knownOrders' | 'unsettledOf'>
    memories: Memories
  }) {
    this.#pictures = options.pictures
    this.#memories = options.memories
  }

  /** Whether this look is the last that the no needed. Told of every look. */
  isFinal(intent: Intent, looked: LookedAt): boolean {
    const { parts, ticket } = intent
    const memory = this.#memories.of(intent)
    const { doubtSince } = memory
    if (looked.verdict.candidates.length > 0) memory.wasShown = true
    const hasNo = parts.some((part) => part.state === 'in-doubt' && saidNo(part))
    if (looked.began === null || ticket === null || !hasNo || doubtSince === null) return false
    const isEmpty = !memory.wasShown && this.#showsNothing(intent, looked)
    if (!isEmpty) memory.emptyLooks = 0
    else if (looked.began - doubtSince >= slowestOrderBook) memory.emptyLooks++
    return memory.emptyLooks >= looksForNo
  }

  #showsNothing(intent: Intent, { verdict, read }: LookedAt): boolean {
    return (
      verdict.found.length === 0 &&
      verdict.absent.length === 0 &&
      !this.#memories.mayHaveOthers(intent) &&
      read.unreadable === 0 &&
      !this.#isOnTheWire(intent.account) &&
      !this.#hasStrangers(intent, read) &&
      this.#isUpToDate(intent, read)
    )
  }

  #isOnTheWire(account: string): boolean {
    return this.#pictures.unsettledOf(account).some(({ state }) => state === 'sent')
  }

  /** Whether a book has an order of this side that came up since and is none of ours: it may be this one in other words. */
  #hasStrangers(intent: Intent, { rows }: LookedAt['read']): boolean {
    const side = sideOfWord(intent.params['action'])
    const isOurs = (orderId: string): boolean => this.#pictures.claimOf(intent, orderId) === 'yes'
    return [...rows.values()].some((row) => {
      const { order_id, parentorderid, action } = row as OrderRecord
      if ((sideOfWord(action) ?? side) !== side) return false
      const appearance = this.#memories.appearanceOf(intent, comparableOrderId(order_id))
      const { wasThere, seenAfter } = appearance
      const isNew = wasThere === 'no' && (seenAfter === null || seenAfter >= 0)
      return isNew && !isOurs(order_id) && !(parentorderid && isOurs(parentorderid))
    })
  }

  /** Whether a book has all orders that are known to be there: one that lacks some may lack this one, too. */
  #isUpToDate({ account, sent, at }: Intent, { rows }: LookedAt['read']): boolean {
    const known = this.#pictures.knownOrders(account, at)
    return [...known, ...(sent?.rivals ?? [])].every((id) => orderIn(rows, id) !== undefined)
  }
}
