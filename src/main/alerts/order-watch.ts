import { isDeepStrictEqual } from 'node:util'
import {
  type Intent,
  type IntentEvent,
  isSquareOff,
  isSurelyNotThere,
} from '../../shared/orders/intents.ts'
import { orderIn } from '../../shared/books/books.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import { type Rows, type RowsChange, changedKeys } from '../../shared/core/patch.ts'
import { parseTime } from '../../shared/core/times.ts'
import { brief } from '../../shared/core/visible-text.ts'
import { comparableOrderId, isSameOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import {
  type OrderState,
  isFinished,
  sideOfWord,
  stateOfOrder,
} from '../../shared/service/words.ts'
import { StorageError } from '../core/documents.ts'
import type { Clock } from '../core/clock.ts'
import { dayOf, startOfDay } from '../../shared/core/india.ts'
import type { NewEntry } from '../journal/entries.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import { positionOfRow } from '../picture/instruments.ts'
import { isRival, normalisedRow } from '../picture/order-similarity.ts'
import { squareOffLasts } from '../orders/doubt/square-off.ts'
import { type TakenSquareOff, isOfSquareOff, whoseIs } from './foreign-orders.ts'
import type { AlertEvent } from './alert-events.ts'
import { answerEvents } from './answer-events.ts'
import { ChildOrders } from './child-orders.ts'
import { LastingOddities, isCutShort } from './lasting-oddities.ts'
import { contradictingTwin, stateIn } from './twin-rows.ts'
import {
  type EndedState,
  backWords,
  changedAfterEndWords,
  cutOffWords,
  elsewhereWords,
  filledWords,
  goneWords,
  partRejectedWords,
  rejectedWords,
  revivedWords,
  tradedWords,
  twinWords,
  unknownStateWords,
} from './order-words.ts'

export interface OrderWatchOptions {
  pictures: Pick<LoginPictures, 'accountsOf' | 'holderOf' | 'of' | 'todayOf' | 'unsettledOf'>
  /** Writes down what happened to orders, and answers what they are then. */
  append(entries: readonly NewEntry[]): Intent[]
  clock: Pick<Clock, 'now'>
  /** Wall-clock milliseconds. */
  now(): number
  onChange(intents: Intent[]): void
  /** Told of everything that happened at a time; the same cause may come again. */
  tell(events: AlertEvent[]): void
}

/** The order book of one account as it was last seen. */
interface WatchedBook {
  rows: Rows
  /** Orders that today's book had before and has not now: an answer may leave some out, and then have them again. */
  gone: Map<string, OrderRecord>
  day: string
  /** Orders that came up since then and are not known to be ours, and when they did, on the monotonic clock. */
  strangers: Map<string, number>
  /** Orders of a square-off, which tells of its own course, and of others that were told of. */
  settled: Set<string>
  /** How often the broker took back that an order had ended. */
  revived: Map<string, number>
  children: ChildOrders
  /** Orders that are called complete, and of which less is filled than was ordered. */
  cutShort: Set<string>
  /** What of these, and of orders that are gone or traded beyond it, has lasted. */
  oddities: LastingOddities
  /** Orders of which it was said that they are gone. */
  toldGone: Set<string>
}

/** Finds what a trader must not miss in the order books, and in the answers to orders. */
export class OrderWatch {
  readonly #options: OrderWatchOptions
  readonly #books = new Map<string, WatchedBook>()
  readonly #closings = new Map<string, TakenSquareOff[]>()

  constructor(options: OrderWatchOptions) {
    this.#options = options
  }

  /** Called with every order book that was read well: the first one is not news, even where it is empty. */
  seeOrders(account: string, rows: Rows, change: RowsChange | null = null): void {
    const watched = this.#books.get(account)
    if (watched === undefined) {
      const day = dayOf(this.#options.now())
      const fresh: WatchedBook = {
        ...{ rows, day, gone: new Map(), strangers: new Map() },
        ...{ settled: new Set(), revived: new Map(), children: new ChildOrders() },
        ...{ cutShort: new Set(), oddities: new LastingOddities(), toldGone: new Set() },
      }
      fresh.children.note(rows.keys(), rows)
      this.#books.set(account, fresh)
      this.#tell(this.#firstSight(account, fresh))
      return
    }
    if (watched.rows !== rows) this.#seeChange(account, watched, { rows, change })
    this.#tell(this.#lastingEvents(account, watched))
  }

  #seeChange(
    account: string,
    watched: WatchedBook,
    { rows, change }: { rows: Rows; change: RowsChange | null },
  ): void {
    const day = dayOf(this.#options.now())
    const before = watched.rows
    watched.rows = rows
    // On another day the broker may give the same numbers again.
    if (watched.day !== day)
      for (const known of [watched.gone, watched.settled, watched.revived, watched.toldGone])
        known.clear()
    watched.day = day
    const { changed, gone } = changedKeys(before, rows, change)
    /** The first row of an order of which another one came or went: whether it contradicts that is news as well. */
    const firsts = [...changed, ...gone].flatMap((key) => {
      const { order_id } = (rows.get(key) ?? before.get(key)) as OrderRecord
      const first = comparableOrderId(order_id)
      return first !== key && rows.has(first) && !changed.includes(first) ? [first] : []
    })
    for (const key of gone) {
      watched.gone.set(key, before.get(key) as OrderRecord)
      watched.cutShort.delete(key)
    }
    const events = this.#changes(account, watched, { before, changed: [...changed, ...firsts] })
    this.#tell([...events, ...this.#strangerEvents(account, watched)])
  }

  /** Called with every intent that changed. */
  seeIntents(intents: readonly Intent[]): void {
    const { pictures } = this.#options
    const events: AlertEvent[] = []
    for (const intent of intents) {
      this.#noteClosing(intent)
      // The book may have shown the rejection before the answer told that the order is ours.
      for (const { orderId, rejection } of intent.parts) {
        if (orderId === null || rejection !== null) continue
        for (const account of pictures.accountsOf(intent.account)) {
          const rows = this.#books.get(account)?.rows
          const row = rows && (orderIn(rows, orderId) as OrderRecord | undefined)
          if (rows !== undefined && row !== undefined && stateIn(rows, row) === 'rejected')
            events.push(...this.#rejected(account, row, false))
        }
      }
      // An exit tells of its own course.
      if (intent.ticket !== null) events.push(...answerEvents(intent))
    }
    for (const account of new Set(intents.flatMap(({ account: of }) => pictures.accountsOf(of)))) {
      const watched = this.#books.get(account)
      if (watched !== undefined) events.push(...this.#strangerEvents(account, watched))
    }
    this.#tell(events)
  }

  forget(account: string): void {
    this.#books.delete(account)
    this.#closings.delete(account)
  }

  #tell(events: AlertEvent[]): void {
    if (events.length > 0) this.#options.tell(events)
  }

  /** What was so before anybody looked is news only where it was ours. */
  #firstSight(account: string, { rows, cutShort }: WatchedBook): AlertEvent[] {
    const events: AlertEvent[] = []
    for (const row of rows.values() as Iterable<OrderRecord>)
      if (stateIn(rows, row) === 'rejected') events.push(...this.#rejected(account, row, false))
    for (const intent of this.#options.pictures.todayOf(account))
      for (const { orderId } of intent.parts) {
        const row =
          orderId === null ? undefined : (orderIn(rows, orderId) as OrderRecord | undefined)
        if (row === undefined || !isRival(intent, row)) continue
        const state = stateIn(rows, row)
        if (state === 'complete') events.push(this.#filled(account, row, intent))
        if (state === 'unknown') events.push(this.#unknownState(account, row))
        if (isCutShort(row)) cutShort.add(comparableOrderId(row.order_id))
        events.push(...this.#cutOff(account, row))
        const wasRejected = this.#takeBack(account, row)
        if (wasRejected && isAtWork(state)) events.push(this.#revived(account, row, 'rejected'))
      }
    return events
  }

  #changes(
    account: string,
    { rows, gone, strangers, settled, children, cutShort, toldGone }: WatchedBook,
    { before, changed }: { before: Rows; changed: readonly string[] },
  ): AlertEvent[] {
    const events: AlertEvent[] = []
    for (const parent of children.note(changed, rows)) {
      if (stateOf(parent) !== 'rejected') continue
      this.#takeBack(account, parent)
      events.push(...this.#rejected(account, parent, false))
    }
    for (const key of changed) {
      const row = rows.get(key) as OrderRecord
      const known = (before.get(key) as OrderRecord | undefined) ?? gone.get(key)
      if (toldGone.delete(key)) events.push(this.#back(account, row))
      // A row that did not change is still the same object.
      if (known === row && stateIn(before, known) === stateIn(rows, row)) continue
      gone.delete(key)
      if (isCutShort(row)) cutShort.add(key)
      else cutShort.delete(key)
      const old = known && isOfAnotherDay(known, row) ? undefined : known
      const state = stateIn(rows, row)
      const stateOfOld = old && stateIn(before, old)
      const was = this.#takeBack(account, row) ? 'rejected' : stateOfOld
      const ended = was !== undefined && isEnded(was) ? was : null
      if (isAtWork(state) && ended !== null) events.push(this.#revived(account, row, ended))
      const isChanged =
        isEnded(state) && ended !== null && old !== undefined && hasChangedAfterEnd(row, old)
      if (isChanged)
        events.push(this.#changedAfterEnd(account, { row, old, is: state, was: ended }))
      if (old === undefined) strangers.set(key, this.#options.clock.now())
      if (state === 'rejected') {
        const isNew = old !== undefined && stateOfOld !== 'rejected'
        events.push(...this.#rejected(account, row, isNew))
      }
      if (state === 'unknown' && stateOfOld !== 'unknown')
        events.push(this.#unknownState(account, row, ended))
      const isFilled = state === 'complete' && old !== undefined && stateOfOld !== 'complete'
      if (isFilled && !isChanged && !strangers.has(key) && !settled.has(key))
        events.push(this.#filled(account, row, this.#holderOf(account, row)))
      if (ended === null && old !== undefined && !strangers.has(key))
        events.push(...this.#cutOff(account, row))
    }
    return events
  }

  /** What no reading proves by itself, since books lag and flicker, and what has lasted by now. */
  #lastingEvents(account: string, watched: WatchedBook): AlertEvent[] {
    const { rows, gone, cutShort, oddities, toldGone } = watched
    const { clock, pictures } = this.#options
    const now = clock.now()
    if (!oddities.isDue(now)) return []
    const picture = pictures.of(account)
    const isOurs = (row: OrderRecord): boolean => this.#ownToday(account, row) !== undefined
    const short = [...cutShort].map((key) => ({ key, row: rows.get(key) as OrderRecord }))
    const vanished = (picture.vanishedOrders as readonly OrderRecord[]).map((row) => ({
      key: comparableOrderId(row.order_id),
      row,
    }))
    const traded = picture.tradedBeyond.flatMap(({ orderId, net }) => {
      const row = (orderIn(rows, orderId) ?? gone.get(comparableOrderId(orderId))) as
        | OrderRecord
        | undefined
      return net === null || row === undefined ? [] : [{ key: orderId, row, net }]
    })
    return [
      ...oddities
        .lasting('cut short', short, now)
        .filter(({ row }) => isOurs(row))
        .map(({ row }) => this.#unknownState(account, row)),
      ...oddities
        .lasting('gone', vanished, now)
        .filter(({ row }) => isOurs(row))
        .map(({ row }) => {
          toldGone.add(comparableOrderId(row.order_id))
          return this.#gone(account, row)
        }),
      ...oddities
        .lasting('traded', traded, now)
        .filter(({ row }) => isOurs(row))
        .map(({ row, net }) => this.#traded(account, row, Math.abs(net))),
    ]
  }

  /** Orders that came up by themselves are news once they change a position. */
  #strangerEvents(account: string, watched: WatchedBook): AlertEvent[] {
    const { rows, strangers, settled } = watched
    const events: AlertEvent[] = []
    const { pictures } = this.#options
    let open: Intent[] | undefined
    for (const [key, firstSeen] of strangers) {
      const row = rows.get(key) as OrderRecord | undefined
      const state = row === undefined ? 'cancelled' : stateIn(rows, row)
      const hasFilled = row !== undefined && ((row.fillshares ?? 0) > 0 || state === 'complete')
      if (!hasFilled) {
        if (isFinished(state)) strangers.delete(key)
        continue
      }
      const holder = this.#holderOf(account, row)
      if (holder !== undefined) {
        strangers.delete(key)
        if (state === 'complete') events.push(this.#filled(account, row, holder))
        events.push(...this.#cutOff(account, row))
        continue
      }
      open ??= pictures.unsettledOf(account).filter(({ state: of }) => of !== 'recorded')
      const closings = pictures.accountsOf(account).flatMap((one) => this.#closings.get(one) ?? [])
      const whose = whoseIs(row, { firstSeen, open, closings })
      if (whose === 'undecided') continue
      strangers.delete(key)
      settled.add(key)
      if (whose === 'elsewhere' && !this.#isOfSquareOff(account, row, { firstSeen, watched }))
        events.push(this.#elsewhere(account, row))
    }
    return events
  }

  /** Also by what the journal tells of an earlier session. */
  #isOfSquareOff(
    account: string,
    row: OrderRecord,
    { firstSeen, watched: { rows, strangers } }: { firstSeen: number; watched: WatchedBook },
  ): boolean {
    const { pictures, clock, now } = this.#options
    const squareOffs = pictures.todayOf(account).filter(isSquareOff)
    if (squareOffs.length === 0) return false
    const of = positionOfRow(row)
    const expected = pictures.of(account).expected(of)
    // Each of several closes what those before it left.
    const others = [...strangers.keys()].flatMap((key) => (rows.get(key) as OrderRecord) ?? [])
    const after = others
      .filter((other) => isDeepStrictEqual(positionOfRow(other), of))
      .reduce(
        (units, other) =>
          units + unitsFilled(other) * (sideOfWord(other.action) === 'SELL' ? 1 : -1),
        expected ?? NaN,
      )
    return isOfSquareOff(row, {
      firstSeen: now() - (clock.now() - firstSeen),
      squareOffs,
      after: Number.isNaN(after) ? null : after,
    })
  }

  #rejected(account: string, row: OrderRecord, isNew: boolean): AlertEvent[] {
    const { order_id, rejreason } = row
    const reason = rejreason?.trim() ? rejreason.trim().slice(0, longestReason) : null
    const { intent, part } = this.#ownPart(account, row)
    // Told in an earlier session, too, where the journal says so.
    const isOurs = part !== undefined && part.rejection === null
    const child = this.#livingChildOf(account, row)
    if (child !== undefined) return isOurs ? [this.#partRejected(account, row, child)] : []
    if (intent !== undefined && isOurs)
      this.#note(intent, { kind: 'rejected', orderId: order_id, reason })
    if (!isOurs && !(isNew && intent === undefined)) return []
    const words = rejectedWords(row, { reason, isOurs: intent !== undefined })
    const event = this.#event('rejected', 'bad', { account, row, words, intent })
    const times = this.#timesRevived(account, row)
    return [times === 0 ? event : { ...event, cause: `${event.cause} again ${times}` }]
  }

  /** What is filled or works was not rejected, or is that no longer: answers whether ours was called so. */
  #takeBack(account: string, row: OrderRecord): boolean {
    const child = this.#livingChildOf(account, row)
    const is = livesWith(row) ?? (child && `order ${child.order_id} of it: ${livesWith(child)}`)
    if (is === undefined) return false
    const { intent, part } = this.#ownPart(account, row)
    if (intent === undefined || part === undefined || part.rejection === null) return false
    const isUnsure = stateOf(row) === 'unknown' && unitsFilled(row) === 0
    this.#note(intent, {
      ...{ kind: 'not-rejected', orderId: row.order_id, is },
      ...(isUnsure && { isUnsure }),
    })
    return true
  }

  /** What of an order that its own row calls rejected is at the broker all the same. */
  #livingChildOf(account: string, row: OrderRecord): OrderRecord | undefined {
    const book = this.#books.get(account)
    if (book === undefined || stateOf(row) !== 'rejected') return undefined
    return book.children.of(row, book.rows).find((child) => livesWith(child) !== null)
  }

  #partRejected(account: string, row: OrderRecord, child: OrderRecord): AlertEvent {
    const words = partRejectedWords(row, child)
    const { intent } = this.#ownPart(account, row)
    const event = this.#event('unknown-state', 'urgent', { account, row, words, intent })
    return { ...event, about: 'rejected in part', cause: `rejected in part ${event.cause}` }
  }

  /** An exit, or a person, may have gone by its end. */
  #revived(account: string, row: OrderRecord, was: EndedState): AlertEvent {
    const key = comparableOrderId(row.order_id)
    const revived = this.#books.get(account)?.revived
    revived?.set(key, this.#timesRevived(account, row) + 1)
    const { intent } = this.#ownPart(account, row)
    const event = this.#event('unknown-state', 'urgent', {
      ...{ account, row, intent },
      words: revivedWords(row, was),
    })
    const cause = `revived ${event.cause} ${this.#timesRevived(account, row)}`
    return { ...event, about: 'revived', cause }
  }

  /** Whatever was done by what it was filled with at its end. */
  #changedAfterEnd(
    account: string,
    of: { row: OrderRecord; old: OrderRecord; is: EndedState; was: EndedState },
  ): AlertEvent {
    const { row, old, is, was } = of
    const { intent } = this.#ownPart(account, row)
    const words = changedAfterEndWords(row, old, { is, was })
    const event = this.#event('unknown-state', 'urgent', { account, row, words, intent })
    const cause = `changed after its end ${event.cause} ${is} ${row.fillshares}`
    return { ...event, about: 'changed after its end', cause }
  }

  #timesRevived(account: string, { order_id: id }: OrderRecord): number {
    const times = this.#books.get(account)?.revived.get(comparableOrderId(id)) ?? 0
    return Math.min(times, mostRevivals)
  }

  #ownPart(account: string, row: OrderRecord) {
    const holder = this.#options.pictures.holderOf(account, row.order_id)
    // A broker gives a number again on another day: what is ours has our symbol and side.
    const intent = holder && isRival(holder, row) ? holder : undefined
    const part = intent?.parts.find(
      ({ orderId }) => orderId !== null && isSameOrderId(orderId, row.order_id),
    )
    return { intent, part }
  }

  #filled(account: string, row: OrderRecord, intent: Intent | undefined): AlertEvent {
    const { part } = this.#ownPart(account, row)
    const words = filledWords(row, { isOurs: intent !== undefined, sent: part?.quantity ?? null })
    return this.#event('filled', 'good', { account, row, words, intent })
  }

  /** Ours, that was filled in part and then cancelled, and not from here. */
  #cutOff(account: string, row: OrderRecord): AlertEvent[] {
    const rows = this.#books.get(account)?.rows
    const state = rows === undefined ? stateOf(row) : stateIn(rows, row)
    if (state !== 'cancelled' || unitsFilled(row) === 0) return []
    const intent = this.#ownToday(account, row)
    if (intent === undefined) return []
    const isFromHere = this.#options.pictures
      .todayOf(account)
      .some(
        (one) =>
          (one.operation === 'CancelAllOrder' || isSquareOff(one)) &&
          one.at >= intent.at &&
          !isSurelyNotThere(one.state),
      )
    if (isFromHere) return []
    const words = cutOffWords(row)
    const event = this.#event('filled', 'bad', { account, row, words, intent })
    return [{ ...event, about: 'cancelled in part', cause: `cancelled in part ${event.cause}` }]
  }

  #gone(account: string, row: OrderRecord): AlertEvent {
    const intent = this.#ownToday(account, row)
    const words = goneWords(row)
    const event = this.#event('unknown-state', 'urgent', { account, row, words, intent })
    return { ...event, about: 'not shown', cause: `gone ${event.cause}` }
  }

  #back(account: string, row: OrderRecord): AlertEvent {
    const intent = this.#ownToday(account, row)
    const event = this.#event('unknown-state', 'good', {
      ...{ account, row, intent },
      words: backWords(row),
    })
    return { ...event, cause: `back ${event.cause}` }
  }

  #traded(account: string, row: OrderRecord, more: number): AlertEvent {
    const intent = this.#ownToday(account, row)
    const words = tradedWords(row, unitsFilled(row) + more)
    const event = this.#event('unknown-state', 'urgent', { account, row, words, intent })
    return { ...event, about: 'traded', cause: `traded ${event.cause}` }
  }

  /** The intent of today that holds an order by itself; of a leg of its, nothing. */
  #ownToday(account: string, row: OrderRecord): Intent | undefined {
    const { intent } = this.#ownPart(account, row)
    return intent !== undefined && intent.at >= startOfDay(this.#options.now()) ? intent : undefined
  }

  /** It may be a rejection or a fill in words that nobody knows yet. */
  #unknownState(account: string, row: OrderRecord, was: EndedState | null = null): AlertEvent {
    const intent = this.#holderOf(account, row)
    const rows = this.#books.get(account)?.rows
    const twin = rows && contradictingTwin(rows, row)
    const words = twin === undefined ? unknownStateWords(row, was) : twinWords(row, twin)
    return this.#event('unknown-state', 'bad', { account, row, words, intent })
  }

  #elsewhere(account: string, row: OrderRecord): AlertEvent {
    return this.#event('elsewhere', 'urgent', { account, row, words: elsewhereWords(row) })
  }

  #event(
    kind: AlertEvent['kind'],
    tone: AlertEvent['tone'],
    of: {
      account: string
      row: OrderRecord
      words: Pick<AlertEvent, 'title' | 'message' | 'line'>
      intent?: Intent | undefined
    },
  ): AlertEvent {
    const { account, row, words, intent } = of
    const { order_id: orderId, symbol } = row
    // Accounts of one login show the same order, which is told once.
    const [login] = this.#options.pictures.accountsOf(account).toSorted()
    const key = comparableOrderId(orderId)
    const cause = `${kind} ${login} ${key} ${dayOf(this.#options.now())}`
    const whose = intent?.account ?? account
    return {
      kind,
      tone,
      cause,
      account: whose,
      ...words,
      intent: intent?.id ?? null,
      orderId,
      symbol,
    }
  }

  /** The intent that holds an order, or the entry that it protects. */
  #holderOf(account: string, row: OrderRecord): Intent | undefined {
    const { pictures } = this.#options
    const holder = pictures.holderOf(account, row.order_id)
    // Whatever the broker calls it: the number was given to ours today.
    const isOurs = holder !== undefined && holder.at >= startOfDay(this.#options.now())
    if (holder !== undefined && (isOurs || isRival(holder, row))) return holder
    return normalisedRow(row).isChild
      ? pictures.holderOf(account, row.parentorderid ?? '')
      : undefined
  }

  #noteClosing({ account, operation, state, parts, watched }: Intent): void {
    const isTaken = state === 'accepted' || state === 'partly' || state === 'settled'
    if (!isSquareOff({ operation }) || !isTaken) return
    const at = this.#options.clock.now()
    if (watched === 'flat') {
      // What comes up from now on closes nothing any more, also where the broker squares off once more.
      const before = this.#closings.get(account) ?? []
      const done = before.map((of) => ({ ...of, doneAt: of.doneAt ?? at }))
      this.#closings.set(account, done)
      return
    }
    const named = parts.flatMap(({ name }) => name ?? [])
    const symbols = state === 'settled' || named.length === 0 ? null : new Set(named)
    const recent = (this.#closings.get(account) ?? []).filter((of) => at - of.at < squareOffLasts)
    this.#closings.set(account, [...recent, { symbols, at, doneAt: null }])
  }

  #note(intent: Intent, event: IntentEvent): void {
    const { append, onChange } = this.#options
    try {
      onChange(append([{ intent: intent.id, event }]))
    } catch (cause) {
      // It is said aloud; the next start writes it.
      if (!(cause instanceof StorageError)) throw cause
    }
  }
}

