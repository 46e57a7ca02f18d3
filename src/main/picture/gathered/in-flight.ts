import { orderIn } from '../../../shared/books/books.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import {
  type Intent,
  type Part,
  hasNoAnswer,
  isNotShown,
  isSettled,
  isSquareOff,
  isSurelyNotThere,
} from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderAppearance } from './order-appearances.ts'
import type { Clock } from '../../core/clock.ts'
import { type LoginKnown, isOfLogin, tellingOf } from '../orders/intent-login.ts'
import { latestSquareOff, longestDay, slowestOrderBook, untilBothShow } from '../times/book-lag.ts'
import type { FirstSight } from '../times/learned-lags.ts'

interface Followed {
  intent: Intent
  /** Its orders that a book showed, as the service named them. */
  shown: Set<string>
  /** When it was told of last, and when it was seen to be off the wire; on the monotonic clock. */
  at: number
  offWireAt: number | null
  /** When it was seen to leave, or told of first. */
  sentAt: number
  /** When it was seen to be answered; null where another session was told, or nobody at first. */
  answeredAt: number | null
  /** Readings of an order book since then that had not all of its orders, and when the latest that can have had them was asked for. */
  reads: number
  missedAt: number | null
  /** By which they stand in the order in which they came. */
  place: number
}

/** Those whose login is told by the same. */
interface Alike {
  all: Set<Followed>
  /** What is in flight of them, and until when that stays so; null where it is to be found anew. */
  found: { intents: readonly InFlightAt[]; until: number } | null
  /** Slices that all of them confirmed. */
  slices: number
}

interface InFlightAt {
  intent: Intent
  place: number
  /** Whether all that is in flight of it is what the service took long ago, and no book has shown. */
  isLongTaken?: boolean
}

/** Milliseconds and readings without an order that was taken, after which it is said: books lag by five seconds. */
const toldAfter = 30_000
const readsBeforeTold = 3

