import type { BookName } from '../../../shared/books/books.ts'
import { isCurrent, isStale } from '../../../shared/books/staleness.ts'
import { startOfDay } from '../../../shared/core/india.ts'
import { type Row, type Rows, type RowsPatch, diff } from '../../../shared/core/patch.ts'
import { mayOutliveItsDay } from '../../../shared/service/retention-words.ts'
import { isAfterMarketWord } from '../../../shared/service/words.ts'
import type { FreshRead } from '../../books/book-poll.ts'
import { unreadableAndAlive } from '../../books/lifeless-rows.ts'
import type { Poller } from '../../books/poller.ts'
import type { Clock } from '../../core/clock.ts'
import { OwedWork, nextTurn } from '../../core/turns.ts'
import { Baselines, noBaselines } from '../traded/baselines.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import { bookDayOf, isClearedBy } from '../times/book-day.ts'
import { DayFills, type DroppedFill } from '../traded/day-fills.ts'
import { LaterTrades } from '../traded/later-trades.ts'
import type { BookSeen } from '../login-facts.ts'
import { type MarketAt, dayWaitedFor, latelySince } from '../times/market-days.ts'
import { profitOf } from '../pnl/profit.ts'
import { type RecentFill, RecentFills } from '../traded/recent-fills.ts'
import { leftOpenByFills } from '../traded/filled-positions.ts'
import { followWorking, workingCount, workingRows } from '../rows/reckoned-rows.ts'
import { UnreadableRows } from '../missing/unreadable-rows.ts'
import { MissedHoldings } from '../missing/missed-holdings.ts'
import type { WatchedBookName } from '../missing/missed-for.ts'
import type { Recalled } from '../missing/recalled-rows.ts'
import { type MissingPosition, VanishedRows } from '../missing/vanished-rows.ts'

interface BookMemoriesOptions {
  clock: Pick<Clock, 'now'>
  /** Wall-clock milliseconds. */
  now(): number
  exchanges: MarketAt['exchanges']
  poller: Pick<Poller, 'read'>
}

/** What was read last of a book of an account, and what was missed in it then. */
export interface Recollection extends Pick<Recalled, 'closed' | 'overnight' | 'rows'> {
  book: BookName
  /** By the clock on the wall. */
  at: number
  /** What told its login from others then, as far as that is known. */
  login?: string | undefined
  /** Orders of days before, whose end was not known even then. */
  unended?: readonly Row[]
}

/** What the books of each account show, with what they showed before: one answer alone may leave out rows. */
export class BookMemories {
  readonly #options: BookMemoriesOptions
  readonly #memories = new Map<string, BookMemory>()

  constructor(options: BookMemoriesOptions) {
    this.#options = options
  }

  /** Told of orders that the service named when it cancelled. */
  noteEnded(account: string, orderIds: readonly string[]): void {
    this.#memoryOf(account).orders.noteEnded(orderIds)
  }

  /**
   * Told of what was read last of books of an account in an earlier session, or under other keys. It
   * proves nothing of now; but what it has and the first answer has not is missed.
   */
  recall(account: string, recollections: readonly Recollection[]): void {
    const memory = this.#memoryOf(account)
    memory.recalled = [...memory.recalled, ...recollections]
    for (const { rows, at } of recollections
      .filter(({ book }) => book === 'holdings')
      .toSorted(latestFirst))
      memory.holdings.recall(new Map(rows), bookDayOf(at))
    for (const book of watched)
      memory[book].recall(
        recollections.filter((one) => one.book === book).map((one) => this.#recalled(one)),
        this.#options.clock.now(),
      )
  }

  #recalled({ rows, overnight = [], closed = [], at }: Recollection): Recalled {
    const market = this.#market
    const isLately = at >= latelySince(market)
    return {
      ...{ rows, overnight, closed, readAt: at },
      when: at >= startOfDay(market.now) ? 'today' : isLately ? 'lately' : 'long ago',
      ...{ day: bookDayOf(at), isCleared: isClearedBy(at) },
    }
  }

