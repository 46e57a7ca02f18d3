import type { BookPace, SlowedBy } from '../../shared/accounts/health.ts'
import type { BookName } from '../../shared/books/books.ts'
import type { BookMeta, LeftOutOfBook } from '../../shared/books/book-state.ts'
import {
  type ErrorCode,
  type Failure,
  type Reply,
  fail,
  ok,
  keysNotAtHand,
} from '../../shared/core/errors.ts'
import type { Rows, RowsPatch } from '../../shared/core/patch.ts'
import type { RawAnswer } from '../service/client.ts'
import type { ReadPlace, ReadQueue } from '../service/read-queue.ts'
import { backOff } from './back-off.ts'
import { BookRows, isEmptyList } from './book.ts'
import type { Clock } from '../core/clock.ts'
import { eachAlone } from '../core/each-alone.ts'
import { inTurns } from '../core/turns.ts'
import { NextPoll, leaveQueue } from './next-poll.ts'
import type { OfflineBook } from './offline-books.ts'

export interface PollOptions {
  clock: Clock
  /** 0 to 1; for jitter. */
  random: () => number
  fetch(account: string, book: BookName, signal: AbortSignal): Promise<Reply<RawAnswer>>
  /** The queue in which reads of an account wait for their turn; null where they wait in none. */
  queueOf?(account: string): ReadQueue | null
  /** Why an answer that can be read is not of the account's book at all; null where it is. */
  turnDown?(account: string, book: BookName, rows: Rows): Failure | null
  /** Called after each poll, with the patch where rows changed. */
  onPoll(poll: PollResult): void
  /**
   * Called where a book stands otherwise without having been read: polled at another pace from now
   * on, with which changes what counts as stale, or known to leave something out, or no more.
   */
  onMeta(told: Pick<PollResult, 'account' | 'book' | 'meta'>): void
}

export interface PollResult {
  account: string
  book: BookName
  meta: BookMeta
  /** The rows before this poll, of which the patch makes those after it. */
  before: Rows
  patch: RowsPatch | null
  /** When it was asked for, on the monotonic clock. */
  began: number
  /** Milliseconds that the answer took; null where none came. */
  took: number | null
  /** Milliseconds from the first byte asked for to the end, well or not. */
  lasted: number
}

/** What a poll changed in the rows of its book. */
export type PolledChange = Pick<PollResult, 'before' | 'patch' | 'began'>

/** A book as a poll found it. */
export interface FreshRead {
  meta: BookMeta
  rows: Rows
}

const loggedOut = fail(
  'bad-keys',
  'The service refuses the keys of this account elsewhere: that this book is empty proves nothing then.',
)

const notPolled = fail('cancelled', 'This account is not read any more.')

/** Follows on nothing, and nothing follows on it: a window that holds kept rows asks for all of the first good ones. */
const keptSeq = -1

/** What one book of one account needs beside what all share. */
interface BookPollOptions extends PollOptions {
  account: string
  book: BookName
  every: () => number
  /** What its patches count on from. */
  seq: number
  /** Takes one read from the account's budget; answers how long to wait before it. */
  takeBudget: () => number
  /** Why it is read no more often, where that is chosen, or nobody looks at it. */
  slowedBy: () => 'chosen' | 'unwatched' | null
  /** A request begins. */
  onBegin: () => void
  /** Whether the service says elsewhere that nobody is logged in: that a book is empty says nothing then. */
  isLoggedOut: () => boolean
  onRecovered: () => void
}

/** One account's book: its rows, its age, and the timer that polls it. */
export class BookPoll {
  readonly book: BookName
  readonly #options: BookPollOptions
  readonly #rows: BookRows
  /** Of an earlier session; shown until the first good answer, and used for nothing else. */
  #offlineBook: OfflineBook | null = null
  #goodAt: number | null = null
  #startedAt: number | null = null
  /** The pace that was told last. */
  #toldEvery: number | null = null
  #trouble: Failure | null = null
  #leavesOut: LeftOutOfBook | null = null
  #failures = 0
  /** Since when the service has refused the keys for it; null where it does not. */
  #refusedSince: number | null = null
  /** Whether the latest answer was readable, and not of this book. */
  #isTurnedDown = false
  #running: AbortController | null = null
  #again = false
  /** Polls begun so far, and who waits for which of them. */
  #begun = 0
  #waiting: { poll: number; settle: (read: Reply<FreshRead>) => void }[] = []
  readonly #next: NextPoll
  /** Somebody asked for the poll that comes next: no pause and no other pace is in its way. */
  #isAsked = false
  #paused = true
  #stopped = false

