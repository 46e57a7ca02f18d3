import type { Account } from '../../shared/accounts.ts'
import { decimalOf } from '../../shared/decimal.ts'
import type { Group } from '../../shared/groups.ts'
import type { PlannedOrder } from '../../shared/orders/placing.ts'
import type { Ticket } from '../../shared/orders/tickets.ts'
import { Draft } from './draft.svelte.ts'
import type { Session } from './session.svelte.ts'
import { type Known, symbolsOf } from './symbols.ts'
import {
  portionsIn,
  type ReadFields,
  startFields,
  type TicketFields,
  ticketsOf,
  withGroup,
} from './ticket-fields.ts'
import { collect, type Remark } from './ticket-remarks.ts'

/** One ticket's window: what is typed in it, and what follows from that. */
export class TicketDraft extends Draft {
  #fields = $state.raw<TicketFields>() as TicketFields
  #isTouched = $state(false)

  readonly accounts: readonly Account[] = $derived.by(() => this.session.shown)

  readonly symbols: readonly Known[] = $derived.by(() =>
    symbolsOf(
      this.session.books,
      this.#fields.recipients.filter(({ isOn }) => isOn).map(({ account }) => account),
    ),
  )

  /** What the books say of what is typed. */
  readonly listing: Known | null = $derived.by(() => {
    const symbol = this.#fields.symbol.trim().toUpperCase()
    return (
      this.symbols.find(
        (one) => one.symbol.toUpperCase() === symbol && one.exchange === this.#fields.exchange,
      ) ?? null
    )
  })

  /** What the desk plans for each account. */
  readonly planned: ReadonlyMap<string, PlannedOrder> = $derived.by(
    () =>
      new Map(
        (this.previews.latest?.orders ?? []).flatMap((order) =>
          order === null ? [] : [[order.account, order]],
        ),
      ),
  )

  readonly plan: PlannedOrder | null = $derived.by(() => [...this.planned.values()][0] ?? null)

  readonly ltp: number | null = $derived.by(() =>
    this.#fields.kind === 'option'
      ? (this.plan?.ltp ?? null)
      : (this.listing?.ltp ?? this.plan?.ltp ?? null),
  )

  readonly lot: number | null = $derived.by(() =>
    this.#fields.kind === 'option'
      ? (this.plan?.lot ?? null)
      : (this.listing?.lot ?? this.plan?.lot ?? null),
  )

  readonly tick: string = $derived.by(() =>
    this.listing?.tick != null ? decimalOf(this.listing.tick) : (this.plan?.tick ?? '0.05'),
  )

  /** What each member of the chosen group is sent, in units. */
  readonly portions = $derived.by(() => portionsIn(this.#fields, { lot: this.lot }))

  readonly read: ReadFields = $derived.by(() =>
    ticketsOf(this.#fields, this.session.accounts, { lot: this.lot }),
  )

  readonly tickets: readonly Ticket[] | null = $derived.by(() =>
    this.read.ok ? this.read.tickets : null,
  )

  /** What is to be said at each field. */
  readonly remarks: ReadonlyMap<string, readonly Remark[]> = $derived.by(() =>
    collect({
      typed: this.read.ok || !this.#isTouched ? {} : this.read.problems,
      problems: this.read.ok ? (this.previews.latest?.problems ?? []) : [],
      tickets: this.tickets ?? [],
      nameOf: (id) => this.session.accounts.find((account) => account.id === id)?.name ?? id,
    }),
  )

  /** Changes whenever the desk may have something else to say of the same orders. */
  readonly market: string = $derived.by(() => {
    const { symbol, exchange } = this.#fields
    const held = this.#fields.recipients.map(({ account }) => {
      const rows = this.session.books.of(account, 'positions')?.rows.values() ?? []
      return [...rows].find((row) => row.symbol === symbol && row.exchange === exchange)?.netqty
    })
    return JSON.stringify([this.listing?.ltp, held, this.session.stop.on])
  })

  constructor(session: Session, start: Partial<TicketFields>) {
    super(session)
    const fields = startFields(session.shown, start)
    const { group } = session
    this.#fields =
      group !== undefined && start.recipients === undefined
        ? { ...fields, ...withGroup(fields, group, session.enabled) }
        : fields
  }

  get fields(): TicketFields {
    return this.#fields
  }

  get isTouched(): boolean {
    return this.#isTouched
  }

  change(part: Partial<TicketFields>): void {
    this.#fields = { ...this.#fields, ...part }
    this.#isTouched = true
  }

  /** Sends to a group; to the accounts that are ticked, each the same, for null. */
  chooseGroup(group: Group | null): void {
    this.change(group === null ? { group } : withGroup(this.#fields, group, this.session.enabled))
  }

  setRecipient(account: string, part: { isOn?: boolean; own?: string }): void {
    this.change({
      recipients: this.#fields.recipients.map((one) =>
        one.account === account ? { ...one, ...part } : one,
      ),
    })
  }
}
