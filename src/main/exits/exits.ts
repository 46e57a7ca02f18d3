import { randomUUID } from 'node:crypto'
import type { ReassignedBy } from '../../shared/accounts/accounts.ts'
import type { Parsed } from '../../shared/contract.ts'
import { type Failure, type Reply, fail, ok } from '../../shared/core/errors.ts'
import { type ExitRun, isUnderWay } from '../../shared/exits/exits.ts'
import { type Intent, isSquareOff } from '../../shared/orders/intents.ts'
import type { AlertEvent } from '../alerts/alert-events.ts'
import { StorageError } from '../core/documents.ts'
import { eachAlone } from '../core/each-alone.ts'
import type { EventWriter } from '../journal/event-writer.ts'
import type { Sending } from '../orders/sending/sending.ts'
import { type AccountExit, beforeItLeaves, lookAtFormer, noteOutcome } from './account-exit.ts'
import { ExitChecks, type ExitChecksOptions, type WatchedRun } from './exit-checks.ts'
import { type RecordedEntry, recordedExits, withSent } from './exit-entries.ts'
import { earlierRun } from './exit-outcome.ts'
import { type ExitingAccount, exitProblem } from './exit-problem.ts'
import { type ExitingOf, ExitRuns, type RunningExit } from './exit-runs.ts'

export interface ExitsOptions extends ExitChecksOptions {
  writer: Pick<EventWriter, 'note' | 'keep' | 'latest' | 'tell'>
  sending: Pick<Sending, 'send'>
  account(id: string): ExitingAccount | undefined
  /** Accounts that the service takes for one and the same; this one is among them. */
  accountsOfLogin(account: string): readonly string[]
  /** Accounts of which nobody knows whether they are one with this one. */
  perhapsSameClient(account: string): readonly string[]
  /** What tells the account's login from others; undefined before its keys were read. */
  fingerprint(account: string): string | undefined
  /** Calls off what waits for its turn to leave from an account; all of it, or what is of a strategy. */
  callOffQueue(account: string, strategy: string | null): void
  onExit(run: ExitRun): void
  tell(events: readonly AlertEvent[]): void
}

/** Milliseconds that anything waits for cancels to leave: a broker may be out of reach. */
const longestLeaving = 500

/** What leaves of one account in one go. */
interface Leaving {
  account: string
  intents: readonly Intent[]
}

/** Ways out, each watched until the books show that it is done. Nothing is ever sent again by itself. */
export class Exits {
  readonly #options: ExitsOptions
  readonly #runs: ExitRuns
  readonly #checks: ExitChecks
  /** What is being sent. */
  readonly #sending = new Set<Leaving>()
  /** What was confirmed for keys or an address that the account has no more, or for another client. */
  readonly #overtaken = new WeakMap<Leaving, ReassignedBy>()
  /**
   * Of the stop that is on: pulled again before it is lifted, it is the same run that goes on. Null
   * where none was pulled, and where its accounts are others now.
   */
  #stopRun: WatchedRun | null = null
  #isClosing = false

  constructor(options: ExitsOptions) {
    this.#options = options
    const { now, onExit, tell, account } = options
    const nameOf = (id: string): string => account(id)?.name ?? id
    this.#runs = new ExitRuns({ now, onExit, tell, nameOf })
    this.#checks = new ExitChecks(options, this.#runs)
  }

  /** Runs that are under way, and the latest of this session that are over. */
  list(): ExitRun[] {
    return this.#runs.list()
  }

  /** Accounts of which an exit ended without knowing what it left. */
  notKnownLeft(): readonly string[] {
    return this.#runs.notKnownLeft()
  }

