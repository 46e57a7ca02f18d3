import { untrack } from 'svelte'
import type { Account } from '../../shared/accounts/accounts.ts'
import type { BookName, BookRecord } from '../../shared/books/books.ts'
import type { Failure } from '../../shared/core/errors.ts'
import { dayOf, timeOf } from '../../shared/core/india.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { type GridLook, usualLook } from '../../shared/workspace/grid-looks.ts'
import { isLongStale, isStale } from '../../shared/books/staleness.ts'
import { ageText, readAtText } from '../components/times.ts'
import { ageOf } from './age.ts'
import { GridState } from './grid-state.svelte.ts'
import type { GroupDoubt } from '../components/grid/columns.ts'
import type { LiveBook } from './book.svelte.ts'
import { type BookGap, type GapScope, groupDoubt } from './group-doubt.ts'
import { RowMerger, type OwnedRow } from './owned-rows.ts'
import { countOrders, matches, type OrderFilter, passes } from './orders-filter.ts'
import { orderKey } from './order-key.ts'
import type { Session } from '../core/session.svelte.ts'

/** How one account's book stands at this moment. */
export interface BookStatus {
  account: Account
  age: number | null
  /** When its rows were read, where that was in an earlier session. */
  kept: number | null
  isStale: boolean
  /** And not just for a moment. */
  isLongStale: boolean
  trouble: Failure | null
}

/** One book over the accounts that are shown. */
export class BookView<Name extends BookName> {
  readonly #session: Session
  readonly #merger = new RowMerger<BookRecord<Name>>()
  readonly name: Name
  readonly grid: GridState

  text = $state('')
  /** The row that the keys or the mouse are on, by its id. */
  pointed = $state<string | null>(null)
  /** The rows of the group that they are on, as far as they are shown; none on a row. */
  inGroup: readonly OwnedRow<BookRecord<Name>>[] = $state.raw([])
  /** Rows to do something with, by their ids; some may be gone. */
  chosen = $state.raw<ReadonlySet<string>>(new Set())

  readonly chosenRows: readonly OwnedRow<BookRecord<Name>>[] = $derived.by(() =>
    this.chosen.size === 0 ? [] : this.rows.filter(({ id }) => this.chosen.has(id)),
  )