  get #market(): MarketAt {
    const { exchanges, now } = this.#options
    return { exchanges, now: now() }
  }

  /** Rows that a book had and does not show, as long as that proves nothing or their loss counts. */
  missed(account: string, book: BookName): readonly MissingPosition[] {
    const memory = isWatched(book) ? this.#memories.get(account)?.[book] : undefined
    return (memory?.missing ?? []).filter(
      ({ goneAt, loss, isLossDoubted }) => goneAt === null || (loss !== 0 && !isLossDoubted),
    )
  }

  /** Told of every good reading of a book, with what changed in it. */
  see(of: {
    account: string
    book: BookName
    rows: Rows
    /** The rows of which the patch makes these: those of the reading before, but for one that began anew. */
    before?: Rows
    patch: RowsPatch | null
    /** Rows that could not be read, as they came. */
    unreadable?: readonly string[]
  }): void {
    const { account, book, rows, unreadable = [] } = of
    const now = this.#options.clock.now()
    const wall = this.#options.now()
    const day = bookDayOf(wall)
    if (isWatched(book) && this.#isUnreadSinceBefore(account, day)) this.#beginAnew(account)
    const patch = this.#changeFromLatest(of)
    if (book === 'trades') {
      const { orders, trades } = this.#memoryOf(account)
      orders.seeTrades(rows)
      trades.see(rows, patch ?? {}, { at: now, day })
    }
    if (book === 'holdings') this.#memoryOf(account).holdings.see(rows, { at: now, day })
    this.#noteRecalled(account, book)
    if (!isWatched(book)) return
    const memory = this.#memoryOf(account)
    memory.readAtWall = wall
    memory.left = null
    if (book === 'positions') memory.baselines.see(rows, patch ?? {}, now)
    BySymbol.follow(memory[book].latest, rows, patch ?? {})
    if (book === 'orders') followWorking(memory.orders.latest, rows, patch ?? {})
    memory[book].see(rows, patch ?? {}, { at: now, day, isCleared: isClearedBy(wall) })
    memory.unreadable[book].see(unreadable, rows, { at: now, day })
    if (patch !== null) void this.#reckonAhead(account, memory, book)
    if (book !== 'orders') return
    memory.owed.finish()
    if (memory.day.begin(day, now)) memory.baselines.clear()
    memory.owed.begin(memory.fills.see(rows, patch ?? {}, now))
  }

  /** A book was read: what it was told of before is no more to be told. */
  #noteRecalled(account: string, book: BookName): void {
    const memory = this.#memories.get(account)
    if (memory !== undefined && memory.recalled.length > 0)
      memory.recalled = memory.recalled.filter((one) => one.book !== book)
  }

  /** Whether an account was not read since a day before, as one that was switched off. */
  #isUnreadSinceBefore(account: string, day: string): boolean {
    const memory = this.#memories.get(account)
    if (memory === undefined || bookDayOf(memory.readAtWall) === day) return false
    return memory.left !== null || watched.every((book) => memory[book].firstAt === null)
  }

  /** What was left then is as what an earlier session had left. */
  #beginAnew(account: string): void {
    const { left, recalled } = this.#memoryOf(account)
    this.#memories.delete(account)
    this.recall(account, [...(left ?? []), ...recalled])
  }

  /** Told of accounts that may not be read any more for now, and what each leaves then; null for those that are. */
  leaveOff(leftBy: (account: string) => readonly Recollection[] | null): void {
    for (const [account, memory] of this.#memories) memory.left ??= leftBy(account)
  }

  /** What changed since the latest reading, also where an account was not read for a while, and its polls know nothing of that. */
  #changeFromLatest({
    account,
    book,
    rows,
    before,
    patch,
  }: Parameters<BookMemories['see']>[0]): RowsPatch | null {
    const latest = isWatched(book) ? this.#memories.get(account)?.[book].latest : undefined
    return latest === undefined || before === undefined || before === latest
      ? patch
      : diff(latest, rows)
  }

  /**
   * Reckons from a book what each order asks of all of its rows, in turns of the loop that nobody
   * waits for: an order to many accounts would otherwise wait for all of their books.
   */
  async #reckonAhead(account: string, memory: BookMemory, book: WatchedBookName): Promise<void> {
    const rows = memory[book].latest
    const isLatest = (): boolean =>
      memory[book].latest === rows && this.#memories.get(account) === memory
    do await nextTurn()
    while (memory.owed.isUnderWay)
    if (!isLatest()) return
    if (book === 'positions') return void profitOf(rows)
    workingCount(rows)
    workingRows(rows)
    await nextTurn()
    const orders = this.read(account, 'orders')?.book
    if (isLatest() && orders?.rows === rows) leftOpenByFills(orders)
  }

  /** What an account's books left before, of those that were not read since. */
  unreadOf(account: string): readonly Recollection[] {
    const { left, recalled } = this.#memories.get(account) ?? { left: null, recalled: [] }
    return [...(left ?? []), ...recalled]
  }

  /** An account is somebody else's now, as far as is known. */
  forget(account: string): void {
    this.#memories.delete(account)
  }

  /** Whether the holdings may leave out some that they had. */
  mayLeaveOutHoldings(account: string): boolean {
    const rowsOf = (name: BookName): Rows | null => this.read(account, name)?.book.rows ?? null
    const holdings = this.#memories.get(account)?.holdings
    return (
      holdings?.mayLeaveOut(() => ({
        ...{ orders: rowsOf('orders'), trades: rowsOf('trades'), positions: rowsOf('positions') },
      })) ?? false
    )
  }

  /** Trades that came up after the first reading of them; undefined where no book was read. */
  laterTrades(account: string): LaterTrades | undefined {
    return this.#memories.get(account)?.trades
  }

  /** What a book of an account shows now, and how old that is; null where it was never read. */
  read(account: string, name: BookName): { book: BookSeen; age: number } | null {
    const read = this.#options.poller.read(account, name)
    const age = read?.meta.age ?? null
    return read === undefined || age === null ? null : { book: this.seen(account, name, read), age }
  }

  /** Of what an account’s book shows now its rows, and whether they are old: an order to many accounts asks for nothing else of most of their books. */
  recorded(account: string, name: BookName): Pick<BookSeen, 'rows' | 'isOld'> | null {
    const read = this.#options.poller.read(account, name)
    if (read === undefined || read.meta.age === null) return null
    const { rows, meta } = read
    return { rows, isOld: isStale(meta.age, meta.every) }
  }

  /** The same of an answer that was read for its own sake. */
  seen(account: string, name: BookName, { rows, meta }: FreshRead): BookSeen {
    const now = this.#options.clock.now()
    const memory = this.#memories.get(account)
    const ofOrders = name === 'orders' ? memory : undefined
    const missing = isWatched(name) ? (memory?.unreadable[name].missing ?? []) : []
    let fills: readonly RecentFill[] | undefined
    let dropped: readonly DroppedFill[] | undefined
    return {
      rows,
      at: now,
      firstAt: (isWatched(name) ? memory?.[name].firstAt : null) ?? now,
      readAt: (isWatched(name) ? memory?.[name].readAt : null) ?? now,
      hasShown: rows.size > 0 || (isWatched(name) && memory?.[name].hasShown === true),
      isOld: isStale(meta.age, meta.every),
      isCurrent: isCurrent(meta),
      isOddlyEmpty: meta.isOddlyEmpty === true,
      unreadable: unreadableAndAlive(name, [...meta.unreadable, ...missing]),
      unreadableMissing: unreadableAndAlive(name, missing),
      vanished: isWatched(name) ? (memory?.[name].rows ?? []) : [],
      missing: name === 'positions' ? (memory?.positions.missing ?? []) : [],
      // A book of thousands of rows is new at a start, and few who ask for it ask for these.
      get fills() {
        return (fills ??= (ofOrders && noted(ofOrders).fills.at(now)) ?? [])
      },
      get dropped() {
        return (dropped ??= (ofOrders && noted(ofOrders).day.dropped) ?? [])
      },
      lastFills: (symbol) => (ofOrders && noted(ofOrders).day.last(symbol)) ?? [],
      baselines:
        (name === 'positions' && memory !== undefined ? noted(memory).baselines : null) ??
        noBaselines,
    }
  }

  #memoryOf(account: string): BookMemory {
    let memory = this.#memories.get(account)
    if (memory === undefined) {
      const day = new DayFills()
      const orders = new VanishedRows('orders', {
        dayWaitedFor: (row) => dayKeptFor(row, this.#market),
      })
      const positions = new VanishedRows('positions')
      const owed = new OwedWork()
      const baselines = new Baselines({
        ...{ day, orders, positions },
        finishNotes: () => owed.finish(),
        ordersReadAt: () => fills.readAt,
      })
      const fills = new RecentFills(day, (of, formerAt) => baselines.touch(of, formerAt))
      memory = {
        ...{ orders, positions, baselines, day, fills, owed, trades: new LaterTrades() },
        holdings: new MissedHoldings(),
        ...{ readAtWall: this.#options.now(), recalled: [], left: null },
        unreadable: {
          orders: new UnreadableRows('orders'),
          positions: new UnreadableRows('positions'),
        },
      }
      this.#memories.set(account, memory)
    }
    return memory
  }
}

