import type { Profile } from '../../shared/accounts/accounts.ts'
import type { AccountReads } from '../../shared/accounts/health.ts'
import { type BookName, bookNames, books } from '../../shared/books/books.ts'
import type { BookMeta, LeftOutOfBook } from '../../shared/books/book-state.ts'
import { type Reply, fail } from '../../shared/core/errors.ts'
import type { LineId } from '../../shared/core/contract-rows.ts'
import type { Rows } from '../../shared/core/patch.ts'
import { Budget, RecentReads } from './read-budget.ts'
import type { Clock } from '../core/clock.ts'
import type { OfflineBook } from './offline-books.ts'
import { type FreshRead, BookPoll, type PollOptions } from './book-poll.ts'

/** What an account looks like to the poller. */
export type Polled = Pick<Profile, 'id' | 'polls' | 'readsPerSecond'>

interface Look {
  accounts: ReadonlySet<string>
  books: ReadonlySet<BookName>
}

/** Polls every book of every account: one chained timer each, which never overlaps itself. */
export class Poller {
  readonly #options: PollOptions
  readonly #accounts = new Map<string, AccountPolls>()
  /** The next sequence number of accounts that are given to another login; windows ignore numbers below the one they hold. */
  readonly #next = new Map<string, number>()
  /** What each window has on its screen. */
  readonly #looks = new Map<LineId | null, Look>()
  #paused = false

  constructor(options: PollOptions) {
    this.#options = options
  }

  get paused(): boolean {
    return this.#paused
  }

