import { orderIn } from '../../../shared/books/books.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import type { Intent, Part } from '../../../shared/orders/intents.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { comparableOrderId, isSameOrderId } from '../../../shared/service/order-ids.ts'
import type { Clock } from '../../core/clock.ts'
import { longestDay, slowestOrderBook } from '../../picture/times/book-lag.ts'
import { normalisedRequest } from '../../picture/rows/order-similarity.ts'
import { isBesideOwned, isEarlier, isSmaller, isThere, isTimely, ownerOf } from './beside-own.ts'
import { BookSpelling, anySpelling } from './book-spelling.ts'
import { isOwn } from './own-row.ts'
import { type UnnamedPart, isAsPriced, isSiblings, unnamedOf } from './sibling-rows.ts'
import { TurnedRows } from './turned-rows.ts'

/** Milliseconds for which a row in other words is compared again: what its book lacks may come up yet. */
const comparedFor = 60_000

/** Milliseconds within which two orders are on their way at the same time: a service may mix their answers up. */
const mixedUpWithin = 15_000

/** An order that the service named for an intent, and whose row reads as another one. */
export interface Disowned {
  intent: Intent
  orderId: string
  /** Such as SELL 25 SBIN-EQ MIS LIMIT 845.7. */
  is: string
}

/** An intent that is compared with what its book shows. */
interface Followed {
  intent: Intent
  at: number
  shownAt: number | null
  /** Its own book had had its time, and showed nothing under its number. */
  isMissed: boolean
}

/** What a book shows under a number that the service named. */
interface NamedRow {
  intent: Intent
  orderId: string
  row: OrderRecord
}

interface NamedRowsOptions {
  clock: Pick<Clock, 'now'>
  /** Whether a book had shown an order, today or earlier, when this one was sent, or another of ours was given its number. */
  mayBeAnother(intent: Intent, orderId: string): boolean
  /** Whether a number is another order of ours by a book or by a person, and not by the service’s word alone. */
  isFoundForAnother(intent: Intent, orderId: string): boolean
  /** Whether an order of ours holds one of the broker's. */
  isClaimed(intent: Intent, orderId: string): boolean
  /** Whether a row can be another order of ours, which is on the wire or in doubt. */
  isSought(intent: Intent, row: OrderRecord): boolean
  /** Called with an intent that is compared no longer. */
  onClose(intent: Intent): void
}

/**
 * Orders of this session whose id the service named, until a book shows under it what was sent.
 * Services answer one call with another's answer.
 */
export class NamedRows {
  readonly #options: NamedRowsOptions
  readonly #open = new Map<string, Followed>()
  readonly #turned: TurnedRows
  /** Orders in doubt, since the service had named another's for them. */
  readonly #misnamed = new Map<string, Intent>()
  /** Orders without a clear yes. */
  readonly #doubts = new Map<string, Intent>()
  /** As the books that write them so have them. */
  readonly #symbols = new Set<string>()

  constructor(options: NamedRowsOptions) {
    this.#options = options
    this.#turned = new TurnedRows(options.clock)
  }

