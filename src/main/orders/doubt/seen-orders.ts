import type { FreshRead } from '../../books/book-poll.ts'
import type { Clock } from '../../core/clock.ts'
import { OwedWork } from '../../core/turns.ts'
import { mostOrdersADay } from '../../../shared/books/books.ts'
import { notes } from '../../../shared/core/notes.ts'
import { type Rows, type RowsChange, changedKeys } from '../../../shared/core/patch.ts'
import { startOfDay } from '../../../shared/core/india.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { aboutThen } from '../../picture/times/book-lag.ts'
import { type OrdersOfSide, noOrdersYet } from '../../picture/rows/order-similarity.ts'
import type { Appearance } from './entry-time.ts'
import type { FormerOrders } from './former-orders.ts'

/** When an order was first seen: on the monotonic clock, and in wall-clock milliseconds. */
interface Sight {
  firstSeen: number
  wall: number
}

/** The sending of an order, and the accounts whose books may show it. */
interface Sending {
  accounts: readonly string[]
  /** By the wall clock, and by the monotonic one; null where that was another session's. */
  sentAt: number
  monotonic: number | null
  /** So many sights earlier sessions had noted then; unknown where an older desk sent it. */
  noted?: number | undefined
}

/** An account's order book over all of its answers. */
interface SeenBook {
  /** Orders that any answer of this session showed, by their ids as they are compared; one sight for all that came up with one. */
  orders: Map<string, Sight>
  /** The same by symbol and side, and all of these: an order that is about to leave waits while those like it are found. */
  alike: Map<string, Map<string | null, OrdersOfSide>>
  sides: OrdersOfSide[]
  /** Orders that are not in the book any more, and when they were first seen, in wall-clock milliseconds. */
  putAway: Map<string, number>
  /** The latest answer, and the latest that lacked nothing which the one before it had. */
  rows: Rows
  whole: Rows
  /** Whole answers that came one after another; and answers since then that lack something. */
  wholes: number
  lacking: number
  /** Notes of orders that the latest answer showed first. */
  owed: OwedWork
}

/** One answer may be empty, or short of rows, by mistake: two that agree are believed. */
const answersThatAgree = 2
/** After so many answers without them, orders are not missing but put away. */
const patience = 10

/** Remembers every order that the books have shown: an empty answer makes none of them new. */
export class SeenOrders {
  readonly #clock: Pick<Clock, 'now'>
  readonly #now: () => number
  readonly #former: Pick<FormerOrders, 'firstSeen' | 'note'>
  readonly #books = new Map<string, SeenBook>()

  constructor(options: {
    clock: Pick<Clock, 'now'>
    /** Wall-clock milliseconds. */
    now: () => number
    former: Pick<FormerOrders, 'firstSeen' | 'note'>
  }) {
    this.#clock = options.clock
    this.#now = options.now
    this.#former = options.former
  }

