import { priceOwner, type PriceOwner, withOwnPrices } from '../ticket/price-owner.ts'
import type { TicketText } from '../ticket/field-table.ts'
import { emptyText } from '../ticket/ticket-text.ts'

export interface BasketRow {
  id: string
  isOn: boolean
  text: TicketText
  /** What its prices were typed for. */
  prices: PriceOwner
}

/** The lines of a basket, as they are typed. */
export class BasketRows {
  readonly #usualAccount: () => string
  #all = $state.raw<readonly BasketRow[]>([])

  readonly chosen: readonly BasketRow[] = $derived.by(() => this.#all.filter(({ isOn }) => isOn))

  constructor(usualAccount: () => string) {
    this.#usualAccount = usualAccount
  }

  get all(): readonly BasketRow[] {
    return this.#all
  }

  /** A line that was only begun is not yet wrong. */
  isBlank({ text }: BasketRow): boolean {
    return text.symbol === '' && text.underlying === '' && text.quantity === ''
  }

  nameOf({ id, text }: BasketRow): string {
    const at = this.#all.findIndex((row) => row.id === id)
    return `Line ${at + 1}, ${text.symbol || text.underlying}`
  }

  add(text: Partial<TicketText> = {}): void {
    const last = this.#all.at(-1)?.text
    const account = last?.account ?? this.#usualAccount()
    // The next line is most often of the same kind for the same account.
    const like = last && { kind: last.kind, exchange: last.exchange, product: last.product }
    this.#all = [...this.#all, rowOf({ ...emptyText, account, ...like, ...text })]
  }

  /** A line for each of these accounts in place of one. */
  spread(id: string, accounts: readonly string[]): void {
    this.#all = this.#all.flatMap((row) => {
      if (row.id !== id) return [row]
      const others = accounts.slice(1).map((account) => ({
        ...rowOf({ ...row.text, account }),
        isOn: row.isOn,
      }))
      const [account = row.text.account] = accounts
      return [changed(row, { account }), ...others]
    })
  }

  duplicate(id: string): void {
    this.#all = this.#all.flatMap((row) => (row.id === id ? [row, rowOf(row.text)] : [row]))
  }

  remove(id: string): void {
    this.#all = this.#all.filter((row) => row.id !== id)
  }

  move(id: string, by: -1 | 1): void {
    const from = this.#all.findIndex((row) => row.id === id)
    const to = from + by
    if (from < 0 || to < 0 || to >= this.#all.length) return
    const rows = [...this.#all]
    rows.splice(to, 0, ...rows.splice(from, 1))
    this.#all = rows
  }

  change(id: string, part: Partial<TicketText>): void {
    this.#all = this.#all.map((row) => (row.id === id ? changed(row, part) : row))
  }

  choose(id: string, isOn: boolean): void {
    this.#all = this.#all.map((row) => (row.id === id ? { ...row, isOn } : row))
  }

  chooseAll(isOn: boolean): void {
    this.#all = this.#all.map((row) => ({ ...row, isOn }))
  }

  /** Lines that were pasted come after those that are there; an empty line is no line. */
  append(texts: readonly TicketText[]): void {
    const kept = this.#all.filter((row) => !this.isBlank(row))
    this.#all = [...kept, ...texts.map(rowOf)]
  }

  replace(texts: readonly TicketText[]): void {
    this.#all = texts.map(rowOf)
  }

  /** These are not chosen any more; what is left to do of each has lines of its own below it. */
  leaveOut(rows: ReadonlyMap<string, readonly TicketText[]>): void {
    this.#all = this.#all.flatMap((row) => {
      const left = rows.get(row.id)
      return left === undefined ? [row] : [{ ...row, isOn: false }, ...left.map(rowOf)]
    })
  }
}

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
