import type { Basket } from '../../../shared/orders/baskets.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Session } from '../../core/session.svelte.ts'
import type { BasketDraft } from '../basket/basket.svelte.ts'
import { legsToLeave, type PositionRow, type TradedRow } from '../row-tickets.ts'
import { textOf } from './ticket-text.ts'
import type { TicketFields } from './ticket-fields.ts'
import type { TicketDraft } from './ticket.svelte.ts'
import type { WayBackDraft } from './way-back.svelte.ts'
import { resumed } from './resumed.ts'

export interface TicketPlace {
  left: number
  top: number
}

type Draft = TicketDraft | BasketDraft | WayBackDraft

/** A window that floats over the panels. */
export interface Floating {
  draft: Draft
  /** Goes up when it is asked for once more: it then takes the focus. */
  called: number
}

/** The row of a book that something can be done with. */
export interface HeldRow {
  book: 'orders' | 'trades' | 'positions' | 'holdings'
  row: TradedRow
  /** Brings it into sight; false where it is there. */
  reveal?: () => boolean
}

const most = 6
const step = 26

/** Over the lower books and the gap between columns: what is traded stays in sight. */
const usual = {
  ticket: (): TicketPlace => ({ left: innerWidth * 0.38, top: innerHeight * 0.14 }),
  basket: (): TicketPlace => ({ left: innerWidth * 0.04, top: innerHeight * 0.12 }),
}

/** The tickets that are open. */
export class TicketWindows {
  readonly #session: Session
  /** The last one lies on top. */
  #open = $state.raw<readonly Floating[]>([])
  /** Reads the row that the keys were last on. */
  #held = $state.raw<(() => HeldRow | null) | null>(null)
  /** Reads the positions of the netted line that they were on. */
  #legs = $state.raw<() => readonly PositionRow[]>(() => [])

  constructor(session: Session) {
    this.#session = session
  }

  get open(): readonly Floating[] {
    return this.#open
  }

  /** The row that the keys were last on, as it is now. */
  get held(): HeldRow | null {
    return this.#held?.() ?? null
  }

  /** What is still to be left of the line that they were last on. */
  get legs(): readonly PositionRow[] {
    return legsToLeave(this.#legs())
  }

  hold(read: () => HeldRow | null, legs: () => readonly PositionRow[] = () => []): void {
    this.#held = read
    this.#legs = legs
  }

  /** What is open already with all that is asked for is brought forward. */
  async show(start: Partial<TicketFields> = {}): Promise<void> {
    const draftOf = await this.#drafts()
    const wanted = { kind: 'regular', symbol: '', exit: 'NO', ...start } as const
    const same = this.#open.find(
      ({ draft }) =>
        draft.type === 'ticket' && draft.stage === 'typing' && has(draft.fields, wanted),
    )
    if (same !== undefined) return this.#call(same)
    this.#addTicket(draftOf(wanted), start)
  }