  /** Told of every intent that changed. */
  follow(intent: Intent): void {
    this.#turned.follow(intent)
    const known = this.#open.get(intent.id)
    if (intent.ticket === null) return
    if (intent.state === 'in-doubt') this.#doubts.set(intent.id, intent)
    else this.#doubts.delete(intent.id)
    if (intent.state === 'in-doubt' && intent.disowned !== undefined)
      this.#misnamed.set(intent.id, intent)
    else this.#misnamed.delete(intent.id)
    if (intent.state === 'sent') {
      this.#open.set(intent.id, {
        intent,
        at: this.#options.clock.now(),
        shownAt: null,
        isMissed: false,
      })
      const { symbol } = normalisedRequest(intent)
      if (typeof symbol === 'string') this.#symbols.add(symbol)
    } else if (known !== undefined && intent.parts.some(isNamed)) known.intent = intent
    else this.#open.delete(intent.id)
  }

  /** Takes up the intents that an earlier session sent, and whose orders no book of that session showed. */
  takeUp(intents: readonly Intent[]): void {
    for (const intent of intents)
      if (intent.ticket !== null && intent.parts.some(isNamed))
        this.#open.set(intent.id, {
          intent,
          at: this.#options.clock.now(),
          shownAt: null,
          isMissed: false,
        })
  }

  isOpen(id: string): boolean {
    return this.#open.has(id)
  }

  /** Whether a book shows under a number, which an answer only now names for an intent, what that cannot have made. */
  isAnothers(intent: Intent, orderId: string, rows: Rows): boolean {
    const row = orderIn(rows, orderId) as OrderRecord | undefined
    if (row === undefined) return false
    const [first, ...slices] = intent.parts
    const quantity = slices.length > 0 ? null : first!.quantity
    return (
      isOwn(intent, { row, quantity, spelling: new BookSpelling(rows, this.#symbols) }) === 'no'
    )
  }

  /** What a good reading of an order book shows, of intents whose orders it has. */
  see(rows: Rows, isOfBook: (intent: Intent) => boolean): Disowned[] {
    const now = this.#options.clock.now()
    const spelling = new BookSpelling(rows, this.#symbols)
    const others = this.#turned
      .see(rows, { isOfBook, spelling })
      .map(({ intent, was, is }): Disowned => {
        const words = `its row was ${rowName(was)} before, and is ${rowName(is)} now`
        return { intent, orderId: was.order_id, is: words }
      })
    const unsure: NamedRow[] = []
    for (const followed of this.#open.values()) {
      const { intent, at } = followed
      if (intent.state === 'sent') continue
      const shown = intent.parts.filter(isNamed).map(({ orderId, quantity }) => {
        const row = orderIn(rows, orderId) as OrderRecord | undefined
        return { orderId, row, quantity }
      })
      const isDue = now - at >= slowestOrderBook && isOfBook(intent)
      const elsewhere = isDue ? this.#foundElsewhere(intent, shown) : []
      others.push(...elsewhere)
      if (shown.every(({ row }) => row === undefined)) {
        if (isDue) followed.isMissed = true
        if (isDue && elsewhere.length === 0) others.push(...this.#wronglyNamed(intent, spelling))
        if (now - at > longestDay) this.#close(intent)
        continue
      }
      if (!isOfBook(intent)) continue
      const since = (followed.shownAt ??= now)
      const verdicts = shown.map(({ orderId, row, quantity }) => {
        if (row === undefined) return 'unknown'
        const verdict = isOwn(intent, { row, quantity, spelling })
        if (verdict === 'no') others.push({ intent, orderId, is: rowName(row) })
        else if (
          verdict === 'unknown' ||
          mayBeOthers(intent, row) ||
          !isJust(intent, quantity, row)
        )
          unsure.push({ intent, orderId, row })
        return verdict
      })
      const isOwnInAll = verdicts.every((verdict) => verdict === 'yes')
      const isOver = now - since > comparedFor
      const isKnown = isOwnInAll && (isOver || !shown.some(({ row }) => mayBeOthers(intent, row!)))
      if (isKnown)
        this.#turned.note(
          intent,
          shown.flatMap(({ row }) => row ?? []),
        )
      // What another of its request was to be may still be told.
      const isJustIt = isKnown && shown.every(({ row, quantity }) => isJust(intent, quantity, row!))
      if (isOver || isJustIt) this.#close(intent)
    }
    for (const one of unsure) others.push(...this.#besideOwn(one, { spelling, others }))
    return others
  }

  /**
   * A row that could be an order's own by itself, beside one that is in all what was sent: another's
   * where it was entered well before, belongs to another order, or has fewer units for no reason, or
   * where the answers of two orders were given for each other.
   */
  #besideOwn(
    { intent, orderId, row }: NamedRow,
    { spelling, others }: { spelling: BookSpelling; others: readonly Disowned[] },
  ): Disowned[] {
    if (isSiblings({ intent, row }, this.#unnamed(others))) {
      const is = `${rowName(row)}, which is just what another order of the same request was to be`
      return [{ intent, orderId, is }]
    }
    if (!mayBeOthers(intent, row) && !isSmaller(intent, row)) return []
    const likes = spelling.asSent(intent)
    const free = likes.filter((like) => this.#isNobodys(intent, like))
    const timely = isEarlier(intent, row) ? free.find((like) => isTimely(intent, like)) : undefined
    const whole =
      isSmaller(intent, row) && !spelling.hasSliceBeside(intent, row)
        ? (free.find(isThere) ?? likes.find((like) => this.#isSwapped({ row, like }, others)))
        : undefined
    const owned = free.find((like) => isBesideOwned(intent, { row, like }))
    const like = timely ?? owned ?? whole
    if (like === undefined) return []
    const when =
      timely !== undefined
        ? ', entered before this was sent'
        : owned !== undefined
          ? `, which belongs to order ${ownerOf(intent, row)}`
          : ''
    const is = `${rowName(row)}${when}; the book has order ${like.order_id}, ${rowName(like)}, which is what was sent`
    return [{ intent, orderId, is }]
  }

  /** Parts without a clear yes, and those that were given another's number by this very reading. */
  #unnamed(others: readonly Disowned[]): UnnamedPart[] {
    const misnamed = others.flatMap(({ intent, orderId }) =>
      intent.parts.flatMap((part) => (part.orderId === orderId ? { intent, part } : [])),
    )
    return [...unnamedOf([...this.#doubts.values()]), ...misnamed]
  }

  /** Whether the service named one of two rows for another order, and the other row is that order's. */
  #isSwapped(
    { row, like }: { row: OrderRecord; like: OrderRecord },
    others: readonly Disowned[],
  ): boolean {
    const isLike = (id: string): boolean => isSameOrderId(id, like.order_id)
    const before = [...this.#misnamed.values()].filter(({ disowned }) => disowned?.some(isLike))
    const now = others.flatMap(({ intent, orderId }) => (isLike(orderId) ? intent : []))
    return [...before, ...now].some(({ parts, ...intent }) => {
      const [{ quantity } = { quantity: null }] = parts
      const of = { row, quantity, spelling: anySpelling }
      return parts.length === 1 && isOwn({ ...intent, parts }, of) === 'yes'
    })
  }

  #isNobodys(intent: Intent, row: OrderRecord): boolean {
    const { mayBeAnother, isClaimed, isSought } = this.#options
    const { order_id: id } = row
    return !isClaimed(intent, id) && !mayBeAnother(intent, id) && !isSought(intent, row)
  }

  /**
   * Numbers that the book does not show, and that another order of ours has by another login's book, or
   * by a person: this one has them by the service's word alone.
   */
  #foundElsewhere(
    intent: Intent,
    shown: readonly { orderId: string; row: OrderRecord | undefined }[],
  ): Disowned[] {
    const is = 'the book does not show that number, and another order of yours was found to have it'
    return shown
      .filter(({ row }) => row === undefined)
      .filter(({ orderId }) => this.#options.isFoundForAnother(intent, orderId))
      .map(({ orderId }) => ({ intent, orderId, is }))
  }

  /**
   * A number that the book does not show, beside a new order of nobody's that is in all what was sent:
   * the service named the wrong one. A number of before, or of another order of ours, may also be
   * given again on another day, or at another login; one that nobody knows is shown late, unless it is
   * that order's misspelt.
   */
  #wronglyNamed(intent: Intent, spelling: BookSpelling): Disowned[] {
    const { mayBeAnother, isClaimed } = this.#options
    const named = intent.parts.filter(isNamed)
    const former = named.filter(({ orderId }) => mayBeAnother(intent, orderId))
    const alone = intent.parts.length === 1 ? named[0] : undefined
    if (former.length === 0 && alone === undefined) return []
    const likes = spelling.asSent(intent).filter(({ order_id: id }) => !isClaimed(intent, id))
    const [like] = likes
    if (like === undefined) return []
    const it = `it has order ${like.order_id}, ${rowName(like)}`
    if (former.length > 0) {
      const is = `that number was another order’s before, and the book does not show it; ${it}`
      return former.map(({ orderId }) => ({ intent, orderId, is }))
    }
    const isAlone = likes.length === 1 && isTimely(intent, like)
    const misplaced = isAlone ? this.#misplacedAnswer(intent, like.order_id) : null
    if (misplaced !== null) {
      const is = `the book does not show that number; ${it}, which ${misplaced} had named for another order`
      return [{ intent, orderId: alone!.orderId, is }]
    }
    const isIt = isAlone && this.#isNobodys(intent, like)
    if (!isIt || !isMisspelt(alone!.orderId, like.order_id)) return []
    const is = `the book does not show that number; ${it}, which is what was sent`
    return [{ intent, orderId: alone!.orderId, is }]
  }

  /**
   * What named an order for another account's of the same request, or for one that was on its way at
   * the same time and whose own book does not show it; null where nothing did.
   */
  #misplacedAnswer({ id, account, request, sent }: Intent, orderId: string): string | null {
    const isIt = (other: Intent): boolean =>
      other.id !== id &&
      other.account !== account &&
      [...(other.disowned ?? []), ...other.parts.flatMap((part) => part.orderId ?? [])].some(
        (named) => isSameOrderId(named, orderId),
      )
    const open = [...this.#open.values()]
    const misnamed = [...this.#misnamed.values()]
    const isOfRequest = (other: Intent): boolean => isIt(other) && other.request === request
    if ([...misnamed, ...open.map(({ intent }) => intent)].some(isOfRequest))
      return 'the same answer'
    const isBeside = (other: Intent): boolean =>
      isIt(other) &&
      other.sent !== null &&
      sent !== null &&
      Math.abs(other.sent.at - sent.at) < mixedUpWithin
    const missed = open.flatMap(({ intent, isMissed }) => (isMissed ? intent : []))
    return [...misnamed, ...missed].some(isBeside) ? 'an answer of the same time' : null
  }

  #close(intent: Intent): void {
    this.#open.delete(intent.id)
    this.#options.onClose(intent)
  }
}

/** Whether a row has the units that were sent, and their price. */
const isJust = (intent: Intent, quantity: number | null, row: OrderRecord): boolean =>
  quantity === row.quantity && isAsPriced(intent, row)

/** Whether a row's time, or what it says that it belongs to, speaks against it. */
const mayBeOthers = (intent: Intent, row: OrderRecord): boolean =>
  isEarlier(intent, row) || ownerOf(intent, row) !== null

const isNamed = (part: Part): part is Part & { orderId: string } =>
  part.state === 'accepted' && part.orderId !== null

/** Whether one number is the other with something before, behind or left out at an end. */
function isMisspelt(named: string, shown: string): boolean {
  const [one, other] = [comparableOrderId(named), comparableOrderId(shown)]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= fewestLetters && long.includes(short)
}

/** Of a number that still tells orders apart. */
const fewestLetters = 4

/**
 * Parts of an order in doubt that are the orders which the service had named for it after all: their
 * rows read as what was sent by now. A book writes a pending order in other words than a working one.
 */
export function takenBack(
  intent: Intent,
  rows: Rows,
  { isFree, doubts }: { isFree: (orderId: string) => boolean; doubts: readonly Intent[] },
): { part: number; orderId: string }[] {
  const found: { part: number; orderId: string }[] = []
  const isBesideOwn = (row: OrderRecord): boolean =>
    mayBeOthers(intent, row) &&
    new BookSpelling(rows, new Set())
      .asSent(intent)
      .some(
        (like) =>
          (isEarlier(intent, row) && isTimely(intent, like)) ||
          isBesideOwned(intent, { row, like }),
      )
  for (const orderId of intent.disowned ?? []) {
    const row = orderIn(rows, orderId) as OrderRecord | undefined
    if (row === undefined || !isFree(orderId) || isBesideOwn(row)) continue
    if (isSiblings({ intent, row }, unnamedOf(doubts))) continue
    const part = intent.parts.findIndex(
      ({ state, quantity }, index) =>
        state === 'in-doubt' &&
        !found.some((one) => one.part === index) &&
        isOwn(intent, { row, quantity, spelling: anySpelling }) === 'yes',
    )
    if (part >= 0) found.push({ part, orderId })
  }
  return found
}

/** Such as SELL 25 SBIN-EQ MIS LIMIT 845.7. */
export const rowName = ({
  action,
  quantity,
  symbol,
  product,
  pricetype,
  price,
}: OrderRecord): string =>
  [action?.toUpperCase(), quantity, symbol, product, pricetype, price]
    .filter((word) => word != null)
    .join(' ')
    .slice(0, 200)
