import { counted } from '../../../shared/core/figures.ts'
import type { Account } from '../../../shared/accounts/accounts.ts'
import type { Basket } from '../../../shared/orders/baskets.ts'
import { type Intent, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { problemsAt } from './line-problems.ts'
import type { Session } from '../../core/session.svelte.ts'
import { OrderForm } from '../order-form.svelte.ts'
import type { Remark } from '../../components/remarks.ts'
import { remarkLevelRank as byLevel } from '../ticket/ticket-remarks.ts'
import type { FieldName, TicketText } from '../ticket/field-table.ts'
import { type PriceOwner, priceOwner, withOwnPrices } from '../ticket/price-owner.ts'
import { fieldAt } from '../ticket/ticket-shape.ts'
import { emptyText, textOf, ticketOf } from '../ticket/ticket-text.ts'

export interface BasketRow {
  id: string
  isOn: boolean
  text: TicketText
  /** What its prices were typed for. */
  prices: PriceOwner
}

type RowRemarks = Readonly<Partial<Record<FieldName, Remark>>>

interface ReadRow {
  ticket: Ticket | null
  remarks: RowRemarks
}

/** Many orders in one window, as they are typed. */
export class BasketDraft extends OrderForm {
  #rows = $state.raw<readonly BasketRow[]>([])
  #name = $state('')
  /** The one that was loaded or saved. */
  #saved = $state.raw<Basket | null>(null)
  #list = $state.raw<readonly Basket[]>([])
  /** A line is read once, however many others change. */
  readonly #read = new WeakMap<TicketText, { account: Account | null; read: ReadRow }>()

  readonly chosen: readonly BasketRow[] = $derived.by(() => this.#rows.filter(({ isOn }) => isOn))

  readonly tickets: readonly Ticket[] | null = $derived.by(() => {
    const tickets = this.chosen.map((row) => this.readOf(row).ticket)
    return tickets.length > 0 && tickets.every((ticket) => ticket !== null) ? tickets : null
  })

  readonly badCount: number = $derived.by(
    () => this.chosen.filter((row) => this.readOf(row).ticket === null).length,
  )

  /** What the desk says of each line. */
  readonly #told: ReadonlyMap<string, RowRemarks> = $derived.by(() => {
    const told = new Map<string, Partial<Record<FieldName, Remark>>>()
    for (const { order, field, level, message } of this.previews.current?.problems ?? []) {
      const row = order === null ? undefined : this.chosen[order]
      if (row === undefined) continue
      const place = field === null ? 'kind' : fieldAt(field, row.text.kind)
      const at = told.get(row.id) ?? {}
      const before = at[place]
      if (before === undefined || byLevel[level] < byLevel[before.level])
        at[place] = { level, message }
      told.set(row.id, at)
    }
    return told
  })

  /** What the desk says of all together. */
  readonly general: readonly Remark[] = $derived.by(() =>
    (this.previews.current?.problems ?? []).filter(({ order }) => order === null),
  )

  readonly #isKept: boolean = $derived.by(() => {
    const kept = this.#saved
    if (kept === null || kept.name !== this.#name) return false
    const typed = this.#rows.map(({ text }) => text)
    return JSON.stringify(typed) === JSON.stringify(kept.orders.map(textOf))
  })

  constructor(session: Session) {
    super(session)
    this.add()
    void this.list()
  }

  get rows(): readonly BasketRow[] {
    return this.#rows
  }
  get name(): string {
    return this.#name
  }
  set name(name: string) {
    this.#name = name
  }
  get saved(): Basket | null {
    return this.#saved
  }
  get baskets(): readonly Basket[] {
    return this.#list
  }

  /** Whether closing it would lose something: a basket that is kept as it stands is not lost. */
  get isTouched(): boolean {
    return !this.#isKept && this.#rows.some((row) => !this.isBlank(row))
  }

  get market(): string {
    return String(this.session.stop.on)
  }

  readOf({ text }: BasketRow): ReadRow {
    const account = this.session.accounts.find(({ id }) => id === text.account) ?? null
    const before = this.#read.get(text)
    if (before !== undefined && before.account === account) return before.read
    const read = readRow(text, account)
    this.#read.set(text, { account, read })
    return read
  }

  /** A line that was only begun is not yet wrong. */
  isBlank({ text }: BasketRow): boolean {
    return text.symbol === '' && text.underlying === '' && text.quantity === ''
  }

  remarksOf(row: BasketRow): RowRemarks {
    return { ...this.#told.get(row.id), ...this.readOf(row).remarks }
  }

  add(text: Partial<TicketText> = {}): void {
    const last = this.#rows.at(-1)?.text
    const account = last?.account ?? this.session.shown[0]?.id ?? ''
    // The next line is most often of the same kind for the same account.
    const like = last && { kind: last.kind, exchange: last.exchange, product: last.product }
    this.#rows = [...this.#rows, rowOf({ ...emptyText, account, ...like, ...text })]
  }

  duplicate(id: string): void {
    this.#rows = this.#rows.flatMap((row) => (row.id === id ? [row, rowOf(row.text)] : [row]))
  }

  remove(id: string): void {
    this.#rows = this.#rows.filter((row) => row.id !== id)
  }

  move(id: string, by: -1 | 1): void {
    const from = this.#rows.findIndex((row) => row.id === id)
    const to = from + by
    if (from < 0 || to < 0 || to >= this.#rows.length) return
    const rows = [...this.#rows]
    rows.splice(to, 0, ...rows.splice(from, 1))
    this.#rows = rows
  }

  change(id: string, part: Partial<TicketText>): void {
    this.#rows = this.#rows.map((row) => (row.id === id ? changed(row, part) : row))
  }

  choose(id: string, isOn: boolean): void {
    this.#rows = this.#rows.map((row) => (row.id === id ? { ...row, isOn } : row))
  }

  chooseAll(isOn: boolean): void {
    this.#rows = this.#rows.map((row) => ({ ...row, isOn }))
  }

  /** A line whose order is at the broker, or may be, is not chosen any more. */
  protected override leaveOut(sent: readonly Intent[]): void {
    const there = sent.filter(({ state }) => !isSurelyNotThere(state)).map(keyOfOrder)
    let count = 0
    this.#rows = this.#rows.map((row) => {
      const { ticket } = this.readOf(row)
      const at = row.isOn && ticket !== null ? there.indexOf(keyOfOrder({ ticket })) : -1
      if (at < 0) return row
      there.splice(at, 1)
      count++
      return { ...row, isOn: false }
    })
    if (count > 0)
      this.#say(
        `${counted(count, 'line is', 'lines are')} not chosen any more: at the broker already, or maybe.`,
      )
  }

  /** Lines that were pasted come after those that are there; an empty line is no line. */
  append(texts: readonly TicketText[]): void {
    const kept = this.#rows.filter((row) => !this.isBlank(row))
    this.#rows = [...kept, ...texts.map(rowOf)]
  }

  async list(): Promise<void> {
    const reply = await this.session.bridge.listBaskets({})
    if (reply.ok) this.#list = reply.value
    else this.#say(`The saved baskets could not be read: ${reply.error.message}`)
  }

  load(basket: Basket): void {
    this.#rows = basket.orders.map((ticket) => rowOf(textOf(ticket)))
    this.#name = basket.name
    this.#saved = basket
  }

  /** All its lines, chosen or not; as the loaded one, or as another. */
  async save({ asNew }: { asNew: boolean }): Promise<void> {
    const orders = this.#rows.map((row) => this.readOf(row).ticket)
    if (!orders.every((order) => order !== null))
      return this.#say('Correct the lines that are marked, then save.')
    const id = asNew || this.#saved === null ? {} : { id: this.#saved.id }
    const reply = await this.session.bridge.saveBasket({ ...id, name: this.#name, orders })
    if (!reply.ok) return this.#say(`The basket was not saved: ${reply.error.message}`)
    this.#saved = reply.value
    this.#name = reply.value.name
    await this.list()
  }

  async delete(): Promise<void> {
    if (this.#saved === null) return
    const reply = await this.session.bridge.deleteBasket({ id: this.#saved.id })
    if (!reply.ok) return this.#say(`The basket was not deleted: ${reply.error.message}`)
    this.#saved = null
    await this.list()
  }

  #say(message: string): void {
    this.session.notify({ level: 'warning', message })
  }
}

/** An order that is sent again has the key of the order that it repeats: its ticket and account. */
const keyOfOrder = ({ ticket }: Pick<Intent, 'ticket'>): string =>
  JSON.stringify(ticket === null ? null : textOf(ticket)) + (ticket?.account ?? '')

const rowOf = (text: TicketText): BasketRow => ({
  id: crypto.randomUUID(),
  isOn: true,
  text: { ...text },
  prices: priceOwner(text),
})

function changed(row: BasketRow, part: Partial<TicketText>): BasketRow {
  const { text, owner } = withOwnPrices(row.prices, row.text, part)
  return { ...row, text, prices: owner }
}

function readRow(text: TicketText, account: Account | null): ReadRow {
  const read = ticketOf(text, account?.trading.protection ?? null)
  if (read.ok) return { ticket: read.ticket, remarks: {} }
  const remarks = Object.entries(problemsAt(text, account)).map(
    ([place, message]) => [place, { level: 'refuse', message }] as const,
  )
  return { ticket: null, remarks: Object.fromEntries(remarks) as RowRemarks }
}
