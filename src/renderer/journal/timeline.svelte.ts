import { orderIn } from '../../shared/books/books.ts'
import type { Timeline } from '../../shared/journal/calls.ts'
import type { Failure } from '../../shared/core/errors.ts'
import { isSameOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import type { OrdersView } from '../books/book-view.svelte.ts'
import type { Session } from '../core/session.svelte.ts'

export interface TimelineOf {
  account: string
  orderId: string
}

/** One order from both sides, read again whenever something happened to it. */
export class TimelineView {
  readonly #session: Session
  #of = $state.raw<TimelineOf | null>(null)
  #held = $state.raw<{ of: TimelineOf; timeline: Timeline } | null>(null)
  #failure = $state.raw<Failure | null>(null)
  #isReading = $state(false)
  /** Something happened while it was read. */
  #isBehind = false

  /** Its row of the book: another object whenever it changed. */
  readonly row: OrderRecord | null = $derived.by(() => {
    if (this.#of === null) return null
    const { account, orderId } = this.#of
    const rows = this.#session.stores.books.of(account, 'orders')?.rows
    return (rows && orderIn(rows, orderId)) ?? null
  })

  /** When something last happened to it here; null where it was not placed from here. */
  readonly changedAt: number | null = $derived.by(() => {
    if (this.#of === null) return null
    const { account, orderId } = this.#of
    const intent = this.#session.stores.intents.list.find(
      (one) =>
        one.account === account &&
        one.parts.some((part) => part.orderId !== null && isSameOrderId(part.orderId, orderId)),
    )
    return intent?.changedAt ?? null
  })

  constructor(session: Session) {
    this.#session = session
  }

  get of(): TimelineOf | null {
    return this.#of
  }
  /** Null where it was never read; never that of another order. */
  get timeline(): Timeline | null {
    return this.#held !== null && isSame(this.#held.of, this.#of) ? this.#held.timeline : null
  }
  get failure(): Failure | null {
    return this.#failure
  }
  get isReading(): boolean {
    return this.#isReading
  }

  show(of: TimelineOf): void {
    if (isSame(of, this.#of)) return
    this.#of = of
    this.#failure = null
  }

  /** Shows each order that is pointed at, until what it returns is called. */
  follow(orders: OrdersView): () => void {
    return $effect.root(() => {
      $effect(() => {
        const { pointed } = orders
        if (pointed === null) return
        const row = orders.rows.find(({ id }) => id === pointed)
        if (row !== undefined) this.show({ account: row.account.id, orderId: row.record.order_id })
      })
    })
  }

  /** Never twice at a time: what comes meanwhile is one more read at the end. */
  async read(): Promise<void> {
    if (this.#isReading) {
      this.#isBehind = true
      return
    }
    this.#isReading = true
    do {
      this.#isBehind = false
      const of = this.#of
      if (of === null) break
      const reply = await this.#session.bridge.readTimeline(of)
      if (!isSame(of, this.#of)) continue
      this.#failure = reply.ok ? null : reply.error
      if (reply.ok) this.#held = { of, timeline: reply.value }
    } while (this.#isBehind)
    this.#isReading = false
  }
}

const isSame = (one: TimelineOf, other: TimelineOf | null): boolean =>
  one.account === other?.account && one.orderId === other.orderId
