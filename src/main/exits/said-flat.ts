import type { Row } from '../../shared/core/patch.ts'
import type { ExitLeft, ExitRun } from '../../shared/exits/exits.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import { shownWithin } from '../picture/times/book-lag.ts'
import {
  type PositionName,
  netOf,
  keyOfPosition,
  positionOfRow,
} from '../picture/rows/instruments.ts'
import type { ToldOrder } from '../picture/orders/login-orders.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import { positionSimilarity } from '../picture/rows/order-similarity.ts'
import type { ExitGoal } from './exit-goal.ts'
import { type Lateness, OrdersWhenSaid } from './orders-when-said.ts'
import {
  type OpenAgain,
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

/**
 * What the books showed when an exit was said to be flat, or done. What comes afterwards is the
 * person's own and says nothing against it; what was there, and was told otherwise, does.
 */
export class SaidFlat {
  readonly #what: ExitRun['what']
  readonly #goal: ExitGoal
  readonly #at: number
  readonly #orders: OrdersWhenSaid
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
    this.#orders = new OrdersWhenSaid({ ...of, shown: of.picture.orders.told() })
    this.#held = new Map(
      of.picture.positions.open.map((row) => [
        rowKey(row),
        { ...positionOfRow(row), net: netOf(row) },
      ]),
    )
  }

  /** Told of each later reading, so many milliseconds after it was said. */
  see(picture: LoginPicture, after: number): void {
    this.#orders.see(picture, after)
  }

  /** Null where a picture shows nothing that speaks against it; of what came up in it, `see` was told before. */
  against(picture: LoginPicture, now: number): Contradiction | null {
    this.#orders.askOf(picture)
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
            this.#orders.of(row)
              ? filledLate(row)
              : filledUnseen(row, this.#orders.howItWasThere(row)),
          ),
        ...(doubts > 0 ? [inDoubtAgain(doubts)] : []),
      ].join(' '),
      isOfPositionsAlone: working.length + late.length + doubts === 0,
      mayBeOld:
        late.length + doubts === 0 && working.every((row) => this.#orders.of(row) !== undefined),
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
    const then = this.#orders.of(row)
    if (then !== undefined) return !then.isWorking
    return this.#orders.mayBeFormer(row) && !this.#orders.isSentSince(row)
  }

  #wordsFor(row: Row): typeof worksAgain {
    if (this.#orders.of(row) !== undefined) return worksAgain
    if (this.#orders.cameUpSoon(row)) return cameUpSoon
    return this.#orders.isFormer(row) ? wasNotShown : wasEnteredBefore
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
      const more = units - (this.#orders.shown(order)?.units ?? 0)
      if (more === 0 || !this.#isOwn(order)) continue
      const side = sideOfWord(order['action'])
      if (side === undefined) return null
      came += signed(more, side)
    }
    return came
  }

  /** Whether what an order brought since is none of the exit's: it came after it, or was left to work beside it. */
  #isOwn(order: Row): boolean {
    const then = this.#orders.shown(order)
    if (then !== undefined) return this.#what === 'chosen' && then.isWorking
    return !this.#orders.isOfOneShown(order) && !this.#orders.wasHidden(order)
  }

  /** What a position shows that is open again, and whether one order that was not shown brought all of that. */
  #openedBy(row: Row, { positions }: LoginPicture): OpenAgain {
    const of = positionOfRow(row)
    const told = [...positions.filledFor(of)]
    const came = this.#cameTo(told)
    const change = this.#changeOf([of], [row])
    const hidden = told.filter((one) => one.units > 0 && this.#orders.wasHidden(one.row))
    const [one] = hidden
    const side = sideOfWord(one?.row['action'])
    const brought = one === undefined || side === undefined ? null : signed(one.units, side)
    const isAll =
      hidden.length === 1 && change !== null && came !== null && change - came === brought
    const by = isAll ? { row: one!.row, was: this.#orders.howItWasThere(one!.row) } : null
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
    const then = this.#orders.shown(row)
    if (then === undefined) return units > 0 && this.#orders.wasHidden(row)
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
