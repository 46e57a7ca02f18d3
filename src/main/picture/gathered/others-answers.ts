import type { BookName } from '../../../shared/books/books.ts'
import { type Failure, fail } from '../../../shared/core/errors.ts'
import { type Row, type Rows, changedKeys, isSame } from '../../../shared/core/patch.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { isWorkingRow } from '../../../shared/books/open-rows.ts'
import { orderKeyOf } from '../../../shared/service/order-ids.ts'
import { unitsFilled } from '../../../shared/service/order-units.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import type { Clock } from '../../core/clock.ts'
import { normalisedRequest, normalisedRow, similarity } from '../rows/order-similarity.ts'
import { isOtherOrder, isSameEntry, isAlikePosition } from '../rows/same-entry.ts'
import { bookDayOf } from '../times/book-day.ts'

export interface OthersSources {
  clock: Pick<Clock, 'now'>
  /** Wall-clock milliseconds. */
  now(): number
  /** What tells a service and broker from others, and its accounts that are surely of other clients than this one. */
  othersAtService(account: string): { place: string; others: readonly string[] }
  /** Orders of today, sent alone, for which the service itself named this number. */
  namedFor(orderId: string): readonly Intent[]
  isOf(account: string, intent: Intent): boolean
}

/** What an account showed as an order of its own. */
interface Claim {
  row: Row
  /** On the monotonic clock. */
  since: number
  /** No other book showed it for a while after it came up here: then it is surely of this account. */
  isSettled: boolean
  /** Since when its book leaves it out; null where it does not. */
  goneAt: number | null
}

/** What is known of one account: its books as they were believed, and as they were answered last. */
interface Known {
  day: string
  claims: Map<string, Claim>
  /** Rows that were believed, by their books. */
  believed: Map<BookName, Rows>
  /** The order book as it was answered last, believed or not. */
  latest: { rows: Rows; at: number } | null
  /** When the order book was believed last. */
  believedAt: number | null
  /** Of which account its order book was turned down; `open` where it may as well be its own. */
  turnedDown: { of: string; kind: 'surely' | 'open' | 'held' } | null
  /** Since when an answer is held that may be of another account. */
  heldSince: number | null
}

interface Judged {
  account: string
  place: string
  others: readonly string[]
  known: Known
  rows: Rows
  changed: readonly Row[]
  gone: readonly Row[]
}

type Verdict = NonNullable<Known['turnedDown']> | null

/** Milliseconds after which an order that one book shows alone is surely of its account. */
const settledAfter = 5000

/** Milliseconds for which a book may leave out an order that stays its own. */
const ownWhileGone = 60_000

/** Milliseconds after which two books that show the same orders without an end are of two accounts that do the same. */
const alikeFor = 60_000

/** Milliseconds for which an answer that is another account's to the letter is not believed, where numbers repeat. */
const heldFor = 30_000

/** Milliseconds within which the other account is read anew. */
const readWithin = 5000

/**
 * Tells whether an answer of the service is of the account that was asked for at all: a service that
 * mixes its clients up answers with the book of another one. By the numbers of orders, where the service
 * gives each once; where it counts anew for each client, by all that the book says, for a while. What is
 * turned down is as an answer that cannot be read. An empty book is nobody's.
 */
export class OthersAnswers {
  readonly #sources: OthersSources
  readonly #accounts = new Map<string, Known>()
  #day: string | null = null
  /** Orders that two accounts showed today. */
  readonly #doubled = new Set<string>()
  /** Who showed an order. */
  readonly #shownBy = new Map<string, Set<string>>()
  /** Services that give numbers again for each client. */
  readonly #repeating = new Set<string>()
  /** Pairs of accounts that showed the same orders, and since when; `alike` where they were left to. */
  readonly #contests = new Map<string, number | 'alike'>()

  constructor(sources: OthersSources) {
    this.#sources = sources
  }