const longestReason = 1000
/** A book that flickers is news so many times. */
const mostRevivals = 3

const isEnded = (state: OrderState): state is EndedState => isFinished(state)

/** Whether an order that had ended shows more filled than it did then, or is filled in whole no more. */
function hasChangedAfterEnd(row: OrderRecord, old: OrderRecord): boolean {
  const [now, then] = [unitsFilled(row), unitsFilled(old)]
  return now > then || (now < then && stateOf(old) === 'complete')
}

const isAtWork = (state: OrderState): boolean => !isFinished(state) && state !== 'unknown'

/** What of a row speaks against its having been rejected; null where nothing does. */
function livesWith(row: OrderRecord): string | null {
  const state = stateOf(row)
  const { fillshares, quantity, status } = row
  if (state === 'rejected') return null
  if ((fillshares ?? 0) > 0) return `${fillshares} of ${quantity ?? 'unknown'} filled`
  if (state === 'complete') return 'all of it filled'
  const word = status?.trim() ? `the state ‘${brief(status.trim(), 60)}’` : 'no state'
  return isAtWork(state) || state === 'unknown' ? word : null
}

/** Books show the orders of a day until the next morning, and brokers give a number again. */
function isOfAnotherDay(one: OrderRecord, other: OrderRecord): boolean {
  if (one.orderentrytime === other.orderentrytime) return false
  const [before, now] = [parseTime(one.orderentrytime), parseTime(other.orderentrytime)]
  return before !== null && now !== null && dayOf(before) !== dayOf(now)
}

const stateOf = (row: OrderRecord): OrderState => stateOfOrder(row)
