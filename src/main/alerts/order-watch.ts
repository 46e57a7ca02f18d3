import { orderIn } from '../../shared/books/books.ts'
import { bookDayOf } from '../picture/times/book-day.ts'
import { type Rows, type RowsChange, changedKeys } from '../../shared/core/patch.ts'
import {
  type Intent,
  type IntentEvent,
  isSquareOff,
  isSurelyNotThere,
} from '../../shared/orders/intents.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { stateOfOrder } from '../../shared/service/words.ts'
import type { Clock } from '../core/clock.ts'
import { StorageError } from '../core/documents.ts'
import type { NewEntry } from '../journal/entries.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import { isRival } from '../picture/rows/order-similarity.ts'
import type { AlertEvent } from './alert-events.ts'
import { answerEvents } from './answer-events.ts'
import { hasChangedAfterEnd, isAtWork, isEnded, isOfAnotherDay, livesWith } from './ended-orders.ts'
import { LastingOddities, isCutShort } from './lasting-oddities.ts'
import { OrderEvents } from './order-events.ts'
import { OrderOwners } from './order-owners.ts'
import type { EndedState } from './order-words.ts'
import type { LivingChild } from './seeming-slices.ts'
import { SplitOrders } from './split-orders.ts'
import { type StrangeFill, StrangerOrders } from './stranger-orders.ts'
import { TakenSquareOffs } from './taken-square-offs.ts'
import { contradictingTwin, stateIn } from './twin-rows.ts'

export interface OrderWatchOptions {
  pictures: Pick<LoginPictures, 'accountsOf' | 'intents' | 'of' | 'unitsTraded'>
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
  strangers: StrangerOrders
  /** How often the broker took back that an order had ended. */
  revived: Map<string, number>
  /** Those that the latest answer was the first to show at work again, and how they had ended. */
  reviving: Map<string, EndedState>
  splits: SplitOrders
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
  readonly #squareOffs = new TakenSquareOffs()
  /** When intents of this session left, on the monotonic clock. */
  readonly #leftAt = new Map<string, number>()
  readonly #owners: OrderOwners
  readonly #events: OrderEvents

  constructor(options: OrderWatchOptions) {
    this.#options = options
    this.#owners = new OrderOwners(options)
    this.#events = new OrderEvents({ ...options, owners: this.#owners })
  }