  constructor(options: BookPollOptions) {
    this.book = options.book
    this.#options = options
    this.#rows = new BookRows(options.book, options.seq)
    const { clock, account, takeBudget, queueOf } = options
    this.#next = new NextPoll({
      clock,
      account,
      takeBudget,
      queueOf: () => queueOf?.(account) ?? null,
      isAwaited: () => this.#waiting.length > 0,
      lateBy: (since) => this.#lateBy(since),
      begin: (place) => void this.#poll(place),
    })
  }

  get refusedSince(): number | null {
    return this.#refusedSince
  }

  /** When it was read last with anything in it; null where it is empty. */
  get shownAt(): number | null {
    return this.#rows.rows.size > 0 ? this.#goodAt : null
  }

  /** For its share of the account's reads, or for its turn at the service. */
  get isWaitingForTurn(): boolean {
    return this.#next.isWaitingForTurn
  }

  /** How it is read, and why not more often. */
  pace(): BookPace {
    const { age, every, trouble } = this.#meta()
    const isAsking = this.#running !== null && this.#startedAt !== null
    return {
      book: this.book,
      age,
      every,
      slowedBy: this.#slowedBy(),
      waitsFor: isAsking ? this.#options.clock.now() - this.#startedAt! : null,
      trouble: trouble?.code ?? null,
    }
  }

  #slowedBy(): SlowedBy | null {
    if (this.#paused) return 'paused'
    if (this.#failures > 0) return 'failing'
    return this.isWaitingForTurn ? 'budget' : this.#options.slowedBy()
  }

  /** What was read in this session; the rows that a decision may rest on. */
  read(): { meta: BookMeta; rows: Rows } {
    return { meta: this.#meta(), rows: this.#rows.rows }
  }

  /** What there is to see: until the first good answer, what an earlier session left. */
  shown(): { meta: BookMeta; rows: Rows } {
    return { meta: this.#shownMeta(), rows: this.#offlineBook?.rows ?? this.#rows.rows }
  }

  recall(offlineBook: OfflineBook): void {
    if (this.#goodAt === null) this.#offlineBook = offlineBook
  }

  /** Told what the book may leave out, which its rows alone do not tell. */
  noteLeftOut(leavesOut: LeftOutOfBook | null): void {
    if (leavesOut === this.#leavesOut) return
    this.#leavesOut = leavesOut
    this.#tellMeta()
  }

  pause(): void {
    this.#paused = true
    if (!this.#isAsked) this.#next.callOff()
  }

  resume(): void {
    this.#paused = false
    if (this.#running !== null || this.#isAsked) return
    if (this.#failures > 0) this.#planNext(this.#trouble?.code ?? null)
    else this.reschedule()
  }

  /** Plans the next poll by the present interval, counted from the start of the last one. */
  reschedule(): void {
    if (this.#paused || this.#stopped || this.#running !== null || this.#failures > 0) return
    const { clock, every } = this.#options
    const due = this.#startedAt === null ? 0 : this.#startedAt + every() - clock.now()
    if (!this.#isAsked) this.#next.after(Math.max(0, due))
    if (this.#toldEvery !== null && this.#toldEvery !== every()) this.#tellMeta()
  }

  /** Polls at once; where a poll is running, once more after it, since its answer may be older than the wish. */
  pollNow(): void {
    if (this.#stopped) return
    if (this.#running !== null) this.#again = true
    else this.#askNext()
  }

  /** Another book of its account was read: it need not sit out its back-off, nor say on that there are no keys. */
  recover(): void {
    if (this.#failures === 0 || this.#running !== null) return
    this.pollNow()
    if (this.#trouble === null || !keysNotAtHand.has(this.#trouble.code)) return
    this.#trouble = null
    this.#failures = 0
    this.#tellMeta()
  }

  /** The machine slept: what was read is older than windows count it to be. */
  wake(): void {
    this.#tellMeta()
    if (!this.#paused) this.pollNow()
  }

  /** What a poll finds that begins after this call. */
  readAnew(): Promise<Reply<FreshRead>> {
    if (this.#stopped) return Promise.resolve(notPolled)
    const read = Promise.withResolvers<Reply<FreshRead>>()
    this.#waiting.push({ poll: this.#begun + 1, settle: read.resolve })
    this.pollNow()
    return read.promise
  }

  stop(): void {
    this.#stopped = true
    this.#next.stop()
    this.#running?.abort()
    for (const { settle } of this.#waiting.splice(0)) settle(notPolled)
  }

  #tellMeta(): void {
    const { account, every, onMeta } = this.#options
    this.#toldEvery = every()
    onMeta({ account, book: this.book, meta: this.#shownMeta() })
  }

  #askNext(): void {
    this.#isAsked = true
    this.#next.after(0)
  }

  /** In its own intervals; one that was asked for, or that nobody has seen, is later than all others. */
  #lateBy(since: number): number {
    if (this.#startedAt === null || this.#isAsked) return Infinity
    return (this.#options.clock.now() - since) / this.#options.every()
  }

  async #poll(place?: ReadPlace): Promise<void> {
    const { clock, account, fetch, onPoll } = this.#options
    const running = new AbortController()
    this.#isAsked = false
    this.#running = running
    this.#startedAt = clock.now()
    this.#begun++
    this.#options.onBegin()
    const answer = await fetch(account, this.book, running.signal).catch((cause: unknown) =>
      fail('internal', 'Reading failed inside Quarterdeck.', { detail: String(cause) }),
    )
    leaveQueue(place, answer, running.signal)
    // A large book takes a while to be read: what it says is as old as its last byte.
    const answeredAt = answer.ok ? answer.value.at : clock.now()
    const before = this.#rows.rows
    this.#isTurnedDown = false
    const taken = answer.ok ? await this.#take(answer.value) : answer
    this.#running = null
    if (this.#stopped) return

    const hadTrouble = this.#failures > 0
    this.#toldEvery = this.#options.every()
    this.#noteOutcome(taken, answeredAt)
    this.#planNext(taken.ok || this.#isTurnedDown ? null : taken.error.code)
    // Who waits goes on in a turn of its own, behind all that is told here.
    this.#settleWaiting(taken.ok ? ok({ meta: this.#meta(), rows: this.#rows.rows }) : taken)
    const poll: PollResult = {
      account,
      book: this.book,
      meta: this.#shownMeta(),
      before,
      patch: taken.ok ? taken.value : null,
      began: this.#startedAt,
      took: answer.ok ? answer.value.took : null,
      lasted: answeredAt - this.#startedAt,
    }
    eachAlone(
      () => onPoll(poll),
      () => {
        if (taken.ok && hadTrouble) this.#options.onRecovered()
      },
    )
  }

  /** Of a reading that is over: since when its rows hold, or what keeps them from being read. */
  #noteOutcome(taken: Reply<unknown>, answeredAt: number): void {
    if (taken.ok) {
      this.#offlineBook = null
      this.#goodAt = answeredAt
      this.#trouble = null
      this.#failures = 0
      this.#refusedSince = null
      return
    }
    this.#trouble = taken.error
    // It is asked on as ever for its own rows.
    this.#failures = this.#isTurnedDown ? 0 : this.#failures + 1
    const areKeysRefused = taken.error.code === 'bad-keys'
    this.#refusedSince = areKeysRefused ? (this.#refusedSince ?? answeredAt) : null
  }

  #settleWaiting(read: Reply<FreshRead>): void {
    const due = this.#waiting.filter(({ poll }) => poll <= this.#begun)
    this.#waiting = this.#waiting.filter(({ poll }) => poll > this.#begun)
    for (const { settle } of due) settle(read)
  }

  /** A mistake of ours in one book must not end its polling, nor the desk. */
  async #take(answer: RawAnswer): Promise<Reply<RowsPatch | null>> {
    try {
      if (this.#options.isLoggedOut() && isEmptyList(this.book, answer)) return loggedOut
      return await inTurns(
        this.#rows.takeInSteps(answer, {
          turnDown: (rows) => {
            // Who is asked has forgotten the account by now, and is to know it by nothing of before.
            if (this.#stopped) return null
            const why = this.#options.turnDown?.(this.#options.account, this.book, rows) ?? null
            this.#isTurnedDown = why !== null
            return why
          },
        }),
      )
    } catch (cause) {
      return fail('internal', 'Quarterdeck failed at reading this book.', {
        detail: String(cause),
      })
    }
  }

  #planNext(trouble: ErrorCode | null): void {
    if (this.#again) {
      this.#again = false
      this.#askNext()
    } else if (this.#paused) return
    else if (trouble === null) this.reschedule()
    else
      this.#next.after(
        backOff({
          every: this.#options.every(),
          failures: this.#failures,
          code: trouble,
          random: this.#options.random(),
        }),
      )
  }

  #meta(): BookMeta {
    return {
      seq: this.#rows.seq,
      age: this.#goodAt === null ? null : this.#options.clock.now() - this.#goodAt,
      every: this.#options.every(),
      trouble: this.#trouble,
      unreadable: [...this.#rows.unreadable],
      ...(this.#rows.isOddlyEmpty && { isOddlyEmpty: true }),
      ...(this.#leavesOut && { leavesOut: this.#leavesOut }),
    }
  }

  #shownMeta(): BookMeta {
    const meta = this.#meta()
    if (this.#offlineBook === null) return meta
    const { at, unreadable } = this.#offlineBook
    return { ...meta, seq: keptSeq, kept: at, unreadable: [...unreadable] }
  }
}
