import type { Row } from '../../shared/core/patch.ts'
import type { ExitLeft, ExitRun } from '../../shared/exits/exits.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import { mayBeOfOneRequest } from '../picture/orders/another-number.ts'
import { shownWithin } from '../picture/times/book-lag.ts'
import {
  enteredAt,
  enteredBy,
  isClearlyOlder,
  isEnteredBefore,
  leftOut,
  momentEntered,
  tellMinutesAlone,
} from '../picture/times/entered-at.ts'
import {
  type PositionName,
  netOf,
  keyOfPosition,
  positionOfRow,
} from '../picture/rows/instruments.ts'
import type { ToldOrder } from '../picture/orders/login-orders.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import {
  type BrokersTime,
  mayHaveBeenThere,
  perhapsBrokersTime,
} from '../picture/times/learned-lags.ts'
import { parentOf, positionSimilarity } from '../picture/rows/order-similarity.ts'
import type { ExitGoal } from './exit-goal.ts'
import { OrdersBeside } from './orders-beside.ts'
import {
  type OpenAgain,
  type WasThere,
  cameUpSoon,
  filledLate,
  filledUnseen,
  inDoubtAgain,
  openAgain,
  wasEnteredBefore,
  wasNotShown,
  worksAgain,
} from './said-flat-words.ts'

/** What speaks against a word that was said of an exit. */
export interface Contradiction {
  left: ExitLeft
  todo: string
  /**
   * Whether the position book alone speaks: it may show a new order's fill before the order book
   * shows the order.
   */
  isOfPositionsAlone: boolean
  /** Whether one old answer of the order book would show the same: what has ended since works in it. */
  mayBeOld: boolean
}

/** What the books showed at a moment, of which nothing else is asked afterwards. */
export interface BooksThen {
  orders: { told(): Iterable<ToldOrder> }
  positions: Pick<LoginPicture['positions'], 'open'>
}

/** What is known of an order book that may show late what was there. */
export interface Lateness {
  /** Milliseconds by which it was lately late to show orders of ours; 0 where it was not. */
  lag: number
  /** What the broker's clock showed, at the least, when it was said. */
  brokersTime: BrokersTime
  /** Whether an order was placed from here since. */
  isSentSince(orderId: string): boolean
}

/**
 * What the books showed when an exit was said to be flat, or done. What comes afterwards is the
 * person's own and says nothing against it; what was there, and was told otherwise, does.
 */
export class SaidFlat {
  readonly #what: ExitRun['what']
  readonly #goal: ExitGoal
  readonly #at: number
  readonly #orders: ReadonlyMap<string, ToldOrder>
  readonly #lateness: Lateness
  /** When the latest of them was entered, by the broker's clock. */
  #newest: number | undefined
  /** When each of them was, as far as it is told. */
  #timed: readonly number[] | undefined
  /** Made of them where it is first asked. */
  #beside: OrdersBeside | undefined
  /** Orders that may have been there, since a book that is late came up with them so soon. */
  readonly #soon = new Set<string>()
  /** The picture that is held against it, and whether what it shows refutes the broker's clock. */
  #shown: LoginPicture | undefined
  #isRefuted: boolean | undefined
  #isOwnRefuted: boolean | undefined
  /** What was held of positions that were open. */
  readonly #held: ReadonlyMap<string, PositionName & { net: number | null }>