/** Orders and square-offs that may be at the broker, or get there, and that the books may not show yet. */
export class InFlight {
  readonly #clock: Pick<Clock, 'now'>
  readonly #followed = new Map<string, Followed>()
  /** Of these, what the next reading may tell of: hundreds left of late, and nearly all are shown by now. */
  readonly #awaited = new Set<Followed>()
  /** A picture of each account asks for its own, and nearly all orders that change are another's. */
  readonly #byTelling = new Map<string, Alike>()
  #places = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Told of every intent that changed, and at the start of those that an earlier session left. */
  follow(
    intents: readonly Intent[],
    /** Whether a book of an earlier session showed an order. */
    wasShown: (intent: Intent, orderId: string) => boolean = () => false,
  ): void {
    const at = this.#clock.now()
    for (const intent of intents) {
      const known = this.#followed.get(intent.id)
      if (known !== undefined) this.#leave(known)
      if (!isFollowed(intent)) continue
      const isOffWire = intent.state !== 'recorded' && intent.state !== 'sent'
      this.#enter({
        ...{ intent, at },
        shown: known?.shown ?? new Set(idsOf(intent).filter((id) => wasShown(intent, id))),
        offWireAt: isOffWire ? (known?.offWireAt ?? at) : null,
        sentAt: known === undefined || isLeaving(intent, known) ? at : known.sentAt,
        answeredAt: known?.answeredAt ?? (isOffWire && isAnswer(intent, known) ? at : null),
        reads: known?.reads ?? 0,
        missedAt: known?.missedAt ?? null,
        place: known?.place ?? this.#places++,
      })
    }
  }

  #enter(followed: Followed): void {
    const { intent } = followed
    const telling = tellingOf(intent)
    const alike = this.#byTelling.get(telling) ?? { all: new Set(), found: null, slices: 0 }
    alike.all.add(followed)
    alike.slices += slicesOf(intent)
    alike.found = null
    this.#byTelling.set(telling, alike)
    this.#followed.set(intent.id, followed)
    if (isAwaited(followed)) this.#awaited.add(followed)
  }

  #leave(followed: Followed): void {
    const { intent } = followed
    const telling = tellingOf(intent)
    const alike = this.#byTelling.get(telling)!
    alike.all.delete(followed)
    alike.slices -= slicesOf(intent)
    alike.found = null
    if (alike.all.size === 0) this.#byTelling.delete(telling)
    this.#followed.delete(intent.id)
    this.#awaited.delete(followed)
  }

  /**
   * Told of every good reading of an order book, of whose orders it may have, and of when it was asked
   * for, on the monotonic clock. Answers what it shows first.
   */
  see(
    rows: Rows,
    mayHave: (intent: Intent) => boolean,
    began = this.#clock.now(),
  ): readonly FirstSight[] {
    const parents = new ParentIds(rows)
    const sights: FirstSight[] = []
    for (const followed of this.#awaited) {
      const missing = neverShown(followed)
      if (missing.length === 0 || !mayHave(followed.intent)) continue
      followed.reads++
      const found = missing.filter(
        ({ orderId }) => orderIn(rows, orderId) !== undefined || parents.has(orderId),
      )
      const { sentAt, answeredAt, missedAt } = followed
      if (answeredAt !== null && began >= answeredAt) followed.missedAt = began
      if (found.length === 0) continue
      this.#byTelling.get(tellingOf(followed.intent))!.found = null
      for (const { orderId } of found) {
        followed.shown.add(orderId)
        const row = orderIn(rows, orderId)
        if (row !== undefined && answeredAt !== null)
          sights.push({ row, sentAt, answeredAt, missedAt })
      }
      if (!isAwaited(followed)) this.#awaited.delete(followed)
    }
    return sights
  }

  /** What readings of the order book say by now of orders that the service took, and was not said of them before. */
  appearances(): readonly OrderAppearance[] {
    const now = this.#clock.now()
    return [...this.#awaited].flatMap((followed): OrderAppearance[] => {
      const { intent, shown, offWireAt, reads } = followed
      const late = takenParts(intent).filter((part) => isNotShown(part) && shown.has(part.orderId))
      const since = offWireAt === null ? 0 : now - offWireAt
      const isLong = since >= toldAfter && reads >= readsBeforeTold
      const missing = isLong ? neverShown(followed).filter((part) => !isNotShown(part)) : []
      return [
        ...(late.length > 0
          ? [{ intent, since, event: { kind: 'shown', ...idsIn(late) } } as const]
          : []),
        ...(missing.length > 0
          ? [{ intent, since, event: { kind: 'not-shown', ...idsIn(missing), reads } } as const]
          : []),
      ]
    })
  }

  all(): readonly Intent[] {
    return inOrder([...this.#byTelling.values()].flatMap((alike) => this.#inFlightOf(alike)))
  }

  /**
   * Those that are of a login, or may be. What was taken long ago for keys that another client had then is
   * not: the book that would show it is read no more, and it would be in flight until the day is over.
   */
  ofLogin(login: LoginKnown): readonly Intent[] {
    const found = this.#alikeOf(login).flatMap((alike) => this.#inFlightOf(alike))
    return inOrder(found.filter((one) => !isLongTakenByOther(one, login)))
  }

  /** The same of this very moment, to be asked for later: whose an account is may be known only then. */
  now(): (login: LoginKnown) => readonly Intent[] {
    const all = [...this.#byTelling.values()].flatMap((alike) => this.#inFlightOf(alike))
    const isOf = (one: InFlightAt, login: LoginKnown): boolean =>
      isOfLogin(one.intent, login) !== 'no' && !isLongTakenByOther(one, login)
    return (login) => inOrder(all.filter((one) => isOf(one, login)))
  }

  /** No fewer slices than those have: which of them are in flight is not looked at. */
  slicesAtMost(login: LoginKnown): number {
    return this.#alikeOf(login).reduce((sum, { slices }) => sum + slices, 0)
  }

  #alikeOf(login: LoginKnown): Alike[] {
    return [...this.#byTelling.values()].filter(({ all }) => {
      const [first] = all
      return isOfLogin(first!.intent, login) !== 'no'
    })
  }

  #inFlightOf(alike: Alike): readonly InFlightAt[] {
    const now = this.#clock.now()
    if (alike.found !== null && now < alike.found.until) return alike.found.intents
    let until = Infinity
    const changesAt = (moment: number): void => {
      until = Math.min(until, moment)
    }
    // Hundreds of a busy minute: what they are is asked for at each order, so no list is made of each.
    const intents: InFlightAt[] = []
    for (const followed of alike.all) {
      const { intent, at } = followed
      if (!isSettled(intent.state)) intents.push(followed)
      else if (now - at < untilBothShow) {
        changesAt(at + untilBothShow)
        if (!isSurelyNotThere(intent.state)) intents.push(followed)
      } else {
        if (now - at < longestDay) changesAt(at + longestDay)
        const parts = now - at < longestDay ? neverShown(followed) : []
        const { place } = followed
        if (parts.length > 0)
          intents.push({ intent: { ...intent, parts }, place, isLongTaken: true })
        // That it is shown by now may not be written down yet.
        else if (!intent.parts.some(isNotShown) || now - at >= longestDay) this.#leave(followed)
      }
    }
    alike.found = { intents, until }
    return intents
  }

  /** Square-offs whose orders, which nobody is told of, the order book may not show yet. */
  squareOffs(): readonly Intent[] {
    const now = this.#clock.now()
    // One whose answer is missing may be taken late, also after the books showed all as closed.
    const lasts = (intent: Intent): number =>
      hasNoAnswer(intent) ? latestSquareOff : slowestOrderBook
    return this.#squareOffsWithin(now, lasts)
  }

  /**
   * Square-offs to which the service said no a while ago: it may have made orders for some positions
   * before that, or make them after all.
   */
  refusedSquareOffs(): readonly Intent[] {
    return this.#squareOffsWithin(this.#clock.now(), (intent) =>
      intent.parts.some(isRefusedOnTheWay) ? latestSquareOff : 0,
    )
  }

  #squareOffsWithin(now: number, lasts: (intent: Intent) => number): readonly Intent[] {
    const squareOffs = [...this.#followed.values()]
      .filter(({ intent }) => isSquareOff(intent))
      .filter(({ intent, offWireAt }) => offWireAt === null || now - offWireAt < lasts(intent))
    return inOrder(squareOffs)
  }
}

