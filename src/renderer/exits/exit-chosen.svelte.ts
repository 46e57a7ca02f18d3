import type { Account } from '../../shared/accounts/accounts.ts'
import type { PlannedOrder } from '../../shared/orders/placing.ts'
import type { Problem } from '../../shared/orders/problems.ts'
import type { RegularTicket } from '../../shared/orders/tickets.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import type { OwnedRow } from '../books/owned-rows.ts'
import type { Session } from '../core/session.svelte.ts'
import { OrderForm } from '../orders/order-form.svelte.ts'
import { type ExitPercent, exitOf, type PartExit } from '../orders/exit-part.ts'

interface Line {
  row: OwnedRow<PositionRecord>
  exit: PartExit
}

/** What the desk says of a line's order. */
export interface LinePreview {
  planned: PlannedOrder | null
  problems: readonly Problem[]
}

/** Chosen positions on their way out: an opposite order for each, confirmed as any order is. */
export class ExitChosen extends OrderForm {
  readonly #rows: () => readonly OwnedRow<PositionRecord>[]
  #percent = $state<ExitPercent>(100)
  #leftOut = $state.raw<ReadonlySet<string>>(new Set())

  readonly lines: readonly Line[] = $derived.by(() =>
    this.#rows().map((row) => ({
      row,
      exit: exitOf(this.#accountOf(row), row.record, this.#percent),
    })),
  )

  readonly #orders: readonly { row: string; ticket: RegularTicket }[] = $derived.by(() =>
    this.lines.flatMap(({ row, exit }) =>
      exit.ok && this.isIn(row.id) ? [{ row: row.id, ticket: exit.ticket }] : [],
    ),
  )

  readonly tickets: readonly RegularTicket[] | null = $derived.by(() =>
    this.#orders.length === 0 ? null : this.#orders.map(({ ticket }) => ticket),
  )

  readonly #previewed: ReadonlyMap<string, LinePreview> = $derived.by(() => {
    const { current } = this.previews
    if (current === null) return new Map()
    return new Map(
      this.#orders.map(({ row }, index) => [
        row,
        {
          planned: current.orders[index] ?? null,
          problems: current.problems.filter(({ order }) => order === index),
        },
      ]),
    )
  })

  /** What stands against all of them together. */
  readonly general: readonly Problem[] = $derived.by(() =>
    (this.previews.current?.problems ?? []).filter(({ order }) => order === null),
  )

  readonly market: string = $derived.by(() => {
    const held = this.lines.map(({ row: { record } }) => [record.ltp, record.netqty])
    return JSON.stringify([held, this.session.stop.on])
  })

  constructor(session: Session, rows: () => readonly OwnedRow<PositionRecord>[]) {
    super(session)
    this.#rows = rows
  }

  get percent(): ExitPercent {
    return this.#percent
  }
  set percent(percent: ExitPercent) {
    this.#percent = percent
  }

  isIn(row: string): boolean {
    return !this.#leftOut.has(row)
  }

  toggle(row: string): void {
    const leftOut = new Set(this.#leftOut)
    if (!leftOut.delete(row)) leftOut.add(row)
    this.#leftOut = leftOut
  }

  /** Null until the desk has answered for the orders as they are. */
  previewOf(row: string): LinePreview | null {
    return this.#previewed.get(row) ?? null
  }

  /** As it is now: a row keeps its account as it was when the row last changed. */
  #accountOf({ account }: OwnedRow<PositionRecord>): Account {
    return this.session.accounts.find(({ id }) => id === account.id) ?? account
  }
}
