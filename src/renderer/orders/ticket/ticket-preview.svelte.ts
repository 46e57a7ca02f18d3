import type { Bridge, Input } from '../../../shared/contract.ts'
import type { Failure, Reply } from '../../../shared/core/errors.ts'
import type { MoneyPortion, Preview } from '../../../shared/orders/placing.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Time } from '../../core/clock.svelte.ts'

/** Long enough that typing does not ask at every key, too short to be waited for. */
const afterChange = 80
const betweenRefreshes = 1000

/** What the desk says of what is typed now; only the latest answer counts. */
class LatestAnswer<Question, Answer> {
  readonly #call: (question: Question) => Promise<Reply<Answer>>
  readonly #time: Time
  #question: Question | null = null
  #key = $state.raw('')
  #answer = $state.raw<{ key: string; question: Question; answer: Answer } | null>(null)
  #failure = $state.raw<Failure | null>(null)
  #asked = 0
  /** An answer for the orders as they are is on its way. */
  #isAsking = false
  /** The world changed while it was: that answer may be of before. */
  #isOutdated = false
  #askedAt = -Infinity
  #stopTimer: (() => void) | null = null

  constructor(call: (question: Question) => Promise<Reply<Answer>>, time: Time) {
    this.#call = call
    this.#time = time
  }

  /** The answer for what is asked now; null until it is there. */
  get current(): Answer | null {
    return this.#answer?.key === this.#key && this.#key !== '' ? this.#answer.answer : null
  }

  answerTo(question: Question): Answer | null {
    return JSON.stringify(question) === this.#key ? this.current : null
  }

  /** The last answer, perhaps for what was typed before: to show, never to send by. */
  get latest(): Answer | null {
    return this.#key === '' ? null : (this.#answer?.answer ?? null)
  }

  /** The last answer, and what it is about. */
  get told(): { question: Question; answer: Answer } | null {
    return this.#key === '' ? null : this.#answer
  }

  /** Why there is none. */
  get failure(): Failure | null {
    return this.#failure
  }

  ask(question: Question | null): void {
    const key = question === null ? '' : JSON.stringify(question)
    if (key === this.#key) return
    this.#question = question
    this.#key = key
    // An answer on its way is for something else.
    this.#asked++
    this.#isAsking = false
    this.#failure = null
    if (question === null) this.stop()
    else this.#after(afterChange)
  }

  /** The world has changed: prices, positions. At most once a second, and never over a slow answer. */
  refresh(): void {
    if (this.#question === null || this.#stopTimer !== null) return
    if (this.#isAsking) {
      this.#isOutdated = true
      return
    }
    const passed = this.#time.ticks() - this.#askedAt
    this.#after(Math.max(afterChange, betweenRefreshes - passed))
  }

  /** Asks at once. */
  async now(): Promise<void> {
    this.stop()
    if (this.#question === null) return
    const asked = ++this.#asked
    const key = this.#key
    const question = this.#question
    this.#askedAt = this.#time.ticks()
    this.#isAsking = true
    const reply = await this.#call(question)
    if (asked !== this.#asked) return
    this.#isAsking = false
    this.#failure = reply.ok ? null : reply.error
    this.#answer = reply.ok ? { key, question, answer: reply.value } : null
    if (this.#isOutdated) this.refresh()
  }

  /** Until the answer to this is there, or another question was asked. */
  async settle(question: Question | null): Promise<void> {
    this.ask(question)
    if (this.current === null) await this.now()
  }

  stop(): void {
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#isOutdated = false
  }

  #after(milliseconds: number): void {
    this.stop()
    this.#stopTimer = this.#time.every(milliseconds, () => void this.now())
  }
}

/** What the desk says of orders. */
export class Previews extends LatestAnswer<readonly Ticket[], Preview> {
  constructor(bridge: Bridge, time: Time, isOneRequest: () => boolean = () => false) {
    super(
      (tickets) =>
        bridge.previewOrders({
          orders: [...tickets],
          ...(isOneRequest() && { oneRequest: true }),
        }),
      time,
    )
  }
}

/** What the desk says that parts of money buy. */
export class PreviewedShares extends LatestAnswer<Input<'previewShares'>, MoneyPortion[]> {
  constructor(bridge: Bridge, time: Time) {
    super((shares) => bridge.previewShares(shares), time)
  }
}
