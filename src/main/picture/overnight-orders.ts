import { dayOf } from '../../shared/core/india.ts'
import { isWorkingRow } from '../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'
import { type Intent, isSurelyNotThere } from '../../shared/orders/intents.ts'
import { orderIn } from '../../shared/books/books.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import { bookDayOf, isClearedBy } from './book-day.ts'
import { aboutThen } from './book-lag.ts'
import { isAfterMarket, sentAt } from './earlier-orders.ts'
import { type PositionName, keyOfPosition, positionOf, positionOfRow } from './instruments.ts'
import { type LoginKnown, isOfLogin } from './intent-login.ts'
import type { BookSeen } from './login-facts.ts'
import { type MarketAt, dayWaitedFor, latelySince } from './market-days.ts'
import { isNumberAgain } from './numbers-again.ts'
import { mayBeSamePosition, rowsSpelt } from './other-spellings.ts'
import { goesOnUntil } from './brought-forward.ts'
import { longestMissed, unreadBetween } from './missed-for.ts'

/** An order of an earlier day whose end no session saw. */
interface EndUnseen {
  intent: Intent
  orderId: string
  /** The latest day on which it may have been filled. */
  day: string
  /** What it opens; null where neither its request nor a row of its book names that. */
  of: PositionName | null
}

/** For how many milliseconds an account's positions were read on a day. */
interface DayRead {
  day: string
  at: number
  read: number
}

/**
 * Orders that earlier sessions sent on a day before, and whose end none of them saw: each may have been
 * filled afterwards, and what it opened may be held over night. The position book may show that late,
 * so that it is looked for as long as a row that is gone: for an hour of readings.
 */
export class OvernightOrders {
  #unseen: readonly EndUnseen[] = []
  /** By account. */
  readonly #read = new Map<string, DayRead>()
  #firstSeen: (account: string, orderId: string) => number | null = () => null

  /** Told at the start of what earlier sessions sent, and when these first saw an order in the books of an account. */
  takeUp(
    intents: readonly Intent[],
    firstSeen: (account: string, orderId: string) => number | null,
    exchanges: MarketAt['exchanges'],
  ): void {
    this.#firstSeen = firstSeen
    this.#unseen = intents
      .filter(({ ticket }) => ticket !== null)
      .flatMap((intent) => {
        const at = sentAt(intent)
        const day = isAfterMarket(intent)
          ? dayWaitedFor(intent.params['exchange'], { exchanges, now: at })
          : dayOf(at)
        const of = positionOf(intent)
        return intent.parts.flatMap(({ state, orderId, rejection }) =>
          orderId === null || isSurelyNotThere(state) || rejection !== null
            ? []
            : [{ intent, orderId, day, of }],
        )
      })
  }

  /** Told at the start of what an earlier session read last of an account's order book, and missed in it. */
  seeFormerOrders(account: string, rows: readonly Row[], at: number): void {
    const byId = new Map(rows.map((row) => [orderKeyOf(row), row]))
    this.#unseen = this.#unseen.flatMap((one) => {
      const { intent, orderId } = one
      if (intent.account !== account) return one
      const row = byId.get(comparableOrderId(orderId))
      if (row !== undefined)
        return isWorkingRow(row) ? { ...one, of: one.of ?? positionOfRow(row) } : []
      // One that was shown, and that nobody missed when it was not any more, had ended.
      const shownAt = this.#firstSeen(account, orderId) ?? Infinity
      const wasShown = shownAt >= sentAt(intent) - aboutThen && shownAt <= at
      return wasShown ? [] : one
    })
  }

  /** Told at the start of when an earlier session read an account's positions last: what it missed then is told by that. */
  seeFormerPositions(account: string, at: number): void {
    if (!isClearedBy(at)) return
    this.#unseen = this.#unseen.filter(
      ({ intent, day }) => intent.account !== account || day >= bookDayOf(at),
    )
  }

  /** Told of every good reading of a login's order book: one that it shows as ended without a fill opened nothing, and of one that ends on its own day its fills are seen. */
  seeOrders(rows: Rows, login: LoginKnown, market: MarketAt): void {
    if (this.#unseen.length === 0) return
    this.#unseen = this.#unseen.filter(({ intent, orderId, day }) => {
      const row = orderIn(rows, orderId)
      const hasEnded = row !== undefined && !isWorkingRow(row)
      const isOver = hasEnded && (unitsFilled(row) === 0 || day >= dayOf(market.now))
      return !isOver || isNumberAgain(intent, row, market) || isOfLogin(intent, login) === 'no'
    })
  }

  /** Told of every good reading of an account's positions, on the monotonic clock and on the wall's. */
  seePositions(
    account: string,
    login: LoginKnown,
    { at, wall }: { at: number; wall: number },
  ): void {
    if (this.#unseen.length === 0 || !isClearedBy(wall)) return
    const day = bookDayOf(wall)
    const before = this.#read.get(account)
    const read =
      before?.day === day ? before.read + at - before.at - unreadBetween(before.at, at) : 0
    this.#read.set(account, { day, at, read })
    if (read < longestMissed) return
    this.#unseen = this.#unseen.filter(
      (one) => one.day >= day || isOfLogin(one.intent, login) !== 'yes',
    )
  }

  /** Positions of a login that such orders may have opened, each once. */
  of(login: LoginKnown, market: MarketAt): readonly PositionName[] {
    if (this.#unseen.length === 0) return none
    const [today, since] = [dayOf(market.now), latelySince(market)]
    const opened = this.#unseen.flatMap(({ intent, day, of }) => {
      const isOfBefore = day < today && sentAt(intent) >= since
      const goesOn = of !== null && goesOnUntil({ ...of }, today)
      return isOfBefore && goesOn && isOfLogin(intent, login) === 'yes' ? [of] : []
    })
    return [...new Map(opened.map((of) => [keyOfPosition(of), of])).values()]
  }
}

const none: readonly PositionName[] = []

/** Of these, those of which the position book has no row, in whatever spelling. */
export const openedUnshown = (
  opened: readonly PositionName[],
  { rows }: Pick<BookSeen, 'rows'>,
): readonly Row[] =>
  opened
    .filter((of) => {
      const key = keyOfPosition(of)
      return !rowsSpelt(of.symbol, rows)
        .map(positionOfRow)
        .some((shown) => keyOfPosition(shown) === key || mayBeSamePosition(shown, of))
    })
    .map((of) => ({ ...of }))
