import { dayLength, dayOf } from '../../../shared/core/india.ts'
import { isWorkingRow, unitsToCome } from '../../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { type Intent, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import { orderIn } from '../../../shared/books/books.ts'
import { comparableOrderId, orderKeyOf } from '../../../shared/service/order-ids.ts'
import { unitsFilled } from '../../../shared/service/order-units.ts'
import { type Action, sideOfWord } from '../../../shared/service/words.ts'
import { bookDayOf, isClearedBy } from '../times/book-day.ts'
import { aboutThen, untilBothShow } from '../times/book-lag.ts'
import { goesOnUntil, isOfOneDay } from '../rows/brought-forward.ts'
import { isAfterMarket, sentAt } from '../orders/earlier-orders.ts'
import { enteredAt } from '../times/entered-at.ts'
import { type PositionName, keyOfPosition, positionOf, positionOfRow } from '../rows/instruments.ts'
import { type LoginKnown, isOfLogin, tellingOf } from '../orders/intent-login.ts'
import type { OvernightUnits } from '../login-facts.ts'
import { type MarketAt, dayWaitedFor } from '../times/market-days.ts'
import { type WholeAnswer, isPastItsDay, lastDayOf } from './last-days.ts'
import { isNumberAgain } from '../orders/numbers-again.ts'
import { changeOvernight, rowsInAnySpelling } from './changed-overnight.ts'
import { type OwnerOfRows, PositionsThen } from './positions-then.ts'
import { longestClosed, longestMissed, unreadBetween } from '../missing/missed-for.ts'

/** An order of an earlier day whose end no session saw. */
interface EndUnseen {
  /** It, or what is known of it in its place where it is nobody's here. */
  intent: OwnerOfRows & Pick<Intent, 'at' | 'params' | 'parts'>
  orderId: string
  /** As numbers are compared. */
  key: string
  /** The latest day on which it may have been filled. */
  day: string
  of: PositionName
  /** Undefined where it may be either. */
  side: Action | undefined
  /** Units that it may have been filled with since it was seen, and those that it had been filled with then. */
  units: number
  filled: number
  /** Those whose books told its end. */
  endedBy: readonly OwnerOfRows[]
  /** Since when, on the monotonic clock, all readings showed brought forward what was held before it; null where the latest did not. */
  asBeforeSince: number | null
}

/** What was read last of an order book, by an earlier session or before the day was over. */
export interface FormerOrderRows {
  account: string
  /** What told its login from others then, as far as that is known. */
  login?: string | undefined
  at: number
  /** And what was missed in it. */
  rows: readonly Row[]
  /** Orders of days before, whose end was not known even then. */
  unended?: readonly Row[] | undefined
  /** The latest answer that is kept whole, which none of these rows may be of. */
  whole?: WholeAnswer | null | undefined
}

/** What was read last of positions. */
type FormerPositions = Pick<FormerOrderRows, 'account' | 'at' | 'login' | 'rows'>

/** For how many milliseconds the positions of an account's login were read on a day. */
interface DayRead {
  login: string | undefined
  day: string
  at: number
  read: number
}

/**
 * Orders, ours and others, that worked when their book was seen last on a day before, or that were sent
 * then and of which no book told: each may have been filled afterwards, and what it changed may be held
 * over night. A position book may show that late, so that its position may be another one by so many
 * units: until its row says so, the order's own row tells its end, or the positions were read for ten
 * minutes with a row of it, and for an hour without one. A row that the broker has made for the day is
 * right, also where the order was never filled: once its exchange has opened, a minute of readings that
 * show brought forward what was held before ends it.
 */
