import type { Intent } from '../../shared/orders/intents.ts'
import type { Clock } from '../core/clock.ts'
import { eachAlone } from '../core/each-alone.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import { beforeItLeaves, saidOf } from './account-exit.ts'
import { goalOf } from './account-goal.ts'
import type { ExitEnds } from './exit-ends.ts'
import { strategyOf } from './exit-outcome.ts'
import type { ExitRuns, RunningExit } from './exit-runs.ts'
import type { Watched } from './exit-watch.ts'
import { FlatWatch, type Said } from './flat-watch.ts'
import { OfEarlierSessions } from './of-earlier-sessions.ts'
import { booksOf, chosenAgain, goalAgain, keptOf, timeOfKept, timesKept } from './said-before.ts'
import type { Lateness } from './orders-when-said.ts'
import { SaidFlat } from './said-flat.ts'
import type { KeptWord, SaidOfExits } from './said-of-exits.ts'
import { unsaidRun } from './unsaid-run.ts'

interface SaidDoneOptions {
  clock: Clock
  /** What was sent for an exit. */
  confirmed(run: string): readonly Intent[]
  /** And of that what was sent for accounts that were not said to be done. */
  undone(run: string): readonly Intent[][]
  /** Wall-clock milliseconds. */
  now(): number
  pictures: Pick<
    LoginPictures,
    'accountsOf' | 'brokersTime' | 'intents' | 'of' | 'orderBookLag' | 'wasRefusedSquareOff'
  >
  /** What was said and not taken back, also by an earlier session. */
  saidOfExits: Pick<SaidOfExits, 'drop' | 'isSaidByLater' | 'keep' | 'ofToday'>
  runs: ExitRuns
  ends: ExitEnds
}

interface SaidBefore extends Pick<KeptWord, 'account' | 'at'> {
  word: KeptWord
  intents: readonly Intent[]
}

/**
 * That an exit is done stays said only as long as the books do not show otherwise: it is kept for later
 * sessions, watched, and taken back.
 */
export class SaidDone {
  readonly #options: SaidDoneOptions
  readonly #flats: FlatWatch
  /** Of earlier sessions. */
  readonly #before: OfEarlierSessions<SaidBefore>

  constructor(options: SaidDoneOptions) {
    this.#options = options
    this.#flats = new FlatWatch(options)
    this.#before = new OfEarlierSessions(options)
  }

  /** Told of every good reading of an order book or a position book. */
  seeAnswer(account: string): void {
    for (const said of this.#before.take(account)) this.#takeUpWord(said)
    this.#flats.seeAnswer(account)
  }

  /** The books of an account are somebody else's now, until its keys prove to be the same client's. */
  forget(account: string): void {
    this.#flats.forget(account)
    this.#before.replace(
      account,
      this.#wordsOfToday((word) => word.account === account),
    )
  }

  /** Watches on what earlier sessions said. */
  takeUp(isMeant: (word: KeptWord) => boolean): void {
    this.#before.begin(this.#wordsOfToday(isMeant))
  }

  /** What was said stays so only as long as the books do not show otherwise. */
  watchOn(
    { seen }: Watched,
    of: {
      run: RunningExit
      place: number
      account: string
      intents: readonly Intent[]
      isSaidByLater?: boolean
    },
  ): void {
    if (seen === null) return
    const { now, pictures, saidOfExits } = this.#options
    const { run, place, account, intents, isSaidByLater = false } = of
    const { strategy } = run.read().accounts[place]!
    const word: KeptWord = {
      ...{ run: run.id, what: run.what, account, strategy, at: now() },
      lag: pictures.orderBookLag(account),
      brokersTimes: timesKept(pictures.brokersTime(account)),
      ...keptOf(seen),
    }
    // A mistake there must not keep it from being told, nor watched.
    eachAlone(() => saidOfExits.keep(word, { isSaidByLater }))
    const { what, at } = word
    this.#flats.begin({
      ...{ run, place, account, onChange: this.#onChangeOf(word, intents) },
      said: new SaidFlat({ what, ...seen, at, lateness: this.#latenessOf(word) }),
    })
  }

  #wordsOfToday(isMeant: (word: KeptWord) => boolean): SaidBefore[] {
    const { confirmed, saidOfExits } = this.#options
    return saidOfExits
      .ofToday()
      .filter(isMeant)
      .flatMap((word) => {
        const ofWord = (intent: Intent): boolean =>
          intent.account === word.account &&
          (word.what === 'chosen' || strategyOf(intent) === word.strategy)
        const intents = confirmed(word.run).filter(ofWord)
        const { account, at } = word
        return intents.length === 0 ? [] : [{ account, at, word, intents }]
      })
  }

  #takeUpWord({ word, intents }: SaidBefore): void {
    const { now, pictures, runs, undone } = this.#options
    const { run: id, account, strategy, what, at } = word
    const known = runs.find(id)
    const knownAt = known?.placeOf({ account, strategy }) ?? -1
    // More was sent for it since, or it was taken back.
    if (known !== undefined && knownAt >= 0 && !known.isFlat(knownAt)) return
    const accountExit = {
      ...{ place: 0, account, strategy, what, intents: [...intents], ...beforeItLeaves },
      isTakenUp: true,
    }
    const goal =
      what === 'chosen'
        ? chosenAgain(word, {
            intents: new Set(intents.map((intent) => intent.id)),
            isOurs: (orderId) =>
              pictures.intents.claimOf({ account, at: intents[0]!.at }, orderId) === 'yes',
          })
        : goalOf(accountExit, pictures)
    const run =
      known !== undefined && knownAt >= 0
        ? { run: known, place: knownAt }
        : {
            run: unsaidRun(runs, word, { outcome: saidOf(accountExit), undone: () => undone(id) }),
            place: 0,
          }
    this.#flats.begin({
      ...{ ...run, account, ago: now() - at },
      said: new SaidFlat({
        ...{ what, goal: goalAgain(goal, word), picture: booksOf(word), at },
        lateness: this.#latenessOf(word),
      }),
      onChange: this.#onChangeOf(word, intents),
    })
  }

  #latenessOf(word: Pick<KeptWord, 'account' | 'at' | 'brokersTimes' | 'lag'>): Lateness {
    const { account, at, lag } = word
    const { intents } = this.#options.pictures
    const isSentSince = (orderId: string): boolean =>
      (intents.holderOf(account, orderId)?.at ?? at) > at
    return { lag, brokersTime: timeOfKept(word), isSentSince }
  }

  #onChangeOf(word: KeptWord, intents: readonly Intent[]): Said['onChange'] {
    const { saidOfExits } = this.#options
    const isSaidByLater = saidOfExits.isSaidByLater(word)
    return (end) => {
      if (word.what !== 'chosen') this.#options.ends.note(intents, end)
      if (end === 'taken-back') saidOfExits.drop(word)
      else saidOfExits.keep(word, { isSaidByLater })
    }
  }
}
