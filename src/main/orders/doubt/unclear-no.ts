import { orderIn } from '../../../shared/books/books.ts'
import { startOfDay } from '../../../shared/core/india.ts'
import {
  type Intent,
  type Part,
  type Stranger,
  type WhyUnproven,
  saidNo,
} from '../../../shared/orders/intents.ts'
import { comparableOrderId, orderKeyOf } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { sideOfWord } from '../../../shared/service/words.ts'
import { slowestOrderBook } from '../../picture/times/book-lag.ts'
import { positionOf } from '../../picture/rows/instruments.ts'
import type { BookSeen } from '../../picture/login-facts.ts'
import type { LoginPicture } from '../../picture/login-picture.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import { mayBeInstrument, normalisedRequest } from '../../picture/rows/order-similarity.ts'
import { isMadeOfOurs } from './made-of-ours.ts'
import type { Verdict } from './match.ts'
import type { Memories } from './memories.ts'
import { rowName } from './named-rows.ts'

/** A no in unknown words, or what speaks for an absence, is final after so many looks that show nothing which could be the order. */
const looksForNo = 2

/** What a read of the order book showed of an order. */
interface LookedAt {
  verdict: Verdict
  /** When it began, on the monotonic clock; null where it was not asked for this order's sake. */
  began: number | null
  /** A new order of it that is nobody's, and speaks against a no. */
  stranger: Stranger | null
}

/** What a look that shows nothing says of a no, an absence or a lost answer. */
export interface ProofOfNo {
  /** Whether enough of these looks decide it. An answer that was lost is for a person to settle. */
  decides: boolean
  /** Null where nothing speaks against it. */
  unproven: Unproven | null
  /** Milliseconds from the doubt to the beginning of the look. */
  waited: number
}

/** Why an order book proves nothing, and the order that speaks against it, where it is one. */
export interface Unproven {
  unproven: WhyUnproven
  stranger?: string
  strangerId?: string
}

/** A read of an account's order book, and the orders of the account that were in doubt then. */
interface BookRead {
  account: string
  read: Pick<BookSeen, 'rows' | 'unreadable' | 'isOddlyEmpty'>
  doubts: readonly Intent[]
}

interface UnclearNoesOptions {
  pictures: Pick<LoginPictures, 'intents' | 'of'>
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

const isDenied = (part: Part): boolean => part.state === 'in-doubt' && saidNo(part)

const showsNothing = ({ found, candidates }: Verdict): boolean =>
  found.length === 0 && candidates.length === 0

const strangerOf = (row: OrderRecord): Stranger => ({
  stranger: `order ${row.order_id}, ${rowName(row)}`,
  strangerId: row.order_id,
})

export class LookForNoes {
  readonly #book: BookRead
  readonly #pictures: UnclearNoesOptions['pictures']
  readonly #memories: Memories
  #onTheWire: boolean | undefined
  #picture: LoginPicture | undefined
  /** Rows that may have come up since the earliest of the orders in doubt was sent. */
  #newcomers: readonly OrderRecord[] | undefined
  /** Whether the book has all orders that are known to be there, by the day that they are known of. */
  readonly #hasKnown = new Map<number, boolean>()

  constructor(book: BookRead, { pictures, memories }: UnclearNoesOptions) {
    this.#book = book
    this.#pictures = pictures
    this.#memories = memories
  }

  /** Why a look proves nothing of an order that it does not show, or that it may; null where it shows it. Notes nothing. */
  proofOf(intent: Intent, { verdict, began, stranger }: LookedAt): ProofOfNo | null {
    const { parts, ticket } = intent
    const { doubtSince, wasShown } = this.#memories.of(intent)
    if (began === null || ticket === null || doubtSince === null) return null
    const decides = parts.some(isDenied) || verdict.absent.length > 0
    if (!decides && !showsNothing(verdict)) return null
    const isShown = wasShown || verdict.candidates.length > 0
    const unproven = isShown
      ? { unproven: 'shown-before' as const }
      : this.#whyUnproven(intent, stranger)
    return { decides, unproven, waited: began - doubtSince }
  }

