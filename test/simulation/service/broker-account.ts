import type { VirtualClock } from '../world/virtual-clock.ts'
import type { Random } from '../random.ts'
import type { Theme } from '../theme.ts'
import { BrokerOrder, type Side } from './orders.ts'
import type { Instrument } from './instruments.ts'

export type NewOrder = Pick<
  BrokerOrder,
  | 'tag'
  | 'by'
  | 'instrument'
  | 'product'
  | 'side'
  | 'quantity'
  | 'price'
  | 'trigger'
  | 'pricetype'
  | 'parent'
> & { protects?: { target: number | null; stop: number } }

/** What is held since before today. */
export interface Overnight {
  instrument: Instrument
  product: string
  net: number
}

/** Units of an instrument in one product, as they are, as they came into the day, and as they were traded. */
interface Holding extends Overnight {
  carried: number
  bought: number
  sold: number
}

export interface BrokerAccountOptions {
  /** Its number among all logins, from which its order ids begin. */
  number: number
  clock: VirtualClock
  /** Milliseconds by the clock on the broker's wall. */
  wall(): number
  random: Random
  slow: Theme['slow']
  longestCancel: number
  inParts: number
  overnight: readonly Overnight[]
  onFill(order: BrokerOrder): void
}

/** What one login really has at the broker. Nothing here is ever told as it is. */
export class BrokerAccount {
  readonly orders: BrokerOrder[] = []
  readonly #options: BrokerAccountOptions
  readonly #protections = new Map<BrokerOrder, NonNullable<NewOrder['protects']>>()
  #next: number

  constructor(options: BrokerAccountOptions) {
    this.#options = options
    this.#next = 1000 * options.number + 1
  }

  place({ protects, ...order }: NewOrder): BrokerOrder {
    const { clock, wall } = this.#options
    const placed = new BrokerOrder({
      ...order,
      id: `26${String(this.#next++).padStart(8, '0')}`,
      placedAt: clock.now(),
      enteredAt: wall(),
    })
    this.orders.push(placed)
    if (protects !== undefined) this.#protections.set(placed, protects)
    if (order.pricetype === 'MARKET') this.#fillSoon(placed)
    return placed
  }

  working(): BrokerOrder[] {
    return this.orders.filter(({ isWorking }) => isWorking)
  }

  /** A cancel takes a moment, in which the order can still be filled. */
  cancel(order: BrokerOrder): void {
    const { clock, random, slow, longestCancel } = this.#options
    clock.after(random.chance(slow.cancels) ? random.between(50, longestCancel) : 0, () => {
      if (order.isWorking) order.become(clock.now(), { standing: 'cancelled' })
    })
  }

  /** Units held of an instrument now, or as they were. */
  net(
    of: { instrument: Instrument; product: string },
    at: number = this.#options.clock.now(),
  ): number {
    const isOf = ({ instrument, product }: Pick<Holding, 'instrument' | 'product'>): boolean =>
      instrument === of.instrument && product === of.product
    const carried = this.#options.overnight.find(isOf)?.net ?? 0
    return this.orders.reduce((sum, order) => (isOf(order) ? sum + order.net(at) : sum), carried)
  }

  /** Every instrument and product that was ever traded, or is held since before. */
  holdings(at: number): Holding[] {
    const found = new Map<string, Holding>()
    for (const held of this.#options.overnight)
      found.set(keyOf(held), { ...held, carried: held.net, bought: 0, sold: 0 })
    for (const order of this.orders) {
      const units = order.net(at)
      if (units === 0) continue
      const { instrument, product } = order
      const nothing = { net: 0, carried: 0, bought: 0, sold: 0 }
      const { net, carried, bought, sold } = found.get(keyOf(order)) ?? nothing
      found.set(keyOf(order), {
        ...{ instrument, product, net: net + units, carried },
        ...{ bought: bought + Math.max(units, 0), sold: sold + Math.max(-units, 0) },
      })
    }
    return [...found.values()]
  }

  /** Opposite orders for all that is held. */
  squareOff(tag: string): BrokerOrder[] {
    const { clock } = this.#options
    return this.holdings(clock.now())
      .filter(({ net }) => net !== 0)
      .map(({ instrument, product, net }) =>
        this.place({
          ...{ tag, by: 'square-off', instrument, product, price: 0, trigger: 0, parent: null },
          side: net > 0 ? 'SELL' : 'BUY',
          quantity: Math.abs(net),
          pricetype: 'MARKET',
        }),
      )
  }

  /** What the market does to one working order. */
  touch(order: BrokerOrder): void {
    const { random, clock, inParts } = this.#options
    if (!order.isWorking || order.now.standing === 'pending') return
    if (random.chance(0.08) && order.now.filled === 0)
      order.become(clock.now(), { standing: 'rejected' })
    else if (random.chance(inParts) && order.quantity > order.instrument.lot)
      this.#fill(order, Math.ceil((order.quantity - order.now.filled) / 2))
    else this.#fill(order, order.quantity - order.now.filled)
  }

  #fillSoon(order: BrokerOrder): void {
    const { clock, random, slow } = this.#options
    const wait = random.chance(slow.fills) ? random.between(80, 4000) : random.between(5, 80)
    clock.after(wait, () => {
      if (order.isWorking) this.#fill(order, order.quantity - order.now.filled)
    })
  }

  #fill(order: BrokerOrder, units: number): void {
    const { clock, onFill } = this.#options
    const filled = order.now.filled + units
    const isWhole = filled >= order.quantity
    order.become(clock.now(), { filled, standing: isWhole ? 'complete' : 'open' })
    if (isWhole) this.#protect(order)
    if (order.parent !== null && isWhole)
      for (const twin of this.working())
        if (twin !== order && twin.parent === order.parent)
          twin.become(clock.now(), { standing: 'cancelled' })
    onFill(order)
  }

  /** Once an entry is filled, its target and its stop work. */
  #protect(entry: BrokerOrder): void {
    const protects = this.#protections.get(entry)
    if (protects === undefined) return
    const { tag, instrument, product, quantity } = entry
    const side: Side = entry.side === 'BUY' ? 'SELL' : 'BUY'
    const leg = { tag, by: 'bracket', instrument, product, quantity, side, parent: entry } as const
    if (protects.target !== null)
      this.place({ ...leg, price: protects.target, trigger: 0, pricetype: 'LIMIT' })
    this.place({ ...leg, price: 0, trigger: protects.stop, pricetype: 'SL-M' })
  }
}

const keyOf = ({ instrument, product }: Pick<Holding, 'instrument' | 'product'>): string =>
  `${instrument.symbol} ${product}`
