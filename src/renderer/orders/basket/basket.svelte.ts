import type { Input } from '../../../shared/contract.ts'
import { counted, unitsText } from '../../../shared/core/figures.ts'
import type { Basket } from '../../../shared/orders/baskets.ts'
import { type Intent, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import type { PlannedOrder } from '../../../shared/orders/placing.ts'
import { isExit, mostOrders, type Ticket } from '../../../shared/orders/tickets.ts'
import { BasketOrders } from './basket-orders.svelte.ts'
import { type BasketRow, BasketRows } from './basket-rows.svelte.ts'
import { isForGroup, type LineTargets } from './line-target.ts'
import { type Turn, turnsOf, whyNotInTurn } from './turns.ts'
import { type ReadLine, type RowRemarks, textOfLine } from './read-line.ts'
import type { Session } from '../../core/session.svelte.ts'
import { OrderForm } from '../order-form.svelte.ts'
import type { Remark } from '../../components/remarks.ts'
import { remarkLevelRank as byLevel } from '../ticket/ticket-remarks.ts'
import type { FieldName, TicketText } from '../ticket/field-table.ts'
import { fieldAt } from '../ticket/ticket-shape.ts'
import { textOf } from '../ticket/ticket-text.ts'

/** Many orders in one window, as they are typed. */
export class BasketDraft extends OrderForm {
  readonly type = 'basket'
  #name = $state('')
  /** Chosen for each basket anew: its lines may be meant for one moment. */
  #oneByOne = $state(false)
  /** The one that was loaded or saved. */
  #saved = $state.raw<Basket | null>(null)
  #list = $state.raw<readonly Basket[]>([])
  readonly rows: BasketRows
  readonly #orders: BasketOrders
  /** What the lines of the last review sent. */
  #reviewed: readonly { row: string; orders: readonly Ticket[] }[] = []

  readonly #cannotSend: ReadonlyMap<string, string> = $derived.by(() => {
    const says = new Map<string, string>()
    for (const [at, ticket] of (this.wanted ?? []).entries()) {
      const why = this.#orders.whyOut(at)
      if (why === undefined) continue
      const before = says.get(ticket.account)
      const own = `${this.rows.nameOf(this.#orders.lineOf[at]!)}: ${why}`
      says.set(ticket.account, before === undefined ? own : `${before} ${own}`)
    }
    return says
  })

  readonly tickets: readonly Ticket[] | null = $derived.by(() => {
    const { wanted } = this
    if (this.cannotSend.size === 0) return wanted
    return wanted?.filter((_, at) => this.#orders.whyOut(at) === undefined) ?? null
  })

  /** What the desk says of each line. */
  readonly #told: ReadonlyMap<string, RowRemarks> = $derived.by(() => {
    const told = new Map<string, Partial<Record<FieldName, Remark>>>()
    for (const { order, field, level, message } of this.previews.current?.problems ?? []) {
      const row = order === null ? undefined : this.#orders.lineOf[order]
      if (row === undefined) continue
      const place = field === null ? 'kind' : fieldAt(field, row.text.kind)
      const at = told.get(row.id) ?? {}
      const before = at[place]
      const remark = this.#remarkOn(row, { order: order!, level, message })
      if (before === undefined || byLevel[remark.level] < byLevel[before.level]) at[place] = remark
      told.set(row.id, at)
    }
    return told
  })

  /** By line, what the desk plans for it. */
  readonly planned: ReadonlyMap<string, readonly PlannedOrder[]> = $derived.by(() => {
    const planned = new Map<string, PlannedOrder[]>()
    for (const [at, order] of (this.previews.current?.orders ?? []).entries()) {
      const row = this.#orders.lineOf[at]
      if (row !== undefined && order !== null && this.#orders.whyOut(at) === undefined)
        planned.set(row.id, [...(planned.get(row.id) ?? []), order])
    }
    return planned
  })

  /** All in the order in which they would leave, with who is left out among them. */
  readonly #turns: readonly Turn[] = $derived.by(() => {
    let at = 0
    return this.#orders.lines.flatMap(({ row, read }) => {
      const orders = (read.orders ?? []).map(({ account }) => ({
        account,
        isOut: this.#orders.whyOut(at++) !== undefined,
      }))
      const line = this.rows.nameOf(row)
      return turnsOf(orders, read, this.session.accounts.all).map(({ account, isOut }) => ({
        name: `${line} (${this.session.accounts.nameOf(account)})`,
        isOut,
      }))
    })
  })

  readonly #notInTurn: readonly Remark[] = $derived.by(() => {
    const why = this.isOneByOne ? whyNotInTurn(this.#turns) : null
    const message = `${why} Correct what keeps it out, untick the lines behind it, or untick ‘One after the other’.`
    return why === null ? [] : [{ level: 'refuse', message }]
  })

  /** What the desk says of all together. */
  readonly general: readonly Remark[] = $derived.by(() => [
    ...this.#tooMany,
    ...this.#notInTurn,
    ...(this.previews.current?.problems ?? []).filter(({ order }) => order === null),
  ])

  readonly #isKept: boolean = $derived.by(() => {
    const kept = this.#saved
    if (kept === null || kept.name !== this.#name) return false
    const typed = this.rows.all.map(({ text }) => text)
    return JSON.stringify(typed) === JSON.stringify(kept.orders.map(textOfLine))
  })

  constructor(session: Session) {
    super(session)
    this.rows = new BasketRows(() => session.accounts.shown[0]?.id ?? '')
    const { rows, previews, shares } = this
    this.#orders = new BasketOrders({ session, rows, previews, shares })
    rows.add()
    void this.list()
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
    return !this.#isKept && this.rows.all.some((row) => !this.rows.isBlank(row))
  }

  /** Whom its lines can be for. */
  get targets(): LineTargets {
    return { accounts: this.session.accounts.all, groups: this.session.groups }
  }

  /** Nobody waits with a way out until another order was accepted. */
  get canBeOneByOne(): boolean {
    const { wanted } = this
    return wanted !== null && this.#turns.length > 1 && !wanted.some((ticket) => isExit({ ticket }))
  }

  override get isOneByOne(): boolean {
    return this.#oneByOne && !(this.wanted ?? []).some((ticket) => isExit({ ticket }))
  }

  chooseOneByOne(isChosen: boolean): void {
    this.#oneByOne = isChosen
  }

  get market(): string {
    return String(this.session.stop.on)
  }

  override get sharesAsked(): Input<'previewShares'> | null {
    return this.#orders.sharesAsked
  }

  override get wanted(): readonly Ticket[] | null {
    return this.#orders.wanted
  }

  override get cannotSend(): ReadonlyMap<string, string> {
    return this.#cannotSend
  }

  override get canReview(): boolean {
    return this.#notInTurn.length === 0 && super.canReview
  }

  protected override alsoLeftOut() {
    return this.#orders.lines.flatMap(({ row, read }) =>
      read.leftOut.map(({ account, says }) => ({
        account,
        says: `${this.rows.nameOf(row)}: ${says}`,
      })),
    )
  }

  protected override whyNotWithout(
    all: readonly Ticket[],
    going: readonly Ticket[],
  ): string | null {
    if (!this.isOneByOne) return null
    const goes = new Set(going)
    const why = whyNotInTurn(
      all.map((ticket) => ({
        name: `${instrumentText(ticket)} (${this.session.accounts.nameOf(ticket.account)})`,
        isOut: !goes.has(ticket),
      })),
    )
    return why === null ? null : `${why} Correct what keeps it out, or go back to the lines.`
  }

  protected override keepReviewed(): void {
    this.#reviewed = this.#orders.lines.map(({ row, read }) => ({
      row: row.id,
      orders: read.orders ?? [],
    }))
  }

  /** Of a line for several accounts, whose it is, and whether the others go without. */
  #remarkOn({ text }: BasketRow, { order, level, message }: Remark & { order: number }): Remark {
    const ticket = this.wanted?.[order]
    if (!isForGroup(text.account) || ticket === undefined) return { level, message }
    const name = `${this.session.accounts.nameOf(ticket.account)}: `
    const whose = message.startsWith(name) ? message : name + message
    const isOut = level === 'refuse' && this.#orders.whyOut(order) !== undefined
    return isOut ? { level: 'ask', message: `Left out: ${whose}` } : { level, message: whose }
  }

  get #tooMany(): readonly Remark[] {
    const count = this.#orders.lineOf.length
    const message = `These lines make ${unitsText(count)} orders, and ${unitsText(mostOrders)} can be sent together: send some of them first.`
    return count > mostOrders ? [{ level: 'refuse', message }] : []
  }

  get badCount(): number {
    return this.#orders.badCount
  }

  readOf(row: BasketRow): ReadLine {
    return this.#orders.readOf(row)
  }

  remarksOf(row: BasketRow): RowRemarks {
    const remarks: Partial<Record<FieldName, Remark>> = { ...this.#told.get(row.id) }
    for (const [place, remark] of Object.entries(this.readOf(row).remarks)) {
      const told = remarks[place as FieldName]
      // What somebody is left out for hides nothing that the desk refuses.
      if (told === undefined || byLevel[remark.level] <= byLevel[told.level])
        remarks[place as FieldName] = remark
    }
    return remarks
  }

  /**
   * A line whose order is at the broker, or may be, is not chosen any more. Of one for a group that
   * some members have, the others have lines of their own then.
   */
  protected override dropSent(sent: readonly Intent[]): void {
    const there = sent.filter(({ state }) => !isSurelyNotThere(state)).map(keyOfOrder)
    const reviewed = new Map(this.#reviewed.map(({ row, orders }) => [row, orders]))
    const left = new Map<string, readonly TicketText[]>()
    for (const row of this.rows.chosen) {
      const orders = reviewed.get(row.id) ?? []
      const missing = orders.filter((ticket) => {
        const at = there.indexOf(keyOfOrder({ ticket }))
        if (at >= 0) there.splice(at, 1)
        return at < 0
      })
      if (missing.length < orders.length) left.set(row.id, missing.map(textOf))
    }
    this.rows.leaveOut(left)
    if (left.size > 0)
      this.#say(
        `${counted(left.size, 'line is', 'lines are')} not chosen any more: at the broker already, or maybe.`,
      )
  }

  async list(): Promise<void> {
    const reply = await this.session.bridge.listBaskets({})
    if (reply.ok) this.#list = reply.value
    else this.#say(`The saved baskets could not be read: ${reply.error.message}`)
  }

  load(basket: Basket): void {
    this.rows.replace(basket.orders.map(textOfLine))
    this.#name = basket.name
    this.#saved = basket
  }

  /** All its lines, chosen or not; as the loaded one, or as another. */
  async save({ asNew }: { asNew: boolean }): Promise<void> {
    const orders = this.rows.all.map((row) => this.readOf(row).ticket)
    if (!orders.every((order) => order !== null))
      return this.#say(
        'Correct the lines that are marked, then save. A market order for a group whose members are protected differently needs its protection typed.',
      )
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
    this.session.notices.say({ level: 'warning', message })
  }
}

/** An order that is sent again has the key of the order that it repeats: its ticket and account. */
const keyOfOrder = ({ ticket }: Pick<Intent, 'ticket'>): string =>
  JSON.stringify(ticket === null ? null : textOf(ticket)) + (ticket?.account ?? '')

const instrumentText = (ticket: Ticket): string => {
  const { symbol, underlying } = textOf(ticket)
  return symbol || underlying
}