const isLongTakenByOther = (
  { intent: { sent }, isLongTaken = false }: InFlightAt,
  login: LoginKnown,
): boolean => isLongTaken && sent?.login !== undefined && login.isOther(sent.login)

const inOrder = (intents: readonly InFlightAt[]): readonly Intent[] =>
  intents.toSorted((one, other) => one.place - other.place).map(({ intent }) => intent)

/** But for a no of the service's own door, behind which nothing of it came. */
const isRefusedOnTheWay = ({ state, code }: Part): boolean =>
  state === 'refused' && code !== 'bad-keys' && code !== 'address-refused'

/** Of a square-off the service may say no for one position, and have made orders for others. */
const isFollowed = (intent: Intent): boolean =>
  isSquareOff(intent)
    ? intent.state !== 'not-sent' && intent.state !== 'absent'
    : intent.ticket !== null && !isSurelyNotThere(intent.state)

const isLeaving = ({ state }: Intent, before: Followed): boolean =>
  state === 'sent' && before.intent.state === 'recorded'

/** Whether it left the wire by an answer: one that was in doubt before may have been made long since, or later. */
const isAnswer = ({ state }: Intent, before: Followed | undefined): boolean =>
  state !== 'in-doubt' && before?.offWireAt === null

const slicesOf = ({ ticket, parts }: Intent): number => (ticket === null ? 0 : parts.length)

const idsOf = ({ parts }: Intent): string[] => parts.flatMap(({ orderId }) => orderId ?? [])

/** What the service took and no book has shown: it may work, whatever the books say. */
const neverShown = ({ intent, shown }: Followed): (Part & { orderId: string })[] =>
  takenParts(intent).filter(({ orderId }) => !shown.has(orderId))

/** Whether a reading may still show what none has, or has shown what is said to be missed. */
const isAwaited = (followed: Followed): boolean =>
  followed.intent.parts.some(isNotShown) || neverShown(followed).length > 0

/** Orders that others of a book refer to: a service may name an order whose slices alone it shows. Looked up when first asked. */
class ParentIds {
  readonly #rows: Rows
  #ids: ReadonlySet<string> | undefined

  constructor(rows: Rows) {
    this.#rows = rows
  }

  has(orderId: string): boolean {
    this.#ids ??= new Set(
      [...this.#rows.values()].flatMap(({ parentorderid: id }) =>
        typeof id === 'string' && id !== '' ? comparableOrderId(id) : [],
      ),
    )
    return this.#ids.has(comparableOrderId(orderId))
  }
}

/** Whether the service took an order of which no book of an earlier session showed a part. */
export const isNeverShown = (
  intent: Intent,
  wasShown: (intent: Intent, orderId: string) => boolean,
): boolean =>
  intent.ticket !== null && takenParts(intent).some(({ orderId }) => !wasShown(intent, orderId))

const idsIn = (parts: readonly { orderId: string }[]): { orderIds: string[] } => ({
  orderIds: parts.map(({ orderId }) => orderId),
})

const takenParts = ({ parts }: Intent): (Part & { orderId: string })[] =>
  parts.filter(
    (part): part is Part & { orderId: string } =>
      part.state === 'accepted' && part.orderId !== null && part.rejection === null,
  )
