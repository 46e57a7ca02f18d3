import { PracticeAccount } from './account.ts'
import { legDrafts, protectedUnits, trailedTrigger } from './brackets.ts'
import { reasonAgainst } from './checks.ts'
import { planExit } from './exits.ts'
import {
  type TradingHours,
  dayDigits,
  practiceDayOf,
  isSessionOpen,
  practiceDayStart,
} from './clock.ts'
import { type Instrument, ListedInstruments } from './instruments.ts'
import { Market, type SavedMarket } from './market.ts'
import { decide, firstStatus } from './matching.ts'
import {
  type OrderDraft,
  type Order,
  averageOf,
  isWorkingOrder,
  newOrder,
  record,
  remainingOf,
} from './orders.ts'
import type { Position } from './positions.ts'
import { closeDay } from './settlement.ts'

export interface Owner {
  client: string
  broker: string
}

const TICK = 1000
/** A long leap is walked in longer steps: what happens between them is nobody's to see. */
const MOST_STEPS = 600

/** The exchange and its brokers: accounts, a market, and the life of orders between them. */
export class Engine {
  readonly market: Market
  readonly accounts: readonly PracticeAccount[]
  listing: ListedInstruments
  hours: TradingHours
  #at: number
  #lastId = 0

  constructor(of: { at: number; seed: number; hours: TradingHours; owners: readonly Owner[] }) {
    this.#at = of.at
    this.hours = of.hours
    this.market = new Market({ seed: of.seed, at: of.at })
    const price = (instrument: Instrument): number => this.market.price(instrument)
    this.accounts = of.owners.map((owner) => new PracticeAccount({ ...owner, price }))
    this.listing = this.#list()
  }

  get at(): number {
    return this.#at
  }

  account(owner: Owner): PracticeAccount | undefined {
    return this.accounts.find(
      (account) => account.client === owner.client && account.broker === owner.broker.toUpperCase(),
    )
  }

