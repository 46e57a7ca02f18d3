import { untrack } from 'svelte'
import type { Failure } from '../../shared/core/errors.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Ticket } from '../../shared/orders/tickets.ts'
import type { Session } from '../core/session.svelte.ts'
import { Previews } from './ticket/ticket-preview.svelte.ts'
import { isMet } from './ticket/standings.ts'
import { Review, type ReviewStart } from './ticket/ticket-review.svelte.ts'

interface LeftOut {
  account: string
  says: string
}

/** The one way to confirm orders, whatever window they were put together in: from typing to what became of them. */
export abstract class OrderForm {
  readonly id = crypto.randomUUID()
  readonly session: Session
  readonly previews: Previews
  #review = $state.raw<Review | null>(null)
  /** Ids of the confirmations that the one wish of this form took so far. */
  #confirmations = $state.raw<ReadonlySet<string>>(new Set())
  #leftOut = $state.raw<readonly LeftOut[]>([])
  #isStarting = false
  #isClosed = false

  /** What was confirmed from here, for the same wish. */
  readonly sent: readonly Intent[] = $derived.by(() =>
    [...this.#confirmations].flatMap((one) => this.session.stores.intents.ofConfirmation(one)),
  )

  abstract readonly tickets: readonly Ticket[] | null
  /** Changes whenever the desk may have something else to say of the same orders. */
  abstract readonly market: string

  constructor(session: Session) {
    this.session = session
    this.previews = new Previews(session.bridge, session.clock.time)
  }

  /** Asks the desk about the orders as they change and as the market moves, while its window is there. */
  follow(): void {
    $effect(() => {
      const { tickets } = this
      untrack(() => this.previews.ask(tickets))
    })
    $effect(() => {
      void this.market
      this.previews.refresh()
      this.#review?.previews.refresh()
    })
  }

  get review(): Review | null {
    return this.#review
  }

  /** Which step the order's window is at: an order is typed, is about to be sent, or was sent and has an outcome. */
  get stage(): 'typing' | 'review' | 'outcome' {
    return this.#review === null ? 'typing' : this.#review.step === 'taken' ? 'outcome' : 'review'
  }

  /** Confirmed, and not known whether the desk took it. */
  get isUnanswered(): boolean {
    const step = this.#review?.step
    return step === 'sending' || step === 'unanswered'
  }

  get canReview(): boolean {
    const { current } = this.previews
    return current !== null && current.problems.every(({ level }) => level !== 'refuse')
  }

  /** Accounts that were chosen and are sent nothing, and why, as it was when the review began. */
  get leftOut(): readonly LeftOut[] {
    return this.#leftOut
  }

  protected whoIsLeftOut?(): readonly LeftOut[]

  /** Why the desk did not say what this would be. */
  get failure(): Failure | null {
    return this.previews.failure
  }

  async askAgain(): Promise<void> {
    await this.previews.now()
  }

  /** What has to be known before orders can be made of what is typed. */
  protected prepare?(): Promise<void>

  /** Waits for the desk's answer, if it is still to come: a quick Enter is not lost. */
  async startReview(): Promise<void> {
    if (this.stage !== 'typing' || this.#isStarting) return
    this.#isStarting = true
    await this.prepare?.()
    await this.previews.settle(this.tickets)
    this.#isStarting = false
    // What was closed meanwhile is not wanted any more.
    if (this.#isClosed) return
    // Whoever typed on meanwhile meant something else, and asks again.
    const preview = this.previews.current
    if (this.stage !== 'typing' || !this.canReview || preview === null) return
    this.#leftOut = this.whoIsLeftOut?.() ?? []
    if (this.tickets !== null) this.#begin({ tickets: this.tickets, preview })
  }

  /** Whether each order leaves only once the one before it was accepted. */
  get isOneByOne(): boolean {
    return false
  }

  #begin(start: Omit<ReviewStart, 'isOneByOne'>): void {
    const isOneByOne = this.isOneByOne && start.tickets.length > 1
    this.#review = new Review(this.session, { ...start, isOneByOne })
    this.#confirmations = new Set([...this.#confirmations, this.#review.confirmation])
  }

  /** What the desk has nothing to ask about is sent without the review; all else stops there. */
  async sendAtOnce(isArmed: () => boolean): Promise<void> {
    if (this.stage !== 'typing' || this.#isStarting) return
    await this.startReview()
    const review = this.#review
    if (review !== null && isArmed() && review.problems.every(({ level }) => level === 'note'))
      await review.confirm()
  }

  /** As a new act of confirming, with its own look at what stands against it. */
  async sendAgain(tickets: readonly Ticket[]): Promise<string | null> {
    const reply = await this.session.bridge.previewOrders({ orders: [...tickets] })
    if (!reply.ok) return reply.error.message
    this.#review?.previews.stop()
    this.#leftOut = []
    const before = tickets.flatMap(({ resends = '' }) => {
      return this.session.stores.intents.byId(resends)?.confirmation ?? []
    })
    this.#confirmations = new Set([...this.#confirmations, ...before])
    this.#begin({ tickets, preview: reply.value })
    return null
  }

  /** The key that opened a review, pressed again before it can have been read, confirms nothing. */
  confirmByKey(): void {
    if (this.#review?.isSeen === true) void this.#review.confirm()
  }

  /**
   * Back to typing, without what is at the broker already or may be. What may have been sent is not
   * left without an answer.
   */
  back(): void {
    if (this.isUnanswered) return
    this.#review?.previews.stop()
    this.#review = null
    this.leaveOut?.(this.sent)
  }

  /** Another order of the same; the rest of the one before, where not all of that arrived. */
  another(): void {
    if (isMet(this.sent)) this.#confirmations = new Set()
    this.back()
  }

  /** Takes out of what is typed what would be sent a second time. */
  protected leaveOut?(sent: readonly Intent[]): void

  close(): void {
    this.#isClosed = true
    this.previews.stop()
    this.#review?.previews.stop()
  }
}
