import { type Intent, type Stranger, isSquareOff } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import { startOfDay } from '../../../shared/core/india.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoginIntents } from '../../picture/gathered/login-intents.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import type { SeenOrder } from '../../picture/rows/order-similarity.ts'
import type { BrokerClocks } from './broker-clock.ts'
import type { Appearance } from './entry-time.ts'
import type { SeenOrders } from './seen-orders.ts'
import { squareOffLasts } from './square-off.ts'

/** What is known of an intent beside what the journal says. */
export interface Memory {
  /** When it was seen to be sent, on the monotonic clock; null where another session sent it. */
  sentAt: number | null
  /** Another session's clock cannot be asked any more; it can only be seen to have gone back. */
  wasClockSetBack: boolean
  /** Square-offs since, by their ids: the broker made orders then whose numbers nobody was told. */
  squareOffs: Map<string, Intent>
  /** Healthy looks, also those that the journal was not told of. */
  reads: number
  /** What the journal was last told of a look. */
  told: string | null
  /** Of one that an earlier session sent: milliseconds until its answer, at the most, where no clock was set. */
  answeredWithin: number | null
  /** When it was seen to be in doubt, on the monotonic clock; null before that. */
  doubtSince: number | null
  /** Looks one after the other, begun since the doubt, in whose books no order could be this one. */
  emptyLooks: number
  /** Something once looked like it: that it is gone since proves nothing. */
  wasShown: boolean
  /**
   * Orders that spoke against a no in any reading, by their ids as they are compared, and what each is:
   * that the book leaves them out since answers for none of them.
   */
  strangers: Map<string, Stranger>
  /** What the latest reading found it as, alone, and when its answer was there, on the monotonic clock. */
  alone: { found: string; at: number } | null
}

export interface MemoriesOptions {
  clock: Clock
  pictures: Pick<LoginPictures, 'accountsOf'> & {
    intents: Pick<LoginIntents, 'isOfLogin' | 'protectingTodayOf' | 'sinceDayOf'>
  }
  seen: Pick<SeenOrders, 'appearanceOf' | 'mayBeNew' | 'wasThereToday'>
  clocks: BrokerClocks
}

/** What this session has seen of orders that are on the wire or in doubt. */
export class Memories {
  readonly #options: MemoriesOptions
  readonly #memories = new Map<string, Memory>()
  /** Days of which the orders told the brokers' clocks. */
  readonly #daysNoted = new Set<number>()
  /** Of the last minutes, and when they were told of, on the monotonic clock. */
  readonly #squareOffs = new Map<string, { intent: Intent; at: number }>()
  /** By account: orders that a reading showed and that are like one in doubt there, by their ids as they are compared. */
  readonly #likes = new Map<string, Map<string, { seen: SeenOrder; of: Set<string> }>>()
  #isTakenUp = false

  constructor(options: MemoriesOptions) {
    this.#options = options
  }

  /** Undefined where it was never asked for since it was sent. */
  known(id: string): Memory | undefined {
    return this.#memories.get(id)
  }

  of(intent: Intent): Memory {
    const known = this.#memories.get(intent.id)
    if (known !== undefined) {
      if (intent.state === 'in-doubt') known.doubtSince ??= this.#options.clock.now()
      return known
    }
    const memory = intent.state === 'sent' ? this.#ofSession(intent) : this.#ofEarlier(intent)
    this.#memories.set(intent.id, memory)
    return memory
  }

  drop(id: string): void {
    this.#memories.delete(id)
  }

