import {
  type ExitOfAccount,
  type ExitRun,
  forgottenRuns,
  isLeftKnown,
  isUnderWay,
} from '../../shared/exits/exits.ts'
import { saidOnce } from '../../shared/core/sentences.ts'
import type { AlertEvent } from '../alerts/alert-events.ts'
import { eachAlone } from '../core/each-alone.ts'
import { exitAlertMessage, notRead } from './left-words.ts'

export interface ExitRunsOptions {
  /** Wall-clock milliseconds. */
  now(): number
  nameOf(account: string): string
  onExit(run: ExitRun): void
  tell(events: readonly AlertEvent[]): void
}

/** Books of an account that flicker are told of so many times. */
const mostTakenBack = 3

const takenBackTitles: Record<ExitRun['what'], string> = {
  orders: 'Orders work again',
  stop: 'Orders work again after the stop',
  positions: 'Not flat any more',
  both: 'Not flat any more',
  chosen: 'Exit not done any more',
}

/** What was said to be left, or was not known, and is over. */
const overTitles: Record<ExitRun['what'], string> = {
  orders: 'No orders left after all',
  stop: 'No orders left after the stop, after all',
  positions: 'Flat after all',
  both: 'Flat after all',
  chosen: 'Exit done after all',
}

/** Whom an exit is of. */
export type ExitingOf = Pick<ExitOfAccount, 'account' | 'strategy'>

const blank: Omit<ExitOfAccount, 'account' | 'strategy' | 'step'> = {
  cancelled: null,
  closed: null,
  failures: [],
  left: null,
  todo: null,
}

/** What an exit was to end. */
const meantBy: Readonly<Record<ExitRun['what'], readonly ('orders' | 'positions')[]>> = {
  orders: ['orders'],
  stop: ['orders'],
  positions: ['positions'],
  chosen: ['positions'],
  both: ['orders', 'positions'],
}
/** Of which of these there is none any more once it has come to its end: chosen positions are some of all. */
const provenBy: typeof meantBy = { ...meantBy, chosen: [] }

/** Whether what an exit was to do is done where a later one of the same has come to its end. */
export const doesAsMuch = (later: ExitRun['what'], earlier: ExitRun['what']): boolean =>
  meantBy[earlier].every((meant) => provenBy[later].includes(meant))

interface OpenEnd {
  account: string
  strategy: string | null
  of: 'orders' | 'positions'
}

/** The runs of this session, told to windows with every step. */
export class ExitRuns {
  readonly #options: ExitRunsOptions
  readonly #runs = new Map<string, RunningExit>()

  constructor(options: ExitRunsOptions) {
    this.#options = options
  }

