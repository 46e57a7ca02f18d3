import { dayOf } from '../../shared/core/india.ts'
import type { ExitRun } from '../../shared/exits/exits.ts'
import { orderKeyOf } from '../../shared/service/order-ids.ts'
import type { Clock } from '../core/clock.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import { type PositionName, keyOfPosition, positionOfRow } from '../picture/rows/instruments.ts'
import { slowestOrderBook } from '../picture/times/book-lag.ts'
import { type ExitGoal, mayBePosition } from './exit-goal.ts'
import type { ExitRuns, RunningExit } from './exit-runs.ts'
import { type Watched, type Watching, usualWatch, watchBooks } from './exit-watch.ts'
import { type LeftNow, type ShownThen, leftNow, shownThen } from './left-now.ts'
import { todoOf } from './left-words.ts'
import { type Remainder, isFlat, leftOf, noHistories, remainderOf } from './remainder.ts'

interface LeftWatchOptions {
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  pictures: Pick<LoginPictures, 'of' | 'accountsOf'>
}

/** What an exit is proved to be done by, whenever that is asked. */
export type ProofOfEnd = Pick<Watching, 'goal' | 'histories' | 'lag' | 'look'>

/** An exit of one account that was said to have left something, or of which nobody knows what it left. */
export interface SaidLeft {
  run: Pick<RunningExit, 'isLeft' | 'wentOn'>
  place: number
  account: string
  what: ExitRun['what']
  strategy: string | null
  /** What exits of afterwards say of it, of these accounts, which are of one login. */
  saidSince(accounts: readonly string[]): ReturnType<ExitRuns['saidSince']>
  proof: ProofOfEnd
  /** How it ended. */
  ended: Watched
  /** Told once, of what is over, and whether a later exit has said so. */
  onOver(watched: Watched, of: { isSaidByLater: boolean }): void
  /** Told of what is left now, where the books show it otherwise for a while: less of it, or what was not known. */
  onChange(left: LeftNow): void
}

interface WatchedLeft extends Omit<SaidLeft, 'ended'> {
  day: string
  /** What the books showed when it ended; null where they were not read. */
  then: ShownThen | null
  /** What histories said of it by then. */
  byHistory: Remainder['byHistory']
  /** How often more had been sent for it when it was said. */
  wentOn: number
  /** What was missing from the books since, by keys: it is over once they show it again, and not by the time that goes by. */
  missing: Missing
  /** Ends the proof that is under way; null while none is. */
  proving: AbortController | null
  /** When the next proof may begin, on the monotonic clock. */
  nextAt: number
  /** Milliseconds from a proof that failed to the next. */
  rest: number
  /** Other words than those that are said, and since when the books speak for them; null where they speak for what is said. */
  turned: { words: string; since: number } | null
  /** What is said now, so that it can be compared. */
  words: string
}

interface Missing {
  orders: Set<string>
  /** And how much was filled for them by then: what closes one need not bring its row back. */
  positions: Map<string, { of: PositionName; filled: number }>
}

/** Exits that are watched on, the latest, of each account. */
const mostWatched = 20
/** Each proof reads the books anew, and some fail as long as a service does not tell a thing. */
const [shortestRest, longestRest] = [5000, 300_000]
/** Of all accounts: where the books of many show it in one moment, these are read in turns. */
const proofsAtOnce = 5

/**
 * Watches on, until the day is over, what an exit left: an order that closes may fill later, a cancel
 * take minutes, and a book be late. Once the books show that it is over, that is proved as ever, and said.
 */
export class LeftWatch {
  readonly #options: LeftWatchOptions
  #watched: readonly WatchedLeft[] = []
  /** How many are under way. */
  #proofs = 0

  constructor(options: LeftWatchOptions) {
    this.#options = options
  }

  begin({ ended, ...said }: SaidLeft): void {
    const { clock, now } = this.#options
    const own = this.#watched.filter(({ account }) => account === said.account)
    const oldest = own.length < mostWatched ? undefined : own[0]
    this.#end((of) => of === oldest)
    const [day, wentOn] = [dayOf(now()), said.run.wentOn(said.place)]
    const missing: Missing = { orders: new Set(), positions: new Map() }
    const { remainder, seen, trouble } = ended
    const words =
      trouble === null && remainder !== null ? wordsOf({ remainder, hasComeSince: false }) : ''
    const fresh = {
      ...{ missing, words, turned: null, proving: null },
      then: seen === null ? null : shownThen(seen.picture),
      byHistory: remainder?.byHistory ?? noHistories,
      ...{ nextAt: clock.now(), rest: shortestRest },
    }
    this.#watched = [...this.#watched, { ...said, ...fresh, day, wentOn }]
  }

  /** The books of an account are somebody else's now. */
  forget(account: string): void {
    this.#end((of) => of.account === account)
  }

  stop(): void {
    this.#end(() => true)
  }

