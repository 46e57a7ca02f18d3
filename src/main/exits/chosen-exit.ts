import type { Row } from '../../shared/core/patch.ts'
import { type Intent, isSettled } from '../../shared/orders/intents.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { type PositionName, keyOfPosition, positionOf } from '../picture/rows/instruments.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import { parentOf } from '../picture/rows/order-similarity.ts'
import { type ExitGoal, type LeavingPosition, type OnTheWire, chosenGoal } from './exit-goal.ts'

/** Opposite orders of one account, and the positions that they are to leave. */
export class ChosenExit {
  readonly #orders: readonly Intent[]
  readonly #latest: (intent: Intent) => Intent
  readonly #leaving: readonly PlannedToLeave[]
  readonly #now: () => LoginPicture
  readonly #isOurs: (orderId: string) => boolean
  readonly #isExit: (orderId: string) => boolean
  /** Orders that were there before these, and what each was filled with; null where their book was not read. */
  readonly #before: ReadonlyMap<string, number> | null
  #looksAfterEnd = 0

  constructor(options: {
    orders: readonly Intent[]
    latest: (intent: Intent) => Intent
    /** What was known when they were planned, and is known now. */
    before: LoginPicture
    now(): LoginPicture
    /** Whether an order was placed from here. */
    isOurs(orderId: string): boolean
    /** Whether an exit from here made it. */
    isExit(orderId: string): boolean
  }) {
    this.#orders = options.orders
    this.#latest = options.latest
    this.#leaving = leavingOf(options.orders, options.before)
    this.#now = options.now
    this.#isOurs = options.isOurs
    this.#isExit = options.isExit
    const told = [...options.before.orders.told()]
    this.#before = options.before.hasRead('orders')
      ? new Map(told.map(({ row, units }) => [orderKeyOf(row), units]))
      : null
  }

  /** What has become of the orders. */
  intents(): Intent[] {
    return this.#orders.map(this.#latest)
  }

  /** They wait for their turn, or for an answer. */
  isOnItsWay(): boolean {
    return this.intents().some(({ state }) => state === 'recorded' || state === 'sent')
  }

  goal(): ExitGoal {
    const intents = this.intents()
    const now = this.#now()
    const ownOrders = new Map(intents.flatMap(wiresOf))
    return chosenGoal({
      leaving: this.#leaving.map((planned) => ({
        ...leavingNow(planned, now),
        closedBeside: this.#closedBeside(planned, { now, ownOrders }),
      })),
      ownOrders,
      intents: new Set(intents.map(({ id }) => id)),
      isStranger: (order) => this.#isStranger(order),
    })
  }

  /** Whether an order came up since these were planned. */
  isNew(order: Row): boolean {
    return this.#before !== null && !this.#before.has(orderKeyOf(order))
  }

  /** Two exits of a half each are one of all: what the other one closes is not this one's doing. */
  #closedBeside(
    { held, ...of }: PlannedToLeave,
    { now, ownOrders }: { now: LoginPicture } & Pick<ExitGoal, 'ownOrders'>,
  ): number {
    if (held === null || held === 0) return 0
    const closing = held > 0 ? 'SELL' : 'BUY'
    let closed = 0
    for (const { row, units } of now.positions.filledFor(of)) {
      const key = orderKeyOf(row)
      const isOther = !ownOrders.has(key) && sideOfWord(row['action']) === closing
      if (!isOther || !this.#isExit(String(row['order_id']))) continue
      closed += Math.max(0, units - (this.#before?.get(key) ?? 0))
    }
    return closed === 0 ? 0 : -Math.sign(held) * closed
  }

  #isStranger(order: Row): boolean {
    const [own, parent] = [String(order['order_id']), parentOf(order)]
    return this.isNew(order) && !this.#isOurs(own) && (parent === null || !this.#isOurs(parent))
  }

  /**
   * Whether the orders have come to their end without the positions being where they should be, and
   * two looks agree about it, neither of them at a position book that lags behind the order book.
   */
  isOver(picture: LoginPicture): boolean {
    const hasEnded = this.intents().every(
      (intent) => isSettled(intent.state) && !picture.orders.mayStillFill(intent),
    )
    // The book of what closed a position may lag behind it, and the position's behind that.
    const isLeft = ({ symbol }: PositionName): boolean =>
      this.#leaving.some((each) => each.symbol === symbol)
    const isTold =
      !picture.positions.contradicting.some(({ of }) => isLeft(of)) &&
      !picture.positions.untraded.some(isLeft) &&
      !picture.positions.lagging.some(isLeft)
    this.#looksAfterEnd = hasEnded && isTold ? this.#looksAfterEnd + 1 : 0
    return this.#looksAfterEnd >= 2
  }
}

const wiresOf = ({ at, sent, answeredAt = null, parts }: Intent) =>
  parts.flatMap(({ orderId }): [string, OnTheWire][] =>
    orderId === null ? [] : [[comparableOrderId(orderId), { sentAt: sent?.at ?? at, answeredAt }]],
  )

interface PlannedToLeave extends PositionName {
  held: number | null
  ordered: number
  /** What had been made another product of it by then. */
  moved: ReturnType<LoginPicture['positions']['movedOf']>
}

function leavingOf(orders: readonly Intent[], before: LoginPicture): PlannedToLeave[] {
  const leaving = new Map<string, PlannedToLeave>()
  for (const order of orders) {
    const of = positionOf(order)
    // An exit is a plain order, which names its position.
    if (of === null) continue
    const units = order.parts.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
    const key = keyOfPosition(of)
    const [held, moved] = [heldOnceBothShow(of, before), before.positions.movedOf(of)]
    const known = leaving.get(key) ?? { ...of, held, moved, ordered: 0 }
    const ordered = known.ordered + (order.params['action'] === 'SELL' ? -units : units)
    leaving.set(key, { ...known, ordered })
  }
  return [...leaving.values()]
}

/** Where its book does not show yet what was filled a moment ago, that comes to it before what is sent now. */
function heldOnceBothShow(of: PositionName, before: LoginPicture): number | null {
  const isBehind = before.positions.lagging.some(
    (one) => one.symbol === of.symbol && one.exchange === of.exchange && one.product === of.product,
  )
  return (isBehind ? before.positions.expectedOfKnown(of) : null) ?? before.positions.held(of)
}

/** What went to another product is no more the position's to leave, and is not closed by that. */
function leavingNow(
  { moved: before, ...planned }: PlannedToLeave,
  now: LoginPicture,
): Omit<LeavingPosition, 'closedBeside'> {
  const { units, since } = now.positions.movedOf(planned)
  const { held, ordered } = planned
  if (held === null) return { ...planned, converted: 0 }
  const left = held + (since === before.since ? units - before.units : units)
  const isSameSide = Math.sign(left) === Math.sign(held)
  const toLeave = Math.min(Math.abs(ordered), Math.abs(held))
  return {
    ...{ ...planned, held: left },
    converted: Math.max(0, toLeave - (isSameSide ? Math.abs(left) : 0)),
  }
}