/** What an account's books showed a moment ago. */
interface BookMemory extends Record<WatchedBookName, VanishedRows> {
  unreadable: Record<WatchedBookName, UnreadableRows>
  fills: RecentFills
  day: DayFills
  trades: LaterTrades
  holdings: MissedHoldings
  baselines: Baselines
  /** Fills that the latest reading came up with and that are still to be noted. */
  owed: OwedWork
  /** When its orders or positions were read last, by the clock on the wall. */
  readAtWall: number
  /** What it was told of before, of books that were not read since. */
  recalled: readonly Recollection[]
  /** What was left of its books where it is not read for now; null where it is. */
  left: readonly Recollection[] | null
}

/** For which day of trading an order waits at its broker, or goes on over night, as its row says; null for one of its day alone. */
const dayKeptFor = ({ status, ret, exchange }: Row, market: MarketAt): string | null =>
  isAfterMarketWord(status) || mayOutliveItsDay(ret) ? dayWaitedFor(exchange, market) : null

function noted(memory: BookMemory): BookMemory {
  memory.owed.finish()
  return memory
}

const watched: readonly WatchedBookName[] = ['orders', 'positions']

const isWatched = (book: BookName): book is WatchedBookName => watched.some((one) => one === book)

const latestFirst = (one: Recollection, other: Recollection): number => other.at - one.at