  /** As it was typed: only a ticket that is the same order in every field is brought forward. */
  async showExact(start: Partial<TicketFields>): Promise<void> {
    const draftOf = await this.#drafts()
    const typed = draftOf({ kind: 'regular', ...start })
    const same = this.#open.find(
      ({ draft }) =>
        draft.type === 'ticket' && draft.stage === 'typing' && isSame(draft.fields, typed.fields),
    )
    if (same === undefined) this.#addTicket(typed, start)
    else this.#call(same)
  }

  /** As a person's own act while armed: what has nothing against it, and no account already, goes without a review. */
  async send(start: Partial<TicketFields>, isArmed: () => boolean): Promise<void> {
    const draftOf = await this.#drafts()
    const draft = draftOf({ kind: 'regular', symbol: '', exit: 'NO', ...start })
    const isForAll = resumed(draft, start) === 0
    if (this.#add(draft) && isForAll) void draft.sendAtOnce(isArmed)
  }

  /** One that is sent again for another: filled, and looked at once more before anything is sent. */
  async resend(ticket: Ticket): Promise<void> {
    const draftOf = await this.#drafts()
    const { account, ...text } = textOf(ticket)
    const recipients = [{ account, isOn: true, own: '' }]
    const draft = draftOf({ ...text, recipients })
    // The fields alone would not say what it is sent again for.
    if (this.#add(draft)) void draft.sendAgain([ticket])
  }

  /** The way out of an order where it went through; `from` shows what became of it. */
  async leaveWhere(intents: readonly Intent[], from: string): Promise<void> {
    const own = this.#open.find(({ draft }) => draft.type === 'way-back' && draft.from === from)
    if (own?.draft.stage === 'outcome') this.close(own.draft.id)
    else if (own !== undefined) return this.#call(own)
    const { WayBackDraft } = await import('./way-back.svelte.ts')
    this.#add(new WayBackDraft(this.#session, { intents, from }))
  }

  /** A new one, or one that is kept: its window where it has one, else an untouched one, else another. */
  async showBasket(basket?: Basket): Promise<void> {
    // It comes with the drafts of tickets.
    const { BasketDraft } = await import('../basket/basket.svelte.ts')
    const baskets = this.#open.flatMap((floating) => {
      const { draft } = floating
      return draft.type === 'basket' ? [{ floating, draft }] : []
    })
    const own = baskets.find(({ draft }) => basket === undefined || draft.saved?.id === basket.id)
    if (own !== undefined) return this.#call(own.floating)
    const blank = baskets.find(({ draft }) => draft.stage === 'typing' && !draft.isTouched)
    const draft = blank?.draft ?? new BasketDraft(this.#session)
    if (blank !== undefined) this.#call(blank.floating)
    else if (!this.#add(draft)) return
    if (basket !== undefined && !draft.isTouched) draft.load(basket)
  }

  /** Gives the one on top the focus; the one below all others, where the focus is on a ticket already. */
  callNext(isWithin: boolean): void {
    const next = isWithin ? this.#open[0] : this.#open.at(-1)
    if (next !== undefined) this.#call(next)
  }

  /** Gives the focus to one that may be gone by now. */
  call(id: string): void {
    const found = this.#open.find(({ draft }) => draft.id === id)
    if (found !== undefined) this.#call(found)
  }

  raise(id: string): void {
    const found = this.#open.find(({ draft }) => draft.id === id)
    if (found !== undefined && this.#open.at(-1) !== found)
      this.#open = [...this.#open.filter((one) => one !== found), found]
  }

  close(id: string): void {
    this.#open.find(({ draft }) => draft.id === id)?.draft.close()
    this.#open = this.#open.filter(({ draft }) => draft.id !== id)
  }

  /** Where the last one stood, and a step away from those that stand there now. */
  placeFor(draft: Draft): TicketPlace | null {
    const kind = kindOf(draft)
    const others = this.#open.filter(
      (one) => one.draft !== draft && kindOf(one.draft) === kind,
    ).length
    const place = this.#session.settings.places[kind] ?? usual[kind]()
    return { left: place.left + others * step, top: place.top + others * step }
  }

  /** Kept through a restart; a smaller window brings it back into sight. */
  leaveAt(kind: 'ticket' | 'basket', { left, top }: TicketPlace): void {
    const place = { left: Math.round(left), top: Math.round(top) }
    void this.#session.change({ places: { ...this.#session.settings.places, [kind]: place } })
  }

  /** They come with all that the deck fetches after its first sight; where that cannot be had, the deck says so. */
  async #drafts(): Promise<(fields: Partial<TicketFields>) => TicketDraft> {
    const { TicketDraft } = await import('./ticket.svelte.ts')
    return (fields) => new TicketDraft(this.#session, fields)
  }

  #addTicket(draft: TicketDraft, start: Partial<TicketFields>): void {
    resumed(draft, start)
    this.#add(draft)
  }

  /** Those that show what became of an order make room; others are a person's to close. */
  #add(draft: Draft): boolean {
    const oldest = this.#open.find((one) => one.draft.stage === 'outcome')
    if (this.#open.length >= most && oldest !== undefined) this.close(oldest.draft.id)
    if (this.#open.length >= most) {
      this.#session.notices.say({
        level: 'info',
        message: `${most} tickets are open. Close one to open another.`,
      })
      return false
    }
    this.#open = [...this.#open, { draft, called: 0 }]
    return true
  }

  #call(floating: Floating): void {
    const called = { ...floating, called: floating.called + 1 }
    this.#open = [...this.#open.filter((one) => one !== floating), called]
  }
}

/** Whose place it takes, and keeps. */
const kindOf = ({ type }: Draft): keyof typeof usual => (type === 'basket' ? 'basket' : 'ticket')

const isSame = (one: TicketFields, other: TicketFields): boolean =>
  (Object.keys(one) as (keyof TicketFields)[]).every(
    (name) => JSON.stringify(one[name]) === JSON.stringify(other[name]),
  )

/** Prices move on; whatever else was asked for has to be there. */
const has = (fields: TicketFields, wanted: Partial<TicketFields>): boolean =>
  Object.entries(wanted).every(
    ([name, value]) =>
      name === 'price' ||
      JSON.stringify(fields[name as keyof TicketFields]) === JSON.stringify(value),
  )
