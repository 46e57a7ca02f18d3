import { orderIn } from '../../../shared/books/books.ts'
import { startOfDay } from '../../../shared/core/india.ts'
import { type Intent, type WhyUnproven, saidNo } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { sideOfWord } from '../../../shared/service/words.ts'
import { slowestOrderBook } from '../../picture/book-lag.ts'
import { positionOf } from '../../picture/instruments.ts'
import type { BookSeen } from '../../picture/login-facts.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import type { Verdict } from './match.ts'
import type { Memories } from './memories.ts'

/** A no in unknown words, or what speaks for an absence, is final after so many looks that show nothing which could be the order. */
const looksForNo = 2

/** What a read of the order book showed of an order. */
interface LookedAt {
  verdict: Verdict
  /** When it began, on the monotonic clock; null where it was not asked for this order's sake. */
  began: number | null
}

/** A read of an account's order book, and the orders of the account that were in doubt then. */
interface BookRead {
  account: string
  read: Pick<BookSeen, 'rows' | 'unreadable'>
  doubts: readonly Intent[]
}

interface UnclearNoesOptions {
  pictures: Pick<LoginPictures, 'claimOf' | 'knownOrders' | 'of' | 'unsettledOf'>
  memories: Memories
}

/**
 * Orders to which the service said no in words that nobody knows, and slices that it seems not to
 * have made, since one order shows the units of all. Every doubt about the book itself counts
 * against that: who reads 'refused' or 'did not arrive' sends the order again.
 */
export class UnclearNoes {
  readonly #options: UnclearNoesOptions

  constructor(options: UnclearNoesOptions) {
    this.#options = options
  }

  /** What one read says of all orders in doubt, however many they are. */
  lookedFor(read: BookRead): LookForNoes {
    return new LookForNoes(read, this.#options)
  }
}

class LookForNoes {
  readonly #book: BookRead
  readonly #pictures: UnclearNoesOptions['pictures']
  readonly #memories: Memories
  #onTheWire: boolean | undefined
  /** Rows that may have come up since the earliest of the orders in doubt was sent. */
  #newcomers: readonly OrderRecord[] | undefined
  /** Whether the book has all orders that are known to be there, by the day that they are known of. */
  readonly #hasKnown = new Map<number, boolean>()

  constructor(book: BookRead, { pictures, memories }: UnclearNoesOptions) {
    this.#book = book
    this.#pictures = pictures
    this.#memories = memories
  }

  /**
   * Whether this look is the last that the no, or the absence, needed, and if not, why it proves
   * nothing. Told of every look.
   */
  judge(intent: Intent, looked: LookedAt): { isFinal: boolean; unproven?: WhyUnproven } {
    const { parts, ticket } = intent
    const memory = this.#memories.of(intent)
    const { doubtSince } = memory
    if (looked.verdict.candidates.length > 0) memory.wasShown = true
    const hasNo = parts.some((part) => part.state === 'in-doubt' && saidNo(part))
    const speaksAgainst = hasNo || looked.verdict.absent.length > 0
    if (looked.began === null || ticket === null || !speaksAgainst || doubtSince === null)
      return { isFinal: false }
    const unproven = memory.wasShown ? 'shown-before' : this.#whyUnproven(intent)
    const isEmpty = unproven === null && looked.verdict.found.length === 0 && !this.#isOnTheWire
    if (!isEmpty) memory.emptyLooks = 0
    else if (looked.began - doubtSince >= slowestOrderBook) memory.emptyLooks++
    const isFinal = memory.emptyLooks >= looksForNo
    return unproven === null ? { isFinal } : { isFinal, unproven }
  }

  /** What lasts; that an answer is awaited beside it is over in a moment. */
  #whyUnproven(intent: Intent): WhyUnproven | null {
    if (this.#memories.mayHaveOthers(intent)) return 'others'
    if (this.#book.read.unreadable > 0) return 'unreadable'
    if (this.#hasStrangers(intent)) return 'stranger'
    if (this.#isHeld(intent)) return 'position'
    return this.#isUpToDate(intent) ? null : 'incomplete'
  }

  get #isOnTheWire(): boolean {
    return (this.#onTheWire ??= this.#pictures
      .unsettledOf(this.#book.account)
      .some(({ state }) => state === 'sent'))
  }

  /** Whether the book has an order of this side that came up since and is none of ours: it may be this one in other words. */
  #hasStrangers(intent: Intent): boolean {
    const side = sideOfWord(intent.params['action'])
    const isOurs = (orderId: string): boolean => this.#pictures.claimOf(intent, orderId) === 'yes'
    this.#newcomers ??= this.#findNewcomers()
    return this.#newcomers.some(
      ({ order_id, parentorderid, action }) =>
        (sideOfWord(action) ?? side) === side &&
        this.#memories.mayBeNewer(intent, comparableOrderId(order_id)) &&
        !isOurs(order_id) &&
        !(parentorderid && isOurs(parentorderid)),
    )
  }

  /** Whether the position came to more than orders of the book explain: it may leave this one out. */
  #isHeld(intent: Intent): boolean {
    const [of, side] = [positionOf(intent), sideOfWord(intent.params['action'])]
    if (of === null || side === undefined) return false
    return this.#pictures.of(this.#book.account).isBeyondOrders(of, side)
  }

  /** Orders in the book that may be newer than one that is in doubt, the latest first: what came up after all of them is found at once. */
  #findNewcomers(): OrderRecord[] {
    const earliest = this.#memories.earliestOf(this.#book.doubts)
    const rows = [...(this.#book.read.rows.values() as Iterable<OrderRecord>)]
    return rows
      .filter(({ order_id }) => {
        const key = comparableOrderId(order_id)
        return earliest.some((intent) => this.#memories.mayBeNewer(intent, key))
      })
      .reverse()
  }

  /** Whether the book has all orders that are known to be there: one that lacks some may lack this one, too. */
  #isUpToDate({ sent, at }: Intent): boolean {
    const { account, read } = this.#book
    const isThere = (id: string): boolean => orderIn(read.rows, id) !== undefined
    const day = startOfDay(at)
    let hasKnown = this.#hasKnown.get(day)
    if (hasKnown === undefined)
      this.#hasKnown.set(day, (hasKnown = this.#pictures.knownOrders(account, day).every(isThere)))
    return hasKnown && (sent?.rivals ?? []).every(isThere)
  }
}
