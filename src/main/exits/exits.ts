import { randomUUID } from 'node:crypto'
import type { Parsed } from '../../shared/contract.ts'
import type { BookName } from '../../shared/books/books.ts'
import { type Failure, type Reply, fail, ok } from '../../shared/core/errors.ts'
import { type ExitOfAccount, type ExitRun, isUnderWay } from '../../shared/exits/exits.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Rows } from '../../shared/core/patch.ts'
import { StorageError } from '../core/documents.ts'
import type { AlertEvent } from '../alerts/alert-events.ts'
import type { Clock } from '../core/clock.ts'
import type { FreshRead } from '../books/book-poll.ts'
import type { Journal } from '../journal/journal.ts'
import { ChosenExit } from './chosen-exit.ts'
import {
  type RecordedEntry,
  isSquareOff,
  operationsOf,
  recordedExits,
  withSent,
} from './exit-entries.ts'
import {
  earlierRun,
  exitEnd,
  accountExitsOf,
  failuresOf,
  namedBy,
  outcomeOf,
  strategyOf,
  whatOf,
} from './exit-outcome.ts'
import { ExitRuns, type RunningExit } from './exit-runs.ts'
import { watchBooks } from './exit-watch.ts'
import {
  type Aim,
  leftOf,
  noOrders,
  noPositions,
  noneOfStrategy,
  notRead,
  nothingAtAll,
} from './exit-goal.ts'
import { ImpossibleStep } from '../journal/intent.ts'
import type { EventWriter } from '../journal/event-writer.ts'
import type { Sending } from '../orders/sending/sending.ts'

export interface ExitsOptions {
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  journal: Pick<Journal, 'append' | 'confirmed' | 'find' | 'ofOrder' | 'since' | 'unsettled'>
  writer: Pick<EventWriter, 'note' | 'keep' | 'latest' | 'tell'>
  sending: Pick<Sending, 'send'>
  account(id: string): ExitingAccount | undefined
  /** A book as it was last read. */
  known(account: string, book: BookName): Rows | undefined
  /** A book as a poll finds it that begins after this call. */
  readAnew(account: string, book: BookName): Promise<Reply<FreshRead>>
  /** Settles when the account's books have begun to be read, or never will be. */
  beingRead(account: string): Promise<void>
  onExit(run: ExitRun): void
  tell(events: readonly AlertEvent[]): void
}

interface ExitingAccount {
  name: string
  broker: string
  isEnabled: boolean
  isReadOnly: boolean
}

/** One account's exits within a run. */
interface AccountExit {
  place: number
  account: string
  strategy: string | null
  what: ExitRun['what']
  intents: Intent[]
}

/** Ways out, each watched until the books show that it is done. Nothing is ever sent again by itself. */
export class Exits {
  readonly #options: ExitsOptions
  readonly #runs: ExitRuns
  /** What is being sent. */
  readonly #sending = new Set<AccountExit>()
  #isClosing = false

  constructor(options: ExitsOptions) {
    this.#options = options
    const { now, onExit, tell, account } = options
    const nameOf = (id: string): string => account(id)?.name ?? id
    this.#runs = new ExitRuns({ now, onExit, tell, nameOf })
  }

  /** Runs that are under way, and those of this session that left something. */
  list(): ExitRun[] {
    return this.#runs.list()
  }