  /** Orders like one in doubt that any reading of the account's book showed: one that is left out since is so, too. */
  likesOf(account: string): SeenOrder[] {
    return [...(this.#likes.get(account)?.values() ?? [])].map(({ seen }) => seen)
  }

  wasLike({ account, id }: Pick<Intent, 'account' | 'id'>, orderKey: string): boolean {
    return this.#likes.get(account)?.get(orderKey)?.of.has(id) === true
  }

  noteLikes({ account, id }: Pick<Intent, 'account' | 'id'>, alike: readonly SeenOrder[]): void {
    if (alike.length === 0) return
    const likes =
      this.#likes.get(account) ?? new Map<string, { seen: SeenOrder; of: Set<string> }>()
    this.#likes.set(account, likes)
    for (const seen of alike) {
      const of = likes.get(seen.key)?.of ?? new Set<string>()
      likes.set(seen.key, { seen, of: of.add(id) })
    }
  }

  /** Nothing of the account is in doubt any more. */
  dropLikes(account: string): void {
    this.#likes.delete(account)
  }

  /** Told of every square-off that changed. One that never left made no orders. */
  noteSquareOff(intent: Intent): void {
    const { id } = intent
    const books = [...this.#memories.values()].map(({ squareOffs }) => squareOffs)
    if (mayHaveSquaredOff(intent)) {
      this.#squareOffs.set(id, { intent, at: this.#options.clock.now() })
      for (const squareOffs of books) squareOffs.set(id, intent)
    } else {
      this.#squareOffs.delete(id)
      for (const squareOffs of books) squareOffs.delete(id)
    }
  }

  /** Whether the book may have orders that nobody here placed one by one, which look like any other, or be another login's. */
  mayHaveOthers(intent: Intent): boolean {
    const { pictures } = this.#options
    const isOfLogin = (one: Intent) => pictures.intents.isOfLogin(intent.account, one)
    const squareOffs = [...this.of(intent).squareOffs.values()]
    if (isOfLogin(intent) !== 'yes' || squareOffs.some((one) => isOfLogin(one) !== 'no'))
      return true
    const { symbol, action } = intent.params
    // At any time of the day, in orders of the other side whose numbers nobody was told.
    return pictures.intents
      .protectingTodayOf(intent.account, symbol)
      .some(({ params }) => params['action'] !== action)
  }

  /** When an order came up in the book, seen from the sending of this one. */
  appearanceOf(intent: Intent, orderKey: string): Omit<Appearance, 'entered'> {
    return this.#options.seen.appearanceOf(orderKey, this.#sendingOf(intent))
  }

  /** Milliseconds from the sending of an order until its answer was waited for no more, at the most; null where nobody knows. */
  awaitedFor(intent: Intent): number | null {
    const { sentAt, doubtSince, answeredWithin } = this.of(intent)
    return sentAt === null || doubtSince === null ? answeredWithin : doubtSince - sentAt
  }

  /** Whether an order of the book may have come up only since the sending of this one. */
  mayBeNewer(intent: Intent, orderKey: string): boolean {
    return this.#options.seen.mayBeNew(orderKey, this.#sendingOf(intent))
  }

  /** Whether a book showed an order today before this one was sent, which then did not make it. */
  wasThereToday(intent: Intent, orderKey: string): boolean {
    return this.#options.seen.wasThereToday(orderKey, this.#sendingOf(intent))
  }

  /**
   * Of these, the first by each of the measures that tell what came up since: an order that is new
   * beside any is new beside one of them. No measure stands for another, since the clock may have
   * been set between two sessions.
   */
  earliestOf(intents: readonly Intent[]): Intent[] {
    const sendings = intents.map((intent) => ({ intent, ...this.#sendingOf(intent) }))
    const ofSession = sendings.filter(({ monotonic }) => monotonic !== null)
    const ofEarlier = sendings.filter(({ monotonic }) => monotonic === null)
    const counted = ofEarlier.filter(({ noted }) => noted !== undefined)
    const uncounted = ofEarlier.filter(({ noted }) => noted === undefined)
    const firsts = [
      firstBy(ofSession, ({ monotonic }) => monotonic ?? 0),
      firstBy(counted, ({ noted }) => noted ?? 0),
      firstBy(counted, ({ sentAt }) => sentAt),
      firstBy(uncounted, ({ sentAt }) => sentAt),
    ]
    return [...new Set(firsts.flatMap((first) => first?.intent ?? []))]
  }

  #sendingOf(intent: Intent) {
    return {
      accounts: this.#options.pictures.accountsOf(intent.account),
      sentAt: intent.sent?.at ?? intent.at,
      monotonic: this.of(intent).sentAt,
      noted: intent.sent?.noted,
    }
  }

  #ofSession({ look, at }: Intent): Memory {
    const now = this.#options.clock.now()
    this.#takeUp(at)
    for (const [id, { at }] of this.#squareOffs)
      if (now - at >= squareOffLasts) this.#squareOffs.delete(id)
    return {
      ...blankOf(look),
      sentAt: now,
      wasClockSetBack: false,
      answeredWithin: null,
      squareOffs: new Map([...this.#squareOffs].map(([id, { intent }]) => [id, intent])),
      doubtSince: null,
    }
  }

  /** Square-offs of an earlier session: a book that lags may show what they made only now. */
  #takeUp(at: number): void {
    if (this.#isTakenUp) return
    this.#isTakenUp = true
    const since = this.#options.pictures.intents.sinceDayOf(startOfDay(at - squareOffLasts))
    for (const intent of squareOffsIn(since, at))
      if (!this.#squareOffs.has(intent.id))
        this.#squareOffs.set(intent.id, { intent, at: this.#options.clock.now() })
  }

  #ofEarlier(intent: Intent): Memory {
    const { changedAt, sent, look } = intent
    const { clock, pictures, clocks } = this.#options
    const at = Math.min(momentOf(intent), sent?.at ?? intent.at)
    const day = startOfDay(at - squareOffLasts)
    const since = pictures.intents.sinceDayOf(day)
    // What changes of them later is told by and by.
    if (!this.#daysNoted.has(day)) for (const other of since) clocks.note(other)
    this.#daysNoted.add(day)
    return {
      ...blankOf(look),
      sentAt: null,
      wasClockSetBack: changedAt < (sent?.at ?? Infinity),
      answeredWithin: answeredWithin(intent),
      squareOffs: new Map(squareOffsIn(since, at).map((other) => [other.id, other])),
      doubtSince: clock.now(),
    }
  }
}

/** What of a look is told again only once it has changed. */
export const toldOf = ({ candidates, isOtherLogin = false, unproven, stranger }: Told): string =>
  JSON.stringify([candidates, isOtherLogin, unproven, stranger])

type Told = Pick<NonNullable<Intent['look']>, 'candidates' | 'unproven' | 'stranger'> & {
  isOtherLogin?: boolean | undefined
}

const blankOf = (look: Intent['look']) => ({
  reads: look?.reads ?? 0,
  told: look === null ? null : toldOf(look),
  emptyLooks: 0,
  wasShown: look?.wasShown === true,
  alone: null,
  strangers: new Map<string, Stranger>(
    (look?.strangers ?? []).map((one) => [comparableOrderId(one.strangerId), one]),
  ),
})

/** A no may be about one position among several. */
const mayHaveSquaredOff = (intent: Intent): boolean =>
  isSquareOff(intent) && intent.state !== 'recorded' && intent.state !== 'not-sent'

/**
 * Of these, the square-offs whose orders may turn up beside one that was placed then. One of a later
 * session knows nothing of how the clock was set before: it counts by either clock.
 */
const squareOffsIn = (intents: readonly Intent[], at: number): Intent[] =>
  intents.filter(
    (other) =>
      Math.max(momentOf(other), other.sent?.at ?? other.at) >= at - squareOffLasts &&
      mayHaveSquaredOff(other),
  )

const firstBy = <Each>(all: readonly Each[], measure: (each: Each) => number): Each | undefined =>
  all.reduce<Each | undefined>(
    (first, each) => (first !== undefined && measure(first) <= measure(each) ? first : each),
    undefined,
  )

/** Of one whose answer nobody was there for, no time at all: when its session ended nobody knows. */
function answeredWithin({ at, sent, answeredAt, changedAt }: Intent): number | null {
  if (answeredAt === null) return 0
  const within = (answeredAt ?? changedAt) - (sent?.at ?? at)
  return within < 0 ? null : within
}

/** By the clock of its session, as if nobody had set that since. */
const momentOf = ({ at, sent }: Intent): number =>
  sent?.clock === undefined ? at : sent.at - (sent.clock.ahead - sent.clock.began)
