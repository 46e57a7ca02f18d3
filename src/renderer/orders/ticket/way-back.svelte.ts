import { untrack } from 'svelte'
import type { Intent } from '../../../shared/orders/intents.ts'
import type { Remark } from '../../components/remarks.ts'
import type { Session } from '../../core/session.svelte.ts'
import { OrderForm } from '../order-form.svelte.ts'
import type { WayBack } from './exit-where.ts'
import { notReached, wayBackNow } from './way-back.ts'

/** Milliseconds in which the books may still say what is not known: a person waits for the review. */
const longestLook = 3000

/**
 * The way out where an order for several went through, on its way: each account’s own leg, in its
 * broker’s own symbol and of its own size. It was not typed, and nothing in it can be.
 */
export class WayBackDraft extends OrderForm {
  readonly type = 'way-back'
  readonly tickets = null
  readonly isTouched = false
  /** The window that shows what became of the order. */
  readonly from: string
  readonly #intents: readonly string[]
  #isLooking = $state(true)
  #trouble = $state<string | null>(null)

  readonly #way: WayBack | null = $derived.by(() => {
    const { intents } = this.session.stores
    return wayBackNow(
      this.#intents.flatMap((id) => intents.byId(id) ?? []),
      this.session,
    )
  })

  /** Accounts of which another look into the books may say what is not known. */
  readonly #toRead: readonly string[] = $derived.by(() =>
    (this.#way?.unsure ?? []).flatMap(({ account, isInDoubt }) => (isInDoubt ? [] : account)),
  )

  readonly #isKnown: boolean = $derived.by(() => this.#toRead.length === 0)

  readonly market: string = $derived.by(() => {
    const held = (this.review?.tickets ?? []).map((ticket) => {
      const rows = this.session.stores.books.of(ticket.account, 'positions')?.rows.values() ?? []
      return [...rows].flatMap((row) =>
        'symbol' in ticket && row.symbol === ticket.symbol ? [row.ltp, row.netqty] : [],
      )
    })
    return JSON.stringify([held, this.session.stop.on, this.session.vault.state])
  })

  constructor(session: Session, { intents, from }: { intents: readonly Intent[]; from: string }) {
    super(session)
    this.#intents = intents.map(({ id }) => id)
    this.from = from
  }

  override get isTyped(): boolean {
    return false
  }

  /** Why there is no review of it. */
  get trouble(): string | null {
    return this.#trouble
  }

  /** What a look a moment ago did not tell is looked at once more before the review begins. */
  override follow(): void {
    super.follow()
    untrack(() => {
      for (const account of this.#toRead)
        for (const book of ['orders', 'positions'] as const)
          void this.session.bridge.refreshBooks({ account, book })
    })
    $effect(() => {
      if (!this.#isLooking) return
      if (this.#isKnown) return untrack(() => void this.#begin())
      return untrack(() => this.session.clock.time.every(longestLook, () => void this.#begin()))
    })
  }

  override get asides(): readonly Remark[] {
    const { review } = this
    if (review === null || this.#way === null) return []
    const leftOut = new Set(this.leftOutOfReview.map(({ account }) => account))
    const { nameOf, loginOf } = this.session.accounts
    return notReached(this.#way, { tickets: review.tickets, leftOut, nameOf, loginOf })
  }

  async #begin(): Promise<void> {
    this.#isLooking = false
    const { tickets = [], unsure = [] } = this.#way ?? {}
    this.#trouble =
      tickets.length > 0
        ? await this.sendAgain(tickets)
        : unsure.length > 0
          ? 'What is filled, or still held of it, is not known now: look into the books.'
          : 'The books show nothing any more that an order could leave.'
  }
}
