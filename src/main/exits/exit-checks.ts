import type { ReassignedBy } from '../../shared/accounts/accounts.ts'
import type { Failure } from '../../shared/core/errors.ts'
import type { Row } from '../../shared/core/patch.ts'
import type { ExitOfAccount, ExitRun } from '../../shared/exits/exits.ts'
import {
  type FoundBySquareOff,
  type Intent,
  hasNoAnswer,
  isSquareOff,
} from '../../shared/orders/intents.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { type Clock, every } from '../core/clock.ts'
import { StorageError } from '../core/documents.ts'
import type { EventWriter } from '../journal/event-writer.ts'
import { ImpossibleStep } from '../journal/intent.ts'
import type { Journal } from '../journal/journal.ts'
import { latestSquareOff } from '../picture/book-lag.ts'
import { foundBefore } from '../picture/closed-since.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import { ChosenExit } from './chosen-exit.ts'
import { operationsOf } from './exit-entries.ts'
import { type ExitGoal, noOrders, noPositions, noneOfStrategy, nothingAtAll } from './exit-goal.ts'
import { leftOf } from './remainder.ts'
import {
  accountExitsOf,
  exitEnd,
  failuresOf,
  namedBy,
  outcomeOf,
  strategyOf,
  whatOf,
} from './exit-outcome.ts'
import type { ExitRuns, RunningExit } from './exit-runs.ts'
import {
  type EndedOrders,
  HistoryTurns,
  OrderHistories,
  type ReadHistory,
  endedUnfilled,
} from './order-histories.ts'
import { type Watched, usualWatch, watchBooks } from './exit-watch.ts'
import { FlatWatch } from './flat-watch.ts'
import { type Lateness, SaidFlat } from './said-flat.ts'

export interface ExitChecksOptions {
  clock: Clock
  journal: Pick<Journal, 'append' | 'confirmed' | 'find' | 'since' | 'unsettled'>
  writer: Pick<EventWriter, 'note' | 'latest' | 'tell'>
  /** Wall-clock milliseconds. */
  now(): number
  pictures: Pick<
    LoginPictures,
    | 'accountsOf'
    | 'brokersTime'
    | 'intents'
    | 'lookAnew'
    | 'of'
    | 'orderBookLag'
    | 'wasRefusedSquareOff'
  >
  /** What the service tells of one order, snapshot by snapshot. */
  history(account: string, orderId: string): ReturnType<ReadHistory>
  /** Settles when the account's books have begun to be read, or never will be. */
  beingRead(account: string): Promise<void>
}

/** Milliseconds after which it is told that the orders of an exit were answered. */
const tellEvery = 500

/** Milliseconds for looks that find a square-off without an answer had its time. */
const looksAfterIt = 10_000

/** One account's exits within a run. */
export interface AccountExit {
  place: number
  account: string
  strategy: string | null
  what: ExitRun['what']
  intents: Intent[]
  /** Positions that were open when its square-off left; null where nobody knows. */
  held: readonly Row[] | null
  /** What it is to close, and what worked beside it; null where nobody knows. */
  found: FoundBySquareOff | null
  /** An earlier session sent it: what the books showed before is not known here. */
  isTakenUp: boolean
  /** Numbers of orders that worked when it left, as the book wrote them; none where nobody knows. */
  worked: readonly string[]
  /** Why the journal does not have it. */
  unwritten: Failure | null
}

export interface WatchedRun {
  run: RunningExit
  /** By their places. */
  accountExits: AccountExit[]
}

/** Of an exit before it leaves, and of one that an earlier session sent. */
export const beforeItLeaves: Pick<
  AccountExit,
  'held' | 'found' | 'isTakenUp' | 'worked' | 'unwritten'
> = { held: null, found: null, isTakenUp: false, worked: [], unwritten: null }

/** Checks in the books what exits have brought about, and settles those that are seen to be done. */
export class ExitChecks {
  readonly #options: ExitChecksOptions
  readonly #runs: ExitRuns
  readonly #flats: FlatWatch
  /** By account. */
  readonly #historyTurns = new Map<string, HistoryTurns>()

  constructor(options: ExitChecksOptions, runs: ExitRuns) {
    this.#options = options
    this.#runs = runs
    this.#flats = new FlatWatch(options)
  }

  /** Told of every good reading of an order book or a position book. */
  seeAnswer(account: string): void {
    this.#flats.seeAnswer(account)
  }