  /** Told of every good reading of an order book or a position book. */
  seeAnswer(account: string): void {
    if (this.#watched.length === 0) return
    const { now, pictures } = this.#options
    const day = dayOf(now())
    this.#end((of) => of.day !== day || !isStillSaid(of))
    const accounts = pictures.accountsOf(account)
    const own = this.#watched.filter((of) => accounts.includes(of.account))
    if (own.length === 0) return
    const picture = pictures.of(account)
    // The latest first: where it is over, those before it have nothing more to say.
    for (const watched of own.toReversed()) this.#see(watched, picture, accounts)
  }

  /** Whether an exit of afterwards is to say first what becomes of it. */
  #isForAnotherToSay(watched: WatchedLeft, accounts: readonly string[]): boolean {
    const { what, strategy, saidSince } = watched
    const isItsLike = (of: WatchedLeft): boolean =>
      accounts.includes(of.account) &&
      goalNameOf(of.what) === goalNameOf(what) &&
      what !== 'chosen' &&
      of.strategy === strategy
    const since = this.#watched.slice(this.#watched.indexOf(watched) + 1)
    return since.some(isItsLike) || saidSince(accounts) === 'under way'
  }

  #see(watched: WatchedLeft, picture: LoginPicture, accounts: readonly string[]): void {
    const { clock } = this.#options
    const { proof, missing, then, byHistory } = watched
    const goal = proof.goal()
    const remainder = remainderOf(picture, goal)
    noteMissing(missing, { picture, goal, remainder })
    if (isFlat(remainder)) {
      watched.turned = null
      const isDue = watched.proving === null && watched.nextAt <= clock.now()
      const isAlone = !this.#watched.some((of) => of.proving && accounts.includes(of.account))
      const mayBegin = isDue && isAlone && this.#proofs < proofsAtOnce
      if (!mayBegin || !isShownAgain(missing, picture)) return
      if (!this.#isForAnotherToSay(watched, accounts)) void this.#prove(watched)
      return
    }
    const isOfPositions = goal.isOut !== null
    if (!picture.isCurrent('orders')) return
    if (isOfPositions && !picture.isCurrent('positions')) return
    const left = leftNow({ ...remainder, byHistory }, then)
    const words = wordsOf(left)
    if (words === watched.words || this.#isForAnotherToSay(watched, accounts)) watched.turned = null
    else if (words !== watched.turned?.words) watched.turned = { words, since: clock.now() }
    else if (picture.ordersReadAt - watched.turned.since >= slowestOrderBook) {
      watched.words = words
      watched.turned = null
      // What failed to be proved was of other books.
      watched.rest = shortestRest
      watched.nextAt = clock.now()
      watched.onChange(left)
    }
  }

  async #prove(watched: WatchedLeft): Promise<void> {
    const { clock } = this.#options
    const proving = new AbortController()
    watched.proving = proving
    this.#proofs += 1
    try {
      const { proof, onOver } = watched
      const seen = await watchBooks({
        ...{ ...proof, clock, signal: proving.signal, longest: usualWatch },
        onLook: () => undefined,
        // What one look does not show, or a history not tell, is asked again after a rest.
        isOver: () => true,
      })
      if (seen.why !== 'flat' || proving.signal.aborted || !isStillSaid(watched)) return
      const accounts = this.#options.pictures.accountsOf(watched.account)
      if (this.#isForAnotherToSay(watched, accounts)) return
      this.#end((of) => of === watched)
      onOver(seen, { isSaidByLater: watched.saidSince(accounts) === 'said it' })
    } catch (cause) {
      // A mistake of ours must not end the polling; what was said of the exit stays.
      console.error(cause)
    } finally {
      this.#proofs -= 1
      watched.proving = null
      watched.nextAt = clock.now() + watched.rest
      watched.rest = Math.min(longestRest, watched.rest * 2)
    }
  }

  #end(isIt: (of: WatchedLeft) => boolean): void {
    for (const of of this.#watched) if (isIt(of)) of.proving?.abort()
    this.#watched = this.#watched.filter((of) => !isIt(of))
  }
}

/** What the stop cancels is what an exit of all orders does. */
const goalNameOf = (what: ExitRun['what']): ExitRun['what'] => (what === 'stop' ? 'orders' : what)

/** More was sent for it, or it was said to be flat meanwhile. */
const isStillSaid = ({ run, place, wentOn }: WatchedLeft): boolean =>
  run.wentOn(place) === wentOn && run.isLeft(place)

function noteMissing(
  missing: Missing,
  of: { picture: LoginPicture; goal: ExitGoal; remainder: Remainder },
): void {
  const { picture, goal, remainder } = of
  for (const row of picture.orders.vanished)
    if (goal.concerns(row)) missing.orders.add(orderKeyOf(row))
  for (const of of [...remainder.lost.map(positionOfRow), ...remainder.unclosed]) {
    const key = keyOfPosition(of)
    if (!missing.positions.has(key))
      missing.positions.set(key, { of, filled: filledFor(of, picture) })
  }
}

function isShownAgain({ orders, positions }: Missing, picture: LoginPicture): boolean {
  const told = new Set([...picture.orders.told()].map(({ row }) => orderKeyOf(row)))
  const isShown = ({ of, filled }: { of: PositionName; filled: number }): boolean =>
    picture.showsAny((row) => mayBePosition(of, row)) || filledFor(of, picture) > filled
  return orders.isSubsetOf(told) && [...positions.values()].every(isShown)
}

const filledFor = (of: PositionName, picture: LoginPicture): number =>
  [...picture.positions.filledFor(of)].reduce((sum, { units }) => sum + units, 0)

const wordsOf = ({ remainder, hasComeSince }: LeftNow): string =>
  JSON.stringify([hasComeSince, leftOf(remainder), todoOf(remainder)])
