import type { Bridge } from '../../../shared/contract.ts'
import type { Failure } from '../../../shared/core/errors.ts'
import type { Preview } from '../../../shared/orders/placing.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Time } from '../../core/clock.svelte.ts'

/** Long enough that typing does not ask at every key, too short to be waited for. */
const afterChange = 80
const betweenRefreshes = 1000

/** What the desk says of the orders as they are typed now; only the latest answer counts. */
export class Previews {
  readonly #bridge: Bridge
  readonly #time: Time
  #tickets: readonly Ticket[] | null = null
  #key = $state.raw('')
  #answer = $state.raw<{ key: string; preview: Preview } | null>(null)
  #failure = $state.raw<Failure | null>(null)
  #asked = 0
  /** An answer for the orders as they are is on its way. */
  #isAsking = false
  #askedAt = -Infinity
  #stopTimer: (() => void) | null = null

  constructor(bridge: Bridge, time: Time) {
    this.#bridge = bridge
    this.#time = time
  }

  /** The answer for the orders as they are; null until it is there. */
  get current(): Preview | null {
    return this.#answer?.key === this.#key && this.#key !== '' ? this.#answer.preview : null
  }

  /** The last answer, perhaps for what was typed before: to show, never to send by. */
  get latest(): Preview | null {
    return this.#key === '' ? null : (this.#answer?.preview ?? null)
  }

  /** Why there is none. */
  get failure(): Failure | null {
    return this.#failure
  }

  ask(tickets: readonly Ticket[] | null): void {
    const key = tickets === null ? '' : JSON.stringify(tickets)
    if (key === this.#key) return
    this.#tickets = tickets
    this.#key = key
    // An answer on its way is for something else.
    this.#asked++
    this.#isAsking = false
    this.#failure = null
    if (tickets === null) this.stop()
    else this.#after(afterChange)
  }

  /** The world has changed: prices, positions. At most once a second, and never over a slow answer. */
  refresh(): void {
    if (this.#tickets === null || this.#stopTimer !== null || this.#isAsking) return
    const passed = this.#time.ticks() - this.#askedAt
    this.#after(Math.max(afterChange, betweenRefreshes - passed))
  }

  /** Asks at once. */
  async now(): Promise<void> {
    this.stop()
    if (this.#tickets === null) return
    const asked = ++this.#asked
    const key = this.#key
    this.#askedAt = this.#time.ticks()
    this.#isAsking = true
    const reply = await this.#bridge.previewOrders({ orders: [...this.#tickets] })
    if (asked !== this.#asked) return
    this.#isAsking = false
    this.#failure = reply.ok ? null : reply.error
    this.#answer = reply.ok ? { key, preview: reply.value } : null
  }

  /** Until the answer for these orders is there, or another question was asked. */
  async settle(tickets: readonly Ticket[] | null): Promise<void> {
    this.ask(tickets)
    if (this.current === null) await this.now()
  }

  stop(): void {
    this.#stopTimer?.()
    this.#stopTimer = null
  }

  #after(milliseconds: number): void {
    this.stop()
    this.#stopTimer = this.#time.every(milliseconds, () => void this.now())
  }
}