  /** Called with every order book that was read well: the first one is not news, even where it is empty. */
  seeAnswer(account: string, rows: Rows, change: RowsChange | null = null): void {
    const watched = this.#books.get(account)
    if (watched === undefined) {
      const day = bookDayOf(this.#options.now())
      const splits = new SplitOrders(account, this.#owners)
      const fresh: WatchedBook = {
        ...{ rows, day, splits, gone: new Map(), revived: new Map(), reviving: new Map() },
        strangers: new StrangerOrders({
          ...this.#options,
          ...{ account, squareOffs: this.#squareOffs },
          holder: (row) => splits.holderOf(row),
          mayBeSlice: (row) => splits.mayBeSlice(row, fresh.rows),
          leftAt: ({ id }) => this.#leftAt.get(id),
        }),
        ...{ cutShort: new Set(), oddities: new LastingOddities(), toldGone: new Set() },
      }
      splits.note(rows.keys(), rows)
      this.#books.set(account, fresh)
      this.#tell(this.#firstSight(account, fresh))
      return
    }
    const reviving = [...watched.reviving]
    watched.reviving.clear()
    if (watched.rows !== rows) this.#seeChange(account, watched, { rows, change })
    this.#tell([
      ...this.#stillRevived(account, rows, reviving),
      ...this.#lastingEvents(account, watched),
    ])
  }

  #seeChange(
    account: string,
    watched: WatchedBook,
    { rows, change }: { rows: Rows; change: RowsChange | null },
  ): void {
    const day = bookDayOf(this.#options.now())
    const before = watched.rows
    watched.rows = rows
    // On another day the broker may give the same numbers again.
    if (watched.day !== day) {
      for (const known of [watched.gone, watched.revived, watched.toldGone]) known.clear()
      watched.splits.beginDay()
      watched.strangers.beginDay(rows)
    }
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
    const fills = watched.strangers.decide(rows, watched.gone)
    this.#tell([...events, ...this.#strangeFills(account, rows, fills)])
  }

  /** Called with every intent that changed. */
  seeIntents(intents: readonly Intent[]): void {
    const { pictures, clock } = this.#options
    const events: AlertEvent[] = []
    for (const intent of intents) {
      this.#squareOffs.note(intent, clock.now())
      // Told in the same turn in which its first byte leaves.
      if (intent.state === 'sent') this.#leftAt.set(intent.id, clock.now())
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
      if (watched === undefined) continue
      const { rows, strangers, gone } = watched
      events.push(...this.#strangeFills(account, rows, strangers.decide(rows, gone)))
    }
    this.#tell(events)
  }

  forget(account: string): void {
    this.#books.delete(account)
    this.#squareOffs.forget(account)
  }

  #tell(events: AlertEvent[]): void {
    if (events.length > 0) this.#options.tell(events)
  }

  /** What was so before anybody looked is news only where it was ours. */
  #firstSight(account: string, { rows, cutShort, strangers }: WatchedBook): AlertEvent[] {
    const events: AlertEvent[] = []
    for (const [key, row] of rows as ReadonlyMap<string, OrderRecord>) {
      const state = stateIn(rows, row)
      if (state === 'rejected') events.push(...this.#rejected(account, row, false))
      // One in doubt may be found to be it, and its fill is news then.
      else if (isEnded(state) && unitsFilled(row) > 0 && strangers.mayBeOurs(row))
        strangers.noteFormer(key, row, 'nothing')
    }
    for (const intent of this.#options.pictures.intents.todayOf(account))
      for (const { orderId } of intent.parts) {
        const row =
          orderId === null ? undefined : (orderIn(rows, orderId) as OrderRecord | undefined)
        if (row === undefined || !isRival(intent, row)) continue
        const state = stateIn(rows, row)
        if (state === 'complete') events.push(this.#events.filled(account, row, intent))
        if (state === 'unknown') events.push(this.#unknownState(account, row, rows))
        if (isCutShort(row)) cutShort.add(orderKeyOf(row))
        events.push(...this.#cutOff(account, row, rows))
        const wasRejected = this.#takeBack(account, row)
        if (wasRejected && isAtWork(state)) events.push(this.#revived(account, row, 'rejected'))
      }
    return events
  }

  #changes(
    account: string,
    { rows, gone, strangers, splits, cutShort, toldGone, reviving }: WatchedBook,
    { before, changed }: { before: Rows; changed: readonly string[] },
  ): AlertEvent[] {
    const events: AlertEvent[] = []
    for (const parent of splits.note(changed, rows)) {
      if (stateOfOrder(parent) !== 'rejected') continue
      this.#takeBack(account, parent)
      events.push(...this.#rejected(account, parent, false))
    }
    for (const key of changed) {
      const row = rows.get(key) as OrderRecord
      const known = (before.get(key) as OrderRecord | undefined) ?? gone.get(key)
      if (toldGone.delete(key)) events.push(this.#events.back(account, row))
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
      // One answer may be an old one.
      if (isAtWork(state) && ended !== null) reviving.set(key, ended)
      const isChanged =
        isEnded(state) && ended !== null && old !== undefined && hasChangedAfterEnd(row, old)
      if (isChanged)
        events.push(this.#events.changedAfterEnd(account, { row, old, is: state, was: ended }))
      if (old === undefined) strangers.noteNew(key)
      if (state === 'rejected') {
        const isNew = old !== undefined && stateOfOld !== 'rejected'
        events.push(...this.#rejected(account, row, isNew))
      }
      if (state === 'unknown' && stateOfOld !== 'unknown')
        events.push(this.#unknownState(account, row, rows, ended))
      const isFilled = state === 'complete' && old !== undefined && stateOfOld !== 'complete'
      if (isFilled && !isChanged && !strangers.has(key)) {
        const holder = splits.holderOf(row)
        if (holder === undefined) strangers.noteFormer(key, row, 'filled')
        else events.push(this.#events.filled(account, row, holder))
      }
      if (ended === null && old !== undefined && !strangers.has(key))
        events.push(...this.#cutOff(account, row, rows))
    }
    return events
  }

  /** What no reading proves by itself, since books lag and flicker, and what has lasted by now. */
  #lastingEvents(account: string, watched: WatchedBook): AlertEvent[] {
    const { rows, gone, strangers, cutShort, oddities, toldGone } = watched
    const { clock, pictures } = this.#options
    const now = clock.now()
    if (!oddities.isDue(now)) return []
    const fills = [...strangers.decide(rows, gone), ...strangers.lasting(rows)]
    const waiting = this.#strangeFills(account, rows, fills)
    const picture = pictures.of(account)
    const isOurs = (row: OrderRecord): boolean => this.#owners.today(account, row) !== undefined
    const short = [...cutShort].map((key) => ({ key, row: rows.get(key) as OrderRecord }))
    const vanished = (picture.orders.vanished as readonly OrderRecord[]).map((row) => ({
      key: orderKeyOf(row),
      row,
    }))
    const traded = picture.positions.tradedBeyond.flatMap(({ orderId, net, units }) => {
      const row = (orderIn(rows, orderId) ?? gone.get(comparableOrderId(orderId))) as
        | OrderRecord
        | undefined
      const more = net === null ? units : Math.abs(net)
      return more === null || row === undefined ? [] : [{ key: orderId, row, more }]
    })
    return [
      ...waiting,
      ...oddities
        .lasting('cut short', short, now)
        .filter(({ row }) => isOurs(row))
        .map(({ row }) => this.#unknownState(account, row, rows)),
      ...oddities
        .lasting('gone', vanished, now)
        .filter(({ row }) => isOurs(row))
        .map(({ row }) => {
          toldGone.add(orderKeyOf(row))
          return this.#events.gone(account, row)
        }),
      ...[
        ...oddities.lasting('traded', traded, now),
        // Nothing of it was said to be in the market, and no row that lags calls it rejected.
        ...traded.filter(({ row }) => stateOfOrder(row) === 'rejected'),
      ]
        .filter(({ row }) => isOurs(row))
        .map(({ row, more }) => this.#events.traded(account, row, more)),
    ]
  }

  /** Fills of orders that were not known to be ours, once it is known what they are. */
  #strangeFills(account: string, rows: Rows, fills: readonly StrangeFill[]): AlertEvent[] {
    return fills.flatMap(({ row, is, origin }) => {
      if (is === 'elsewhere') return [this.#events.elsewhere(account, row, origin)]
      if (is === 'filled') return [this.#events.filledOfNobody(account, row, origin)]
      if (is === 'perhaps ours') return [this.#events.perhapsOurs(account, row)]
      const isComplete = stateIn(rows, row) === 'complete'
      const filled = isComplete ? [this.#events.filled(account, row, is.holder)] : []
      return [...filled, ...this.#cutOff(account, row, rows)]
    })
  }

  #rejected(account: string, row: OrderRecord, isNew: boolean): AlertEvent[] {
    const { order_id, rejreason } = row
    const reason = rejreason?.trim() ? rejreason.trim().slice(0, longestReason) : null
    const { intent, part } = this.#owners.part(account, row)
    // Told in an earlier session, too, where the journal says so.
    const isOurs = part !== undefined && part.rejection === null
    if (part !== undefined) this.#books.get(account)?.splits.noteRejected(row)
    const child = this.#livingChildOf(account, row)
    if (child !== undefined) return isOurs ? [this.#events.partRejected(account, row, child)] : []
    if (intent !== undefined && isOurs)
      this.#note(intent, { kind: 'rejected', orderId: order_id, reason })
    if (!isOurs && !(isNew && intent === undefined)) return []
    const again = this.#timesRevived(account, row)
    return [this.#events.rejected(account, row, { reason, intent, again })]
  }

  /** What is filled or works was not rejected, or is that no longer: answers whether ours was called so. */
  #takeBack(account: string, row: OrderRecord): boolean {
    const child = this.#livingChildOf(account, row)
    const is = livesWith(row) ?? (child && childWords(child))
    if (is === undefined) return false
    const { intent, part } = this.#owners.part(account, row)
    if (intent === undefined || part === undefined || part.rejection === null) return false
    const isUnsure = stateOfOrder(row) === 'unknown' && unitsFilled(row) === 0
    this.#note(intent, {
      ...{ kind: 'not-rejected', orderId: row.order_id, is },
      ...(isUnsure && { isUnsure }),
    })
    return true
  }

  #livingChildOf(account: string, row: OrderRecord): LivingChild | undefined {
    const book = this.#books.get(account)
    return book?.splits.livingChildOf(row, book.rows)
  }

  /** Of what an answer before showed at work after its end, what this one shows so as well. */
  #stillRevived(
    account: string,
    rows: Rows,
    reviving: Iterable<readonly [key: string, was: EndedState]>,
  ): AlertEvent[] {
    return [...reviving].flatMap(([key, was]) => {
      const row = rows.get(key) as OrderRecord | undefined
      return row !== undefined && isAtWork(stateIn(rows, row))
        ? [this.#revived(account, row, was)]
        : []
    })
  }

  #revived(account: string, row: OrderRecord, was: EndedState): AlertEvent {
    const revived = this.#books.get(account)?.revived
    revived?.set(orderKeyOf(row), this.#timesRevived(account, row) + 1)
    return this.#events.revived(account, row, { was, times: this.#timesRevived(account, row) })
  }

  /** Ours, that was filled in part and then cancelled, and not from here. */
  #cutOff(account: string, row: OrderRecord, rows: Rows): AlertEvent[] {
    if (stateIn(rows, row) !== 'cancelled' || unitsFilled(row) === 0) return []
    const intent = this.#owners.today(account, row)
    if (intent === undefined) return []
    const isFromHere = this.#options.pictures.intents
      .todayOf(account)
      .some(
        (one) =>
          (one.operation === 'CancelAllOrder' || isSquareOff(one)) &&
          one.at >= intent.at &&
          !isSurelyNotThere(one.state),
      )
    return isFromHere ? [] : [this.#events.cutOff(account, row, intent)]
  }

  #unknownState(
    account: string,
    row: OrderRecord,
    rows: Rows,
    was: EndedState | null = null,
  ): AlertEvent {
    return this.#events.unknownState(account, row, { was, twin: contradictingTwin(rows, row) })
  }

  #timesRevived(account: string, { order_id: id }: OrderRecord): number {
    const times = this.#books.get(account)?.revived.get(comparableOrderId(id)) ?? 0
    return Math.min(times, mostRevivals)
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

const childWords = ({ row, seems }: LivingChild): string =>
  `order ${row.order_id}${seems ? ', which seems to be a slice of it' : ' of it'}: ${livesWith(row)}`

const longestReason = 1000
/** A book that flickers is news so many times. */
const mostRevivals = 3