  /** Records and begins an exit; what becomes of it is told as events. */
  async exit(input: Parsed<'exitAccounts'>): Promise<Reply<ExitRun>> {
    const { confirmation, what, accounts } = input
    const run = this.#runs.find(confirmation)
    if (run !== undefined && run.what !== 'chosen') return ok(run.read())
    const earlier = this.#options.journal.confirmed(confirmation)
    if (earlier.length > 0) return earlierRun(confirmation, earlier)

    const problem = this.#problemWith(input)
    if (problem !== null) return problem
    const recorded = accounts.map((of) =>
      recordedExits({ ...of, confirmation, what, owner: this.#options.account(of.account)! }),
    )
    let intents: Intent[]
    try {
      intents = this.#options.journal.append(recorded.flat())
    } catch (cause) {
      if (!(cause instanceof StorageError)) throw cause
      return fail('storage-failed', `Nothing was sent. ${cause.failure.message}`, {
        ...(cause.failure.detail !== undefined && { detail: cause.failure.detail }),
      })
    }
    const begun = this.#begin({ id: confirmation, what, accounts, recorded, intents })
    this.#options.writer.tell(intents)
    return ok(begun.read())
  }

  /**
   * What the stop does: cancels everything, everywhere, at once. One synced append stands between
   * the stop and the wire, which latches it too; and getting out matters more than writing it down: where the disk
   * refuses, the cancels are sent all the same, and are written when it is back.
   */
  cancelAll(accounts: readonly string[]): { run: ExitRun; isNoted: boolean } | null {
    const { account, journal, writer } = this.#options
    // An account that is only looked at has no orders of ours; and nothing may leave for it.
    const able = accounts.filter((id) => account(id)?.isReadOnly === false)
    if (able.length === 0) return null
    for (const run of this.#runs.running())
      if (run.what === 'stop')
        run.stopWatching('The stop was pulled again: see what that cancelled.')

    const confirmation = randomUUID()
    const what = 'stop'
    const of = able.map((id) => ({ account: id, strategy: null }))
    const recorded = of.map((each) =>
      recordedExits({ ...each, confirmation, what, owner: account(each.account)! }),
    )
    // The latch is on disk with the cancels, before the first byte of them leaves.
    const stopped = { intent: null, event: { kind: 'stopped' } } as const
    const entries = recorded.flat().flatMap(withSent)
    let intents: Intent[]
    let failure: Failure | null = null
    try {
      intents = journal.append([stopped, ...entries])
    } catch (cause) {
      intents = writer.keep(entries)
      failure = {
        code: 'storage-failed',
        message: 'The journal could not be written. The cancels were sent all the same.',
        detail: String(cause),
      }
    }
    const begun = this.#begin({ id: confirmation, what, accounts: of, recorded, intents, failure })
    writer.tell(intents)
    return { run: begun.read(), isNoted: failure === null }
  }

  /** Watches opposite orders that were taken, until the positions they leave are where they should be. */
  watch(intents: readonly Intent[]): void {
    const { journal, writer, known } = this.#options
    // The same confirmation again answers orders that left long ago: what was held then is not known.
    const taken = intents.filter(({ state }) => state === 'recorded' || state === 'sent')
    const [first] = taken
    if (first === undefined || this.#runs.find(first.confirmation) !== undefined) return
    const byAccount = [...Map.groupBy(taken, ({ account }) => account)]
    const accounts = byAccount.map(([account]) => ({ account, strategy: null }))
    const run = this.#runs.begin({
      id: first.confirmation,
      what: 'chosen',
      accounts,
      step: 'waiting',
    })
    for (const [place, [account, orders]] of byAccount.entries()) {
      const exit = new ChosenExit({
        orders,
        latest: (intent) => writer.latest(journal.find(intent.id) ?? intent),
        known: {
          orders: known(account, 'orders'),
          positions: known(account, 'positions'),
        },
      })
      this.#guard(run, place, this.#watchChosen({ run, place, account, exit }))
    }
    run.tell()
  }

  /**
   * Watches on what an earlier session did not watch to its end, as soon as the books are read
   * again: the keys may be locked at a start. Nothing of it is sent again.
   */
  takeUp(since: number): void {
    const { journal } = this.#options
    const open = journal.since(since).filter(isUnfinished)
    for (const id of new Set(open.map(({ confirmation }) => confirmation))) {
      const all = journal.confirmed(id)
      const accountExits = accountExitsOf(all).filter((intents) => intents.some(isUnfinished))
      const what = whatOf(all)
      const accounts = accountExits.map(([first]) => ({
        account: first!.account,
        strategy: strategyOf(first!),
      }))
      const run = this.#runs.begin({ id, what, accounts, step: 'waiting', at: all[0]!.at })
      for (const [place, of] of accounts.entries()) {
        const accountExit = { place, ...of, what, intents: accountExits[place]! }
        const waiting = this.#options.beingRead(of.account)
        this.#guard(
          run,
          place,
          waiting.then(() => this.#check(run, accountExit)),
        )
      }
      run.tell()
    }
  }

  stopWatching(exit: string): Reply<null> {
    const run = this.#runs.find(exit)
    if (run === undefined)
      return fail('not-found', 'There is no such exit in this session.', { field: 'exit' })
    if (run.isRunning) {
      run.stopWatching(
        'This was not watched to its end: look whether anything is left in the books.',
      )
      this.#noteWatched(this.#options.journal.confirmed(exit), 'left')
    }
    return ok(null)
  }

  /** Ends all watching. What is on the wire still has its answer. */
  stop(): void {
    this.#isClosing = true
    for (const run of this.#runs.running())
      run.stopWatching('Quarterdeck was closed before the books showed that this was done.')
  }

  #problemWith({
    what,
    accounts,
    again = false,
  }: Parsed<'exitAccounts'>): { ok: false; error: Failure } | null {
    const refuse = (message: string) => fail('invalid', message, { field: 'accounts' })
    const seen = new Map<string, (string | null)[]>()
    for (const { account: id, strategy } of accounts) {
      const account = this.#options.account(id)
      if (account === undefined) return refuse(`There is no account ${id}.`)
      const { name, isEnabled, isReadOnly } = account
      if (!isEnabled) return refuse(`${name} is switched off: switch it on to exit from it.`)
      if (isReadOnly)
        return refuse(`${name} is read-only: no order leaves from here, exits neither.`)
      // Two square-offs of one position at a time would turn it round.
      const others = seen.get(id) ?? []
      if (
        others.length > 0 &&
        (strategy === null || others.some((other) => other === null || other === strategy))
      )
        return refuse(`${name} is named twice.`)
      if (what !== 'orders' && this.#isBeingSquaredOff(id))
        return refuse(`${name} is being squared off already: wait for the service's answer.`)
      if (what !== 'orders' && !again && this.#mayStillClose(id))
        return fail(
          'invalid',
          `An earlier exit may still close positions of ${name}, and a second one beside it can turn them round. Wait until the books show what it did, or send it all the same.`,
          { field: 'again' },
        )
      seen.set(id, [...others, strategy])
    }
    return null
  }

  /** Closing orders that are still at work, or of which nobody knows whether they came. */
  #mayStillClose(account: string): boolean {
    const isAtWork = this.#runs.running().some((run) => {
      const { what, accounts } = run.read()
      const doesClose = what !== 'orders' && what !== 'stop'
      return doesClose && accounts.some((of) => of.account === account && isUnderWay(of))
    })
    if (isAtWork) return true
    const open = this.#options.journal.unsettled()
    return open.some((intent) => intent.account === account && isSquareOff(intent))
  }

