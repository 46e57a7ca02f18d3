import { startOfDay } from '../../shared/core/india.ts'
import type { Row } from '../../shared/core/patch.ts'
import { type Intent, hasNoAnswer, isSquareOff } from '../../shared/orders/intents.ts'
import { type Clock, every } from '../core/clock.ts'
import type { EventWriter } from '../journal/event-writer.ts'
import type { Journal } from '../journal/journal.ts'
import { latestSquareOff } from '../picture/times/book-lag.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import {
  type AccountExit,
  beforeItLeaves,
  isOfAllOrders,
  lookAtFormer,
  noteOutcome,
  saidOf,
} from './account-exit.ts'
import { goalOf, ordersToHaveEnded } from './account-goal.ts'
import { ChosenExit } from './chosen-exit.ts'
import { ExitEnds } from './exit-ends.ts'
import { accountExitsOf, exitEnd, failuresOf, leftEnd, strategyOf, whatOf } from './exit-outcome.ts'
import type { ExitRuns, RunningExit } from './exit-runs.ts'
import { type Watched, usualWatch, watchBooks } from './exit-watch.ts'
import { LeftWatch, type ProofOfEnd } from './left-watch.ts'
import { OfEarlierSessions } from './of-earlier-sessions.ts'
import { HistoryTurns, OrderHistories, type ReadHistory, endedUnfilled } from './order-histories.ts'
import { leftOf } from './remainder.ts'
import { runAgain, undoneBeside, undoneOf } from './run-again.ts'
import { SaidDone } from './said-done.ts'
import type { SaidOfExits } from './said-of-exits.ts'

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
  /** What was said and not taken back, also by an earlier session. */
  saidOfExits: Pick<SaidOfExits, 'drop' | 'forget' | 'isSaidByLater' | 'keep' | 'ofToday'>
  /** Settles when the account's books have begun to be read, or never will be. */
  beingRead(account: string): Promise<void>
}

/** Milliseconds after which it is told that the orders of an exit were answered. */
const tellEvery = 500

/** Milliseconds for looks that find a square-off without an answer had its time. */
const looksAfterIt = 10_000

interface LeftBefore {
  account: string
  /** Wall-clock milliseconds. */
  at: number
  intents: Intent[]
}

export interface WatchedRun {
  run: RunningExit
  /** By their places. */
  accountExits: AccountExit[]
}

/** Checks in the books what exits have brought about, and settles those that are seen to be done. */
export class ExitChecks {
  readonly ends: ExitEnds
  readonly #options: ExitChecksOptions
  readonly #runs: ExitRuns
  readonly #dones: SaidDone
  readonly #lefts: LeftWatch
  /** What earlier sessions said to be left. */
  readonly #leftBefore: OfEarlierSessions<LeftBefore>
  /** By account. */
  readonly #historyTurns = new Map<string, HistoryTurns>()