  /** Why an answer of a book does not count for an account; null where it does. */
  refusal(account: string, book: BookName, rows: Rows): Failure | null {
    if (book !== 'orders' && book !== 'trades' && book !== 'positions') return null
    const { place, others } = this.#sources.othersAtService(account)
    const known = this.#knownOf(account)
    if (book !== 'orders') return this.#ofAside({ account, place, others, known, book, rows })
    const before = known.believed.get('orders') ?? none
    const { changed, gone } = changedKeys(before, rows, null)
    const judged: Judged = {
      ...{ account, place, others, known, rows },
      changed: changed.map((key) => rows.get(key)!),
      gone: gone.map((key) => before.get(key)!),
    }
    const verdict = others.length === 0 || rows.size === 0 ? null : this.#judge(judged)
    const now = this.#sources.clock.now()
    const former = known.turnedDown
    known.turnedDown = verdict
    if (verdict === null) this.#believe(judged, former, now)
    else if (verdict.kind === 'open')
      for (const row of rows.values()) this.#noteShown(orderKeyOf(row), account)
    known.latest = { rows, at: now }
    if (verdict === null) return null
    return verdict.kind === 'held' ? perhapsAnothers : anothers
  }

  /** An account is somebody else's now. */
  forget(account: string): void {
    this.#accounts.delete(account)
  }

  #knownOf(account: string): Known {
    const day = bookDayOf(this.#sources.now())
    const before = this.#accounts.get(account)
    if (before?.day === day) return before
    if (this.#day !== day) {
      this.#day = day
      this.#doubled.clear()
      this.#shownBy.clear()
    }
    const known: Known = {
      ...{ day, claims: new Map(), believed: new Map() },
      ...{ latest: null, believedAt: null, turnedDown: null, heldSince: null },
    }
    this.#accounts.set(account, known)
    return known
  }

  /** What was known on a day before says nothing of this one, on which numbers begin anew. */
  #ofToday(account: string): Known | undefined {
    const known = this.#accounts.get(account)
    return known?.day === bookDayOf(this.#sources.now()) ? known : undefined
  }

  #judge(judged: Judged): Verdict {
    const { account, place, others, known, rows, changed } = judged
    const fresh = changed.map((row) => [orderKeyOf(row), row] as const)
    const doubled = [...(this.#repeating.has(place) ? [] : this.#doubled)].flatMap((id) => {
      const row = rows.get(id)
      return row === undefined ? [] : [[id, row] as const]
    })
    const looked = new Map([...doubled, ...fresh])
    const named = fresh.flatMap(([id, row]) => this.#namedForOther(judged, id, row) ?? [])
    const [apart, alike] = [new Set<string>(), new Set<string>()]
    const open = new Set<string>()
    for (const other of others) {
      const shared = this.#sharedWith(other, looked, place)
      const pair = pairOf(account, other)
      if (this.#repeating.has(place) || this.#contests.get(pair) === 'alike') {
        alike.add(other)
        continue
      }
      for (const [id] of shared) {
        const own = this.#strengthOf(account, id, { isShown: true })
        const theirs = this.#strengthOf(other, id, { readWithout: known })
        const isInPlaceOfOwn =
          own === theirs && !known.claims.has(id) && this.#isLost(judged, other)
        if (theirs > own || isInPlaceOfOwn) apart.add(other)
        else if (theirs === own && own > 0) open.add(other)
      }
    }
    const isSequence = !this.#repeating.has(place)
    const [surely] = [...(isSequence ? named : []), ...apart]
    if (surely !== undefined) return { of: surely, kind: 'surely' }
    for (const other of open)
      if (this.#isOpen(pairOf(account, other))) return { of: other, kind: 'open' }
    for (const other of alike) {
      const kind = this.#heldFor(judged, other)
      if (kind !== null) return { of: other, kind }
    }
    return null
  }

  /** Orders of an answer that another account shows as well; that a number is of two orders is noted. */
  #sharedWith(
    other: string,
    looked: ReadonlyMap<string, Row>,
    place: string,
  ): readonly (readonly [string, Row])[] {
    const theirs = this.#ofToday(other)
    if (theirs === undefined) return []
    return [...looked].filter(([id, row]) => {
      const shown = shownIn(theirs, id)
      if (shown === undefined) return false
      if (isOtherOrder(shown, row)) this.#repeating.add(place)
      return isSameEntry(shown, row)
    })
  }

