import type { Row } from '../../shared/core/patch.ts'
import type { ExitRun } from '../../shared/exits/exits.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { mayBeOfOneRequest } from '../picture/orders/another-number.ts'
import type { ToldOrder } from '../picture/orders/login-orders.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import { positionOfRow } from '../picture/rows/instruments.ts'
import { parentOf, positionSimilarity } from '../picture/rows/order-similarity.ts'
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
  type BrokersTime,
  mayHaveBeenThere,
  perhapsBrokersTime,
} from '../picture/times/learned-lags.ts'
import type { ExitGoal } from './exit-goal.ts'
import { OrdersBeside } from './orders-beside.ts'
import type { WasThere } from './said-flat-words.ts'

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
 * Which orders were there when something was said of an exit: those that its book showed then, and
 * those that it shows since and that were there all the same, as far as times and numbers tell.
 */
export class OrdersWhenSaid {
  readonly #what: ExitRun['what']
  readonly #goal: ExitGoal
  readonly #at: number
  readonly #lateness: Lateness
  readonly #shownThen: ReadonlyMap<string, ToldOrder>
  /** When the latest of them was entered, by the broker's clock. */
  #newest: number | undefined
  /** When each of them was, as far as it is told. */
  #timed: readonly number[] | undefined
  /** Made of them where it is first asked. */
  #beside: OrdersBeside | undefined
  /** Orders that may have been there, since a book that is late came up with them so soon. */
  readonly #soon = new Set<string>()
  /** The picture that is held against it, and whether what it shows refutes the broker's clock. */
  #shownNow: LoginPicture | undefined
  #isRefuted: boolean | undefined
  #isOwnRefuted: boolean | undefined

  constructor(of: {
    what: ExitRun['what']
    goal: ExitGoal
    shown: Iterable<ToldOrder>
    /** Wall-clock milliseconds at which it was said. */
    at: number
    lateness: Lateness
  }) {
    this.#what = of.what
    this.#goal = of.goal
    this.#at = of.at
    this.#lateness = of.lateness
    this.#shownThen = new Map([...of.shown].map((told) => [orderKeyOf(told.row), told]))
  }

  /**
   * Told of each later reading, so many milliseconds after it was said: of orders that neither their rows
   * nor the broker's clock tell when they were entered, the moment says whether they may have been there.
   */
  see({ orders }: LoginPicture, after: number): void {
    if (this.#what === 'chosen' || !mayHaveBeenThere(after, this.#lateness.lag)) return
    const since = orders.unshown.filter(({ intent }) => intent.at > this.#at)
    for (const row of orders.working) {
      if (this.#isTimed(row) || !this.#goal.concerns(row) || this.of(row) !== undefined) continue
      const mayBeOurs =
        this.isSentSince(row) ||
        since.some(({ intent }) => positionSimilarity(intent, positionOfRow(row)) !== 'no')
      if (!mayBeOurs) this.#soon.add(orderKeyOf(row))
    }
  }

  /** The picture by which is answered from now on; `see` was told of it before. */
  askOf(picture: LoginPicture): void {
    this.#shownNow = picture
    this.#isRefuted = undefined
    this.#isOwnRefuted = undefined
  }

  /** What the book showed then under the number of a row. */
  shown(row: Row): ToldOrder | undefined {
    return this.#shownThen.get(orderKeyOf(row))
  }

  /** The same, or of the order that it is a part of. */
  of(row: Row): ToldOrder | undefined {
    return this.shown(row) ?? this.#parentOf(row)
  }

  isOfOneShown(row: Row): boolean {
    return this.#parentOf(row) !== undefined
  }

  isSentSince(row: Row): boolean {
    return this.#lateness.isSentSince(String(row['order_id']))
  }

  /** Surely, of one that was not shown. */
  isFormer(row: Row): boolean {
    return this.#wasThere(row) || this.#wasMadeBeside(row)
  }

  /** Whether one that was not shown was there, surely or perhaps. */
  mayBeFormer(row: Row): boolean {
    return this.isFormer(row) || this.cameUpSoon(row) || this.#wasPerhapsThere(row)
  }

  /** Until the row says when it was entered: some are told that once the exchange has confirmed it. */
  cameUpSoon(row: Row): boolean {
    return this.#soon.has(orderKeyOf(row)) && !this.#isTimed(row)
  }

  /** Whether an order was there and not shown: any of an account that was said to be out of all of its orders. */
  wasHidden(row: Row): boolean {
    if (this.of(row) !== undefined) return false
    const isBeside = this.#wasMadeBeside(row)
    const wasThere = this.#wasThere(row) || this.#wasPerhapsThere(row)
    const mayBe = this.#what === 'chosen' ? isBeside : isBeside || wasThere
    return mayBe && !this.isSentSince(row)
  }

  howItWasThere(row: Row): WasThere {
    return this.isFormer(row) ? 'surely' : 'by its row'
  }

  #parentOf(row: Row): ToldOrder | undefined {
    return this.#shownThen.get(comparableOrderId(parentOf(row) ?? ''))
  }

  #isTimed(row: Row): boolean {
    return momentEntered(row) !== null && this.#lateness.brokersTime(row['exchange']) !== null
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
    this.#newest ??= latestEntered(this.#shownThen.values())
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
    this.#timed ??= [...this.#shownThen.values()].flatMap(({ row }) => momentEntered(row) ?? [])
    return isEnteredBefore(entered, moment, this.#timed)
  }

  /** A clock may be set back: then what was sent from here since seems to have been there before, too. */
  #isClockRefuted(): boolean {
    this.#isRefuted ??= this.#isSentSinceAmong((row) => this.#seemsFormer(row))
    return this.#isRefuted
  }

  #isOwnClockRefuted(): boolean {
    this.#isOwnRefuted ??= this.#isSentSinceAmong((row) => this.#seemsPerhapsFormer(row))
    return this.#isOwnRefuted
  }

  #isSentSinceAmong(seemsFormer: (row: Row) => boolean): boolean {
    return [...(this.#shownNow?.orders.told() ?? [])].some(
      ({ row }) => this.of(row) === undefined && seemsFormer(row) && this.isSentSince(row),
    )
  }

  /**
   * Whether an order that nobody is known to have placed was entered about when one of the exit’s was:
   * a service that sends a request again makes two, and its book may show the second one later.
   */
  #wasMadeBeside(row: Row): boolean {
    const entered = momentEntered(row)
    if (entered === null || !this.#goal.concerns(row)) return false
    for (const [key, { sentAt, answeredAt }] of this.#goal.ownOrders) {
      const known = this.#shownThen.get(key)
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
    this.#beside ??= new OrdersBeside([...this.#shownThen.values()].map((known) => known.row))
    return this.#beside.hasLater(row)
  }
}

function latestEntered(orders: Iterable<ToldOrder>): number {
  let latest = -Infinity
  for (const { row } of orders) latest = Math.max(latest, enteredAt(row) ?? -Infinity)
  return latest
}
