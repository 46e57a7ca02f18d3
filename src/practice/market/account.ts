import { type Instrument, instrumentKey } from './instruments.ts'
import { type Exposure, commit, marginOf, noExposure } from './margin.ts'
import { type Order, type Trade, isWorkingOrder, remainingOf } from './orders.ts'
import {
  type Position,
  type PositionFigures,
  applyFill,
  netQuantity,
  newPosition,
  positionKey,
  figuresOf,
} from './positions.ts'

export interface Holding {
  readonly instrument: Instrument
  quantity: number
  average: number
}

const OPENING_BALANCE = 1_000_000

export interface AccountTotals {
  realised: number
  unrealised: number
  /** Of the two, what is due to futures and options. */
  derivatives: { realised: number; unrealised: number; margin: number }
  margin: number
  /** Proceeds of shares sold out of the holdings. */
  delivered: number
  available: number
}

/** One client's account at one broker. */
export class PracticeAccount {
  readonly client: string
  readonly broker: string
  cash = OPENING_BALANCE
  /** Grows with every change of an order or a trade. */
  version = 0
  readonly orders = new Map<string, Order>()
  readonly working = new Set<Order>()
  readonly trades: Trade[] = []
  readonly positions = new Map<string, Position>()
  readonly holdings = new Map<string, Holding>()
  readonly #legs = new Map<string, Order[]>()
  readonly #exposures = new Map<string, { order: Order; exposure: Exposure }>()
  readonly #price: (instrument: Instrument) => number

  constructor(of: { client: string; broker: string; price: (instrument: Instrument) => number }) {
    this.client = of.client
    this.broker = of.broker
    this.#price = of.price
  }

  add(order: Order): void {
    this.orders.set(order.id, order)
    if (order.parent !== '')
      this.#legs.set(order.parent, [...(this.#legs.get(order.parent) ?? []), order])
    this.version += 1
  }

  /** The protecting legs of an entry. */
  legsOf(entry: Order): readonly Order[] {
    return this.#legs.get(entry.id) ?? []
  }

  /** From here on the order may fill, and its margin is blocked. */
  start(order: Order): void {
    this.working.add(order)
    this.#block(order, remainingOf(order))
    this.version += 1
  }

  /** The order is over: what it still blocked is released. */
  finish(order: Order): void {
    if (this.working.delete(order)) this.#block(order, -remainingOf(order))
    this.version += 1
  }

  fill(order: Order, fill: { quantity: number; price: number; at: number }): void {
    const { quantity, price, at } = fill
    this.#block(order, -quantity)
    order.filled += quantity
    order.value += quantity * price
    applyFill(this.position(order), {
      action: order.action,
      quantity,
      price,
      strategy: order.strategy,
    })
    const { id, action, product, pricetype, exchangeId } = order
    const { exchange, symbol } = order.instrument
    this.trades.push({
      order: { id, action, product, pricetype, exchangeId },
      exchange,
      symbol,
      quantity,
      price,
      at,
    })
    this.version += 1
  }

  position(of: Pick<Position, 'instrument' | 'product'>): Position {
    const key = positionKey(of)
    const known = this.positions.get(key)
    if (known) return known
    const position = newPosition(of)
    this.positions.set(key, position)
    return position
  }

  netIn(of: Pick<Position, 'instrument' | 'product'>): number {
    const position = this.positions.get(positionKey(of))
    return position ? netQuantity(position) : 0
  }

  figuresOf(position: Position): PositionFigures {
    return figuresOf(position, this.#price(position.instrument))
  }

  price(instrument: Instrument): number {
    return this.#price(instrument)
  }

  /** Units of a share that can still be sold for delivery. */
  sellable(instrument: Instrument): number {
    const held = this.holdings.get(instrumentKey(instrument))?.quantity ?? 0
    const selling =
      this.#exposures.get(positionKey({ instrument, product: 'CNC' }))?.exposure.sellUnits ?? 0
    return held + this.netIn({ instrument, product: 'CNC' }) - selling
  }

  /** What the account has, and what it owes. */
  totals(): AccountTotals {
    const totals: AccountTotals = {
      realised: 0,
      unrealised: 0,
      derivatives: { realised: 0, unrealised: 0, margin: 0 },
      margin: 0,
      delivered: 0,
      available: 0,
    }
    for (const key of new Set([...this.positions.keys(), ...this.#exposures.keys()]))
      this.#sum(totals, key)
    totals.available = this.cash + totals.realised + totals.delivered - totals.margin
    return totals
  }

  #sum(totals: AccountTotals, key: string): void {
    const pending = this.#exposures.get(key)
    const position = this.positions.get(key) ?? (pending && newPosition(pending.order))
    if (!position) return
    const { instrument, product } = position
    const figures = this.figuresOf(position)
    const exposure = pending?.exposure ?? noExposure()
    const margin = marginOf({ instrument, product, figures, exposure })
    totals.realised += figures.realised
    totals.unrealised += figures.unrealised
    totals.margin += margin
    if (instrument.contract) {
      totals.derivatives.realised += figures.realised
      totals.derivatives.unrealised += figures.unrealised
      totals.derivatives.margin += margin
    }
    if (product === 'CNC' && figures.net < 0) totals.delivered -= figures.net * figures.average
  }

  /** What the account has once the order is accepted; the order is not. */
  availableWith(order: Order): number {
    this.#block(order, remainingOf(order))
    const { available } = this.totals()
    this.#block(order, -remainingOf(order))
    return available
  }

  /** A fresh day: finished orders and trades belong to yesterday's reports. */
  clearDay(): void {
    for (const [id, order] of this.orders) if (!isWorkingOrder(order)) this.orders.delete(id)
    this.#legs.clear()
    this.trades.length = 0
    this.version += 1
  }

  // Protecting legs and exits only take away from a position: they need no margin.
  #block(order: Order, units: number): void {
    if (order.role !== 'entry') return
    const key = positionKey(order)
    const { exposure } = this.#exposures.get(key) ?? { exposure: noExposure() }
    this.#exposures.set(key, { order, exposure })
    commit(exposure, { action: order.action, units, price: order.reference })
    if (exposure.buyUnits === 0 && exposure.sellUnits === 0) this.#exposures.delete(key)
  }
}