  /** An order that the service named for one of another account, and for none of this one. */
  #namedForOther({ account, place, others, known }: Judged, id: string, row: Row): string | null {
    if (known.claims.has(id)) return null
    const named = this.#sources.namedFor(id)
    if (named.length === 0) return null
    const isFor = (one: string): boolean =>
      named.some((intent) => this.#sources.isOf(one, intent) && isLike(intent, row))
    const other = others.find(isFor)
    if (other === undefined) return null
    if (!named.some((intent) => this.#sources.isOf(account, intent))) return other
    this.#repeating.add(place)
    return null
  }

  /** How sure it is that an order is of an account. */
  #strengthOf(account: string, id: string, by: { isShown: true } | { readWithout: Known }): number {
    if (this.#sources.namedFor(id).some((intent) => this.#sources.isOf(account, intent))) return 3
    const known = this.#ofToday(account)
    const claim = known?.claims.get(id)
    if (claim === undefined) return 1
    if ('readWithout' in by && !by.readWithout.claims.has(id))
      claim.isSettled ||= (by.readWithout.believedAt ?? -Infinity) >= claim.since + settledAfter
    const { isSettled, goneAt } = claim
    const isGone = goneAt !== null && !('isShown' in by)
    if (!isSettled) return isGone ? 0 : 1
    return isGone && this.#sources.clock.now() - goneAt >= ownWhileGone ? 0 : 2
  }

  /** Whether orders of its own are gone from the book that now has another account's. */
  #isLost({ gone }: Judged, other: string): boolean {
    const theirs = this.#ofToday(other)
    return gone.some((row) => !theirs?.claims.has(orderKeyOf(row)))
  }

  /** Whether nobody knows yet whose the orders are that two accounts show. */
  #isOpen(pair: string): boolean {
    const now = this.#sources.clock.now()
    const since = this.#contests.get(pair) ?? now
    if (since === 'alike') return false
    this.#contests.set(pair, now - since >= alikeFor ? 'alike' : since)
    return now - since < alikeFor
  }

