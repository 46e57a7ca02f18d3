import { orderIn } from '../../../shared/books/books.ts'
import { type Intent, type Stranger, isDeniedTwin } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { eachInSteps } from '../../../shared/core/notes.ts'
import type { BookSeen } from '../../picture/login-facts.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import type { BrokerClocks } from './broker-clock.ts'
import { type Doubt, type Verdict, doubtsOfAStep, matching } from './match.ts'
import type { Memories } from './memories.ts'
import type { TradedOrders } from './traded-orders.ts'
import type { LookForNoes, ProofOfNo } from './unclear-no.ts'

export type OrderBook = Pick<
  BookSeen,
  'rows' | 'readAt' | 'unreadable' | 'vanished' | 'isOddlyEmpty'
>

/** A read of the order book that was asked for, for the sake of these orders, or of none. */
export interface Look {
  ids: readonly string[]
  /** On the monotonic clock. */
  began: number
}

const nothingSeen: Verdict = { found: [], absent: [], candidates: [], alike: [] }

/** What a read of a book says of one order, before any of it is written down. */
export interface Found {
  intent: Intent
  verdict: Verdict
  /** The look that was for this order; null where it was read for another reason. */
  look: Look | null
  /** A new order of it that is nobody's. */
  stranger: Stranger | null
  proof: ProofOfNo | null
}

interface BookSearchOptions {
  /** What the journal says of an intent, and how far it goes. */
  find(intent: string): Intent | undefined
  journalEnd(): number
  pictures: LoginPictures
  memories: Memories
  clocks: BrokerClocks
  traded: TradedOrders
  /** The broker that an account has now. */
  brokerOf(account: string): string | undefined
}

/**
 * Looks for orders in doubt in a reading of their book, in steps where they are many, and notes nothing:
 * whoever takes the steps writes down what was found in one turn, once nothing came between.
 */
export class BookSearch {
  readonly #options: BookSearchOptions

  constructor(options: BookSearchOptions) {
    this.#options = options
  }

  /** Changes as soon as anything does that orders of an account are found by. */
  moment(account: string): readonly unknown[] {
    const { journalEnd, pictures } = this.#options
    return [journalEnd(), pictures.ordersOf(account)?.rows, pictures.tradesUnshown(account)]
  }

  /** What a book says of each order; notes nothing, so that it can be asked again. */
  *find(of: {
    account: string
    read: OrderBook
    look: Look
    doubts: readonly Intent[]
    noes: LookForNoes
  }): Generator<void, Found[]> {
    const { account, read, look, doubts, noes } = of
    const verdicts = yield* this.#decide(account, read, doubts)
    // One that became in doubt meanwhile can be found by this look, but not be missed by it.
    const looked = new Set(look.ids)
    const known = new Map(doubts.map((intent) => [intent.id, intent]))
    const ids = [...new Set([...looked, ...verdicts.keys()])]
    const found = yield* eachInSteps(ids, doubtsOfAStep, (id): Found[] => {
      const intent = known.get(id) ?? this.#options.find(id)
      // It may have been settled by hand while the book was read.
      if (intent?.state !== 'in-doubt' || this.isElsewhere(intent)) return []
      const verdict = this.#withOthers(account, intent, verdicts.get(id) ?? nothingSeen)
      const own = looked.has(id) ? look : null
      const stranger = noes.strangerTo(intent)
      const proof = noes.proofOf(intent, { verdict, began: own?.began ?? null, stranger })
      return [{ intent, verdict, look: own, stranger, proof }]
    })
    return found.flat()
  }

  /** The account's own orders in doubt that its book can show. */
  doubtsOf(account: string): Intent[] {
    return this.#options.pictures.intents
      .possiblyUnsettledOf(account)
      .filter(
        (intent) =>
          intent.account === account &&
          intent.state === 'in-doubt' &&
          intent.ticket !== null &&
          !this.isElsewhere(intent),
      )
  }

  /** Whether the account is at another broker by now, whose book cannot show what was sent. */
  isElsewhere({ account, broker }: Pick<Intent, 'account' | 'broker'>): boolean {
    const now = this.#options.brokerOf(account)
    return now !== undefined && now !== broker
  }

  /**
   * With what the trades alone tell of, and what made it doubtful again, in other words perhaps: that is
   * for a person to find.
   */
  #withOthers(account: string, intent: Intent, verdict: Verdict): Verdict {
    if (verdict.found.length > 0) return verdict
    const { pictures, traded } = this.#options
    const candidates = [...verdict.candidates, ...traded.rivalsOf(intent, account)]
    if (!intent.isDoubtedAgain && !intent.wasFound) return { ...verdict, candidates }
    const named = new Set(candidates.map(comparableOrderId))
    const rows = pictures.ordersOf(account)?.rows ?? new Map()
    const isLeft = (orderId: string): boolean =>
      !named.has(comparableOrderId(orderId)) &&
      orderIn(rows, orderId) !== undefined &&
      pictures.intents.claimOf(intent, orderId) !== 'yes'
    const doubted = intent.look?.candidates.filter(isLeft) ?? []
    return { ...verdict, candidates: [...candidates, ...doubted] }
  }

  *#decide(
    account: string,
    { rows, unreadable }: OrderBook,
    doubts: readonly Intent[],
  ): Generator<void, Map<string, Verdict>> {
    const { pictures } = this.#options
    const unsettled = pictures.intents.possiblyUnsettledOf(account)
    // What another account of the same login has lost may be the same order: then neither has it.
    const others = unsettled.filter(
      (intent) =>
        intent.account !== account && intent.state === 'in-doubt' && intent.ticket !== null,
    )
    const newest = doubts.reduce((at, intent) => Math.max(at, intent.at), -Infinity)
    const each = yield* eachInSteps(doubts, doubtsOfAStep, (intent): Doubt => {
      const memory = this.#options.memories.of(intent)
      const { wasClockSetBack } = memory
      const { sent } = intent
      return {
        intent,
        clock: this.#options.clocks.readingOf({
          ...{ sent, rows },
          wasSetBack: wasClockSetBack,
        }),
        awaitedFor: this.#options.memories.awaitedFor(intent),
        appearanceOf: (orderKey) => this.#options.memories.appearanceOf(intent, orderKey),
        // A row that cannot be read may be one more that looks alike.
        // After a no that was clear, one like it may be a person's, however well its time fits.
        // One that was found, and then another one like it, is a person's for good.
        mayHaveOthers:
          this.#options.memories.mayHaveOthers(intent) ||
          unreadable > 0 ||
          isDeniedTwin(intent) ||
          intent.wasFound !== undefined,
      }
    })
    return yield* matching(each, {
      rows: rows.values() as Iterable<OrderRecord>,
      isClaimed: (orderId) => {
        const claim = pictures.intents.claimOf({ account, at: newest }, orderId)
        return claim === 'no' && pictures.mayBeOthers(account, orderId) ? 'perhaps' : claim
      },
      onTheWire: [...unsettled.filter(({ state }) => state === 'sent'), ...others],
      shownBefore: this.#options.memories
        .likesOf(account)
        .filter(({ key, id }) => rows.has(key) || !pictures.mayBeOthers(account, id)),
      wasLike: (intent, key) => this.#options.memories.wasLike(intent, key),
    })
  }
}