export class OvernightOrders {
  readonly #exchanges: MarketAt['exchanges']
  #unseen: readonly EndUnseen[] = []
  readonly #positionsThen = new PositionsThen()
  /** By account. */
  readonly #read = new Map<string, DayRead>()
  readonly #latest = {
    orders: new Map<string, FormerOrderRows>(),
    positions: new Map<string, FormerPositions>(),
  }
  #firstSeen: (account: string, orderId: string) => number | null = () => null

  constructor({ exchanges }: Pick<MarketAt, 'exchanges'>) {
    this.#exchanges = exchanges
  }

  /** Told at the start of what earlier sessions sent, and when these first saw an order in the books of an account. */
  takeUp(
    intents: readonly Intent[],
    firstSeen: (account: string, orderId: string) => number | null,
  ): void {
    const exchanges = this.#exchanges
    this.#firstSeen = firstSeen
    this.#unseen = intents
      .filter(({ ticket }) => ticket !== null)
      .flatMap((intent) => {
        const at = sentAt(intent)
        const day = isAfterMarket(intent)
          ? dayWaitedFor(intent.params['exchange'], { exchanges, now: at })
          : dayOf(at)
        // How many units a smart order comes to, and on which side, the service alone knows.
        const isSmart = intent.ticket?.kind === 'smart'
        const side = isSmart ? undefined : sideOfWord(intent.params['action'])
        const of = positionOf(intent)
        // One whose request names no position can be said of none.
        if (of === null || isOverWithItsDay(of)) return []
        const told = { intent, day, of, side, filled: 0, endedBy: [], asBeforeSince: null }
        return intent.parts.flatMap(({ state, orderId, rejection, quantity }) =>
          orderId === null || isSurelyNotThere(state) || rejection !== null
            ? []
            : [{ ...told, ...numbered(orderId), units: (isSmart ? null : quantity) ?? Infinity }],
        )
      })
  }

  /** Told at the start of what an earlier session read last of an account's order book, and missed in it. */
  seeFormerOrders(former: FormerOrderRows): void {
    const { account, at, rows, unended = [], whole } = former
    const owner = ownerOf(former)
    const byId = new Map(rows.map((row) => [orderKeyOf(row), row]))
    const isUnended = new Set(unended.map(orderKeyOf))
    const isEnded = ({ intent, orderId, key, day }: EndUnseen): boolean => {
      // One that works is known by its row from now on, and one of before by what was kept of it.
      if (byId.has(key) || isUnended.has(key)) return true
      // A session of a later day had asked about it for long enough.
      if (day < bookDayOf(at) && isClearedBy(at)) return true
      // One that was shown, and that nobody missed when it was not any more, had ended.
      const shownAt = this.#firstSeen(account, orderId) ?? Infinity
      return shownAt >= sentAt(intent) - aboutThen && shownAt <= at
    }
    const left = this.#unseen.flatMap((one) => {
      if (sentAt(one.intent) > at + aboutThen) return one
      if (one.intent.account === account) return isEnded(one) ? [] : one
      return byId.has(one.key) && !one.endedBy.some((other) => isOneOwner(other, owner))
        ? { ...one, endedBy: [...one.endedBy, owner] }
        : one
    })
    const endUnseen = (row: Row): EndUnseen => this.#endUnseen(row, owner, at)
    const isSeenPastItsDay = (row: Row): boolean => {
      if (whole === undefined || whole === null) return false
      const shownAt = this.#firstSeen(account, String(row['order_id']))
      return isPastItsDay(row, { whole, shownAt, exchanges: this.#exchanges })
    }
    const dayBefore = dayOf(at - dayLength)
    const seen = [
      ...rows.filter((row) => isWorkingRow(row) && !isSeenPastItsDay(row)).map(endUnseen),
      ...unended.map((row) => ({ ...endUnseen(row), day: dayBefore })),
    ].filter(({ of }) => !isOverWithItsDay(of))
    this.#unseen = [...left, ...seen].filter(({ of }) => goesOnUntil({ ...of }, bookDayOf(at)))
    this.#letPositionsGo()
  }

  #endUnseen(row: Row, owner: OwnerOfRows, at: number): EndUnseen {
    const entered = enteredAt(row)
    const params = typeof row['exchange'] === 'string' ? { exchange: row['exchange'] } : {}
    return {
      intent: { ...owner, at: entered ?? at, params, parts: [] },
      ...numbered(String(row['order_id'])),
      day: lastDayOf(row, { exchanges: this.#exchanges, now: at }),
      of: positionOfRow(row),
      side: sideOfWord(row['action']),
      units: unitsToCome(row) ?? Infinity,
      filled: unitsFilled(row),
      endedBy: [],
      asBeforeSince: null,
    }
  }

  /** Told at the start of what an earlier session read last of an account's positions: its orders changed them from there. */
  seeFormerPositions(former: FormerPositions): void {
    const { at, rows } = former
    this.#positionsThen.note({ owner: ownerOf(former), day: bookDayOf(at), at, rows })
    this.#letPositionsGo()
  }

  #letPositionsGo(): void {
    this.#positionsThen.letGo(new Set(this.#unseen.map(({ day }) => day)))
  }

  /** How much is kept: what grows with the days would, in a desk that is never closed, without an end. */
  get kept(): { orders: number; positions: number } {
    return { orders: this.#unseen.length, positions: this.#positionsThen.count }
  }

  /** Told of every good reading of a login's order book: one that it shows as ended without a fill changed nothing, and of one that ends on its own day its fills are seen. */
  seeOrders(account: string, rows: Rows, login: LoginKnown, market: MarketAt): void {
    const former = this.#latest.orders.get(account)
    const today = dayOf(market.now)
    // What works when a day is over was seen by this session alone.
    if (former !== undefined && dayOf(former.at) < today) this.seeFormerOrders(former)
    this.#latest.orders.set(account, {
      ...{ account, login: login.fingerprint, at: market.now },
      get rows() {
        return [...rows.values()]
      },
      whole: { at: market.now, rows },
    })
    if (this.#unseen.length === 0) return
    const isCleared = isClearedBy(market.now)
    this.#unseen = this.#unseen.flatMap((one) => {
      const row = orderIn(rows, one.orderId)
      if (row === undefined || isNumberAgain(one.intent, row, market)) return one
      if (isOfLogin(one.intent, login) === 'no') return one
      const hasEnded = !isWorkingRow(row)
      if (one.day >= today) return hasEnded ? [] : one
      // A row that works may be one of the day before, until brokers have cleared their books.
      if (!hasEnded && !isCleared) return one
      const came = unitsFilled(row) - one.filled
      return came <= 0 ? [] : { ...one, units: Math.min(one.units, came) }
    })
  }

  /** Told of every good reading of an account's positions, on the monotonic clock and on the wall's. */
  seePositions(
    account: string,
    rows: Rows,
    login: LoginKnown,
    { at, wall }: { at: number; wall: number },
  ): void {
    const former = this.#latest.positions.get(account)
    if (former !== undefined && bookDayOf(former.at) < bookDayOf(wall))
      this.seeFormerPositions(former)
    this.#latest.positions.set(account, {
      ...{ account, login: login.fingerprint, at: wall },
      get rows() {
        return [...rows.values()]
      },
    })
    if (this.#unseen.length === 0) return
    const read = this.#readOn(account, login, { at, wall })
    const opened = this.of(login, wall)
    if (opened.length === 0) return
    const asked = (one: EndUnseen): EndUnseen | null => {
      const of = opened.find((each) => keyOfPosition(each.of) === keyOfPosition(one.of))
      if (of === undefined || one.day >= dayOf(wall)) return one
      const shown = rowsInAnySpelling(of.of, rows)
      if (read >= (shown.length > 0 ? longestClosed : longestMissed)) return null
      const { came, isAsBefore } = changeOvernight(one.of, {
        shown,
        then: this.#positionsThen.of(login, one.day),
        market: { exchanges: this.#exchanges, now: wall },
      })
      if (one.side === 'BUY' ? came === of.buys : one.side === 'SELL' && came === -of.sells)
        return null
      if (!isAsBefore) return one.asBeforeSince === null ? one : { ...one, asBeforeSince: null }
      const since = one.asBeforeSince ?? at
      return at - since >= untilBothShow ? null : { ...one, asBeforeSince: since }
    }
    this.#unseen = this.#unseen.flatMap((one) =>
      isOfLogin(one.intent, login) === 'yes' ? (asked(one) ?? []) : one,
    )
  }

  /** For how long the positions of an account's login were read on the day that they surely tell of. */
  #readOn(account: string, login: LoginKnown, { at, wall }: { at: number; wall: number }): number {
    if (!isClearedBy(wall)) return -Infinity
    const day = bookDayOf(wall)
    const before = this.#read.get(account)
    const goesOn = before?.day === day && isReadAs(before.login, login)
    const read = goesOn ? before.read + at - before.at - unreadBetween(before.at, at) : 0
    this.#read.set(account, { login: login.fingerprint, day, at, read })
    return read
  }

  /** An account is somebody else's now; what is known of its login by more than its name stays. */
  forget(account: string): void {
    this.#latest.orders.delete(account)
    this.#latest.positions.delete(account)
    this.#read.delete(account)
    this.#positionsThen.forget(account)
    this.#unseen = this.#unseen.filter(
      ({ intent }) => intent.account !== account || intent.sent !== null,
    )
  }

  /** Positions of a login that such orders may have changed, each once, at a moment by the clock on the wall. */
  of(login: LoginKnown, now: number): readonly OvernightUnits[] {
    const units = new Map<string, OvernightUnits>()
    for (const { of, side, units: most } of this.#ofLogin(login, now)) {
      const key = keyOfPosition(of)
      const known = units.get(key) ?? { of, buys: 0, sells: 0 }
      units.set(key, {
        of,
        buys: known.buys + (side === 'SELL' ? 0 : most),
        sells: known.sells + (side === 'BUY' ? 0 : most),
      })
    }
    return units.size === 0 ? none : [...units.values()]
  }

  /** As rows of an order book, for a later session. */
  rowsOf(login: LoginKnown, now: number): readonly Row[] {
    return this.#ofLogin(login, now).map(({ orderId, of, side, units, filled }) => ({
      ...{ order_id: orderId, ...of, action: side ?? '', status: 'open' },
      ...{ quantity: units === Infinity ? null : units + filled, fillshares: filled },
    }))
  }

  /** Of each the account that knows most: several of a login tell of one order. */
  #ofLogin(login: LoginKnown, now: number): readonly EndUnseen[] {
    if (this.#unseen.length === 0) return []
    const today = dayOf(now)
    const isOf = (owner: OwnerOfRows): boolean => isOfLogin(owner, login) === 'yes'
    const known = new Map<string, EndUnseen>()
    for (const one of this.#unseen) {
      const { of } = one
      if (one.day >= today || !goesOnUntil({ ...of }, today)) continue
      if (!isOf(one.intent) || one.endedBy.some(isOf)) continue
      const key = `${one.key} ${keyOfPosition(of)}`
      const other = known.get(key)
      if (other === undefined || one.units < other.units) known.set(key, one)
    }
    return [...known.values()]
  }
}

const none: readonly OvernightUnits[] = []

const ownerOf = ({
  account,
  login,
  at,
}: Pick<FormerOrderRows, 'account' | 'at' | 'login'>): OwnerOfRows => ({
  account,
  sent: login === undefined ? null : { login, at, rivals: [], bookAge: null },
})

/** Whether what was read of an account with such keys, or before any were known, was read of a login. */
const isReadAs = (login: string | undefined, { fingerprint, isSame }: LoginKnown): boolean =>
  login === fingerprint || (login !== undefined && fingerprint !== undefined && isSame(login))

const isOneOwner = (one: OwnerOfRows, other: OwnerOfRows): boolean =>
  tellingOf(one) === tellingOf(other)

const numbered = (orderId: string): Pick<EndUnseen, 'key' | 'orderId'> => ({
  orderId,
  key: comparableOrderId(orderId),
})

/** Whether nothing of a position is held over night as one. */
const isOverWithItsDay = ({ product }: PositionName): boolean =>
  isOfOneDay(product) || product === 'CNC'