  constructor(options: ExitChecksOptions, runs: ExitRuns) {
    this.#options = options
    this.#runs = runs
    this.#lefts = new LeftWatch(options)
    this.#leftBefore = new OfEarlierSessions(options)
    this.ends = new ExitEnds(options)
    this.#dones = new SaidDone({
      ...{ ...options, runs, ends: this.ends },
      confirmed: (run) => options.journal.confirmed(run),
      undone: (run) => this.#undoneOf(run),
    })
  }

  /** Told of every good reading of an order book or a position book. */
  seeAnswer(account: string): void {
    for (const left of this.#leftBefore.take(account)) this.#takeUpLeft(left)
    this.#dones.seeAnswer(account)
    this.#lefts.seeAnswer(account)
  }

  /** The books of an account are somebody else's now, until its keys prove to be the same client's. */
  forget(account: string): void {
    this.#dones.forget(account)
    this.#lefts.forget(account)
  }

  /** Ends all watching of what was said. */
  stop(): void {
    this.#lefts.stop()
  }

  /** Watches opposite orders that were taken, until the positions they leave are where they should be. */
  watch(intents: readonly Intent[]): void {
    const { pictures } = this.#options
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
        latest: (intent) => this.#latest(intent),
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
    // All of the day is read for it, which may be thousands of orders.
    const exits = this.#exitsOfToday()
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
      const others = undoneBeside(accounts, undoneOf(all, exits))
      const run = this.#runs.begin({ id, what, accounts, others, step: 'waiting', at })
      const ofRun = accounts.map((of, place): AccountExit => ({
        ...{ place, ...of, what, intents: accountExits[place]!, ...beforeItLeaves },
        isTakenUp: true,
      }))
      for (const accountExit of ofRun) {
        const waiting = this.#options.beingRead(accountExit.account)
        run.guard(
          accountExit.place,
          waiting.then(() => this.#takeUpOne(run, accountExit)),
        )
      }
      run.tell()
      takenUp.push({ run, accountExits: ofRun })
    }
    this.#leftBefore.begin(this.#leftOf(exits))
    // What is watched anew is said anew.
    this.#dones.takeUp(
      ({ run, account, strategy }) =>
        !takenUp.some((of) => of.run.id === run && of.run.placeOf({ account, strategy }) >= 0),
    )
    return takenUp
  }

  /** What an earlier session said to be left of these exits, where nothing was sent for the account since. */
  #leftOf(exits: readonly Intent[]): LeftBefore[] {
    const { journal } = this.#options
    return [...new Set(exits.map(({ confirmation }) => confirmation))]
      .flatMap((id) => accountExitsOf(journal.confirmed(id)))
      .flatMap((intents) => {
        const { account } = intents[0]!
        const at = Math.max(...intents.map((intent) => intent.at))
        const isLeft = intents.every((one) => one.watched === 'left' && !isUnfinished(one))
        const isOutdone = exits.some((one) => one.account === account && one.at > at)
        return isLeft && !isOutdone ? [{ account, at, intents }] : []
      })
  }

  #undoneOf(run: string): Intent[][] {
    return undoneOf(this.#options.journal.confirmed(run), this.#exitsOfToday())
  }

  #exitsOfToday(): Intent[] {
    const { journal, now } = this.#options
    return journal.since(startOfDay(now())).filter(({ ticket }) => ticket === null)
  }

  /** Nobody is told of it until it is over, and then of that alone. */
  #takeUpLeft({ account, intents }: LeftBefore): void {
    const [{ confirmation: id, at }, what] = [intents[0]!, whatOf(intents)]
    const run = { id, what, at }
    const of = { account, strategy: strategyOf(intents[0]!) }
    const accountExit = {
      ...{ place: 0, ...of, what, intents, ...beforeItLeaves },
      isTakenUp: true,
    }
    /** Null until somebody is told of it, be it for others of its accounts. */
    const told = (): { run: RunningExit; place: number } | null => {
      const known = this.#runs.find(id)
      const place = known?.placeOf(of) ?? -1
      return known === undefined || place === -1 ? null : { run: known, place }
    }
    this.#lefts.begin({
      ...{ place: 0, ...of, what, proof: this.#proofOf(accountExit), ended: nothingSeen },
      run: {
        isLeft: () => told()?.run.isLeft(told()!.place) ?? true,
        wentOn: () => told()?.run.wentOn(told()!.place) ?? 0,
      },
      saidSince: (accounts) => this.#runs.saidSince(run, { accounts, strategy: of.strategy }),
      onOver: (seen, { isSaidByLater }) => {
        // Nobody was told of it, and the later one is.
        if (isSaidByLater && told() === null) {
          this.#noteOver(accountExit)
          return
        }
        const undone = this.#undoneOf(id)
        const begun = runAgain(this.#runs, { run, account: of, undone })
        const over = { ...accountExit, place: begun.place }
        this.#sayOver(seen, { run: begun.run, accountExit: over, isSaidByLater })
      },
      onChange: () => undefined,
    })
  }

  /** The books of other keys or another address say nothing of it. */
  async #takeUpOne(run: RunningExit, accountExit: AccountExit): Promise<void> {
    const { intents, place } = accountExit
    // More was sent for it meanwhile, and that is watched.
    if (run.wentOn(place) > 0) return
    if (!intents.some((intent) => this.#options.pictures.intents.isOfFormerLogin(intent)))
      return this.check(run, accountExit)
    this.ends.noteWatched(intents, 'left')
    noteOutcome(run, accountExit, { step: 'left', left: null, todo: lookAtFormer.person })
  }

  /** Watches one account until the books show that its exit is done, or nothing better can be seen. */
  async check(run: RunningExit, accountExit: AccountExit): Promise<void> {
    const { place, account, intents, what, strategy } = accountExit
    const signal = run.signalOf(place)
    if (intents.every(({ state }) => state === 'not-sent')) {
      // What the end of the desk called off is told at its next start.
      if (!signal.aborted) this.ends.noteWatched(intents, 'failed')
      const todo = 'Nothing was sent for this account. Try again.'
      noteOutcome(run, accountExit, { step: 'failed', todo })
      return
    }
    noteOutcome(run, accountExit, { step: 'checking' })
    const isHopeless = intents.every(({ state }) => state === 'refused' || state === 'not-sent')
    const { clock } = this.#options
    const proof = this.#proofOf(accountExit)
    const mayComeLate = intents.some((intent) => isSquareOff(intent) && hasNoAnswer(intent))
    const watched = await watchBooks({
      ...{ ...proof, clock, signal },
      longest: mayComeLate ? latestSquareOff + looksAfterIt : usualWatch,
      onLook: (remainder) => run.note(place, { left: leftOf(remainder) }),
      // Where the service said no, the books will not change by themselves.
      isOver: (_, { mayTellMore }) => isHopeless && !mayTellMore,
    })
    if (watched.why === 'called-off') return
    // Where it was left meanwhile, the books are somebody else's.
    const isUnderWay = run.isUnderWay(place)
    const isFlat = watched.why === 'flat' && isUnderWay
    if (isFlat) this.ends.settle(accountExit)
    this.ends.noteWatched(intents, isFlat ? 'flat' : 'left')
    // Kept before it is told: only where the disk is slow may a kill leave a word that nobody watches.
    if (isFlat) this.#dones.watchOn(watched, { run, place, account, intents })
    run.note(place, exitEnd(watched, accountExit))
    if (!isFlat && isUnderWay)
      this.#lefts.begin({
        ...{ run, place, account, what, strategy, proof, ended: watched },
        saidSince: (accounts) => this.#runs.saidSince(run, { accounts, strategy }),
        onOver: (seen, said) => this.#sayOver(seen, { run, accountExit, ...said }),
        onChange: (left) => run.sayLeft(place, leftEnd(left, accountExit), left),
      })
  }

  #proofOf(accountExit: AccountExit): ProofOfEnd {
    const { account } = accountExit
    const { pictures } = this.#options
    const goal = goalOf(accountExit, pictures)
    const histories = this.#historiesOf(account)
    return {
      look: (of) => pictures.lookAnew(account, of),
      goal: () => goal,
      histories: (picture, of, signal) =>
        histories.ask(ordersToHaveEnded(accountExit, { picture, goal: of, pictures }), signal),
      lag: () => (isOfAllOrders(accountExit) ? pictures.orderBookLag(account) : 0),
    }
  }

  /** What was said to be left is over, or known to be nothing. */
  #sayOver(
    watched: Watched,
    of: { run: RunningExit; accountExit: AccountExit; isSaidByLater: boolean },
  ): void {
    const { run, accountExit, isSaidByLater } = of
    const { place, account } = accountExit
    const intents = this.#noteOver(accountExit)
    const end = { ...saidOf({ ...accountExit, intents }), ...exitEnd(watched, accountExit) }
    this.#dones.watchOn(watched, { run, place, account, intents, isSaidByLater })
    run.sayOver(place, end, { isSaidByLater })
  }

  #noteOver(accountExit: AccountExit): Intent[] {
    const intents = accountExit.intents.map((intent) => this.#latest(intent))
    this.ends.settle({ ...accountExit, intents })
    this.ends.note(intents, 'flat')
    return intents
  }

  #latest(intent: Intent): Intent {
    const { journal, writer } = this.#options
    return writer.latest(journal.find(intent.id) ?? intent)
  }

  /** What was sent before the exit's last was answered late: where that came to its end, so did this. */
  noteLate(run: RunningExit, accountExit: AccountExit): void {
    const { place, intents } = accountExit
    run.correct(place, saidOf(accountExit))
    if (run.isUnderWay(place)) return
    const isFlat = run.isFlat(place)
    if (isFlat) this.ends.settle(accountExit)
    this.ends.noteWatched(intents, isFlat ? 'flat' : 'left')
  }

  #historiesOf(account: string): OrderHistories {
    const { clock, history } = this.#options
    const turns = this.#historyTurns.get(account) ?? new HistoryTurns(clock)
    this.#historyTurns.set(account, turns)
    return new OrderHistories({ turns, read: (orderId) => history(account, orderId) })
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
    const proof: ProofOfEnd = {
      look: (of) => this.#options.pictures.lookAnew(account, of),
      goal: () => exit.goal(),
      histories: (picture, { concerns }, signal) => {
        const isMeant = (order: Row): boolean => exit.isNew(order) && concerns(order)
        return histories.ask({ named: [], others: endedUnfilled(picture, isMeant) }, signal)
      },
      lag: () => 0,
    }
    const watched = await watchBooks({
      ...{ ...proof, clock: this.#options.clock, signal: run.signalOf(place) },
      longest: usualWatch,
      onLook: (remainder) =>
        run.note(place, {
          step: exit.isOnItsWay() ? 'sending' : 'checking',
          failures: failuresOf(exit.intents()),
          left: leftOf(remainder),
        }),
      isOver: (picture, { mayTellMore }) =>
        !mayTellMore && picture !== null && exit.isOver(picture),
    }).finally(stopTelling)
    if (watched.why === 'called-off') return
    const endOf = (of: Watched) => ({
      failures: failuresOf(exit.intents()),
      ...exitEnd(of, { what: 'chosen', strategy: null }),
    })
    const isUnderWay = run.isUnderWay(place)
    const isFlat = watched.why === 'flat' && isUnderWay
    const watchOn = (of: Watched, isSaidByLater = false): void =>
      this.#dones.watchOn(of, { run, place, account, intents: exit.intents(), isSaidByLater })
    if (isFlat) watchOn(watched)
    run.note(place, endOf(watched))
    if (!isFlat && isUnderWay)
      this.#lefts.begin({
        ...{ run, place, account, what: 'chosen', strategy: null, proof, ended: watched },
        saidSince: (accounts) => this.#runs.saidSince(run, { accounts, strategy: null }),
        onOver: (seen, said) => {
          watchOn(seen, said.isSaidByLater)
          run.sayOver(place, endOf(seen), said)
        },
        onChange: (left) => run.sayLeft(place, leftEnd(left, { strategy: null }), left),
      })
  }
}

/** An exit that was not watched to its end; or that is in doubt, and may yet be seen as done. */
const isUnfinished = ({ ticket, watched, state }: Intent): boolean =>
  ticket === null && (watched === null || state === 'in-doubt')

/** Of what an earlier session saw. */
const nothingSeen: Watched = { why: 'over', remainder: null, trouble: null, seen: null }
