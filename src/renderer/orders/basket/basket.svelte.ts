import type { Input } from '../../../shared/contract.ts'
import { counted, unitsText } from '../../../shared/core/figures.ts'
import type { Account } from '../../../shared/accounts/accounts.ts'
import type { Basket } from '../../../shared/orders/baskets.ts'
import { type Intent, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import type { MoneyPortion, PlannedOrder } from '../../../shared/orders/placing.ts'
import { mostOrders, type Ticket } from '../../../shared/orders/tickets.ts'
import { LineLots } from './line-lots.svelte.ts'
import { groupOfLine, isForGroup } from './line-target.ts'
import { orderKeys, refusedOrders } from './refused-orders.ts'
import { type Turn, whyNotInTurn } from './turns.ts'
import { isWrong, type ReadLine, readGroupLine, readLine, type RowRemarks } from './read-line.ts'
import { moneyAskedOf, type SpreadBy } from './spread-line.ts'
import type { Session } from '../../core/session.svelte.ts'
import { OrderForm } from '../order-form.svelte.ts'
import type { Remark } from '../../components/remarks.ts'
import { remarkLevelRank as byLevel } from '../ticket/ticket-remarks.ts'
import type { FieldName, TicketText } from '../ticket/field-table.ts'
import { type PriceOwner, priceOwner, withOwnPrices } from '../ticket/price-owner.ts'
import { fieldAt } from '../ticket/ticket-shape.ts'
import { emptyText, textOf } from '../ticket/ticket-text.ts'

export interface BasketRow {
  id: string
  isOn: boolean
  text: TicketText
  /** What its prices were typed for. */
  prices: PriceOwner
}

/** Many orders in one window, as they are typed. */
export class BasketDraft extends OrderForm {
  #rows = $state.raw<readonly BasketRow[]>([])
  #name = $state('')
  /** Chosen for each basket anew: its lines may be meant for one moment. */
  #oneByOne = $state(false)
  /** The one that was loaded or saved. */
  #saved = $state.raw<Basket | null>(null)
  #list = $state.raw<readonly Basket[]>([])
  /** A line is read once, however many others change. */
  readonly #read = new WeakMap<TicketText, { account: Account | null; read: ReadLine }>()
  /** With what a line for a group hangs on beside its text. */
  readonly #readOfGroups = new WeakMap<TicketText, { on: readonly unknown[]; read: ReadLine }>()
  /** What the lines of the last review sent. */
  #reviewed: readonly { row: string; orders: readonly Ticket[] }[] = []

  readonly chosen: readonly BasketRow[] = $derived.by(() => this.#rows.filter(({ isOn }) => isOn))

  /** Of lines for groups, whose shares are rounded down to lots. */
  readonly #lots: LineLots = new LineLots(this.previews)

  /** Every line is spread anew where something changed that a line for a group hangs on. */
  readonly #spread: readonly { row: BasketRow; read: ReadLine }[] = $derived.by(() =>
    this.chosen.map((row) => ({ row, read: this.readOf(row) })),
  )

  /** Of each order, the line that it comes from. */
  readonly #lineOf: readonly BasketRow[] = $derived.by(() =>
    this.#spread.flatMap(({ row, read }) => (read.orders ?? []).map(() => row)),
  )

  /** Of each order, what it is known by while other lines come and go. */
  readonly #keys: readonly string[] = $derived.by(() =>
    orderKeys(this.#spread.flatMap(({ read }) => read.orders ?? [])),
  )

  readonly #wanted: readonly Ticket[] | null = $derived.by(() => {
    const all = this.#spread.map(({ read }) => read.orders)
    if (all.length === 0 || !all.every((orders) => orders !== null)) return null
    const wanted = all.flat()
    return wanted.length > mostOrders ? null : wanted
  })

  /** Why what a member of a group takes of a line cannot be sent, where the rest can. */
  readonly #refused: ReadonlyMap<string, string> = $derived.by(() => {
    const { told } = this.previews
    const ofGroups = new Set(
      this.#keys.filter((_, at) => isForGroup(this.#lineOf[at]!.text.account)),
    )
    if (told === null || ofGroups.size === 0) return new Map()
    const { nameOf } = this.session
    const found = refusedOrders(told.question, { problems: told.answer.problems, nameOf })
    return new Map([...found].filter(([order]) => ofGroups.has(order)))
  })

  readonly #cannotSend: ReadonlyMap<string, string> = $derived.by(() => {
    const says = new Map<string, string>()
    for (const [at, ticket] of (this.wanted ?? []).entries()) {
      const why = this.#whyOut(at)
      if (why === undefined) continue
      const before = says.get(ticket.account)
      const own = `${this.#nameOfLine(this.#lineOf[at]!)}: ${why}`
      says.set(ticket.account, before === undefined ? own : `${before} ${own}`)
    }
    return says
  })

  readonly tickets: readonly Ticket[] | null = $derived.by(() => {
    const { wanted } = this
    if (this.cannotSend.size === 0) return wanted
    return wanted?.filter((_, at) => this.#whyOut(at) === undefined) ?? null
  })

  readonly badCount: number = $derived.by(
    () => this.#spread.filter(({ read }) => isWrong(read)).length,
  )

  /** What the desk says of each line. */
  readonly #told: ReadonlyMap<string, RowRemarks> = $derived.by(() => {
    const told = new Map<string, Partial<Record<FieldName, Remark>>>()
    for (const { order, field, level, message } of this.previews.current?.problems ?? []) {
      const row = order === null ? undefined : this.#lineOf[order]
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
      const row = this.#lineOf[at]
      if (row !== undefined && order !== null && this.#whyOut(at) === undefined)
        planned.set(row.id, [...(planned.get(row.id) ?? []), order])
    }
    return planned
  })

  /** All in the order in which they would leave, with who is left out among them. */
  readonly #turns: readonly Turn[] = $derived.by(() => {
    let at = 0
    return this.#spread.flatMap(({ row, read }) => {
      const orders = (read.orders ?? []).map(({ account }) => ({
        account,
        isOut: this.#whyOut(at++) !== undefined,
      }))
      const line = this.#nameOfLine(row)
      return this.#withOut(orders, read).map(({ account, isOut }) => ({
        name: `${line} (${this.session.nameOf(account)})`,
        isOut,
      }))
    })
  })

  readonly #notInTurn: readonly Remark[] = $derived.by(() => {
    const why = this.isOneByOne ? whyNotInTurn(this.#turns) : null
    const message = `${why} Mend what keeps it out, untick the lines behind it, or send them without One after the other.`
    return why === null ? [] : [{ level: 'refuse', message }]
  })

  /** What the desk says of all together. */
  readonly general: readonly Remark[] = $derived.by(() => [
    ...this.#tooMany,
    ...this.#notInTurn,
    ...(this.previews.current?.problems ?? []).filter(({ order }) => order === null),
  ])

  readonly #sharesAsked: Input<'previewShares'> | null = $derived.by(() => {
    const asked = this.#spread.flatMap(({ row }) => {
      const by = this.#spreadBy(row.text)
      return by === null ? [] : (moneyAskedOf(row.text, by) ?? [])
    })
    const orders = asked.flatMap((one) => one.orders)
    return orders.length === 0 || orders.length > mostOrders
      ? null
      : { orders, shares: asked.flatMap((one) => one.shares) }
  })

  /** By the order that was asked about, and its part. */
  readonly #money: ReadonlyMap<string, MoneyPortion> = $derived.by(() => {
    const { told } = this.shares
    if (told === null) return noMoney
    return new Map(
      told.answer.map((portion, at) => [
        moneyKey(told.question.orders[at], told.question.shares[at]?.percent),
        portion,
      ]),
    )
  })

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

  /** Nobody waits with a way out until another order was accepted. */
  get canBeOneByOne(): boolean {
    const { wanted } = this
    return wanted !== null && this.#turns.length > 1 && !wanted.some(isWayOut)
  }

  override get isOneByOne(): boolean {
    return this.#oneByOne && !(this.wanted ?? []).some(isWayOut)
  }

  chooseOneByOne(isChosen: boolean): void {
    this.#oneByOne = isChosen
  }

  get market(): string {
    return String(this.session.stop.on)
  }

  override get sharesAsked(): Input<'previewShares'> | null {
    return this.#sharesAsked
  }

  override get wanted(): readonly Ticket[] | null {
    return this.#wanted
  }

  override get cannotSend(): ReadonlyMap<string, string> {
    return this.#cannotSend
  }

  override get canReview(): boolean {
    return this.#notInTurn.length === 0 && super.canReview
  }

  protected override whoIsLeftOut() {
    return this.#spread.flatMap(({ row, read }) =>
      read.leftOut.map(({ account, says }) => ({
        account,
        says: `${this.#nameOfLine(row)}: ${says}`,
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
        name: `${instrumentText(ticket)} (${this.session.nameOf(ticket.account)})`,
        isOut: !goes.has(ticket),
      })),
    )
    return why === null ? null : `${why} Mend what keeps it out, or go back to the lines.`
  }

  protected override keepReviewed(): void {
    this.#reviewed = this.#spread.map(({ row, read }) => ({
      row: row.id,
      orders: read.orders ?? [],
    }))
  }

  #groupRead(text: TicketText): ReadLine {
    const by = this.#spreadBy(text)
    const on = [by?.group, by?.accounts, by?.lot, this.#money]
    const before = this.#readOfGroups.get(text)
    if (before?.on.every((one, at) => one === on[at])) return before.read
    const read = readGroupLine(text, by)
    this.#readOfGroups.set(text, { on, read })
    return read
  }

  /** Lines that are for a group, as they are to be spread; null for one that is not. */
  #spreadBy(text: TicketText): SpreadBy | null {
    const { accounts, groups } = this.session
    const group = groupOfLine(text.account, groups)
    if (group === undefined) return null
    const moneyFor = (order: Ticket, percent: string) => this.#money.get(moneyKey(order, percent))
    return { group, accounts, lot: this.#lots.of(text), moneyFor }
  }

  /** Why an order is left out, by its place among those that are wanted. */
  #whyOut(at: number): string | undefined {
    const key = this.#keys[at]
    return key === undefined ? undefined : this.#refused.get(key)
  }

  /**
   * A line's orders leave as the accounts stand in the list. Of whoever is switched off no line sends
   * anything, so that nothing of it leaves past what is left out.
   */
  #withOut(
    orders: readonly { account: string; isOut: boolean }[],
    { leftOut }: ReadLine,
  ): readonly { account: string; isOut: boolean }[] {
    if (leftOut.length === 0) return orders
    const places = new Map(
      this.session.accounts.flatMap(({ id, enabled }, at) => (enabled ? [[id, at] as const] : [])),
    )
    const out = leftOut.flatMap(({ account }) =>
      places.has(account) ? { account, isOut: true } : [],
    )
    return [...orders, ...out].toSorted(
      (one, other) => places.get(one.account)! - places.get(other.account)!,
    )
  }

  #nameOfLine({ id, text }: BasketRow): string {
    const at = this.#rows.findIndex((row) => row.id === id)
    return `Line ${at + 1}, ${text.symbol || text.underlying}`
  }

  /** Of a line for several accounts, whose it is, and whether the others go without. */
  #remarkOn({ text }: BasketRow, { order, level, message }: Remark & { order: number }): Remark {
    const ticket = this.wanted?.[order]
    if (!isForGroup(text.account) || ticket === undefined) return { level, message }
    const name = `${this.session.nameOf(ticket.account)}: `
    const whose = message.startsWith(name) ? message : name + message
    const isOut = level === 'refuse' && this.#whyOut(order) !== undefined
    return isOut ? { level: 'ask', message: `Left out: ${whose}` } : { level, message: whose }
  }

  get #tooMany(): readonly Remark[] {
    const count = this.#lineOf.length
    const message = `These lines make ${unitsText(count)} orders, and ${unitsText(mostOrders)} can be sent together: send some of them first.`
    return count > mostOrders ? [{ level: 'refuse', message }] : []
  }

  readOf({ text }: BasketRow): ReadLine {
    if (isForGroup(text.account)) return this.#groupRead(text)
    const account = this.session.accounts.find(({ id }) => id === text.account) ?? null
    const before = this.#read.get(text)
    if (before !== undefined && before.account === account) return before.read
    const read = readLine(text, account)
    this.#read.set(text, { account, read })
    return read
  }

  /** A line that was only begun is not yet wrong. */
  isBlank({ text }: BasketRow): boolean {
    return text.symbol === '' && text.underlying === '' && text.quantity === ''
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

  /**
   * A line whose order is at the broker, or may be, is not chosen any more. Of one for a group that
   * some members have, the others have lines of their own then.
   */
  protected override leaveOut(sent: readonly Intent[]): void {
    const there = sent.filter(({ state }) => !isSurelyNotThere(state)).map(keyOfOrder)
    const reviewed = new Map(this.#reviewed.map(({ row, orders }) => [row, orders]))
    let count = 0
    this.#rows = this.#rows.flatMap((row) => {
      const orders = row.isOn ? (reviewed.get(row.id) ?? []) : []
      const missing = orders.filter((ticket) => {
        const at = there.indexOf(keyOfOrder({ ticket }))
        if (at >= 0) there.splice(at, 1)
        return at < 0
      })
      if (missing.length === orders.length) return [row]
      count++
      return [{ ...row, isOn: false }, ...missing.map((ticket) => rowOf(textOf(ticket)))]
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

const instrumentText = (ticket: Ticket): string => {
  const { symbol, underlying } = textOf(ticket)
  return symbol || underlying
}

const isWayOut = (ticket: Ticket): boolean => ticket.kind === 'regular' && ticket.exit

const noMoney: ReadonlyMap<string, MoneyPortion> = new Map()

const moneyKey = (order: Ticket | undefined, percent: string | undefined): string =>
  `${percent} ${JSON.stringify(order)}`
