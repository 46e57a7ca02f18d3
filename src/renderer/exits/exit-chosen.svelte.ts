import type { Account } from '../../shared/accounts/accounts.ts'
import type { PlannedOrder } from '../../shared/orders/placing.ts'
import type { Problem } from '../../shared/orders/problems.ts'
import type { RegularTicket } from '../../shared/orders/tickets.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { isStale } from '../../shared/books/staleness.ts'
import { comparable } from '../../shared/core/visible-text.ts'
import { ageOf } from '../books/age.ts'
import type { OwnedRow } from '../books/owned-rows.ts'
import type { Session } from '../core/session.svelte.ts'
import { quantity } from '../components/amounts.ts'
import type { Remark } from '../components/remarks.ts'
import { OrderForm } from '../orders/order-form.svelte.ts'
import { alikeKey, alikeText } from '../orders/ticket/alike.ts'
import { whoCannotSend } from '../orders/ticket/cannot-send.ts'
import { bareOf } from '../orders/ticket/ticket-remarks.ts'
import { isSamePosition } from '../orders/ticket/way-back.ts'
import { type ExitPercent, exitOf, type PartExit } from '../orders/exit-part.ts'
import { type ExitEntry, instead, oneOfEach, wantedAfter } from './one-of-login.ts'

/** Which positions are meant. */
interface Meant {
  rows(): readonly OwnedRow<PositionRecord>[]
  /** What is to be said of accounts that were asked and have none. */
  without?(): readonly Remark[]
}

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
  readonly #meant: Meant
  #percent = $state<ExitPercent>(100)
  #rowsLeftOut = $state.raw<ReadonlySet<string>>(new Set())

  readonly lines: readonly Line[] = $derived.by(() =>
    this.#meant.rows().map((row) => ({
      row,
      exit: exitOf(this.#accountOf(row), row.record, this.#percent),
    })),
  )

  /** Accounts of one login show the same position: to leave it in each would turn it round. */
  readonly #entries: readonly (ExitEntry & { account: Account })[] = $derived.by(() =>
    this.lines.flatMap(({ row, exit }) => {
      const { exchange, symbol, product } = row.record
      const position = [exchange, symbol, product].map((word) => comparable(word ?? ''))
      const { id, account } = row
      const same = JSON.stringify([account.login, ...position])
      return exit.ok ? [{ id, account, same, books: this.#bookOf(row) }] : []
    }),
  )

  #before: ReadonlySet<string> = new Set()
  readonly #ticked: ReadonlySet<string> = $derived.by(() => {
    const ticked = oneOfEach(this.#meantRows, { all: this.#entries, before: this.#before })
    return (this.#before = ticked)
  })

  readonly #orders: readonly { row: string; ticket: RegularTicket }[] = $derived.by(() =>
    this.lines.flatMap(({ row, exit }) =>
      exit.ok && this.isIn(row.id) ? [{ row: row.id, ticket: exit.ticket }] : [],
    ),
  )

  readonly #wanted: readonly RegularTicket[] | null = $derived.by(() =>
    this.#orders.length === 0 ? null : this.#orders.map(({ ticket }) => ticket),
  )

  /** Nobody stays in because another cannot get out. */
  readonly #cannotSend: ReadonlyMap<string, string> = $derived.by(() => {
    const { told } = this.previews
    if (told === null || told.question.length < 2) return new Map()
    const { question: tickets, answer } = told
    const refused = new Set(
      answer.problems.flatMap(({ order, level }) => (level === 'refuse' ? order : [])),
    )
    // An account with a leg that can go is not left out for another of its legs.
    const isWhole = ([account]: [string, string]): boolean =>
      tickets.every((ticket, order) => ticket.account !== account || refused.has(order))
    const { problems } = answer
    const cannot = whoCannotSend({ tickets, problems, nameOf: this.session.accounts.nameOf })
    return new Map([...cannot].filter(isWhole))
  })

  readonly tickets: readonly RegularTicket[] | null = $derived.by(() => {
    const { cannotSend } = this
    return this.#wanted?.filter(({ account }) => !cannotSend.has(account)) ?? null
  })

  /** What the desk says of several of them alike. */
  readonly #alike: ReadonlyMap<string, readonly Problem[]> = $derived.by(() => {
    const { problems = [] } = this.previews.current ?? {}
    const kinds = Map.groupBy(
      problems.filter(({ order }) => order !== null),
      (one) => {
        const ticket = this.#orders[one.order ?? -1]?.ticket
        return `${one.level} ${one.code} ${alikeKey({ message: this.#bare(one), ticket })}`
      },
    )
    return new Map([...kinds].filter(([, { length }]) => length > 1))
  })

  readonly #previewed: ReadonlyMap<string, LinePreview> = $derived.by(() => {
    const { current } = this.previews
    if (current === null) return new Map()
    const saidOfAll = new Set([...this.#alike.values()].flat())
    const own = current.problems.filter((one) => !saidOfAll.has(one))
    return new Map(
      this.#orders.map(({ row }, index) => [
        row,
        {
          planned: current.orders[index] ?? null,
          problems: own.flatMap((one) =>
            one.order === index ? { ...one, message: this.#bare(one) } : [],
          ),
        },
      ]),
    )
  })

  /** What stands against all of them together, or against several alike. */
  readonly general: readonly Remark[] = $derived.by(() => {
    if (this.previews.current !== null) this.#general = this.#generalNow()
    return this.#general
  })
  /** Until the desk has answered for other orders: the list stays where it is. */
  #general: readonly Remark[] = []

  readonly #generalNow = (): readonly Remark[] => [
    ...[...this.#alike.values()].map((some): Remark => ({
      level: some[0]!.level,
      message: `${quantity(some.length)} of ${quantity(this.#orders.length)}: ${alikeText(some.map((one) => this.#bare(one)))}`,
    })),
    ...(this.previews.current?.problems ?? []).filter(({ order }) => order === null),
  ]

  readonly market: string = $derived.by(() => {
    const held = this.lines.map(({ row: { record } }) => [record.ltp, record.netqty])
    return JSON.stringify([held, this.session.stop.on])
  })

  constructor(session: Session, meant: Meant, percent: ExitPercent = 100) {
    super(session)
    this.#meant = meant
    this.#percent = percent
  }

  override get wanted(): readonly RegularTicket[] | null {
    return this.#wanted
  }

  override get cannotSend(): ReadonlyMap<string, string> {
    return this.#cannotSend
  }

  /** Whom it does not reach; a review stands still, and so says what has come since. */
  override get asides(): readonly Remark[] {
    const { review } = this
    const without = this.#meant.without?.() ?? []
    if (review === null) return without
    return [
      ...this.lines.flatMap(({ row, exit }): Remark[] => {
        const what = `${row.account.name}, ${row.record.symbol}`
        if (!exit.ok) return [{ level: 'ask', message: `Left as it is: ${what}. ${exit.why}` }]
        const isOut =
          !this.isIn(row.id) ||
          this.leftOutOfReview.some(({ account }) => account === row.account.id)
        if (isOut || review.tickets.some((ticket) => isSamePosition(ticket, exit.ticket))) return []
        return [{ level: 'ask', message: `Not in this review, since it is new: ${what}. Go back.` }]
      }),
      ...without,
    ]
  }

  get percent(): ExitPercent {
    return this.#percent
  }
  set percent(percent: ExitPercent) {
    this.#percent = percent
  }

  isIn(row: string): boolean {
    return this.#ticked.has(row)
  }

  /** The account by which the position of this row is left instead: both are one login. */
  instead(row: string): Account | undefined {
    const entry = this.#entries.find(({ id }) => id === row)
    return entry && instead(entry, { all: this.#entries, ticked: this.#ticked })?.account
  }

  toggle(row: string): void {
    const meant = wantedAfter(this.#meantRows, row, { all: this.#entries, ticked: this.#ticked })
    const known = [...this.#rowsLeftOut, ...this.#entries.map(({ id }) => id)]
    this.#rowsLeftOut = new Set(known.filter((id) => !meant.has(id)))
  }

  /** What nobody left out. */
  get #meantRows(): ReadonlySet<string> {
    return new Set(this.#entries.flatMap(({ id }) => (this.#rowsLeftOut.has(id) ? [] : id)))
  }

  #bookOf({ account, isKept }: OwnedRow<PositionRecord>): ExitEntry['books'] {
    const answer = this.session.stores.books.of(account.id, 'positions')?.lastAnswer ?? null
    const age = ageOf(answer, this.session.clock.now)
    if (isKept || age === null) return 'never read'
    return isStale(age, answer?.meta.every ?? 0) ? 'old' : 'fresh'
  }

  /** Null until the desk has answered for the orders as they are. */
  previewOf(row: string): LinePreview | null {
    return this.#previewed.get(row) ?? null
  }

  #bare(problem: Problem): string {
    return bareOf(problem, { tickets: this.wanted ?? [], nameOf: this.session.accounts.nameOf })
  }

  /** As it is now: a row keeps its account as it was when the row last changed. */
  #accountOf({ account }: OwnedRow<PositionRecord>): Account {
    return this.session.accounts.all.find(({ id }) => id === account.id) ?? account
  }
}