  /** Takes an order. Unless deferred to the next tick, it meets the market at once. */
  place(
    account: PracticeAccount,
    draft: OrderDraft,
    { defer = false }: { defer?: boolean } = {},
  ): Order {
    const reference = draft.price || draft.trigger || this.market.price(draft.instrument)
    const order = newOrder(draft, { id: this.#nextId(), at: this.#at, reference })
    account.add(order)
    const { market, hours } = this
    const reason = reasonAgainst({ order, account, market, at: this.#at, hours })
    if (reason !== undefined) {
      order.reason = reason
      this.#change(account, order, 'rejected')
      return order
    }
    account.start(order)
    if (!this.#isOpen(order.instrument)) return order
    this.#confirm(account, order)
    if (!defer) this.#match(account, order, { arriving: true })
    return order
  }

  cancel(account: PracticeAccount, order: Order, reason = ''): void {
    if (!isWorkingOrder(order)) return
    order.reason = reason
    account.finish(order)
    this.#change(account, order, 'cancelled')
  }

  /** Closes a position, or one strategy's part of it, at the market over the next ticks. */
  squareOff(account: PracticeAccount, position: Position, strategy?: string): Order[] {
    const { cancel, place } = planExit({ account, position, strategy })
    for (const order of cancel) this.cancel(account, order, 'Squared off')
    return place.map((draft) => this.place(account, draft, { defer: true }))
  }

  /** Lets simulated time pass. */
  advance(elapsed: number): void {
    if (!(elapsed > 0)) return
    const end = this.#at + elapsed
    const step = Math.max(TICK, elapsed / MOST_STEPS)
    while (this.#at < end) {
      const length = Math.min(step, end - this.#at)
      this.#at += length
      if (practiceDayOf(this.#at) !== this.listing.day) this.#turnDay()
      this.market.step(length, (home) => isSessionOpen(home, this.#at, this.hours))
      this.#matchAll()
    }
  }

  /** Time that passed while nobody was there: the day may turn, prices stand. */
  skipTo(at: number): void {
    if (at <= this.#at) return
    this.#at = at
    this.market.skipTo(at)
    if (practiceDayOf(at) !== this.listing.day) this.#turnDay()
  }

  setPrice(exchange: string, symbol: string, price: number): void {
    const instrument = this.listing.find({ exchange, symbol })
    if (!instrument) throw new Error(`${exchange} ${symbol} does not trade here`)
    this.market.set(instrument, price)
    this.#matchAll()
  }

  get lastId(): number {
    return this.#lastId
  }

  /** Grows with every change of any account. */
  get changes(): number {
    return this.accounts.reduce((sum, account) => sum + account.version, 0)
  }

  /** Continues a saved session, once its accounts are back: the listing follows them and the prices. */
  resume(saved: { at: number; lastId: number; market: SavedMarket }): void {
    this.#at = saved.at
    this.#lastId = saved.lastId
    this.market.restore(saved.market, saved.at)
    this.listing = this.#list()
  }

  #list(): ListedInstruments {
    return new ListedInstruments({
      at: this.#at,
      prices: (source) => this.market.spot(source),
      held: this.accounts.flatMap((account) =>
        Array.from(account.positions.values(), ({ instrument }) => instrument),
      ),
    })
  }

  #nextId(): string {
    this.#lastId += 1
    return dayDigits(practiceDayOf(this.#at)) + String(this.#lastId).padStart(8, '0')
  }

  #isOpen({ exchange }: Instrument): boolean {
    return isSessionOpen(exchange, this.#at, this.hours)
  }

  #turnDay(): void {
    this.market.settle()
    const lastTime = practiceDayStart(practiceDayOf(this.#at)) - 1000
    for (const account of this.accounts) {
      for (const order of account.working)
        if (!order.afterMarket || order.status !== 'pending')
          this.cancel(account, order, 'Day validity ended')
      closeDay(account, { day: practiceDayOf(lastTime) })
    }
    this.listing = this.#list()
  }

  #matchAll(): void {
    for (const account of this.accounts) {
      for (const order of [...account.working]) {
        if (!this.#isOpen(order.instrument)) {
          this.#lapse(account, order)
          continue
        }
        if (order.status === 'pending') this.#confirm(account, order)
        this.#match(account, order, { arriving: false })
      }
    }
  }

  /** A day order ends with its exchange's session. */
  #lapse(account: PracticeAccount, order: Order): void {
    if (order.status !== 'pending') this.cancel(account, order, 'Day validity ended')
  }

  #confirm(account: PracticeAccount, order: Order): void {
    order.confirmedAt = this.#at
    order.exchangeId = `1${order.id}`
    this.#change(account, order, firstStatus(order))
  }

  #match(account: PracticeAccount, order: Order, { arriving }: { arriving: boolean }): void {
    // A leg's sibling or its entry may have ended it within this very tick.
    if (!isWorkingOrder(order)) return
    const price = this.market.price(order.instrument)
    if (order.role === 'stop') this.#trail(account, order, price)
    const { triggers, fill } = decide({
      order,
      price,
      depth: this.market.depth(order.instrument),
      arriving,
    })
    if (triggers) this.#change(account, order, 'open')
    if (!fill) return
    account.fill(order, { ...fill, at: this.#at })
    const done = remainingOf(order) === 0
    if (done) account.finish(order)
    this.#change(account, order, done ? 'complete' : 'open')
    if (order.protection) this.#protect(account, order)
    else if (order.parent !== '') this.#closeOther(account, order)
  }

  /** Legs appear with the entry's first fill and grow with the next ones. */
  #protect(account: PracticeAccount, entry: Order): void {
    const legs = account.legsOf(entry)
    if (legs.length > 0) return this.#resizeLegs(account, entry)
    for (const draft of legDrafts(entry)) {
      const reference = draft.price || draft.trigger
      const leg = newOrder(draft, { id: this.#nextId(), at: this.#at, reference })
      account.add(leg)
      account.start(leg)
      this.#confirm(account, leg)
    }
  }

  /** One leg filled: the other shrinks by as much, and goes when nothing is left to protect. */
  #closeOther(account: PracticeAccount, leg: Order): void {
    const entry = account.orders.get(leg.parent)
    if (!entry) return
    this.cancel(account, entry, 'Position exited')
    this.#resizeLegs(account, entry)
  }

  #resizeLegs(account: PracticeAccount, entry: Order): void {
    const legs = account.legsOf(entry)
    const left = protectedUnits(entry, legs)
    for (const leg of legs) {
      if (!isWorkingOrder(leg)) continue
      if (left === 0 && leg.filled === 0) {
        this.cancel(account, leg, 'The other leg filled')
        continue
      }
      if (leg.quantity === leg.filled + left) continue
      leg.quantity = leg.filled + left
      if (left === 0) account.finish(leg)
      this.#change(account, leg, left === 0 ? 'complete' : leg.status)
    }
  }

  #trail(account: PracticeAccount, stop: Order, price: number): void {
    const entry = account.orders.get(stop.parent)
    if (entry?.protection?.kind !== 'bracket' || stop.status !== 'trigger pending') return
    const { trail } = entry.protection
    const trigger = trailedTrigger({ stop, trail, entered: averageOf(entry), price })
    if (trigger === undefined) return
    stop.trigger = trigger
    this.#change(account, stop, stop.status)
  }

  #change(account: PracticeAccount, order: Order, status: Order['status']): void {
    order.status = status
    record(order, this.#at)
    account.version += 1
  }
}
