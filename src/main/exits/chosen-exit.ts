import { orderIn } from '../../shared/books/books.ts'
import { isWorkingRow } from '../../shared/books/open-rows.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import { type Intent, isSettled } from '../../shared/orders/intents.ts'
import type { Rows } from '../../shared/core/patch.ts'
import type { Look } from './exit-watch.ts'
import { type ExitGoal, type LeavingPosition, chosenAim, isPositionOf, netOf } from './exit-goal.ts'

/** Opposite orders of one account, and the positions that they are to leave. */
export class ChosenExit {
  readonly #orders: readonly Intent[]
  readonly #latest: (intent: Intent) => Intent
  readonly #leaving: readonly LeavingPosition[]
  readonly #before: ReadonlySet<string>
  #looksAfterEnd = 0

  constructor(options: {
    orders: readonly Intent[]
    latest: (intent: Intent) => Intent
    /** The books when they were planned. */
    booksBefore: { orders: Rows | undefined; positions: Rows | undefined }
  }) {
    this.#orders = options.orders
    this.#latest = options.latest
    this.#leaving = leavingOf(options.orders, options.booksBefore.positions)
    this.#before = new Set(options.booksBefore.orders?.keys())
  }

  /** What has become of the orders. */
  intents(): Intent[] {
    return this.#orders.map(this.#latest)
  }

  /** They wait for their turn, or for an answer. */
  isOnItsWay(): boolean {
    return this.intents().some(isOnItsWay)
  }

  aim(): ExitGoal {
    const intents = this.intents()
    return chosenAim({
      leaving: this.#leaving,
      before: this.#before,
      ours: new Set(idsOf(intents).map(comparableOrderId)),
      awaited: () => intents.filter(isOnItsWay).length,
      isInDoubt: intents.some(({ state }) => state === 'in-doubt'),
    })
  }

  /**
   * Whether the orders have come to their end without the positions being where they should be. A
   * position book may lag behind the order book, so that two looks have to agree.
   */
  isOver({ books }: Look): boolean {
    const intents = this.intents()
    const { rows } = books.orders
    const hasEnded =
      intents.every(({ state }) => isSettled(state)) &&
      idsOf(intents).every((id) => {
        const order = orderIn(rows, id)
        return order !== undefined && !isWorkingRow(order)
      })
    this.#looksAfterEnd = hasEnded ? this.#looksAfterEnd + 1 : 0
    return this.#looksAfterEnd >= 2
  }
}

const isOnItsWay = ({ state }: Intent): boolean => state === 'recorded' || state === 'sent'

const idsOf = (intents: readonly Intent[]): string[] =>
  intents.flatMap(({ parts }) => parts.flatMap(({ orderId }) => orderId ?? []))

function leavingOf(orders: readonly Intent[], positions: Rows | undefined): LeavingPosition[] {
  const leaving = new Map<string, LeavingPosition>()
  for (const { params, parts } of orders) {
    const { exchange = '', symbol = '', product = '', action } = params
    const units = parts.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
    const ordered = action === 'SELL' ? -units : units
    const key = JSON.stringify([exchange, symbol, product])
    const earlier = leaving.get(key)
    if (earlier === undefined) {
      const of = { exchange, symbol, product }
      leaving.set(key, { ...of, held: heldOf(of, positions), ordered })
    } else leaving.set(key, { ...earlier, ordered: earlier.ordered + ordered })
  }
  return [...leaving.values()]
}

function heldOf(
  of: Pick<LeavingPosition, 'exchange' | 'symbol' | 'product'>,
  positions: Rows | undefined,
) {
  if (positions === undefined) return null
  const row = [...positions.values()].find((position) => isPositionOf(of, position))
  return row === undefined ? 0 : netOf(row)
}