  /** Records and begins an exit; what becomes of it is told as events. */
  async exit(input: Parsed<'exitAccounts'>): Promise<Reply<ExitRun>> {
    const { confirmation, what, accounts } = input
    const run = this.#runs.find(confirmation)
    if (run !== undefined && run.what !== 'chosen') return ok(run.read())
    const earlier = this.#options.journal.confirmed(confirmation)
    if (earlier.length > 0) return earlierRun(confirmation, earlier)

    const problem = exitProblem(input, {
      account: (id) => this.#options.account(id),
      accountsOfLogin: (id) => this.#options.accountsOfLogin(id),
      perhapsSameClient: (id) => this.#options.perhapsSameClient(id),
      isBeingSquaredOff: (id) => this.#isBeingSquaredOff(id),
      mayStillClose: (id) => this.#mayStillClose(id),
      closingOrders: (id) => this.#options.pictures.of(id).closingOrders,
    })
    if (problem !== null) return problem
    const at = this.#options.now()
    const recorded = accounts.map((of) =>
      recordedExits({ ...of, confirmation, at, what, owner: this.#options.account(of.account)! }),
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
    // What leaves after the cancels would work on, and what leaves after them could open a position.
    if (what !== 'positions')
      for (const { account, strategy } of accounts)
        for (const one of this.#options.accountsOfLogin(account))
          this.#options.callOffQueue(one, strategy)
    const { run: begun } = this.#begin({ id: confirmation, what, accounts, recorded, intents })
    this.#options.writer.tell(intents)
    return ok(begun.read())
  }

  /**
   * What the stop does: cancels everything, everywhere, at once. One synced append stands between
   * the stop and the wire, which latches it too; and getting out matters more than writing it down: where the disk
   * refuses, the cancels are sent all the same, and are written when it is back. `left` settles
   * once each of them has left or never will, and does not wait for long. What was cancelled before
   * by the same stop is of the same run, and its end is that of both: under one confirmation, so
   * that a restart finds both or none watched to the end.
   */
  cancelAll(
    accounts: readonly string[],
  ): { run: ExitRun; isOnInJournal: boolean; left: Promise<void> } | null {
    const { account, journal, writer, fingerprint, now } = this.#options
    // An account that is only looked at has no orders of ours; and nothing may leave for it.
    const able = accounts.filter((id) => account(id)?.isReadOnly === false)
    if (able.length === 0) return null
    const former = this.#stopRun
    const confirmation = former?.run.id ?? randomUUID()
    const [at, what] = [now(), 'stop'] as const
    const of = able.map((id) => ({ account: id, strategy: null }))
    const recorded = of.map((each) =>
      recordedExits({ ...each, confirmation, at, what, owner: account(each.account)! }),
    )
    // The latch is on disk with the cancels, before the first byte of them leaves.
    const stopped = { intent: null, event: { kind: 'stopped' } } as const
    const entries = able.flatMap((id, place) =>
      recorded[place]!.flatMap((entry) => withSent(entry, fingerprint(id))),
    )
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
    const leaving = able.map(() => Promise.withResolvers<void>())
    this.#stopRun = this.#begin({
      ...{ id: confirmation, what, accounts: of, recorded, intents, failure, former },
      onLeave: (index) => leaving[index]!.resolve(),
    })
    writer.tell(intents)
    const left = this.#leftOrLate(leaving.map(({ promise }) => promise))
    return { run: this.#stopRun.run.read(), isOnInJournal: failure === null, left }
  }

  /** What the next stop cancels is a run of its own. */
  stopLifted(): void {
    this.#stopRun = null
  }

  async #leftOrLate(leaving: readonly Promise<void>[]): Promise<void> {
    const late = Promise.withResolvers<void>()
    const cancelTimer = this.#options.clock.after(longestLeaving, late.resolve)
    await Promise.race([Promise.all(leaving), late.promise])
    cancelTimer()
  }

  /** Watches opposite orders that were taken, until the positions they leave are where they should be. */
  watch(intents: readonly Intent[]): void {
    this.#checks.watch(intents)
  }

  /** Told of every good reading of an order book or a position book. */
  seeAnswer(account: string): void {
    try {
      this.#checks.seeAnswer(account)
    } catch (cause) {
      // A mistake of ours must not end the polling.
      console.error(cause)
    }
  }

  /**
   * Watches on what an earlier session did not watch to its end. Nothing of it is sent again. A stop
   * that is on since then goes on as the run that it began; null where none is.
   */
  takeUp(since: number, stoppedAt: number | null): void {
    const taken = this.#checks.takeUp(since)
    const isOfStop = ({ run }: WatchedRun): boolean =>
      run.what === 'stop' && stoppedAt !== null && run.at >= stoppedAt
    this.#stopRun = taken.find(isOfStop) ?? null
  }

  stopWatching(exit: string): Reply<null> {
    const run = this.#runs.find(exit)
    if (run === undefined)
      return fail('not-found', 'There is no such exit in this session.', { field: 'exit' })
    if (run.isRunning) {
      run.stopWatching(
        'This was not watched to its end: look whether anything is left in the books.',
      )
      this.#checks.ends.noteWatched(this.#options.journal.confirmed(exit), 'left')
    }
    return ok(null)
  }

  /**
   * An account has other keys or another address now, or its keys are another client's: what was
   * confirmed for the former one does not leave for this one, and the books of this one say nothing
   * of it.
   */
  accountReassigned(account: string, by: ReassignedBy = 'person'): void {
    for (const leaving of this.#sending)
      if (leaving.account === account) this.#overtaken.set(leaving, by)
    for (const run of this.#runs.running()) run.leaveUnseen(account, lookAtFormer[by])
    // What was cancelled of the former one is no part of what is cancelled of this one.
    if (this.#stopRun?.accountExits.some((of) => of.account === account)) this.#stopRun = null
    if (this.#options.account(account) === undefined) this.#options.saidOfExits.forget(account)
    this.#checks.forget(account)
  }

  /** Ends all watching. What is on the wire still has its answer. */
  stop(): void {
    this.#isClosing = true
    this.#checks.stop()
    for (const run of this.#runs.running())
      run.stopWatching('Quarterdeck was closed before the books showed that this was done.')
  }

  /** Closing orders that are still at work, or of which nobody knows whether they came. */
  #mayStillClose(account: string): boolean {
    const isAtWork = this.#runs.running().some((run) => {
      const { what, accounts } = run.read()
      const doesClose = what !== 'orders' && what !== 'stop'
      return doesClose && accounts.some((of) => of.account === account && isUnderWay(of))
    })
    const { pictures } = this.#options
    return isAtWork || pictures.wasRefusedSquareOff(account) || pictures.of(account).mayStillClose
  }

  #isBeingSquaredOff(account: string): boolean {
    return [...this.#sending].some(
      ({ account: of, intents }) => of === account && intents.some(isSquareOff),
    )
  }

  /**
   * Another account, whose keys were not read when this was confirmed, is the same login, and its
   * square-off is ahead: to close the same positions twice would turn them round.
   */
  #isSentByTwin(intent: Intent): boolean {
    const { accountsOfLogin, journal } = this.#options
    if (!isSquareOff(intent)) return false
    const twins = accountsOfLogin(intent.account).filter((one) => one !== intent.account)
    return [...this.#sending]
      .filter(({ account }) => twins.includes(account))
      .flatMap(({ intents }) => intents.filter(isSquareOff))
      .some(({ id, state }) => !['recorded', 'not-sent'].includes(journal.find(id)?.state ?? state))
  }

  #begin(of: {
    id: string
    what: ExitRun['what']
    accounts: readonly ExitingOf[]
    recorded: readonly (readonly RecordedEntry[])[]
    intents: readonly Intent[]
    failure?: Failure | null
    /** What goes on. */
    former?: WatchedRun | null
    /** Called when the exit of one of the accounts leaves, and when it is over. */
    onLeave?: (index: number) => void
  }): WatchedRun {
    const { id, what, accounts, recorded, failure = null, former = null, onLeave } = of
    const byId = new Map(of.intents.map((intent) => [intent.id, intent]))
    const run = former?.run ?? this.#runs.begin({ id, what, accounts, step: 'sending' })
    if (former !== null) this.#runs.goOn(run, accounts)
    const accountExits = [...(former?.accountExits ?? [])]
    for (const [index, { account, strategy }] of accounts.entries()) {
      const intents = recorded[index]!.map(({ intent }) => byId.get(intent)!)
      const place = run.placeOf({ account, strategy })
      const accountExit = (accountExits[place] ??= {
        ...{ place, account, strategy, what, intents: [], ...beforeItLeaves },
      })
      accountExit.intents.push(...intents)
      accountExit.unwritten ??= failure
      const leaving = { account, intents }
      run.guard(place, this.#leave({ run, accountExit, leaving, onLeave: () => onLeave?.(index) }))
    }
    run.tell()
    return { run, accountExits }
  }

  async #leave(of: {
    run: RunningExit
    accountExit: AccountExit
    leaving: Leaving
    onLeave: () => void
  }): Promise<void> {
    const { run, accountExit, leaving, onLeave } = of
    const { place } = accountExit
    const wentOn = run.wentOn(place)
    const isTakenOver = (): boolean => run.wentOn(place) !== wentOn
    this.#sending.add(leaving)
    try {
      for (const [index, intent] of leaving.intents.entries()) {
        // After the cancels: what was filled in front of them is to be closed as well.
        if (isSquareOff(intent)) eachAlone(() => this.#noteHeld(accountExit))
        const sent = this.#send(intent, { leaving, accountExit, onLeave })
        // Not before the first has left: in a hurry all books would be looked through in front of it.
        if (index === 0) eachAlone(() => this.#noteWorking(accountExit))
        // Its answer, or the lack of it, comes before the next one leaves.
        const [after] = await sent
        const { intents } = accountExit
        intents[intents.findIndex(({ id }) => id === intent.id)] = after ?? intent
        // How far the account is, is told by what was sent last.
        if (!isTakenOver()) eachAlone(() => noteOutcome(run, accountExit, { step: 'sending' }))
      }
    } finally {
      this.#sending.delete(leaving)
      onLeave()
    }
    if (isTakenOver()) this.#checks.noteLate(run, accountExit)
    else await this.#checks.check(run, accountExit)
  }

  #noteWorking(accountExit: AccountExit): void {
    const { working } = this.#options.pictures.of(accountExit.account).orders
    const ids = working.map((row) => String(row['order_id']))
    accountExit.worked = [...new Set([...accountExit.worked, ...ids])]
  }

  #noteHeld(accountExit: AccountExit): void {
    const picture = this.#options.pictures.of(accountExit.account)
    accountExit.held = picture.positions.surelyHeld
    accountExit.found = picture.found
  }