  /**
   * Whether this look is the last that the no, or the absence, needed, and if not, why it proves
   * nothing. Told once of every look, with what it proves.
   */
  judge(
    intent: Intent,
    { verdict, stranger }: Pick<LookedAt, 'verdict' | 'stranger'>,
    proof: ProofOfNo | null,
  ): { isFinal: boolean; unproven?: Unproven } {
    const memory = this.#memories.of(intent)
    if (verdict.candidates.length > 0) memory.wasShown = true
    if (stranger !== null) memory.strangers.set(comparableOrderId(stranger.strangerId), stranger)
    if (proof === null) return { isFinal: false }
    const { decides, unproven, waited } = proof
    if (!decides) return { isFinal: false, ...(unproven !== null && { unproven }) }
    const isEmpty = unproven === null && showsNothing(verdict) && !this.#isOnTheWire
    if (!isEmpty) memory.emptyLooks = 0
    else if (waited >= slowestOrderBook) memory.emptyLooks++
    const isFinal = memory.emptyLooks >= looksForNo
    return unproven === null ? { isFinal } : { isFinal, unproven }
  }

  /** What lasts; that an answer is awaited beside it is over in a moment. */
  #whyUnproven(intent: Intent, shown: Stranger | null): Unproven | null {
    if (!this.#pictures.intents.isOfToday(intent)) return { unproven: 'another-day' }
    if (this.#memories.mayHaveOthers(intent)) return { unproven: 'others' }
    if (this.#book.read.unreadable > 0) return { unproven: 'unreadable' }
    if (this.#book.read.isOddlyEmpty) return { unproven: 'oddly-empty' }
    const stranger = shown ?? this.#formerStrangerTo(intent)
    if (stranger !== undefined) return { unproven: 'stranger', ...stranger }
    if (this.#isHeld(intent)) return { unproven: 'position' }
    return this.#isUpToDate(intent) ? null : { unproven: 'incomplete' }
  }

  get #isOnTheWire(): boolean {
    return (this.#onTheWire ??= this.#pictures.intents
      .unsettledOf(this.#book.account)
      .some(({ state }) => state === 'sent'))
  }

  /**
   * An order of this side, or of this instrument, that came up since and is none of ours: it may be this
   * one in other words, or made otherwise than it was asked for.
   */
  strangerTo(intent: Intent): Stranger | null {
    if (intent.ticket === null) return null
    const order = normalisedRequest(intent)
    const isOurs = (orderId: string): boolean =>
      this.#pictures.intents.claimOf(intent, orderId) === 'yes'
    this.#newcomers ??= this.#findNewcomers()
    const stranger = this.#newcomers.find(
      (row) =>
        ((sideOfWord(row.action) ?? order.side) === order.side ||
          mayBeInstrument(order, row.symbol)) &&
        this.#memories.mayBeNewer(intent, orderKeyOf(row)) &&
        !isOurs(row.order_id) &&
        !isMadeOfOurs(intent, row, this.#pictures),
    )
    return stranger === undefined ? null : strangerOf(stranger)
  }

  /** One of an earlier reading, which the book leaves out now, and that is not known as ours since. */
  #formerStrangerTo(intent: Intent): Stranger | undefined {
    const { strangers } = this.#memories.of(intent)
    return [...strangers.values()].find(
      ({ strangerId }) =>
        orderIn(this.#book.read.rows, strangerId) === undefined &&
        this.#pictures.intents.claimOf(intent, strangerId) !== 'yes',
    )
  }

  /** Whether the position came to more than orders of the book explain: it may leave this one out. */
  #isHeld(intent: Intent): boolean {
    const [of, side] = [positionOf(intent), sideOfWord(intent.params['action'])]
    if (of === null || side === undefined) return false
    this.#picture ??= this.#pictures.of(this.#book.account)
    return this.#picture.positions.isBeyondOrders(of, side)
  }

  /** Orders in the book that may be newer than one that is in doubt, the latest first: what came up after all of them is found at once. */
  #findNewcomers(): OrderRecord[] {
    const earliest = this.#memories.earliestOf(this.#book.doubts)
    const rows = [...(this.#book.read.rows.values() as Iterable<OrderRecord>)]
    return rows
      .filter((row) => {
        const key = orderKeyOf(row)
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
      this.#hasKnown.set(
        day,
        (hasKnown = this.#pictures.intents.knownOrders(account, day).every(isThere)),
      )
    return hasKnown && (sent?.rivals ?? []).every(isThere)
  }
}