  /** The books of an account are somebody else's now. */
  forget(account: string): void {
    this.#flats.forget(account)
  }

  /** Watches opposite orders that were taken, until the positions they leave are where they should be. */
  watch(intents: readonly Intent[]): void {
    const { journal, writer, pictures } = this.#options
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
        before: pictures.of(account),
        now: () => pictures.of(account),
        isOurs: (orderId) => pictures.intents.claimOf({ account, at: first.at }, orderId) === 'yes',
        isExit: (orderId) => pictures.intents.holderOf(account, orderId)?.exit === true,
      })
      run.guard(place, this.#watchChosen({ run, place, account, exit }))
    }
    run.tell()
  }

  /**
   * Watches on what an earlier session did not watch to its end, as soon as the books are read
   * again: the keys may be locked at a start. Nothing of it is sent again.
   */
  takeUp(since: number): WatchedRun[] {
    const { journal } = this.#options
    const takenUp: WatchedRun[] = []
    const open = journal.since(since).filter(isUnfinished)
    for (const id of new Set(open.map(({ confirmation }) => confirmation))) {
      const all = journal.confirmed(id)
      const accountExits = accountExitsOf(all).filter((intents) => intents.some(isUnfinished))
      const what = whatOf(all)
      const accounts = accountExits.map(([first]) => ({
        account: first!.account,
        strategy: strategyOf(first!),
      }))
      // A stop that was pulled again has been its latest since.
      const at = Math.max(...all.map((intent) => intent.at))
      const run = this.#runs.begin({ id, what, accounts, step: 'waiting', at })
      const exits = accounts.map((of, place): AccountExit => ({
        ...{ place, ...of, what, intents: accountExits[place]!, ...beforeItLeaves },
        isTakenUp: true,
      }))
      for (const accountExit of exits) {
        const waiting = this.#options.beingRead(accountExit.account)
        run.guard(
          accountExit.place,
          waiting.then(() => this.#takeUpOne(run, accountExit)),
        )
      }
      run.tell()
      takenUp.push({ run, accountExits: exits })
    }
    return takenUp
  }

  /** The books of other keys or another address say nothing of it. */
  async #takeUpOne(run: RunningExit, accountExit: AccountExit): Promise<void> {
    const { intents, place } = accountExit
    // More was sent for it meanwhile, and that is watched.
    if (run.wentOn(place) > 0) return
    if (!intents.some((intent) => this.#options.pictures.intents.isOfFormerLogin(intent)))
      return this.check(run, accountExit)
    this.noteWatched(intents, 'left')
    noteOutcome(run, accountExit, { step: 'left', left: null, todo: lookAtFormer.person })
  }

  /** Watches one account until the books show that its exit is done, or nothing better can be seen. */
  async check(run: RunningExit, accountExit: AccountExit): Promise<void> {
    const { place, account, intents } = accountExit
    const signal = run.signalOf(place)
    if (intents.every(({ state }) => state === 'not-sent')) {
      // What the end of the desk called off is told at its next start.
      if (!signal.aborted) this.noteWatched(intents, 'failed')
      const todo = 'Nothing was sent for this account. Try again.'
      noteOutcome(run, accountExit, { step: 'failed', todo })
      return
    }
    noteOutcome(run, accountExit, { step: 'checking' })
    const isHopeless = intents.every(({ state }) => state === 'refused' || state === 'not-sent')
    const goal = this.#goalOf(accountExit)
    const histories = this.#historiesOf(account)
    const mayComeLate = intents.some((intent) => isSquareOff(intent) && hasNoAnswer(intent))
    const watched = await watchBooks({
      clock: this.#options.clock,
      signal,
      longest: mayComeLate ? latestSquareOff + looksAfterIt : usualWatch,
      look: (of) => this.#options.pictures.lookAnew(account, of),
      goal: () => goal,
      histories: (picture, of, signal) =>
        histories.ask(this.#toHaveEnded(accountExit, { picture, of }), signal),
      onLook: (remainder) => run.note(place, { left: leftOf(remainder) }),
      lag: () => (isOfAllOrders(accountExit) ? this.#options.pictures.orderBookLag(account) : 0),
      // Where the service said no, the books will not change by themselves.
      isOver: () => isHopeless,
    })
    if (watched.why === 'called-off') return
    // Where it was left meanwhile, the books are somebody else's.
    const isFlat = watched.why === 'flat' && run.isUnderWay(place)
    if (isFlat) this.#settle(accountExit)
    this.noteWatched(intents, isFlat ? 'flat' : 'left')
    run.note(place, exitEnd(watched, accountExit))
    if (isFlat)
      this.#watchOn(watched, {
        run,
        place,
        account,
        onChange: (end) => this.#noteEnd(intents, end),
      })
  }

  /** What was sent before the exit's last was answered late: where that came to its end, so did this. */
  noteLate(run: RunningExit, accountExit: AccountExit): void {
    const { place, intents } = accountExit
    run.correct(place, saidOf(accountExit))
    if (run.isUnderWay(place)) return
    const isFlat = run.isFlat(place)
    if (isFlat) this.#settle(accountExit)
    this.noteWatched(intents, isFlat ? 'flat' : 'left')
  }

  /** Only the next start asks for this: where it cannot be written, the exit is watched once more. */
  noteWatched(intents: readonly Intent[], end: NonNullable<Intent['watched']>): void {
    this.#noteEnd(
      intents.filter(({ watched }) => watched === null),
      end,
    )
  }

  #noteEnd(intents: readonly Intent[], end: NonNullable<Intent['watched']>): void {
    const event = { kind: 'watched', end } as const
    const exits = intents.filter(
      ({ ticket, state }) => ticket === null && state !== 'recorded' && state !== 'sent',
    )
    try {
      const { journal, writer } = this.#options
      writer.tell(journal.append(exits.map(({ id }) => ({ intent: id, event }))))
    } catch (cause) {
      if (!(cause instanceof StorageError) && !(cause instanceof ImpossibleStep)) throw cause
    }
  }

  /** What was said stays so only as long as the books do not show otherwise. */
  #watchOn({ seen }: Watched, of: Omit<Parameters<FlatWatch['begin']>[0], 'said'>): void {
    if (seen === null) return
    const { now, pictures } = this.#options
    const { account, run } = of
    const at = now()
    const lateness: Lateness = {
      lag: pictures.orderBookLag(account),
      brokersTime: pictures.brokersTime(account),
      isSentSince: (orderId) => (pictures.intents.holderOf(account, orderId)?.at ?? at) > at,
    }
    this.#flats.begin({ ...of, said: new SaidFlat({ what: run.what, ...seen, at, lateness }) })
  }

  #historiesOf(account: string): OrderHistories {
    const { clock, history } = this.#options
    const turns = this.#historyTurns.get(account) ?? new HistoryTurns(clock)
    this.#historyTurns.set(account, turns)
    return new OrderHistories({ turns, read: (orderId) => history(account, orderId) })
  }

  /**
   * Orders that were named when they were cancelled, and such as worked: a service may name none of
   * them. Those that an earlier session sent and that the book does not show, which may be cut. And
   * those that came since the square-off left, and that nobody is known to have cancelled.
   */
  #toHaveEnded(
    { account, strategy, what, intents, worked }: AccountExit,
    { picture, of }: { picture: LoginPicture; of: ExitGoal },
  ): EndedOrders {
    const before = of.squareOff?.before
    const isBookKnown = typeof intents.find(isSquareOff)?.sent?.bookAge === 'number'
    const isNew = (order: Row): boolean =>
      isBookKnown && of.concerns(order) && before?.has(orderKeyOf(order)) === false
    const came = endedUnfilled(picture, isNew)
    if (what === 'positions') return { named: [], others: came }
    const isOfStrategy = (orderId: string): boolean =>
      this.#options.pictures.intents.holderOf(account, orderId)?.params['strategy'] === strategy
    const all = [...worked, ...picture.earlierOrders]
    const meant = strategy === null ? all : all.filter(isOfStrategy)
    return { named: namedBy(intents).orders, others: [...meant, ...came] }
  }

  #goalOf(accountExit: AccountExit): ExitGoal {
    const { intents, held, isTakenUp } = accountExit
    const own = intents.find(isSquareOff)
    const rivals = own?.sent?.rivals ?? []
    const before = new Set(rivals.map(comparableOrderId))
    const known = own?.sent?.found
    const found = known === undefined ? null : foundBefore(known, rivals)
    const named = own?.state === 'accepted' ? namedBy([own]).symbols : null
    const squareOff =
      own === undefined ? null : { intent: own.id, held, before, found, isTakenUp, named }
    return { ...this.#endOf(accountExit, before), squareOff }
  }

  #endOf({ account, strategy, what, intents }: AccountExit, before: ReadonlySet<string>): ExitGoal {
    const isWithPositions = what === 'positions' || what === 'both'
    const awaits = ({ params }: Intent): boolean =>
      strategy === null || params['strategy'] === strategy
    const isSureOfNames = intents.every(({ state }) => state === 'accepted')
    if (strategy !== null && isSureOfNames) {
      const named = namedBy(intents)
      const namedOrders = new Set(named.orders.map(comparableOrderId))
      const isOfStrategy = (orderId: string): boolean =>
        this.#options.pictures.intents.holderOf(account, orderId)?.params['strategy'] === strategy
      return noneOfStrategy({
        isOurs: (id) => what !== 'positions' && (namedOrders.has(id) || isOfStrategy(id)),
        closed: isWithPositions
          ? new Set([
              ...named.symbols,
              ...this.#options.pictures.of(account).orders.symbolsLeftBy(isOfStrategy),
            ])
          : null,
        before,
        awaits,
      })
    }
    if (what === 'both') return { ...nothingAtAll, awaits }
    return { ...(isWithPositions ? noPositions(before) : noOrders), awaits }
  }

  /**
   * An exit in doubt is in doubt no more when the books show what it was to bring about; and so are
   * earlier ones of the account that were to bring about the same.
   */
  #settle({ account, strategy, what, intents }: AccountExit): void {
    const { journal, writer, pictures } = this.#options
    const own = new Set(intents.map(({ id }) => id))
    const earlier = journal
      .unsettled()
      .filter(
        (exit) =>
          !own.has(exit.id) &&
          exit.account === account &&
          exit.ticket === null &&
          strategy === null &&
          pictures.intents.isOfLogin(account, exit) === 'yes' &&
          operationsOf[what].some((name) => name === exit.operation),
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
    // An account that answers slowly is looked at late: what it took is not still being sent.
    const stopTelling = every(this.#options.clock, tellEvery, () => {
      if (exit.isOnItsWay()) return
      stopTelling()
      run.note(place, { step: 'checking', failures: failuresOf(exit.intents()) })
    })
    const histories = this.#historiesOf(account)
    const watched = await watchBooks({
      clock: this.#options.clock,
      signal: run.signalOf(place),
      longest: usualWatch,
      look: (of) => this.#options.pictures.lookAnew(account, of),
      goal: () => exit.goal(),
      histories: (picture, { concerns }, signal) => {
        const isMeant = (order: Row): boolean => exit.isNew(order) && concerns(order)
        return histories.ask({ named: [], others: endedUnfilled(picture, isMeant) }, signal)
      },
      onLook: (remainder) =>
        run.note(place, {
          step: exit.isOnItsWay() ? 'sending' : 'checking',
          failures: failuresOf(exit.intents()),
          left: leftOf(remainder),
        }),
      lag: () => 0,
      isOver: (picture) => picture !== null && exit.isOver(picture),
    }).finally(stopTelling)
    if (watched.why === 'called-off') return
    const failures = failuresOf(exit.intents())
    const isDone = watched.why === 'flat' && run.isUnderWay(place)
    run.note(place, { failures, ...exitEnd(watched, { what: 'chosen', strategy: null }) })
    if (isDone) this.#watchOn(watched, { run, place, account, onChange: () => undefined })
  }
}

export const lookAtFormer: Record<ReassignedBy, string> = {
  person:
    'The account was given other keys or another address meanwhile: look at the former one in the broker’s own terminal.',
  'other-client':
    'The keys of this account answer for another client now: nothing more of this was sent. Look at the former client in the broker’s own terminal.',
}

/** An exit that was not watched to its end; or that is in doubt, and may yet be seen as done. */
const isUnfinished = ({ ticket, watched, state }: Intent): boolean =>
  ticket === null && (watched === null || state === 'in-doubt')

/** Whether it is done only once no order of the account works, whoever placed it. */
const isOfAllOrders = ({ what, strategy }: AccountExit): boolean =>
  what !== 'positions' && what !== 'chosen' && strategy === null

/** Tells what the service has said of an account's exits, with what else changed. */
export function noteOutcome(
  run: RunningExit,
  accountExit: AccountExit,
  more: Partial<ExitOfAccount>,
): void {
  run.note(accountExit.place, { ...saidOf(accountExit), ...more })
}

/** What the service has said of an account's exits. */
function saidOf({ intents, unwritten }: AccountExit) {
  const outcome = outcomeOf(intents)
  return unwritten === null ? outcome : { ...outcome, failures: [unwritten, ...outcome.failures] }
}
