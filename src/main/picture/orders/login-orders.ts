import { orderIn } from '../../../shared/books/books.ts'
import { isWorkingRow } from '../../../shared/books/open-rows.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { type Intent, type Part, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import { isSameOrderId } from '../../../shared/service/order-ids.ts'
import { figure, unitsFilled } from '../../../shared/service/order-units.ts'
import { isFinished, sideOfWord, stateOfOrder } from '../../../shared/service/words.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import { type InstrumentName, isOfInstrument } from '../rows/instruments.ts'
import { type LegsToCome, legsToCome } from './legs-to-come.ts'
import type { LoginFacts } from '../login-facts.ts'
import { workingCount, workingRows } from '../rows/reckoned-rows.ts'

/** An order as the book told of it, also where it has dropped it by now. */
export interface ToldOrder {
  row: Row
  /** Units that it was filled with. */
  units: number
  /** Whether it was not known to be finished. */
  isWorking: boolean
}

/** How an order stands; what is not known may still be filled. */
export type Standing = 'alive' | 'finished' | 'not known'

/** A slice that was confirmed, and that the order book does not show. */
export interface UnshownSlice {
  intent: Intent
  quantity: number | null
}

/** What can be said of the orders of a login, whatever its positions are. */
export class LoginOrders {
  readonly #facts: Pick<
    LoginFacts,
    'intents' | 'orders' | 'protecting' | 'slicesAtMost' | 'squareOffs'
  >
  #unshown: readonly UnshownSlice[] | undefined
  #legs: readonly LegsToCome[] | undefined

  constructor(facts: LoginFacts) {
    this.#facts = facts
  }

  standing(orderId: string): Standing {
    const row = this.find(orderId)
    const state = row === undefined ? 'unknown' : stateOfOrder(row)
    if (state === 'unknown') return 'not known'
    return isFinished(state) ? 'finished' : 'alive'
  }

  /** Whether units of an order of ours may still be filled. */
  mayStillFill({ parts }: Pick<Intent, 'parts'>): boolean {
    return parts.some(
      (part) =>
        mayBeThere(part) && (part.orderId === null || this.standing(part.orderId) !== 'finished'),
    )
  }

  *told(): Generator<ToldOrder> {
    const { orders } = this.#facts
    for (const { row, units } of orders?.dropped ?? []) yield { row, units, isWorking: false }
    for (const row of orders?.rows.values() ?? [])
      yield { row, units: unitsFilled(row), isWorking: isWorkingRow(row) }
  }

  /** Quantities of the orders of an instrument, as the book counts them. */
  sizesOf(of: InstrumentName): readonly number[] {
    const { orders } = this.#facts
    if (orders === null) return []
    return BySymbol.of(orders.rows)
      .find(of.symbol)
      .filter((row) => isOfInstrument(row, of))
      .map((row) => figure(row['quantity']) ?? 0)
      .filter((quantity) => quantity > 0)
  }

  /** Orders of the book that are not known to be finished. */
  get working(): readonly Row[] {
    const { orders } = this.#facts
    return orders === null ? [] : workingRows(orders.rows)
  }

  /** Symbols that such orders of the book were filled with, and not to zero. */
  symbolsLeftBy(isMeant: (orderId: string) => boolean): string[] {
    const net = new Map<string, number>()
    for (const row of this.#facts.orders?.rows.values() ?? []) {
      const units = unitsFilled(row)
      if (units === 0 || !isMeant(String(row['order_id']))) continue
      const side = sideOfWord(row['action'])
      const signed = side === undefined ? NaN : side === 'BUY' ? units : -units
      const symbol = String(row['symbol'])
      net.set(symbol, (net.get(symbol) ?? 0) + signed)
    }
    return [...net].filter(([, units]) => units !== 0).map(([symbol]) => symbol)
  }

  /** Orders that worked and that the book does not show any more, with nothing said of their end. */
  get vanished(): readonly Row[] {
    return this.#facts.orders?.vanished ?? []
  }

  /**
   * Orders that left, or wait to: those whose answer is still to come, and those that the service
   * took and that the book, which may lag behind it, does not show.
   */
  awaited(isMeant: (intent: Intent) => boolean = () => true): number {
    const intents = new Set(this.unshown.map(({ intent }) => intent))
    return [...intents].filter(isMeant).length
  }

  /** Square-offs that may make orders yet, or have made some that the book does not show. */
  awaitedSquareOffs(isMeant: (intent: Intent) => boolean): number {
    return this.#facts.squareOffs.filter(isMeant).length
  }

  /** Of entries that were filled a moment ago, the orders that the broker makes to close them again. */
  get legsToCome(): readonly LegsToCome[] {
    return (this.#legs ??= this.#findLegs())
  }

  #findLegs(): readonly LegsToCome[] {
    const { orders } = this.#facts
    if (orders === null || orders.fills.length === 0) return []
    const { rows, fills } = orders
    return legsToCome({ rows, fills, protecting: this.#facts.protecting })
  }

  /** Orders that work or may come to; null where the book was never read. */
  get openCount(): number | null {
    return this.#countWith(() => this.unshown.length)
  }

  /** The same, as if the book showed no order of ours that left a moment ago: no fewer, and soon told. */
  get openAtMost(): number | null {
    return this.#countWith(() => this.#facts.slicesAtMost)
  }

  #countWith(unshown: () => number): number | null {
    const { orders } = this.#facts
    if (orders === null) return null
    return workingCount(orders.rows) + orders.vanished.length + orders.unreadable + unshown()
  }

  /** Slices that were confirmed, and that the order book does not show. */
  get unshown(): readonly UnshownSlice[] {
    if (this.#unshown !== undefined) return this.#unshown
    const unshown: UnshownSlice[] = []
    // Hundreds that left within the last minute, of which nearly all are shown by now.
    for (const intent of this.#facts.intents) {
      if (intent.ticket === null) continue
      for (const part of intent.parts)
        if (mayBeThere(part) && !this.#isShown(part.orderId))
          unshown.push({ intent, quantity: part.quantity })
    }
    return (this.#unshown = unshown)
  }

  #isShown(orderId: string | null): boolean {
    if (orderId === null) return false
    const isIt = (row: Row): boolean => isSameOrderId(String(row['order_id']), orderId)
    return this.find(orderId) !== undefined || this.vanished.some(isIt)
  }

  /** The row of an order in the book. */
  find(orderId: string | null): Row | undefined {
    const { orders } = this.#facts
    return orderId === null || orders === null ? undefined : orderIn(orders.rows, orderId)
  }
}

/** A person who settles an order names all that it became: a part without a number is none. */
const mayBeThere = ({ state, orderId }: Part): boolean =>
  !isSurelyNotThere(state) && !(state === 'settled' && orderId === null)