  /** A run is known by the confirmation that began it. */
  begin(of: {
    id: string
    what: ExitRun['what']
    accounts: readonly ExitingOf[]
    step: 'waiting' | 'sending'
    /** Of which an earlier session said all that is known. */
    others?: readonly ExitOfAccount[]
    /** When it began, if that was before now. */
    at?: number
  }): RunningExit {
    const { id, what, step, others = [], at = this.#options.now() } = of
    const begun = of.accounts.map((account) => ({ ...account, step, ...blank }))
    const accounts = [...begun, ...others]
    const run = new RunningExit({ id, what, at, state: 'running', accounts }, this.#options)
    this.#runs.set(id, run)
    for (const { id: old } of this.#forgotten()) this.#runs.delete(old)
    return run
  }

  /** A run that goes on is the latest. */
  goOn(run: RunningExit, accounts: readonly ExitingOf[]): void {
    run.goOn(accounts, this.#options.now())
    this.#runs.delete(run.id)
    this.#runs.set(run.id, run)
  }

  find(id: string): RunningExit | undefined {
    return this.#runs.get(id)
  }

  running(): RunningExit[] {
    return [...this.#runs.values()].filter(({ isRunning }) => isRunning)
  }

  /**
   * What later exits of some accounts mean for what an earlier one of theirs was said to have left: while
   * one is under way it says nothing beside that, and where one was to do as much and did, that has said it.
   */
  saidSince(
    { id, what, at: began }: Pick<ExitRun, 'id' | 'what' | 'at'>,
    { accounts, strategy }: { accounts: readonly string[]; strategy: string | null },
  ): 'under way' | 'said it' | null {
    const runs = [...this.#runs.values()]
    const own = runs.findIndex((run) => run.id === id)
    const at = runs[own]?.at ?? began
    const later = runs.filter((run, index) => run.at > at || (run.at === at && index > own))
    const ofTheirs = later.flatMap((run) =>
      run.accounts
        .filter(({ account }) => accounts.includes(account))
        .map((of) => ({ of, what: run.what })),
    )
    if (ofTheirs.some(({ of }) => isUnderWay(of))) return 'under way'
    const hasDone = ofTheirs.some(
      ({ of, what: later }) =>
        of.step === 'flat' &&
        (of.strategy === null || of.strategy === strategy) &&
        doesAsMuch(later, what),
    )
    return hasDone ? 'said it' : null
  }

  /** As they began: what a window knows that was there all the time, and one that comes is told. */
  list(): ExitRun[] {
    const forgotten = new Set(this.#forgotten())
    return [...this.#runs.values()].filter((run) => !forgotten.has(run)).map((run) => run.read())
  }

  /**
   * Accounts of which an exit ended without knowing what it left, and of which no later ones that were
   * to do as much came to their end.
   */
  notKnownLeft(): readonly string[] {
    let open: OpenEnd[] = []
    for (const run of this.#runs.values()) {
      const { what, accounts } = run.read()
      for (const of of accounts) {
        const { account, strategy, step } = of
        const isOfIt = (end: OpenEnd): boolean =>
          end.account === account && (strategy === null || strategy === end.strategy)
        if (step === 'flat') {
          const done = provenBy[what]
          open = open.filter((end) => !isOfIt(end) || !done.includes(end.of))
        }
        if (step === 'left' && !isLeftKnown(of))
          open.push(...meantBy[what].map((of) => ({ account, strategy, of })))
      }
    }
    return [...new Set(open.map(({ account }) => account))]
  }

  #forgotten(): RunningExit[] {
    return forgottenRuns([...this.#runs.values()])
  }
}

/** Said for itself: without a reason an error is made, with all calls that led there, while cancels wait to leave. */
const wentOn = 'More was sent for this account.'

/** One run: what has become of it, and how its watching is ended early. */
export class RunningExit {
  readonly #run: ExitRun
  readonly #options: ExitRunsOptions
  /** Of each account, by its place. */
  readonly #watching: AbortController[]
  /** How often, of each account by its place. */
  readonly #takenBack = new Map<number, number>()
  /** Of which a later exit says what becomes of it, by their places. */
  readonly #saidElsewhere = new Set<number>()
  /** How often more was sent, of each account by its place. */
  readonly #wentOn = new Map<number, number>()

  constructor(run: ExitRun, options: ExitRunsOptions) {
    this.#run = run
    this.#options = options
    this.#watching = run.accounts.map(() => new AbortController())
  }

  get what(): ExitRun['what'] {
    return this.#run.what
  }

  /** Wall-clock milliseconds: when it began, or more was sent last. */
  get at(): number {
    return this.#run.at
  }

  get id(): string {
    return this.#run.id
  }

  get state(): ExitRun['state'] {
    return this.#run.state
  }

  get isRunning(): boolean {
    return this.#run.state === 'running'
  }

  get accounts(): readonly Readonly<ExitOfAccount>[] {
    return this.#run.accounts
  }

  /** Of one account, as it is watched now: aborted when nobody watches so any more. */
  signalOf(place: number): AbortSignal {
    return this.#watching[place]!.signal
  }

  /** How often more was sent for an account: what was begun before is taken over by what came then. */
  wentOn(place: number): number {
    return this.#wentOn.get(place) ?? 0
  }

  placeOf({ account, strategy }: ExitingOf): number {
    return this.#run.accounts.findIndex((of) => of.account === account && of.strategy === strategy)
  }

  /**
   * More is sent for these accounts, known or new: what was said of them is not said any more. What the
   * service said stays.
   */
  goOn(accounts: readonly ExitingOf[], at: number): void {
    this.#run.at = Math.max(at, this.#run.at)
    for (const of of accounts) {
      const known = this.placeOf(of)
      const place = known === -1 ? this.#run.accounts.length : known
      const { cancelled, closed, failures } = this.#run.accounts[place] ?? blank
      this.#run.accounts[place] = {
        ...{ ...of, step: 'sending', ...blank },
        ...{ cancelled, closed, failures },
      }
      this.#watching[place]?.abort(wentOn)
      this.#watching[place] = new AbortController()
      this.#takenBack.delete(place)
      this.#saidElsewhere.delete(place)
      this.#wentOn.set(place, this.wentOn(place) + 1)
    }
    this.#run.state = stateOf(this.#run)
  }

  read(): ExitRun {
    return structuredClone(this.#run)
  }

  /** A listener that fails ends no exit. */
  tell(): void {
    eachAlone(() => this.#options.onExit(this.read()))
  }

  /** Brings one account further. An account that has come to its end stays there. */
  note(place: number, change: Partial<ExitOfAccount>): void {
    const before = this.#run.accounts[place]!
    if (!isUnderWay(before)) return
    const account = { ...before, ...change }
    this.#run.accounts[place] = account
    this.#run.state = stateOf(this.#run)
    this.tell()
    if (account.step === 'left' || account.step === 'failed') this.#alert(place, account)
  }

  /** Says otherwise of an account what was said when it came to its end. */
  correct(place: number, change: Partial<ExitOfAccount>): void {
    const before = this.#run.accounts[place]!
    const after = { ...before, ...change }
    if (JSON.stringify(after) === JSON.stringify(before)) return
    this.#run.accounts[place] = after
    this.#run.state = stateOf(this.#run)
    this.tell()
  }

  /** Takes back that an account was flat, or done, and says so aloud, where no later exit does. */
  takeBack(place: number, change: Partial<ExitOfAccount> & { todo: string }): void {
    this.correct(place, change)
    if (this.#saidElsewhere.has(place)) return
    const times = (this.#takenBack.get(place) ?? 0) + 1
    this.#takenBack.set(place, times)
    if (times > mostTakenBack) return
    const { account } = this.#run.accounts[place]!
    const title = `${takenBackTitles[this.#run.what]}: ${this.#options.nameOf(account)}`
    const cause = `exit taken back ${times} ${this.#causeOf(place)}`
    const words = { title, message: change.todo, line: title }
    eachAlone(() =>
      this.#options.tell([
        { kind: 'exit', tone: 'urgent', about: 'taken back', cause, account, ...words },
      ]),
    )
  }

  /** What an account's exit was said to have left is over: that is told as it was, where a later exit did not say it. */
  sayOver(
    place: number,
    change: Partial<ExitOfAccount>,
    { isSaidByLater }: { isSaidByLater: boolean },
  ): void {
    this.correct(place, change)
    if (isSaidByLater) {
      this.#saidElsewhere.add(place)
      return
    }
    const { account, strategy, todo } = this.#run.accounts[place]!
    const ofStrategy = strategy === null ? '' : ` (strategy ${strategy})`
    const title = `${overTitles[this.#run.what]}: ${this.#options.nameOf(account)}${ofStrategy}`
    const message = saidOnce(['The books show now that what this exit left is over.', todo ?? ''])
    const cause = `exit over ${this.#causeOf(place)}`
    const words = { title, message, line: title }
    eachAlone(() =>
      this.#options.tell([{ kind: 'exit', tone: 'good', about: 'over', cause, account, ...words }]),
    )
  }

  /** Says anew what an account's exit left; aloud where that was not known before. */
  sayLeft(
    place: number,
    change: Pick<ExitOfAccount, 'left' | 'todo'>,
    { hasComeSince }: { hasComeSince: boolean },
  ): void {
    const wasKnown = isLeftKnown(this.#run.accounts[place]!)
    this.correct(place, change)
    const after = this.#run.accounts[place]!
    if (!hasComeSince && !wasKnown && isLeftKnown(after)) this.#alert(place, after, ' known')
  }

  /** A mistake of ours is said where the person looks, and ends no other account's exit. */
  guard(place: number, work: Promise<void>): void {
    work.catch((cause: unknown) => {
      const message = 'Quarterdeck failed at this exit.'
      const failures = [{ code: 'internal' as const, message, detail: String(cause) }]
      this.note(place, { step: 'left', failures, todo: notRead })
    })
  }

  isUnderWay(place: number): boolean {
    return isUnderWay(this.#run.accounts[place]!)
  }

  /** Whether something is said to be left, or that it is not known. */
  isLeft(place: number): boolean {
    return this.#run.accounts[place]!.step === 'left'
  }

  isFlat(place: number): boolean {
    return this.#run.accounts[place]!.step === 'flat'
  }

  /** One account's books cannot show any more what became of it. What waits for its first keys still may. */
  leaveUnseen(account: string, todo: string): void {
    for (const [place, of] of this.#run.accounts.entries())
      if (of.account === account && of.step !== 'waiting')
        this.note(place, { step: 'left', left: null, todo })
  }

  /** Ends the watching. What was sent stays sent. */
  stopWatching(todo: string): void {
    for (const watching of this.#watching) watching.abort()
    this.#run.accounts = this.#run.accounts.map((account) =>
      isUnderWay(account) ? { ...account, step: 'left', todo } : account,
    )
    this.#run.state = stateOf(this.#run)
    this.tell()
  }

  /** Where more was sent, what is told is news again. */
  #causeOf(place: number): string {
    const { account, strategy } = this.#run.accounts[place]!
    const again = this.wentOn(place) === 0 ? '' : ` again ${this.wentOn(place)}`
    return `${this.#run.id} ${account} ${strategy ?? ''}${again}`
  }

  #alert(place: number, of: ExitOfAccount, news = ''): void {
    const { account, step, failures, todo } = of
    const { nameOf, tell } = this.#options
    const name = nameOf(account)
    const what = this.#run.what === 'stop' ? 'The stop' : 'The exit'
    const title =
      step === 'failed'
        ? `${what} did not reach ${name}`
        : isLeftKnown(of)
          ? `${what} left something in ${name}`
          : `Not known what ${what.toLowerCase()} left in ${name}`
    const message = exitAlertMessage(failures, todo)
    const cause = `exit${news} ${this.#causeOf(place)}`
    const words = { title, message, line: title }
    eachAlone(() => tell([{ kind: 'exit', tone: 'urgent', cause, account, ...words }]))
  }
}

function stateOf({ accounts }: Pick<ExitRun, 'accounts'>): ExitRun['state'] {
  if (accounts.some(isUnderWay)) return 'running'
  return accounts.every(({ step }) => step === 'flat') ? 'done' : 'left'
}