  #isBeingSquaredOff(account: string): boolean {
    return [...this.#sending].some(
      ({ account: of, intents }) => of === account && intents.some(isSquareOff),
    )
  }

  #begin(of: {
    id: string
    what: ExitRun['what']
    accounts: readonly Pick<ExitOfAccount, 'account' | 'strategy'>[]
    recorded: readonly (readonly RecordedEntry[])[]
    intents: readonly Intent[]
    failure?: Failure | null
  }): RunningExit {
    const { id, what, accounts, recorded, failure = null } = of
    const byId = new Map(of.intents.map((intent) => [intent.id, intent]))
    const run = this.#runs.begin({ id, what, accounts, step: 'sending' })
    for (const [place, { account, strategy }] of accounts.entries()) {
      const intents = recorded[place]!.map(({ intent }) => byId.get(intent)!)
      const accountExit = { place, account, strategy, what, intents }
      this.#guard(run, place, this.#leave(run, accountExit, failure))
    }
    run.tell()
    return run
  }

  /** A mistake of ours is said where the person looks, and ends no other account's exit. */
  #guard(run: RunningExit, place: number, work: Promise<void>): void {
    work.catch((cause: unknown) => {
      const message = 'The terminal failed at this exit.'
      const failures = [{ code: 'internal' as const, message, detail: String(cause) }]
      run.note(place, { step: 'left', failures, todo: notRead })
    })
  }

  async #leave(run: RunningExit, accountExit: AccountExit, failure: Failure | null): Promise<void> {
    const { intents } = accountExit
    this.#sending.add(accountExit)
    try {
      for (const [index, intent] of intents.entries()) {
        // Its answer, or the lack of it, comes before the next one leaves.
        const [after] = await this.#send(intent)
        intents[index] = after ?? intent
        noteOutcome(run, accountExit, failure, { step: 'sending' })
      }
    } finally {
      this.#sending.delete(accountExit)
    }
    await this.#check(run, accountExit, failure)
  }

  async #check(
    run: RunningExit,
    accountExit: AccountExit,
    failure: Failure | null = null,
  ): Promise<void> {
    const { place, account, intents } = accountExit
    if (intents.every(({ state }) => state === 'not-sent')) {
      // What the end of the desk called off is told at its next start.
      if (!run.signal.aborted) this.#noteWatched(intents, 'failed')
      const todo = 'Nothing was sent for this account. Try again.'
      noteOutcome(run, accountExit, failure, { step: 'failed', todo })
      return
    }
    noteOutcome(run, accountExit, failure, { step: 'checking' })
    const isHopeless = intents.every(({ state }) => state === 'refused' || state === 'not-sent')
    const aim = this.#aimOf(accountExit)
    const watched = await watchBooks({
      clock: this.#options.clock,
      signal: run.signal,
      readAnew: (book) => this.#options.readAnew(account, book),
      aim: () => aim,
      onLook: (remainder) => run.note(place, { left: leftOf(remainder) }),
      // Where the service said no, the books will not change by themselves.
      isOver: () => isHopeless,
    })
    if (watched.why === 'called-off') return
    if (watched.why === 'flat') this.#settle(accountExit)
    this.#noteWatched(intents, watched.why === 'flat' ? 'flat' : 'left')
    run.note(place, exitEnd(watched, accountExit))
  }

  /** Only the next start asks for this: where it cannot be written, the exit is watched once more. */
  #noteWatched(intents: readonly Intent[], end: NonNullable<Intent['watched']>): void {
    const event = { kind: 'watched', end } as const
    const exits = intents.filter(({ ticket, watched }) => ticket === null && watched === null)
    try {
      this.#options.journal.append(exits.map(({ id }) => ({ intent: id, event })))
    } catch (cause) {
      if (!(cause instanceof StorageError) && !(cause instanceof ImpossibleStep)) throw cause
    }
  }

  #send(intent: Intent): Promise<Intent[]> {
    const { sending, writer, account } = this.#options
    const callOffUnsent = (why: 'shutdown' | 'person'): Promise<Intent[]> =>
      Promise.resolve(writer.note([intent], () => ({ kind: 'called-off', why })))
    if (this.#isClosing) return callOffUnsent('shutdown')
    // What was cancelled before it took a while, and the account may have been closed meanwhile.
    const now = account(intent.account)
    const isOpen = now?.isEnabled === true && !now.isReadOnly
    if (intent.state === 'recorded' && !isOpen) return callOffUnsent('person')
    return sending.send({ intents: [intent] })
  }

  #aimOf({ account, strategy, what, intents }: AccountExit): Aim {
    const before = new Set(intents.find(isSquareOff)?.sent?.rivals)
    const isWithPositions = what === 'positions' || what === 'both'
    const isSureOfNames = intents.every(({ state }) => state === 'accepted')
    if (strategy !== null && isSureOfNames) {
      const named = namedBy(intents)
      const isOfStrategy = (orderId: string): boolean =>
        this.#options.journal.ofOrder(account, orderId)?.params['strategy'] === strategy
      return noneOfStrategy({
        isOurs: (id) => what !== 'positions' && (named.orders.includes(id) || isOfStrategy(id)),
        closed: isWithPositions ? new Set(named.symbols) : null,
        before,
      })
    }
    if (what === 'both') return nothingAtAll
    return isWithPositions ? noPositions(before) : noOrders
  }

  /**
   * An exit in doubt is in doubt no more when the books show what it was to bring about; and so are
   * earlier ones of the account that were to bring about the same.
   */
  #settle({ account, strategy, what, intents }: AccountExit): void {
    const { journal, writer } = this.#options
    const own = new Set(intents.map(({ id }) => id))
    const earlier = journal
      .unsettled()
      .filter(
        ({ id, account: of, ticket, operation }) =>
          !own.has(id) &&
          of === account &&
          ticket === null &&
          strategy === null &&
          operationsOf[what].some((name) => name === operation),
      )
    const doubtful = [...intents, ...earlier].filter(({ state }) => state === 'in-doubt')
    if (doubtful.length > 0) writer.note(doubtful, () => ({ kind: 'seen-done' }))
  }

  async #watchChosen(of: {
    run: RunningExit
    place: number
    account: string
    exit: ChosenExit
  }): Promise<void> {
    const { run, place, account, exit } = of
    run.note(place, { step: 'sending' })
    const watched = await watchBooks({
      clock: this.#options.clock,
      signal: run.signal,
      readAnew: (book) => this.#options.readAnew(account, book),
      aim: () => exit.aim(),
      onLook: (remainder) =>
        run.note(place, {
          step: exit.isOnItsWay() ? 'sending' : 'checking',
          failures: failuresOf(exit.intents()),
          left: leftOf(remainder),
        }),
      isOver: (look) => look !== null && exit.isOver(look),
    })
    if (watched.why === 'called-off') return
    const failures = failuresOf(exit.intents())
    run.note(place, { failures, ...exitEnd(watched, { what: 'chosen', strategy: null }) })
  }
}

/** An exit that was not watched to its end; or that is in doubt, and may yet be seen as done. */
const isUnfinished = ({ ticket, watched, state }: Intent): boolean =>
  ticket === null && (watched === null || state === 'in-doubt')

function noteOutcome(
  run: RunningExit,
  { place, intents }: AccountExit,
  failure: Failure | null,
  more: Partial<ExitOfAccount>,
): void {
  const outcome = outcomeOf(intents)
  const failures = failure === null ? outcome.failures : [failure, ...outcome.failures]
  run.note(place, { ...outcome, failures, ...more })
}
