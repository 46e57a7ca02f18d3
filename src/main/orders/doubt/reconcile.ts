import type { Parsed } from '../../../shared/contract.ts'
import { type Reply, fail, ok } from '../../../shared/core/errors.ts'
import { type Intent, type IntentEvent, isSquareOff } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import { isRival } from '../../picture/rows/order-similarity.ts'
import { StorageError, storageFailure } from '../../core/documents.ts'
import type { Clock } from '../../core/clock.ts'
import { atOnce, inTurns } from '../../core/turns.ts'
import type { Journal } from '../../journal/journal.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import { BookSearch, type Found, type Look, type OrderBook } from './book-search.ts'
import { BrokerClocks } from './broker-clock.ts'
import { DoubtEntries, type Reading, mostCandidates } from './doubt-entries.ts'
import { FoundOnes } from './found-ones.ts'
import { LateArrivals } from './late-arrivals.ts'
import { Lookouts } from './lookouts.ts'
import { Memories } from './memories.ts'
import { MissedOrders, type ReadMissedOrder } from './missed-orders.ts'
import { NamedRows, takenBack } from './named-rows.ts'
import type { SeenOrders } from './seen-orders.ts'
import { Settling, unknownOrder } from './settling.ts'
import { TradedOrders } from './traded-orders.ts'
import { type LookForNoes, UnclearNoes } from './unclear-no.ts'

export interface ReconcilerOptions {
  clock: Clock
  /** Written to; and what a journal says of one order, and how far it goes. */
  journal: Pick<Journal, 'append' | 'end' | 'find'>
  pictures: LoginPictures
  seen: Pick<SeenOrders, 'appearanceOf' | 'mayBeNew' | 'wasThereToday'>
  /** The broker that an account has now. */
  brokerOf(account: string): string | undefined
  history: ReadMissedOrder
  onChange(intents: Intent[]): void
}

/** After so many readings that something came between, one is done without a pause. */
const mostInterruptions = 3

/** Looks orders in doubt up in the order book, and never decides what it cannot know. */
export class Reconciler {
  readonly #options: ReconcilerOptions
  readonly #lookouts: Lookouts
  readonly #clocks = new BrokerClocks()
  readonly #memories: Memories
  readonly #traded: TradedOrders
  readonly #search: BookSearch
  readonly #unclear: UnclearNoes
  readonly #late: LateArrivals
  readonly #named: NamedRows
  readonly #foundOnes: FoundOnes
  readonly #entries: DoubtEntries
  readonly #missed: MissedOrders
  readonly #settling: Settling
  /** Counts what was noted of orders beside the journal and the books. */
  #notes = 0
  #isStopped = false

