import type { Account } from '../../../shared/accounts/accounts.ts'
import type { Input } from '../../../shared/contract.ts'
import type { MoneyPortion } from '../../../shared/orders/placing.ts'
import { mostOrders, type Ticket } from '../../../shared/orders/tickets.ts'
import type { Session } from '../../core/session.svelte.ts'
import type { TicketText } from '../ticket/field-table.ts'
import type { PreviewedShares, Previews } from '../ticket/ticket-preview.svelte.ts'
import type { BasketRow, BasketRows } from './basket-rows.svelte.ts'
import { LineLots } from './line-lots.svelte.ts'
import { groupOfLine, isForGroup } from './line-target.ts'
import { isWrong, readGroupLine, type ReadLine, readLine } from './read-line.ts'
import { orderKeys, refusedOrders } from './refused-orders.ts'
import { moneyAskedOf, type MoneyShare, type SpreadBy } from './spread-line.ts'

interface Parts {
  session: Session
  rows: BasketRows
  previews: Previews
  shares: PreviewedShares
}

/** The orders that the chosen lines make: one for an account, and for a group one for each member. */
export class BasketOrders {
  readonly #parts: Parts
  /** A line is read once, however many others change. */
  readonly #read = new WeakMap<TicketText, { account: Account | null; read: ReadLine }>()
  /** With what a line for a group hangs on beside its text. */
  readonly #readOfGroups = new WeakMap<TicketText, { on: readonly unknown[]; read: ReadLine }>()
  /** Of lines for groups, whose shares are rounded down to lots. */
  readonly #lots: LineLots

  /** Every line is spread anew where something changed that a line for a group hangs on. */
  readonly lines: readonly { row: BasketRow; read: ReadLine }[] = $derived.by(() =>
    this.#parts.rows.chosen.map((row) => ({ row, read: this.readOf(row) })),
  )

  readonly badCount: number = $derived.by(
    () => this.lines.filter(({ read }) => isWrong(read)).length,
  )

  /** Of each order, the line that it comes from. */
  readonly lineOf: readonly BasketRow[] = $derived.by(() =>
    this.lines.flatMap(({ row, read }) => (read.orders ?? []).map(() => row)),
  )

  /** Of each order, what it is known by while other lines come and go. */
  readonly #keys: readonly string[] = $derived.by(() =>
    orderKeys(this.lines.flatMap(({ read }) => read.orders ?? [])),
  )

  /** Null while a line is wrong, or where they are more than can be sent together. */
  readonly wanted: readonly Ticket[] | null = $derived.by(() => {
    const all = this.lines.map(({ read }) => read.orders)
    if (all.length === 0 || !all.every((orders) => orders !== null)) return null
    const wanted = all.flat()
    return wanted.length > mostOrders ? null : wanted
  })

  /** Why what a member of a group takes of a line cannot be sent, where the rest can. */
  readonly #refused: ReadonlyMap<string, string> = $derived.by(() => {
    const { told } = this.#parts.previews
    const ofGroups = new Set(
      this.#keys.filter((_, at) => isForGroup(this.lineOf[at]!.text.account)),
    )
    if (told === null || ofGroups.size === 0) return new Map()
    const { nameOf } = this.#parts.session.accounts
    const found = refusedOrders(told.question, { problems: told.answer.problems, nameOf })
    return new Map([...found].filter(([order]) => ofGroups.has(order)))
  })

  /** What lines for groups ask of money. */
  readonly sharesAsked: Input<'previewShares'> | null = $derived.by(() => {
    const asked = this.lines.flatMap(({ row }) => {
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
    const { told } = this.#parts.shares
    if (told === null) return noMoney
    return new Map(
      told.answer.map((portion, at) => [
        moneyKey(told.question.orders[at], told.question.shares[at]),
        portion,
      ]),
    )
  })

  constructor(parts: Parts) {
    this.#parts = parts
    this.#lots = new LineLots(parts.previews)
  }

  readOf({ text }: BasketRow): ReadLine {
    if (isForGroup(text.account)) return this.#groupRead(text)
    const account = this.#parts.session.accounts.all.find(({ id }) => id === text.account) ?? null
    const before = this.#read.get(text)
    if (before !== undefined && before.account === account) return before.read
    const read = readLine(text, account)
    this.#read.set(text, { account, read })
    return read
  }

  /** Why an order is left out, by its place among those that are wanted. */
  whyOut(at: number): string | undefined {
    const key = this.#keys[at]
    return key === undefined ? undefined : this.#refused.get(key)
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
    const { accounts, groups } = this.#parts.session
    const group = groupOfLine(text.account, groups)
    if (group === undefined) return null
    const moneyFor: SpreadBy['moneyFor'] = (...of) => this.#money.get(moneyKey(...of))
    return { group, accounts: accounts.all, lot: this.#lots.of(text), moneyFor }
  }
}

const noMoney: ReadonlyMap<string, MoneyPortion> = new Map()

const moneyKey = (...of: [Ticket | undefined, MoneyShare | undefined]): string => JSON.stringify(of)