  async #send(
    intent: Intent,
    of: { leaving: Leaving; accountExit: AccountExit; onLeave: () => void },
  ): Promise<Intent[]> {
    const { leaving, accountExit, onLeave } = of
    const { sending, writer, account } = this.#options
    const callOffUnsent = (why: 'shutdown' | ReassignedBy): Intent[] =>
      writer.note([intent], () => ({ kind: 'called-off', why }))
    if (this.#isClosing) return callOffUnsent('shutdown')
    // What was cancelled before it took a while, and the account may have been closed meanwhile.
    const mayLeave = (): boolean => {
      const now = account(intent.account)
      const isOpen = now?.isEnabled === true && !now.isReadOnly
      const isStillIts = !this.#overtaken.has(leaving) && !this.#isSentByTwin(intent)
      return (isOpen || intent.state !== 'recorded') && isStillIts
    }
    const whyNot = (): ReassignedBy => this.#overtaken.get(leaving) ?? 'person'
    if (intent.state === 'recorded' && !mayLeave()) return callOffUnsent(whyNot())
    const found = isSquareOff(intent) ? (accountExit.found ?? undefined) : undefined
    const sent = await sending.send({ intents: [intent] }, { mayLeave, onLeave, found })
    return sent[0]?.state === 'recorded' ? callOffUnsent(whyNot()) : sent
  }
}