  /**
   * Where numbers are of each client: an answer that turned into all that another account shows. It is
   * not its own where orders of its own are gone; else only time can tell, or that other's next reading.
   */
  #heldFor({ known, rows, changed, gone }: Judged, other: string): 'surely' | 'held' | null {
    const theirs = this.#ofToday(other)
    const book = theirs?.latest?.rows
    if (theirs === undefined || book === undefined || changed.length + gone.length === 0)
      return null
    const now = this.#sources.clock.now()
    const before = known.believed.get('orders') ?? none
    const isWhole =
      rows.size === book.size && [...rows].every(([key, row]) => isSame(row, book.get(key)))
    const isOthers = (row: Row): boolean => {
      const claim = theirs.claims.get(orderKeyOf(row))
      return claim !== undefined && !isOtherOrder(claim.row, row)
    }
    const isOwnGone =
      gone.some((row) => !isOthers(row)) ||
      changed.some((row) => {
        const former = before.get(orderKeyOf(row))
        return former !== undefined && isOtherOrder(former, row)
      })
    if (isWhole && isOwnGone) return 'surely'
    // What was read first turned into nothing, and orders that came and work say no word that is final.
    if (known.believedAt === null || (gone.length === 0 && changed.every(isUnfilled))) return null
    const since = known.heldSince ?? now
    known.heldSince = since
    if (isWhole) return now - since < heldFor ? 'held' : null
    const hasTwin = ([key, row]: readonly [string, Row]): boolean => {
      const twin = book.get(key)
      return twin === undefined ? !before.has(key) : isSameEntry(twin, row)
    }
    const isTheirs = [...rows].some(([key]) => book.has(key)) && [...rows].every(hasTwin)
    const isToBeRead = (theirs.latest?.at ?? -Infinity) < since
    return isTheirs && isToBeRead && now - since < readWithin ? 'held' : null
  }

  #believe(
    { account, others, known, rows, changed, gone }: Judged,
    former: Verdict,
    now: number,
  ): void {
    for (const row of changed) {
      const id = orderKeyOf(row)
      const before = known.claims.get(id)
      const isSettled = before?.isSettled === true
      known.claims.set(id, { row, since: before?.since ?? now, isSettled, goneAt: null })
      this.#noteShown(id, account)
    }
    for (const row of gone) {
      const id = orderKeyOf(row)
      const claim = known.claims.get(id)
      const theirs = others.find((other) => shownIn(this.#ofToday(other), id) !== undefined)
      if (claim === undefined || claim.goneAt !== null) continue
      if (theirs === undefined || claim.isSettled) known.claims.set(id, { ...claim, goneAt: now })
      else known.claims.delete(id)
    }
    // What it showed with another one, and shows no more, is that one's.
    if (former?.kind === 'open' && this.#contests.get(pairOf(account, former.of)) !== 'alike') {
      for (const row of known.latest?.rows.values() ?? []) {
        const id = orderKeyOf(row)
        const claim = rows.has(id) ? undefined : this.#ofToday(former.of)?.claims.get(id)
        if (claim !== undefined) claim.isSettled = true
      }
      this.#contests.delete(pairOf(account, former.of))
    }
    known.believed.set('orders', rows)
    known.believedAt = now
    known.heldSince = null
  }

  #noteShown(id: string, account: string): void {
    const by = this.#shownBy.get(id)
    if (by === undefined) this.#shownBy.set(id, new Set([account]))
    else if (by.add(account).size > 1) this.#doubled.add(id)
  }

  /** The books that tell of what was traded: by the orders that they name, or by whose the order book was. */
  #ofAside(of: {
    account: string
    place: string
    others: readonly string[]
    known: Known
    book: 'trades' | 'positions'
    rows: Rows
  }): Failure | null {
    const { account, place, others, known, book, rows } = of
    const before = known.believed.get(book) ?? none
    if (rows !== before && rows.size > 0) {
      const { changed } = changedKeys(before, rows, null)
      const isAnothers = (row: Row): boolean => {
        const id = orderKeyOf(row)
        if (shownIn(known, id) !== undefined) return false
        return others.some((other) => {
          const pair = pairOf(account, other)
          if (this.#repeating.has(place) || this.#contests.get(pair) === 'alike') return false
          const order = this.#ofToday(other)?.claims.get(id)?.row
          return order !== undefined && !isOtherOrder(order, row)
        })
      }
      if (book === 'trades' && changed.some((key) => isAnothers(rows.get(key)!))) return anothers
      const theirs = known.turnedDown && this.#ofToday(known.turnedDown.of)?.believed.get(book)
      const isIt = book === 'trades' ? isSame : isAlikePosition
      const isAlike = ([key, row]: readonly [string, Row]): boolean => {
        const twin = theirs?.get(key)
        return twin !== undefined && isIt(twin, row)
      }
      const isStill = (key: string): boolean => {
        const former = before.get(key)
        return former !== undefined && isIt(former, rows.get(key)!)
      }
      const isNews = rows.size !== before.size || !changed.every(isStill)
      if (theirs && isNews && [...rows].every(isAlike))
        return known.turnedDown?.kind === 'held' ? perhapsAnothers : anothers
    }
    known.believed.set(book, rows)
    return null
  }
}

const none: Rows = new Map()

/** An order as an account shows it, or showed it last. */
function shownIn(known: Known | undefined, id: string): Row | undefined {
  const answered = known?.turnedDown?.kind === 'open' ? known.latest?.rows.get(id) : undefined
  return answered ?? known?.claims.get(id)?.row
}

const isUnfilled = (row: Row): boolean => isWorkingRow(row) && unitsFilled(row) === 0

const isLike = (intent: Intent, row: Row): boolean =>
  intent.ticket !== null &&
  similarity(normalisedRequest(intent), normalisedRow(row as OrderRecord)) !== 'no'

const pairOf = (one: string, other: string): string => [one, other].sort().join(' ')

const anothers = fail('unreadable', 'The service answered with the book of another account.').error

const perhapsAnothers = fail(
  'unreadable',
  'The service answered with what the book of another account says, to the letter: it counts if it stays so.',
).error