  constructor(of: {
    what: ExitRun['what']
    goal: ExitGoal
    picture: BooksThen
    /** Wall-clock milliseconds at which it was said. */
    at: number
    lateness: Lateness
  }) {
    this.#what = of.what
    this.#goal = of.goal
    this.#at = of.at
    this.#lateness = of.lateness
    this.#orders = new Map(
      [...of.picture.orders.told()].map((told) => [orderKeyOf(told.row), told]),
    )
    this.#held = new Map(
      of.picture.positions.open.map((row) => [
        rowKey(row),
        { ...positionOfRow(row), net: netOf(row) },
      ]),
    )
  }

  /**
   * Told of each later reading, so many milliseconds after it was said: of orders that neither their rows
   * nor the broker's clock tell when they were entered, the moment says whether they may have been there.
   */
  see(picture: LoginPicture, after: number): void {
    const { lag } = this.#lateness
    if (this.#what === 'chosen' || !mayHaveBeenThere(after, lag)) return
    const since = picture.orders.unshown.filter(({ intent }) => intent.at > this.#at)
    for (const row of picture.orders.working) {
      if (this.#isTimed(row) || !this.#goal.concerns(row) || this.#thenOf(row) !== undefined)
        continue
      const mayBeOurs =
        this.#isSentSince(row) ||
        since.some(({ intent }) => positionSimilarity(intent, positionOfRow(row)) !== 'no')
      if (!mayBeOurs) this.#soon.add(orderKeyOf(row))
    }
  }

  /** Null where a picture shows nothing that speaks against it; of what came up in it, `see` was told before. */
  against(picture: LoginPicture, now: number): Contradiction | null {
    this.#shown = picture
    this.#isRefuted = undefined
    this.#isOwnRefuted = undefined
    const working = picture.orders.working.filter((row) => this.#worksAgain(row))
    const positions = this.#openAgain(picture, now)
    const late = this.#filledLate(picture)
    const doubts = picture.orders.awaited(
      (intent) => intent.state === 'in-doubt' && intent.at <= this.#at && this.#goal.awaits(intent),
    )
    if (working.length + positions.length + late.length + doubts === 0) return null
    return {
      left: {
        positions: positions.map((row) => ({ ...nameOf(row), net: netOf(row) })),
        orders: working.map((row) => ({
          orderId: String(row['order_id']),
          symbol: String(row['symbol']),
          status: textOf(row['status']),
        })),
      },
      todo: [
        ...working.slice(0, 1).map((row) => this.#wordsFor(row)(row, working.length)),
        ...positions
          .slice(0, 1)
          .map((row) => openAgain(this.#openedBy(row, picture), positions.length)),
        ...late
          .slice(0, 1)
          .map((row) =>
            this.#thenOf(row) ? filledLate(row) : filledUnseen(row, this.#howItWasThere(row)),
          ),
        ...(doubts > 0 ? [inDoubtAgain(doubts)] : []),
      ].join(' '),
      isOfPositionsAlone: working.length + late.length + doubts === 0,
      mayBeOld:
        late.length + doubts === 0 && working.every((row) => this.#thenOf(row) !== undefined),
    }
  }

  /** Whether anything works, or is open, that the exit was to end. */
  showsOpen(picture: LoginPicture): boolean {
    const { isOut } = this.#goal
    return (
      picture.orders.working.some((row) => this.#goal.concerns(row)) ||
      (isOut !== null && picture.positions.open.some((row) => !isOut(row)))
    )
  }

  /** An order that had ended, or what the broker makes to close one that had; or one that was there and not shown. */
  #worksAgain(row: Row): boolean {
    if (!this.#goal.concerns(row)) return false
    const then = this.#thenOf(row)
    if (then !== undefined) return !then.isWorking
    const mayBeFormer = this.#isFormer(row) || this.#cameUpSoon(row) || this.#wasPerhapsThere(row)
    return mayBeFormer && !this.#isSentSince(row)
  }

  #wordsFor(row: Row): typeof worksAgain {
    if (this.#thenOf(row) !== undefined) return worksAgain
    if (this.#cameUpSoon(row)) return cameUpSoon
    return this.#isFormer(row) ? wasNotShown : wasEnteredBefore
  }

  #isFormer(row: Row): boolean {
    return this.#wasThere(row) || this.#wasMadeBeside(row)
  }

  /** Until the row says when it was entered: some are told that once the exchange has confirmed it. */
  #cameUpSoon(row: Row): boolean {
    return this.#soon.has(orderKeyOf(row)) && !this.#isTimed(row)
  }

  #isTimed(row: Row): boolean {
    return momentEntered(row) !== null && this.#lateness.brokersTime(row['exchange']) !== null
  }

  #thenOf(row: Row): ToldOrder | undefined {
    return this.#orders.get(orderKeyOf(row)) ?? this.#orders.get(parentKeyOf(row))
  }

  #isSentSince(row: Row): boolean {
    return this.#lateness.isSentSince(String(row['order_id']))
  }

  /** By the broker's own clock alone: ours may be ahead of it. */
  #wasThere(row: Row): boolean {
    return this.#seemsFormer(row) && !this.#isClockRefuted()
  }

  #seemsFormer(row: Row): boolean {
    const entered = enteredBy(row)
    if (entered === null) return false
    const brokersTime = this.#lateness.brokersTime(row['exchange'])
    if (this.#what !== 'chosen' && brokersTime !== null && this.#isBefore(entered, brokersTime))
      return true
    this.#newest ??= latestEntered(this.#orders.values())
    // Where the clock has not come so far as those say, it goes round twice a day.
    return isClearlyOlder(entered, Math.min(this.#newest, brokersTime ?? Infinity))
  }

  /** By the clock of another exchange, or by ours where no order told what the broker's shows. */
  #wasPerhapsThere(row: Row): boolean {
    return this.#seemsPerhapsFormer(row) && !this.#isOwnClockRefuted()
  }

  #seemsPerhapsFormer(row: Row): boolean {
    const entered = momentEntered(row)
    if (this.#what === 'chosen' || entered === null) return false
    const time = perhapsBrokersTime(this.#lateness.brokersTime, row['exchange'], this.#at)
    return time !== null && this.#isBefore(entered, time)
  }

  #isBefore(entered: number, moment: number): boolean {
    this.#timed ??= [...this.#orders.values()].flatMap(({ row }) => momentEntered(row) ?? [])
    return isEnteredBefore(entered, moment, this.#timed)
  }

  #isOwnClockRefuted(): boolean {
    this.#isOwnRefuted ??= [...(this.#shown?.orders.told() ?? [])].some(
      ({ row }) =>
        this.#thenOf(row) === undefined && this.#seemsPerhapsFormer(row) && this.#isSentSince(row),
    )
    return this.#isOwnRefuted
  }

  /** A clock may be set back: then what was sent from here since seems to have been there before, too. */
  #isClockRefuted(): boolean {
    this.#isRefuted ??= [...(this.#shown?.orders.told() ?? [])].some(
      ({ row }) =>
        this.#thenOf(row) === undefined && this.#seemsFormer(row) && this.#isSentSince(row),
    )
    return this.#isRefuted
  }

  /**
   * Whether an order that nobody is known to have placed was entered about when one of the exit’s was:
   * a service that sends a request again makes two, and its book may show the second one later.
   */
  #wasMadeBeside(row: Row): boolean {
    const entered = momentEntered(row)
    if (entered === null || !this.#goal.concerns(row)) return false
    for (const [key, { sentAt, answeredAt }] of this.#goal.ownOrders) {
      const known = this.#orders.get(key)
      const ownEntered = known === undefined ? null : momentEntered(known.row)
      if (ownEntered === null) continue
      const onItsWayFor = (answeredAt ?? this.#at) - sentAt
      // What a person sends as soon as it was said is their own.
      const soonest = this.#at - leftOut(entered, ownEntered) - sentAt
      const latest = tellMinutesAlone(entered, ownEntered) ? soonest : Math.max(0, soonest)
      const mayBeOfAfterwards = entered - ownEntered > latest
      const own = { entered: ownEntered, onItsWayFor }
      if (!mayBeOfAfterwards && mayBeOfOneRequest(entered, own)) return true
    }
    return this.#wasMadeBesideClosing(row)
  }

  /**
   * The same of a square-off, whose orders nobody is told of: what is of the position and the side of one
   * that its book showed, and was entered no later than that one, was there when it was said.
   */
  #wasMadeBesideClosing(row: Row): boolean {
    if (this.#what === 'chosen' || this.#goal.isOut === null) return false
    this.#beside ??= new OrdersBeside([...this.#orders.values()].map((known) => known.row))
    return this.#beside.hasLater(row)
  }

  /** Positions that are not where the exit left them, and that no order of afterwards explains. */
  #openAgain(picture: LoginPicture, now: number): readonly Row[] {
    const { isOut } = this.#goal
    if (isOut === null || !picture.isCurrent('orders') || !picture.isCurrent('positions')) return []
    const { open } = picture.positions
    return open.filter((row) => {
      if (isOut(row)) return false
      const of = positionOfRow(row)
      const came = this.#cameTo(picture.positions.filledFor(of))
      // Nothing is said by a row without a figure where something new was filled.
      if (netOf(row) === null) return came === 0
      const change = this.#changeOf([of], open)
      if (came === null || change === came) return false
      if (change !== null && this.#mayExplain(change - came, of, picture, now)) return false
      const otherwise = this.#cameTo(picture.positions.filledForOtherwise(of))
      if (otherwise === null || (otherwise !== 0 && change === came + otherwise)) return false
      // What was made another product, or is told under another one, comes to the same in sum.
      const held = [...this.#held.values(), ...open.map(positionOfRow)]
      const ofInstrument = held.filter(
        (other) => other.symbol === of.symbol && other.exchange === of.exchange,
      )
      const inSum = this.#cameTo(picture.positions.filledForInstrument(of))
      return inSum === null || this.#changeOf(ofInstrument, open) !== inSum
    })
  }

  /**
   * Whether orders that were sent since, and that their book is a moment late to show, may have brought
   * so many units to a position.
   */
  #mayExplain(units: number, of: PositionName, picture: LoginPicture, now: number): boolean {
    const coming = picture.orders.unshown.filter(({ intent }) => {
      const at = intent.sent?.at ?? intent.at
      const isLately = at > this.#at && now - at < shownWithin
      const side = sideOfWord(intent.params['action'])
      const isOfSide = side === undefined || (side === 'BUY') === units > 0
      return isLately && isOfSide && positionSimilarity(intent, of) !== 'no'
    })
    const most = coming.reduce((sum, { quantity }) => sum + (quantity ?? Infinity), 0)
    return Math.abs(units) <= most
  }

  /** By how much positions are not what they were, closed ones among them; null where that is not known. */
  #changeOf(positions: readonly PositionName[], open: readonly Row[]): number | null {
    let change = 0
    for (const key of new Set(positions.map(keyOfPosition))) {
      const row = open.find((one) => rowKey(one) === key)
      const [now, then] = [row === undefined ? 0 : netOf(row), this.#held.get(key)?.net ?? 0]
      if (now === null) return null
      change += now - then
    }
    return change
  }

  /** Net units that orders brought since which are none of the exit's; null where one of them does not say. */
  #cameTo(filled: Iterable<{ row: Row; units: number }>): number | null {
    let came = 0
    for (const { row: order, units } of filled) {
      const more = units - (this.#orders.get(orderKeyOf(order))?.units ?? 0)
      if (more === 0 || !this.#isOwn(order)) continue
      const side = sideOfWord(order['action'])
      if (side === undefined) return null
      came += signed(more, side)
    }
    return came
  }

  /** Whether what an order brought since is none of the exit's: it came after it, or was left to work beside it. */
  #isOwn(order: Row): boolean {
    const then = this.#orders.get(orderKeyOf(order))
    if (then !== undefined) return this.#what === 'chosen' && then.isWorking
    return !this.#orders.has(parentKeyOf(order)) && !this.#wasHidden(order)
  }

  /** Whether an order was there and not shown: any of an account that was said to be out of all of its orders. */
  #wasHidden(order: Row): boolean {
    if (this.#thenOf(order) !== undefined) return false
    const isBeside = this.#wasMadeBeside(order)
    const wasThere = this.#wasThere(order) || this.#wasPerhapsThere(order)
    const mayBe = this.#what === 'chosen' ? isBeside : isBeside || wasThere
    return mayBe && !this.#isSentSince(order)
  }

  #howItWasThere(order: Row): WasThere {
    return this.#isFormer(order) ? 'surely' : 'by its row'
  }

  /** What a position shows that is open again, and whether one order that was not shown brought all of that. */
  #openedBy(row: Row, { positions }: LoginPicture): OpenAgain {
    const of = positionOfRow(row)
    const told = [...positions.filledFor(of)]
    const came = this.#cameTo(told)
    const change = this.#changeOf([of], [row])
    const hidden = told.filter((one) => one.units > 0 && this.#wasHidden(one.row))
    const [one] = hidden
    const side = sideOfWord(one?.row['action'])
    const brought = one === undefined || side === undefined ? null : signed(one.units, side)
    const isAll =
      hidden.length === 1 && change !== null && came !== null && change - came === brought
    const by = isAll ? { row: one!.row, was: this.#howItWasThere(one!.row) } : null
    return { row, shown: positions.shown(of), by }
  }

  /**
   * Orders that had ended, or were not shown, that show more filled since, and whose position does not
   * show it: not yet, or never, since a book that stays silent about it says nothing against it.
   */
  #filledLate(picture: LoginPicture): readonly Row[] {
    const { isOut } = this.#goal
    if (isOut === null) return []
    const unshown = [
      ...picture.positions.lagging,
      ...picture.positions.lost.map(positionOfRow),
      ...picture.positions.contradicting.map(({ of }) => of),
    ]
    const late = unshown
      .filter((of) => !isOut({ ...of, netqty: null }))
      .flatMap((of) =>
        [...picture.positions.filledFor(of)].filter((told) => this.#isFilledLate(told)),
      )
    return [...new Set(late.map(({ row }) => row))]
  }

  #isFilledLate({ row, units }: { row: Row; units: number }): boolean {
    const then = this.#orders.get(orderKeyOf(row))
    if (then === undefined) return units > 0 && this.#wasHidden(row)
    return !then.isWorking && units > then.units
  }
}

const nameOf = (row: Row): Omit<ExitLeft['positions'][number], 'net'> => ({
  exchange: textOf(row['exchange']),
  symbol: String(row['symbol']),
  product: textOf(row['product']),
})

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const signed = (units: number, side: 'BUY' | 'SELL'): number => (side === 'BUY' ? units : -units)

const rowKey = (row: Row): string => keyOfPosition(positionOfRow(row))

const parentKeyOf = (row: Row): string => comparableOrderId(parentOf(row) ?? '')

function latestEntered(orders: Iterable<ToldOrder>): number {
  let latest = -Infinity
  for (const { row } of orders) latest = Math.max(latest, enteredAt(row) ?? -Infinity)
  return latest
}
