import { isPractice, oneOfEachLogin } from '../../shared/accounts/accounts.ts'
import type { BookName } from '../../shared/books/books.ts'
import { comparisonOf, PnlAddition } from '../../shared/pnl/compare.ts'
import type { HoldingRecord, PositionRecord, TradeRecord } from '../../shared/service/records.ts'
import { usualLook } from '../../shared/workspace/grid-looks.ts'
import { ofEarlierDay } from '../../shared/pnl/figures-day.ts'
import { repeatedPositions } from '../../shared/books/repeated-positions.ts'
import { earlierDay } from './earlier-day.ts'
import { namesOf, type OwnedRow } from './owned-rows.ts'
import { worthOfTrade } from './orders-filter.ts'
import { repeatedTrades } from './repeated-trades.ts'
import { repeatedHoldings } from './repeated-holdings.ts'
import { AccountStates } from './account-states.svelte.ts'
import type { Trouble } from './troubles.ts'
import { SymbolLink } from './symbol-link.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import { type AccountsTotals, totals } from './totals.ts'
import { BookView, OrdersView } from './book-view.svelte.ts'

const noHoldings: ReadonlySet<HoldingRecord> = new Set()
const noTrades: ReadonlySet<TradeRecord> = new Set()
const noneRepeated: ReadonlySet<PositionRecord> = new Set()

/** All that the panels and the bar show. */
export class Views {
  /** What is wrong with the accounts that are shown, once for each. */
  readonly troubles: readonly Trouble[] = $derived.by(() =>
    this.#session.accounts.shown.flatMap(({ id }) => this.accounts.of(id)?.trouble ?? []),
  )
  readonly accounts: AccountStates
  readonly orders: OrdersView
  readonly trades: BookView<'trades'>
  readonly positions: BookView<'positions'>
  readonly holdings: BookView<'holdings'>
  readonly funds: BookView<'funds'>
  readonly profile: BookView<'profile'>
  readonly link: SymbolLink
  readonly #session: Session

  /*
   * Accounts are told of anew with every change of their health: what is derived of them here stays
   * the same value, so that columns, order and sums that are made with it hold.
   */
  readonly isOfSeveral: boolean = $derived.by(() => this.#session.accounts.shown.length > 1)
  /** Whether practice accounts are shown beside real ones. */
  readonly isMixed: boolean = $derived.by(
    () => this.#session.accounts.addedUp.length < this.#session.accounts.shown.length,
  )
  readonly #countedIds: string = $derived.by(() =>
    oneOfEachLogin(this.#session.accounts.addedUp)
      .map(({ id }) => id)
      .join(' '),
  )
  readonly #counted: ReadonlySet<string> = $derived(
    new Set(this.#countedIds.split(' ').filter((id) => id !== '')),
  )

  /** Positions whose exchange does not trade on a day on which that of others does. */
  readonly #earlier: ReadonlySet<PositionRecord> = $derived.by(() => {
    const { hours: exchanges, clock, accounts } = this.#session
    return accounts.addedUp.every(isPractice)
      ? noneRepeated
      : ofEarlierDay(this.#countedPositions(), { exchanges, at: clock.minute })
  })

  readonly totals: AccountsTotals = $derived.by(() =>
    totals(
      [...this.#counted].map((id) => {
        const positions = this.#session.stores.books.of(id, 'positions')
        const funds = this.#session.stores.books.of(id, 'funds')
        return {
          positions: positions?.isRead ? positions.rows : null,
          unknown: positions?.unknownRows ?? 0,
          funds: funds?.rows.values().next().value ?? null,
        }
      }),
      this.#earlier,
    ),
  )

  /** Whose part of a total is not known, as a sentence names them. */
  whoLacks(figure: Parameters<AccountsTotals['lackingIn']>[0]): string {
    const ids = [...this.#counted]
    const { all } = this.#session.accounts
    const lacking = new Set(this.totals.lackingIn(figure).map((at) => ids[at]))
    return namesOf(
      all.filter(({ id }) => lacking.has(id)),
      3,
    )
  }

  /** Positions of which the book of their account has two rows. */
  readonly repeated: ReadonlySet<PositionRecord> = $derived.by(() => {
    const all = this.#session.accounts.shown.flatMap(({ id }) => {
      const book = this.#session.stores.books.of(id, 'positions')
      return book === undefined ? [] : [...repeatedPositions(book.shown)]
    })
    // Nearly always the same none: what was reckoned with it holds.
    return all.length === 0 ? noneRepeated : new Set(all)
  })

  /** Holdings that the book of their account may have twice. */
  readonly repeatedHoldings: ReadonlySet<HoldingRecord> = $derived.by(() => {
    const all = this.#session.accounts.shown.flatMap(({ id }) => {
      const book = this.#session.stores.books.of(id, 'holdings')
      return book === undefined ? [] : [...repeatedHoldings(book.shown.values())]
    })
    return all.length === 0 ? noHoldings : new Set(all)
  })

  readonly #repeatedTrades: ReadonlySet<TradeRecord> = $derived.by(() => {
    const { accounts, stores } = this.#session
    const all = accounts.shown.flatMap(({ id }) => {
      const book = stores.books.of(id, 'trades')
      if (book === undefined) return []
      return repeatedTrades(book.shown, () => stores.books.of(id, 'orders')?.shown)
    })
    return all.length === 0 ? noTrades : new Set(all)
  })
  /** What a trade comes to; null of one that its book may have twice. */
  readonly worthOfTrade = (trade: TradeRecord): number | null =>
    this.#repeatedTrades.has(trade) ? null : worthOfTrade(trade)

  /** Whether the book of its account may have the position or holding of a row twice. */
  isTwice({ record }: OwnedRow<object>): boolean {
    return (
      this.repeated.has(record as PositionRecord) ||
      this.repeatedHoldings.has(record as HoldingRecord)
    )
  }

  /** The day of the P&L of the real accounts that are shown; null where that is today, or none is. */
  readonly pnlDay: string | null = $derived.by(() =>
    this.#session.accounts.addedUp.every(isPractice)
      ? null
      : earlierDay(this.#countedPositions(), this.#session),
  )

  /** The service's P&L of what is shown beside what is reckoned of the same rows. */
  readonly comparison = $derived.by(() => {
    const comparing = new PnlAddition()
    for (const { account, isKept, record } of this.positions.rows)
      if (!isKept && this.#counted.has(account.id))
        if (this.repeated.has(record) || this.#earlier.has(record)) comparing.leaveOut()
        else comparing.add(comparisonOf(record))
    return comparing.totals
  })

  constructor(session: Session) {
    this.#session = session
    this.accounts = new AccountStates(session)
    this.orders = new OrdersView(session)
    this.trades = new BookView(session, 'trades')
    this.positions = new BookView(session, 'positions', { ...usualLook, group: 'underlying' })
    this.holdings = new BookView(session, 'holdings')
    this.funds = new BookView(session, 'funds')
    this.profile = new BookView(session, 'profile')
    this.link = new SymbolLink(session)
  }

  *#countedPositions(): Generator<PositionRecord> {
    for (const { account, isKept, record } of this.positions.rows)
      if (!isKept && this.#counted.has(account.id)) yield record
  }

  get all(): readonly BookView<BookName>[] {
    const { orders, trades, positions, holdings, funds, profile } = this
    return [orders, trades, positions, holdings, funds, profile]
  }

  /** Whether a book fails for itself, and not with its account as a whole. */
  failsAlone(name: BookName): boolean {
    return this.troubles.some(({ books }) => books?.includes(name) === true)
  }
}