  readonly #parts = $derived.by(() =>
    this.#session.accounts.shown.flatMap((account) => {
      const book = this.#session.stores.books.of(account.id, this.name)
      return book === undefined ? [] : [{ account, book }]
    }),
  )

  readonly rows: readonly OwnedRow<BookRecord<Name>>[] = $derived.by(() =>
    this.#merger.merge(
      this.#parts.map(({ account, book }) => ({
        account,
        rows: book.shown,
        isKept: book.kept !== null,
      })),
    ),
  )

  readonly found: readonly OwnedRow<BookRecord<Name>>[] = $derived.by(() =>
    this.text.trim() === '' ? this.rows : this.rows.filter((row) => matches(row, this.text)),
  )

  readonly standings: readonly BookStatus[] = $derived.by(() =>
    this.#parts.map(({ account, book }) => {
      // Of what is not shown as well: the status line names whatever is old.
      const { lastTold } = book
      const age = ageOf(lastTold, this.#session.clock.now)
      const { kept = null, every = 0 } = lastTold?.meta ?? {}
      return {
        account,
        age,
        kept,
        isStale: kept !== null || isStale(age, every),
        isLongStale: kept !== null || isLongStale(age, every),
        trouble: book.trouble,
      }
    }),
  )

  readonly unreadable: readonly { account: Account; text: string }[] = $derived.by(() =>
    this.#parts.flatMap(({ account, book }) => book.unreadable.map((text) => ({ account, text }))),
  )

  /** Some account's book was read at least once, be it in an earlier session. */
  readonly isRead: boolean = $derived.by(() =>
    this.#parts.some(({ book }) => book.isRead || book.kept !== null),
  )

  constructor(session: Session, name: Name, usual: GridLook = usualLook) {
    this.#session = session
    this.name = name
    this.grid = new GridState(session, name, usual)
  }

  /** Takes away whatever keeps rows out of sight. */
  showAll(): void {
    this.text = ''
    if (this.grid.filterCount > 0) this.grid.showAll()
  }

  /** What makes the rows that are shown these and not others, as one text. */
  get narrowedTo(): string {
    return JSON.stringify([this.#session.accounts.selected, this.text, this.grid.look.filters])
  }

  /** The age of the oldest part: a panel is as old as the oldest thing it shows. */
  get age(): number | null {
    const ages = this.standings.flatMap(({ age }) => (age === null ? [] : [age]))
    return ages.length === 0 ? null : Math.max(...ages)
  }

  /** When the oldest part was read, where some of it is of an earlier session. */
  get kept(): number | null {
    const kept = this.standings.flatMap((standing) => standing.kept ?? [])
    return kept.length === 0 ? null : Math.min(...kept)
  }

  get isStale(): boolean {
    return this.standings.some((standing) => standing.isStale)
  }

  /** Why what is reckoned from it is not of now; null where it is, as far as it was ever read. */
  get oldness(): string | null {
    const old = this.standings.filter(
      ({ age, isStale: isOld, trouble }) => age !== null && (isOld || trouble !== null),
    )
    if (old.length === 0) return null
    const each = old.map(({ account, age, trouble }) => {
      const why = trouble === null ? '' : `: ${trouble.message}`
      return `${account.name} was read ${ageText(age ?? 0)}${why}`
    })
    return `Not of now. ${each.join('; ')}`
  }

  /** The same of what is shown, which may be of an earlier session. */
  get oldnessShown(): string | null {
    const kept = this.standings.flatMap(({ account, kept: at }) =>
      at === null ? [] : `${account.name} is ${readAtText(at, this.#session.clock.today)}`,
    )
    const said = [
      this.oldness,
      kept.length === 0 ? null : `Of an earlier session: ${kept.join('; ')}`,
    ]
    return said.filter((one) => one !== null).join('. ') || null
  }

  /** What a file says of a row that is not of now. */
  noteOf({ account }: OwnedRow<unknown>): string | null {
    const standing = this.standings.find((one) => one.account.id === account.id)
    if (standing === undefined) return null
    const { kept, age, isStale: isOld } = standing
    if (kept !== null) return `Old: read ${timeOf(kept).slice(0, 16)}, in an earlier session.`
    return isOld ? `Old: read ${ageText(age ?? 0)}.` : null
  }

  /**
   * The day in the name of a file: that of the rows, where all of them are of an earlier session. And
   * whether rows may be missing, which no row can say.
   */
  dayOfFile(now: number): string {
    const { kept } = this
    const areAllKept = this.standings.every((standing) => standing.kept !== null)
    const day = dayOf(areAllKept && kept !== null ? kept : now)
    const old = kept === null ? '' : areAllKept ? '-old' : '-partly-old'
    return `${day}${old}${this.#gaps.length > 0 ? '-incomplete' : ''}`
  }

  /** Those of several accounts whose part is old, where the others' is not. */
  readonly oldParts: readonly BookStatus[] = $derived.by(() => {
    const old = this.standings.filter((standing) => standing.isStale)
    return old.length < this.standings.length ? old : []
  })

  get gaps(): readonly BookGap[] {
    return this.#gaps
  }
  /** As one text, which stays the same while they do, however old they grow. */
  readonly #oldAccounts: string = $derived.by(() =>
    JSON.stringify(this.oldParts.map(({ account }) => account.id)),
  )
  readonly #oldIds: ReadonlySet<string> = $derived.by(
    () => new Set(JSON.parse(this.#oldAccounts) as string[]),
  )

  /** Whether its rows are older than those of other accounts beside it. */
  isOld({ id }: Account): boolean {
    return this.#oldIds.has(id)
  }

  /** Accounts of which rows may be missing; of one login, one that was read is enough. */
  readonly #gaps: readonly BookGap[] = $derived.by(() => {
    const isThere = ({ book }: { book: LiveBook<Name> }) => book.isRead || book.kept !== null
    const read = new Set(this.#parts.filter(isThere).map(({ account }) => account.login))
    return this.#parts.flatMap((part): BookGap[] => {
      const { account, book } = part
      if (!isThere(part)) return read.has(account.login) ? [] : [{ account, kind: 'not read' }]
      if (book.unreadable.length > 0) return [{ account, kind: 'unreadable' }]
      return book.leavesOut !== null ? [{ account, kind: 'incomplete' }] : []
    })
  })
  /** Whether an account's book may have more than the rows that are here: left out, or not to be read. */
  get isIncomplete(): boolean {
    return this.#parts.some(({ book }) => book.unknownRows > 0)
  }
  /** As one text, which stays the same while they do: books are read every second. */
  readonly #gapsKnown: string = $derived.by(() =>
    this.#gaps.map(({ account, kind }) => `${account.id} ${kind}`).join(),
  )

  /** Why the sums of a group are not all of it. */
  doubtOf(rows: readonly OwnedRow<unknown>[], scope: GapScope): GroupDoubt | null {
    void this.#gapsKnown
    const gaps = scope === 'no account' ? [] : untrack(() => this.#gaps)
    const own = rows[0]?.account.id
    return groupDoubt(rows, {
      gaps: scope === 'its account' ? gaps.filter(({ account }) => account.id === own) : gaps,
      isOld: (account) => this.isOld(account),
    })
  }

  /** Why a sum over all of it is not all. Which accounts are missing in it, one row tells as well as thousands. */
  get doubt(): GroupDoubt | null {
    return this.doubtOf(this.rows.slice(0, 1), 'any account')
  }

  get isFailing(): boolean {
    return this.standings.some(({ trouble }) => trouble !== null)
  }

  /** Old for some seconds, and nothing is known to be wrong that would have been said already. */
  get isQuietlyStale(): boolean {
    return this.standings.some(({ isLongStale: isOld, trouble }) => isOld && trouble === null)
  }
}

export class OrdersView extends BookView<'orders'> {
  filter: OrderFilter = $state('all')

  readonly counts = $derived.by(() => countOrders(this.found))

  /** Each order that a book shows, filtered out of sight or not, by `orderKey`. */
  readonly keys: ReadonlySet<string> = $derived.by(
    () => new Set(this.rows.map(({ account, record }) => orderKey(account.id, record.order_id))),
  )

  readonly filtered: readonly OwnedRow<OrderRecord>[] = $derived.by(() =>
    this.filter === 'all'
      ? this.found
      : this.found.filter(({ record }) => passes(record, this.filter)),
  )

  constructor(session: Session) {
    super(session, 'orders')
  }

  override get narrowedTo(): string {
    return `${this.filter} ${super.narrowedTo}`
  }

  override showAll(): void {
    super.showAll()
    this.filter = 'all'
  }
}
