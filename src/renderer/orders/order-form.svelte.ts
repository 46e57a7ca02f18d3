import { untrack } from 'svelte'
import type { Input } from '../../shared/contract.ts'
import type { Failure } from '../../shared/core/errors.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Ticket } from '../../shared/orders/tickets.ts'
import type { Remark } from '../components/remarks.ts'
import type { Session } from '../core/session.svelte.ts'
import { areKeysRefused, whoCannotSend } from './ticket/cannot-send.ts'
import { PreviewedShares, Previews } from './ticket/ticket-preview.svelte.ts'
import { isMet } from './ticket/account-outcomes.ts'
import { Review, type ReviewStart } from './ticket/ticket-review.svelte.ts'

/** An account that was chosen and is sent nothing. */
export interface LeftOut {
  account: string
  says: string
}

/** The one way to confirm orders, whatever window they were put together in: from typing to what became of them. */
export abstract class OrderForm {
  readonly id = crypto.randomUUID()
  readonly session: Session
  /** Of all that is asked for. */
  readonly previews: Previews
  /** Of what is left of it without what cannot be sent. */
  protected readonly previewsOfRest: Previews
  /** What the desk says that parts of money buy. */
  readonly shares: PreviewedShares
  #review = $state.raw<Review | null>(null)
  /** The one before, where its orders were taken. */
  #before: Review | null = null
  /** Ids of the confirmations that the one wish of this form took so far. */
  #confirmations = $state.raw<ReadonlySet<string>>(new Set())
  #leftOutOfReview = $state.raw<readonly LeftOut[]>([])
  /** What is sent again leaves out only whom it had an order for. */
  #leftOutAtFirst = $state.raw<readonly LeftOut[]>([])
  /** Of what was typed, accounts among them whose orders could not be sent. */
  #couldNotSend: readonly string[] = []
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
    const isOneRequest = (): boolean => this.isOneRequest
    this.previews = new Previews(session.bridge, session.clock.time, isOneRequest)
    this.previewsOfRest = new Previews(session.bridge, session.clock.time, isOneRequest)
    this.shares = new PreviewedShares(session.bridge, session.clock.time)
  }

  /** Asks the desk about the orders as they change and as the market moves, while its window is there. */
  follow(): void {
    $effect(() => {
      const asked = this.sharesAsked
      untrack(() => this.shares.ask(asked))
    })
    // Whoever cannot send, or takes a part of its funds, may send or take another in a moment: it is
    // asked for as long as somebody waits.
    $effect(() => {
      if (this.cannotSend.size === 0 && this.sharesAsked === null) return
      void this.session.clock.now
      this.shares.refresh()
      this.previews.refresh()
    })
    $effect(() => this.askDesk())
    $effect(() => {
      void this.market
      this.shares.refresh()
      this.previews.refresh()
      this.previewsOfRest.refresh()
      this.#review?.previews.refresh()
    })
  }

  /** Asks about the orders as they are now; for an effect, which has to ask again when they change. */
  askDesk(): void {
    const { wanted } = this
    const rest = this.cannotSend.size === 0 ? null : this.tickets
    untrack(() => {
      this.previews.ask(wanted)
      this.previewsOfRest.ask(rest)
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

  /** The parts of money among what is typed; null where there are none. */
  get sharesAsked(): Input<'previewShares'> | null {
    return null
  }

  /** All that is asked for, with what cannot be sent; the rest of them are its `tickets`. */
  get wanted(): readonly Ticket[] | null {
    return this.tickets
  }

  /** By account, why its order cannot be sent as things are, where others can. */
  get cannotSend(): ReadonlyMap<string, string> {
    return noneCannot
  }

  /** What the desk says of what can be sent. */
  get sendablePreviews(): Previews {
    return this.cannotSend.size === 0 ? this.previews : this.previewsOfRest
  }

  get canReview(): boolean {
    const { current } = this.sendablePreviews
    return (
      (this.sharesAsked === null || this.shares.current !== null) &&
      this.previews.current !== null &&
      current !== null &&
      current.problems.every(({ level }) => level !== 'refuse')
    )
  }

  /** What else there is to be read beside the orders: it stands against none of them. */
  get asides(): readonly Remark[] {
    return []
  }

  /** Accounts that are chosen and would be sent nothing as things are. */
  get leftOutNow(): readonly LeftOut[] {
    return [...leftOutOf(this.cannotSend), ...(this.alsoLeftOut?.() ?? [])]
  }

  /** Of what was chosen at first, who was sent nothing of it at any try. */
  get leftOutAtFirst(): readonly LeftOut[] {
    return this.#leftOutAtFirst
  }

  /** Accounts that were chosen and are sent nothing, and why, as it was when the review began. */
  get leftOutOfReview(): readonly LeftOut[] {
    return this.#leftOutOfReview
  }

  /** Of those, the ones that could be sent now: what is being reviewed stands still. */
  get sendableByNow(): ReadonlySet<string> {
    const problems = this.previews.current?.problems.filter(
      (problem) => problem.level === 'refuse' || areKeysRefused(problem),
    )
    if (problems === undefined || problems.some(({ order }) => order === null)) return new Set()
    const refused = new Set(problems.map(({ order }) => this.wanted?.[order!]?.account))
    return new Set(this.#couldNotSend.filter((account) => !refused.has(account)))
  }

  protected alsoLeftOut?(): readonly LeftOut[]

  /** Why the desk did not say what this would be. */
  get failure(): Failure | null {
    return this.shares.failure ?? this.previews.failure ?? this.sendablePreviews.failure
  }

  async askAgain(): Promise<void> {
    await this.shares.now()
    await Promise.all([this.previews.now(), this.previewsOfRest.now()])
  }

  /** Waits for the desk's answer, if it is still to come: a quick Enter is not lost. */
  async startReview(): Promise<void> {
    if (this.stage !== 'typing' || this.#isStarting) return
    this.#isStarting = true
    // What was reckoned a while ago is reckoned once more before it is looked at.
    this.shares.ask(this.sharesAsked)
    await this.shares.now()
    await this.previews.settle(this.wanted)
    if (this.cannotSend.size > 0) await this.previewsOfRest.settle(this.tickets)
    this.#isStarting = false
    // What was closed meanwhile is not wanted any more.
    if (this.#isClosed) return
    // Whoever typed on meanwhile meant something else, and asks again.
    const { tickets } = this
    const preview = tickets === null ? null : this.sendablePreviews.answerTo(tickets)
    if (this.stage !== 'typing' || !this.canReview || tickets === null || preview === null) return
    this.#couldNotSend = [...this.cannotSend.keys()]
    this.#leftOutOfReview = this.leftOutNow
    this.#leftOutAtFirst = this.leftOutNow
    this.keepReviewed?.()
    this.#begin({ tickets, preview })
  }

  /** What the orders of the review that begins now were made of: it may read otherwise later. */
  protected keepReviewed?(): void

  /** Whether each order leaves only once the one before it was accepted. */
  get isOneByOne(): boolean {
    return false
  }

  /** Whether orders of accounts that share a service leave in one request. */
  get isOneRequest(): boolean {
    return false
  }

  #begin(start: Pick<ReviewStart, 'tickets' | 'preview'>): void {
    const isOneByOne = this.isOneByOne && start.tickets.length > 1
    const isOneRequest = this.isOneRequest && start.tickets.length > 1
    if (this.#review?.step === 'taken') this.#before = this.#review
    const sent = (): readonly Intent[] => this.sent
    this.#review = new Review(this.session, { ...start, isOneByOne, isOneRequest, sent })
    this.#confirmations = new Set([...this.#confirmations, this.#review.confirmation])
  }

  /** What the desk has nothing to ask about, is all that was wanted and leaves as it was typed, is sent without the review; all else stops there. */
  async sendAtOnce(isArmed: () => boolean): Promise<void> {
    if (this.stage !== 'typing' || this.#isStarting) return
    await this.startReview()
    const review = this.#review
    if (
      review !== null &&
      this.#couldNotSend.length === 0 &&
      review.isAsTyped &&
      isArmed() &&
      review.problems.every(({ level }) => level === 'note')
    )
      await review.confirm()
  }

  /** As a new act of confirming, with its own look at what stands against it. */
  async sendAgain(all: readonly Ticket[]): Promise<string | null> {
    const { bridge } = this.session
    const { nameOf } = this.session.accounts
    const first = await bridge.previewOrders({ orders: [...all] })
    if (!first.ok) return first.error.message
    const cannot = whoCannotSend({ tickets: all, problems: first.value.problems, nameOf })
    const tickets = all.filter(({ account }) => !cannot.has(account))
    const why = this.whyNotWithout?.(all, tickets) ?? null
    if (why !== null) return why
    const reply = cannot.size === 0 ? first : await bridge.previewOrders({ orders: tickets })
    if (!reply.ok) return reply.error.message
    this.#review?.previews.stop()
    this.#couldNotSend = []
    this.#leftOutOfReview = leftOutOf(cannot)
    if (this.#review === null) this.#leftOutAtFirst = this.#leftOutOfReview
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

  /** Why what can be sent cannot go without the rest; null where it can. */
  protected whyNotWithout?(all: readonly Ticket[], going: readonly Ticket[]): string | null

  /** Whether its orders are made of fields: else there is nothing to go back to but what became of them. */
  get isTyped(): boolean {
    return true
  }

  /**
   * Back to typing, without what is at the broker already or may be. What may have been sent is not
   * left without an answer.
   */
  back(): void {
    if (this.isUnanswered) return
    this.#review?.previews.stop()
    this.#review = this.isTyped ? null : this.#before
    this.dropSent?.(this.sent)
  }

  /** Another order of the same; the rest of the one before, where not all of that arrived. */
  another(): void {
    if (isMet(this.sent)) this.#confirmations = new Set()
    this.back()
  }

  /** Takes out of what is typed what would be sent a second time. */
  protected dropSent?(sent: readonly Intent[]): void

  close(): void {
    this.#isClosed = true
    this.shares.stop()
    this.previews.stop()
    this.previewsOfRest.stop()
    this.#review?.previews.stop()
  }
}

const leftOutOf = (cannot: ReadonlyMap<string, string>): LeftOut[] =>
  [...cannot].map(([account, says]) => ({ account, says }))

const noneCannot: ReadonlyMap<string, string> = new Map()