  /** Polls exactly these accounts from now on. One that is new or changed is polled at once. */
  follow(accounts: readonly Polled[]): void {
    const wanted = new Map(accounts.map((account) => [account.id, account]))
    for (const [id, polls] of this.#accounts) if (!wanted.has(id)) this.#drop(id, polls)
    for (const [id, account] of wanted) {
      const polls = this.#accounts.get(id)
      if (polls === undefined) {
        const added = new AccountPolls(account, {
          ...this.#options,
          seq: this.#next.get(id) ?? 0,
          isWatched: (book) => this.#isWatched(id, book),
        })
        this.#accounts.set(id, added)
        if (!this.#paused) added.resume()
      } else polls.update(account)
    }
  }

  /** Starts an account over, as after a change of its keys or address: what was known is dropped. */
  forget(account: string): void {
    const polls = this.#accounts.get(account)
    if (polls !== undefined) this.#drop(account, polls)
  }

  /** Tells what is on a window's screen: what is on any is polled more often. */
  lookAt(
    accounts: readonly string[],
    bookNames: readonly BookName[],
    by: LineId | null = null,
  ): void {
    this.#looks.set(by, { accounts: new Set(accounts), books: new Set(bookNames) })
    if (!this.#paused) for (const polls of this.#accounts.values()) polls.reschedule()
  }

  /** A window is gone. */
  lookAway(by: LineId): void {
    this.#looks.delete(by)
  }

  pause(): void {
    this.#paused = true
    for (const polls of this.#accounts.values()) polls.pause()
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    for (const polls of this.#accounts.values()) polls.resume()
  }

  /** Polls now, also while paused: somebody asked for it. */
  refresh(which: { account?: string | undefined; book?: BookName | undefined }): void {
    for (const [id, polls] of this.#accounts)
      if (which.account === undefined || which.account === id)
        for (const poll of polls.all)
          if (which.book === undefined || which.book === poll.book) poll.pollNow()
  }

  /** The machine slept. */
  wake(): void {
    for (const polls of this.#accounts.values()) for (const poll of polls.all) poll.wake()
  }

  read(account: string, book: BookName): { meta: BookMeta; rows: Rows } | undefined {
    return this.#accounts.get(account)?.poll(book).read()
  }

  /** As `read`, but until the first good answer with what was recalled: for eyes alone. */
  shown(account: string, book: BookName): { meta: BookMeta; rows: Rows } | undefined {
    return this.#accounts.get(account)?.poll(book).shown()
  }

  recall(account: string, book: BookName, offlineBook: OfflineBook): void {
    this.#accounts.get(account)?.poll(book).recall(offlineBook)
  }

  noteLeftOut(account: string, book: BookName, leavesOut: LeftOutOfBook | null): void {
    this.#accounts.get(account)?.poll(book).noteLeftOut(leavesOut)
  }

  /** What a poll finds that begins after this call; also while polling is paused. */
  readAnew(account: string, book: BookName): Promise<Reply<FreshRead>> {
    const polls = this.#accounts.get(account)
    if (polls === undefined)
      return Promise.resolve(fail('not-found', 'This account is not read.', { field: 'account' }))
    return polls.poll(book).readAnew()
  }

  /** How an account is read; undefined where it is not. */
  reads(account: string): AccountReads | undefined {
    return this.#accounts.get(account)?.reads()
  }

  stop(): void {
    for (const polls of this.#accounts.values()) polls.stop()
    this.#accounts.clear()
  }

  #drop(account: string, polls: AccountPolls): void {
    polls.stop()
    this.#accounts.delete(account)
    this.#next.set(account, Math.max(...polls.all.map((poll) => poll.read().meta.seq)) + 1)
  }

  #isWatched(account: string, book: BookName): boolean {
    for (const { accounts, books: seen } of this.#looks.values())
      if (accounts.has(account) && seen.has(book)) return true
    return false
  }
}

/** The polls of one account, which share its budget and its troubles. */
class AccountPolls {
  readonly all: readonly BookPoll[]
  readonly #clock: Clock
  readonly #recent: RecentReads
  #polled: Polled
  #budget: Budget

  constructor(
    polled: Polled,
    options: PollOptions & { seq: number; isWatched(book: BookName): boolean },
  ) {
    this.#clock = options.clock
    this.#polled = polled
    this.#budget = this.#newBudget()
    this.#recent = new RecentReads(options.clock)
    this.all = bookNames.map(
      (book) =>
        new BookPoll({
          ...options,
          account: polled.id,
          book,
          every: () => {
            const { watched, unwatched } = books[book].every
            const chosen = this.#polled.polls[book] ?? watched
            return options.isWatched(book) ? chosen : Math.max(chosen, unwatched)
          },
          takeBudget: () => this.#budget.take(),
          slowedBy: () => {
            const { watched, unwatched } = books[book].every
            const chosen = this.#polled.polls[book] ?? watched
            if (!options.isWatched(book) && chosen < unwatched) return 'unwatched'
            return chosen > watched ? 'chosen' : null
          },
          onBegin: () => this.#recent.note(),
          isLoggedOut: () => this.#isLoggedOut,
          onRecovered: () => this.#afterRecovery(),
        }),
    )
  }

  poll(book: BookName): BookPoll {
    return this.all[bookNames.indexOf(book)]!
  }

  reads(): AccountReads {
    const perSecond = this.#polled.readsPerSecond
    const waiting = this.all.filter((poll) => poll.isWaitingForTurn).length
    return {
      used: { perSecond, ...this.#recent.used, waiting },
      books: this.all.map((poll) => poll.pace()),
    }
  }

  update(polled: Polled): void {
    const isOtherBudget = polled.readsPerSecond !== this.#polled.readsPerSecond
    this.#polled = polled
    if (isOtherBudget) this.#budget = this.#newBudget()
    this.reschedule()
  }

  reschedule(): void {
    for (const poll of this.all) poll.reschedule()
  }

  pause(): void {
    for (const poll of this.all) poll.pause()
  }

  resume(): void {
    for (const poll of this.all) poll.resume()
  }

  stop(): void {
    for (const poll of this.all) poll.stop()
  }

  #newBudget(): Budget {
    return new Budget({ clock: this.#clock, perSecond: this.#polled.readsPerSecond })
  }

  /**
   * Whether the service refuses the login for what every one of its clients has, and none of its books
   * has shown anything since: some then answer with empty lists.
   */
  get #isLoggedOut(): boolean {
    return [this.poll('funds'), this.poll('profile')].some(
      ({ refusedSince }) =>
        refusedSince !== null &&
        this.all.every(({ shownAt }) => shownAt === null || shownAt < refusedSince),
    )
  }

  /** One good answer after trouble means that the others need not sit out their back-off. */
  #afterRecovery(): void {
    for (const poll of this.all) poll.recover()
  }
}