  constructor(options: ReconcilerOptions) {
    this.#options = options
    const { clock, pictures, seen } = options
    this.#memories = new Memories({
      clock,
      pictures,
      seen,
      clocks: this.#clocks,
    })
    this.#lookouts = new Lookouts({
      clock,
      look: (account, ids) => this.#look(account, ids),
      isFoundOnce: (id) => this.#isFoundOnce(id),
      isMissedOnce: (id) => this.#memories.known(id)?.emptyLooks === 1,
      onNone: (account) => this.#memories.dropLikes(account),
    })
    this.#traded = new TradedOrders({
      pictures,
      memories: this.#memories,
      clocks: this.#clocks,
    })
    this.#search = new BookSearch({
      ...{ pictures, memories: this.#memories, clocks: this.#clocks, traded: this.#traded },
      brokerOf: (account) => options.brokerOf(account),
      find: (intent) => options.journal.find(intent),
      journalEnd: () => options.journal.end(),
    })
    this.#missed = new MissedOrders(options.history)
    this.#settling = new Settling({ ...options, memories: this.#memories, traded: this.#traded })
    this.#unclear = new UnclearNoes({ pictures, memories: this.#memories })
    this.#late = new LateArrivals({
      ...{ clock, pictures, memories: this.#memories, traded: this.#traded },
      clocks: this.#clocks,
    })
    this.#foundOnes = new FoundOnes({
      ...{ clock, pictures, memories: this.#memories, clocks: this.#clocks },
    })
    this.#entries = new DoubtEntries({
      ...{ pictures, memories: this.#memories },
      onFoundOnce: (account) => this.#lookouts.lookSoon(account),
    })
    this.#named = new NamedRows({
      clock,
      mayBeAnother: (intent, orderId) => {
        const { seenAfter, wasThere } = this.#memories.appearanceOf(
          intent,
          comparableOrderId(orderId),
        )
        const wasBefore = wasThere !== 'no' || (seenAfter !== null && seenAfter < 0)
        return wasBefore || pictures.intents.isNamedForAnother(intent, orderId)
      },
      isFoundForAnother: (intent, orderId) => pictures.intents.isFoundForAnother(intent, orderId),
      isClaimed: (intent, orderId) => pictures.intents.claimOf(intent, orderId) === 'yes',
      isSought: (intent, row) =>
        pictures.intents
          .possiblyUnsettledOf(intent.account)
          .some((one) => one.id !== intent.id && one.state !== 'recorded' && isRival(one, row)),
      onClose: ({ id, account }) => {
        if (!this.#lookouts.has(account, id) && !this.#foundOnes.isOpen(id)) this.#memories.drop(id)
      },
    })
  }

  /** Told of every intent that changed. Begins to look for those that are in doubt. */
  follow(intents: readonly Intent[]): void {
    this.#notes++
    for (const intent of intents) if (isSquareOff(intent)) this.#memories.noteSquareOff(intent)
    for (const intent of intents) {
      if (intent.state === 'recorded') continue
      this.#named.follow(intent)
      this.#late.follow(intent)
      this.#foundOnes.follow(intent)
      if (intent.state === 'sent') this.#memories.of(intent)
      else if (intent.state !== 'in-doubt') {
        this.#clocks.note(intent)
        // It may yet turn out that the service named another's, or was slower than its no.
        if (!this.#isWatched(intent.id)) this.#memories.drop(intent.id)
        this.#lookouts.end(intent.account, intent.id)
      } else if (intent.ticket !== null && !this.#lookouts.has(intent.account, intent.id))
        this.#begin(intent)
    }
  }

  #isWatched(id: string): boolean {
    return this.#named.isOpen(id) || this.#late.isOpen(id) || this.#foundOnes.isOpen(id)
  }

  /** Whether an order is surely not the one that this made: another one holds it, a book had it before, or shows it as another. */
  isAnother(intent: Intent, orderId: string): boolean {
    const { pictures } = this.#options
    const book = pictures.ordersOf(intent.account)
    return (
      pictures.intents.claimOf(intent, orderId) === 'yes' ||
      this.#memories.wasThereToday(intent, comparableOrderId(orderId)) ||
      (book?.isCurrent === true && this.#named.isAnothers(intent, orderId, book.rows))
    )
  }

  /** Told of orders that an earlier session sent, and none of whose books showed: they are held against their rows as well. */
  takeUp(intents: readonly Intent[]): void {
    this.#named.takeUp(intents)
  }

  /**
   * Called with every good reading of an order book, and when it was asked for: holds what the service
   * named against its rows.
   */
  seeAnswer(account: string, rows: Rows, began: number): void {
    if (this.#isStopped) return
    const { pictures } = this.#options
    const isOfBook = (intent: Intent): boolean =>
      pictures.intents.isOfLogin(account, intent) === 'yes'
    this.#notes++
    try {
      this.#lookouts.seePoll(account, began)
      const appeared = this.#missed.see(account, pictures.appearances(account))
      const others = this.#named.see(rows, isOfBook).map(({ intent, orderId, is }) => ({
        intent: intent.id,
        event: { kind: 'disowned', orderId, is } as const,
      }))
      const late = this.#late.see(account, rows).map(({ intent, candidates, ...more }) => ({
        intent: intent.id,
        event: {
          ...({ kind: 'doubted-again', ...more } as const),
          candidates: candidates.slice(0, mostCandidates),
        },
      }))
      const beside = this.#foundOnes.see(account, rows).map(({ intent, orderIds, candidates }) => ({
        intent: intent.id,
        event: {
          ...({ kind: 'found-beside', orderIds } as const),
          candidates: candidates.slice(0, mostCandidates),
        },
      }))
      const back = this.#takenBack(account, rows, isOfBook)
      this.#note([...appeared, ...late, ...others, ...beside, ...back])
      const read = pictures.ordersOf(account)
      if (read !== null && this.#lookouts.wantsAny(account)) this.seeOrders(account, read)
    } catch (cause) {
      // A mistake of ours, or a full disk, must not end the polling; the next answer is asked again.
      if (!(cause instanceof StorageError)) console.error(cause)
    }
  }

  /** Each intent's by itself: what is wrong with one keeps no other from being written down. */
  #note(entries: readonly { intent: string; event: IntentEvent }[]): void {
    const { journal, onChange } = this.#options
    const failures: unknown[] = []
    for (const own of Map.groupBy(entries, ({ intent }) => intent).values())
      try {
        onChange(journal.append(own))
      } catch (cause) {
        failures.push(cause)
      }
    if (failures.length > 0) throw failures[0]
  }

  #takenBack(
    account: string,
    rows: Rows,
    isOfBook: (intent: Intent) => boolean,
  ): { intent: string; event: IntentEvent }[] {
    if (!this.#lookouts.hasAny(account)) return []
    const { pictures } = this.#options
    const doubts = this.#search.doubtsOf(account)
    const misnamed = doubts.filter((intent) => intent.disowned !== undefined && isOfBook(intent))
    const named = misnamed.flatMap(({ disowned = [] }) => disowned.map(comparableOrderId))
    return misnamed.flatMap((intent) => {
      // One that the service had named for two orders is the person's to tell.
      const isFree = (orderId: string): boolean =>
        pictures.intents.claimOf(intent, orderId) !== 'yes' &&
        named.filter((key) => key === comparableOrderId(orderId)).length === 1
      const found = takenBack(intent, rows, { isFree, doubts })
      if (found.length === 0) return []
      return [{ intent: intent.id, event: { kind: 'matched', found, absent: [] } }]
    })
  }

  /** Called with every changed order book: what it decides needs no look of its own. */
  seeOrders(account: string, read: OrderBook): void {
    try {
      this.#lookouts.take(account, (began) => this.#decided(account, read, began))
    } catch (cause) {
      // A mistake of ours must not end the polling.
      console.error(cause)
    }
  }

  /** Looks at once, and answers the intent after it. */
  async look(id: string): Promise<Reply<Intent>> {
    const { journal } = this.#options
    const intent = journal.find(id)
    if (intent === undefined) return unknownOrder
    if (intent.state !== 'in-doubt') return ok(intent)
    if (this.#search.isElsewhere(intent))
      return fail(
        'invalid',
        `This was sent to broker ${intent.broker}, and the account has another one now, whose order book cannot show it. Set the account back to look for it.`,
        { field: 'intent' },
      )
    const looked = await this.#look(intent.account, [id])
    if (!looked.ok) return looked
    // What one reading found a second one has to say again.
    if (this.#isFoundOnce(id)) {
      const again = await this.#look(intent.account, [id])
      if (!again.ok) return again
    }
    return ok(journal.find(id) ?? intent)
  }

  settle(input: Parsed<'settleOrder'>): Reply<Intent> {
    return this.#settling.settle(input)
  }

  stop(): void {
    this.#lookouts.stop()
    this.#isStopped = true
  }

  #begin(intent: Intent): void {
    const { account, id } = intent
    const memory = this.#memories.of(intent)
    // What made it doubtful again may be read as another order, or be gone by now.
    memory.wasShown ||= intent.isDoubtedAgain === true || intent.wasFound !== undefined
    this.#lookouts.begin(account, id)
  }

  /** Whether it was found by a single reading, of which a second has to say the same. */
  #isFoundOnce(id: string): boolean {
    return (this.#memories.known(id)?.alone ?? null) !== null
  }

  async #look(account: string, ids: readonly string[]): Promise<Reply<null>> {
    const began = this.#options.clock.now()
    const read = await this.#options.pictures.readOrders(account)
    if (!read.ok) return read
    return inTurns(this.#take(account, read.value, { ids, began }))
  }

  *#decided(account: string, read: OrderBook, began: number): Generator<void, void> {
    yield* this.#take(account, read, { ids: [], began })
  }

  /**
   * Writes down what a book decides, and for those that it was read for, what it does not. Hundreds in
   * doubt are gone through in steps; what it was found by is then still so, or it is found anew.
   */
  *#take(account: string, read: OrderBook, look: Look): Generator<void, Reply<null>> {
    for (let interruptions = 0; ; interruptions++) {
      if (this.#isStopped) return shuttingDown
      const doubts = this.#search.doubtsOf(account)
      const noes = this.#unclear.lookedFor({ account, read, doubts })
      const then = this.#momentOf(account)
      const steps = this.#search.find({ account, read, look, doubts, noes })
      const mayPause = interruptions < mostInterruptions
      const found = mayPause ? yield* this.#untilStopped(steps) : atOnce(steps)
      if (found === null) return shuttingDown
      if (!mayPause || isSameMoment(this.#momentOf(account), then)) {
        const { readAt, vanished } = read
        return this.#write(found, noes, {
          ...{ began: look.began, readAt },
          isShort: vanished.length > 0,
        })
      }
    }
  }

  /** Null where Quarterdeck was stopped between two steps: the next one would find the journal closed. */
  *#untilStopped<T>(steps: Generator<void, T>): Generator<void, T | null> {
    while (!this.#isStopped) {
      const step = steps.next()
      if (step.done) return step.value
      yield
    }
    return null
  }

  #momentOf(account: string): readonly unknown[] {
    return [this.#notes, ...this.#search.moment(account)]
  }

  #write(found: readonly Found[], noes: LookForNoes, reading: Reading): Reply<null> {
    const { journal, onChange } = this.#options
    this.#notes++
    const entries = this.#entries.entriesOf(found, noes, reading)
    if (entries.length === 0) return ok(null)
    try {
      onChange(journal.append(entries))
      return ok(null)
    } catch (cause) {
      this.#entries.sayAgain(entries.map(({ intent }) => intent))
      return storageFailure(cause)
    }
  }
}

const shuttingDown = fail('cancelled', 'Quarterdeck is shutting down.')

const isSameMoment = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((part, at) => part === other[at])