  /** Called with every order book that was read well, also where nothing changed. */
  see(account: string, { rows, meta }: FreshRead, change: RowsChange | null = null): void {
    const nothing: Rows = new Map()
    const book = this.#bookOf(account) ?? {
      ...{ orders: new Map(), alike: new Map(), sides: [], putAway: new Map() },
      ...{ rows: nothing, whole: nothing, wholes: 0, lacking: 0, owed: new OwedWork() },
    }
    this.#books.set(account, book)
    const { changed, gone } = changedKeys(book.rows, rows, change)
    const isLacking = book.whole === book.rows ? gone.length > 0 : lacksSome(rows, book.whole)
    book.lacking = isLacking ? book.lacking + 1 : 0
    const isWhole = meta.unreadable.length === 0 && (!isLacking || book.lacking >= patience)
    book.wholes = isWhole ? book.wholes + 1 : 0
    if (isWhole && isLacking) this.#putAway(book, rows)
    if (isWhole) book.whole = rows
    book.rows = rows
    this.#note(account, book, { changed, age: meta.age ?? 0 })
  }

  /** Every order that the books of these accounts have shown in this session, but those put away. */
  of(accounts: readonly string[]): readonly OrdersOfSide[] {
    const each = accounts.map((account) => this.#bookOf(account)?.sides ?? [])
    return each.length === 1 ? each[0]! : each.flat()
  }

  /** Whether the book surely shows all orders that are there. */
  isSure(account: string): boolean {
    return (this.#books.get(account)?.wholes ?? 0) >= answersThatAgree
  }

  /** When an order came up, seen from the sending of another one. */
  appearanceOf(orderKey: string, to: Sending): Omit<Appearance, 'entered'> {
    const seenAfter = this.#seenAfter(orderKey, to)
    const formerly = this.#formerlySeen(orderKey, to)
    if (formerly === null) return { seenAfter, wasThere: 'no' }
    return { seenAfter, wasThere: formerly >= startOfDay(to.sentAt) ? 'today' : 'earlier' }
  }

  /** Whether an order may have come up only since the sending of another one. */
  mayBeNew(orderKey: string, to: Sending): boolean {
    const seenAfter = this.#seenAfter(orderKey, to)
    // Most were there before, as this session knows by itself.
    if (seenAfter !== null && seenAfter < 0) return false
    return this.appearanceOf(orderKey, to).wasThere === 'no'
  }

  /** Whether a book showed an order today, before the sending of another one: that one did not make it. */
  wasThereToday(orderKey: string, to: Sending): boolean {
    const today = startOfDay(to.sentAt)
    const seenAfter = this.#seenAfter(orderKey, to)
    // A broker that begins its numbers anew in the morning may name one that this session saw yesterday.
    if (seenAfter !== null && seenAfter < 0)
      return (this.#firstSight(to.accounts, orderKey)?.wall ?? 0) >= today
    const formerly = this.#formerlySeen(orderKey, to)
    return formerly !== null && formerly >= today
  }

  #seenAfter(orderKey: string, { accounts, sentAt, monotonic }: Sending): number | null {
    const first = this.#firstSight(accounts, orderKey)
    if (first === undefined) return null
    return monotonic === null ? atLeastZero(first.wall - sentAt) : first.firstSeen - monotonic
  }

  #firstSight(accounts: readonly string[], orderKey: string): Sight | undefined {
    return accounts
      .flatMap((account) => this.#bookOf(account)?.orders.get(orderKey) ?? [])
      .toSorted((one, other) => one.firstSeen - other.firstSeen)[0]
  }

  /**
   * When an order was first seen that was there before the sending of another: put away since, or
   * seen in an earlier session; in wall-clock milliseconds.
   */
  #formerlySeen(orderKey: string, { accounts, sentAt, monotonic, noted }: Sending): number | null {
    const former = this.#former.firstSeen(accounts, orderKey)
    // Of what the session saw that sent the other, the rivals of that one tell.
    if (former !== null && monotonic === null && noted !== undefined)
      return former.number <= noted ? former.at : null
    const putAway = accounts.flatMap(
      (account) => this.#books.get(account)?.putAway.get(orderKey) ?? [],
    )
    const at = former?.at ?? putAway[0] ?? null
    return at !== null && (monotonic !== null || at < sentAt - aboutThen) ? at : null
  }

  /** The account is another login's now. */
  forget(account: string): void {
    this.#bookOf(account)
    this.#books.delete(account)
  }

  /** Makes what is owed, before what was noted is written for the last time. */
  close(): void {
    for (const { owed } of this.#books.values()) owed.finish()
  }

  /** With all orders that its latest answer showed. */
  #bookOf(account: string): SeenBook | undefined {
    const book = this.#books.get(account)
    book?.owed.finish()
    return book
  }

  /** A broker that clears its book for the next day may give the same numbers again. */
  #putAway(book: SeenBook, rows: Rows): void {
    const { orders, putAway } = book
    const gone = [...orders].filter(([key]) => !rows.has(key))
    for (const [key, { wall }] of gone) putAway.set(key, wall)
    drop(
      book,
      gone.map(([key]) => key),
    )
    for (const oldest of tooMany(putAway)) putAway.delete(oldest)
  }

  /** An answer shows what was there when it came, however long it took to be read. */
  #note(
    account: string,
    book: SeenBook,
    { changed, age }: { changed: readonly string[]; age: number },
  ): void {
    const { orders, rows } = book
    const sight = { firstSeen: this.#clock.now() - age, wall: this.#now() - age }
    const fresh: string[] = []
    const note = (at: string): void => {
      const { order_id, symbol, action } = rows.get(at) as OrderRecord
      const key = comparableOrderId(order_id)
      if (orders.has(key)) return
      alikeIn(book, { symbol, action }).add(order_id)
      orders.set(key, sight)
      fresh.push(key)
    }
    const end = (): void => {
      drop(book, tooMany(orders))
      if (fresh.length > 0) this.#former.note(account, fresh)
    }
    book.owed.begin(
      (function* () {
        yield* notes(changed, note)
        end()
      })(),
    )
  }
}

function lacksSome(rows: Rows, before: Rows): boolean {
  for (const key of before.keys()) if (!rows.has(key)) return true
  return false
}

/** Nothing that this session sees was there before what another one sent: then the clock was set. */
const atLeastZero = (milliseconds: number): number | null =>
  milliseconds < 0 ? null : milliseconds

function alikeIn(
  { alike, sides: all }: SeenBook,
  of: Pick<OrderRecord, 'symbol' | 'action'>,
): Set<string> {
  let sides = alike.get(of.symbol)
  if (sides === undefined) alike.set(of.symbol, (sides = new Map()))
  let known = sides.get(of.action)
  if (known === undefined) {
    known = noOrdersYet(of)
    sides.set(of.action, known)
    all.push(known)
  }
  return known.ids
}

/** Looks through all that are alike, which is seldom: each order would otherwise keep where it is. */
function drop({ orders, alike }: SeenBook, keys: readonly string[]): void {
  if (keys.length === 0) return
  const gone = new Set(keys)
  for (const key of keys) orders.delete(key)
  for (const sides of alike.values())
    for (const { ids } of sides.values())
      for (const id of ids) if (gone.has(comparableOrderId(id))) ids.delete(id)
}

/** The oldest, beyond as many as are kept. */
function tooMany(orders: ReadonlyMap<string, unknown>): readonly string[] {
  const beyond = orders.size - mostOrdersADay
  return beyond > 0 ? [...orders.keys()].slice(0, beyond) : []
}
