import type { Events } from '../../src/shared/contract.ts'
import type { DeskView } from '../../src/shared/desk-view.ts'
import type { Intent } from '../../src/shared/orders/intents.ts'
import { comparableOrderId } from '../../src/shared/service/order-ids.ts'
import { operations } from '../../src/shared/service/operations.ts'
import { marksOfGroups } from './group-marks.ts'
import { closedSendsNothing } from './invariants/closed-sends-nothing.ts'
import { deniedIsAbsent } from './invariants/denied-is-absent.ts'
import {
  exitKnowsTheOthers,
  squareOffKnowsTheOthers,
  squareOffLeavesAlone,
} from './invariants/exits-know-the-others.ts'
import { exitsWhereConfirmed } from './invariants/exits-where-confirmed.ts'
import { flatIsFlat } from './invariants/flat-is-flat.ts'
import { foundIsItsOwn, heldOnce } from './invariants/found-is-its-own.ts'
import { limitsHold } from './invariants/limits-hold.ts'
import { notTurnedRound } from './invariants/not-turned-round.ts'
import { blockingOf, nothingWithheld, restsSince } from './invariants/nothing-withheld.ts'
import { oneAfterTheOther } from './invariants/one-after-the-other.ts'
import { paceHolds, queueMoves } from './invariants/pace-holds.ts'
import { queueStays } from './invariants/queue-stays.ts'
import { sentAgainWhenAbsent } from './invariants/sent-again-when-absent.ts'
import { sentAsConfirmed } from './invariants/sent-as-confirmed.ts'
import { exitsSentOnce, sentOnce } from './invariants/sent-once.ts'
import { settledInTheEnd } from './invariants/settled-in-the-end.ts'
import { fundsHoldFor, sharesHold } from './invariants/shares-hold.ts'
import { stopHolds } from './invariants/stop-holds.ts'
import { turnsHold } from './invariants/turns-hold.ts'
import { writtenFirst } from './invariants/written-first.ts'
import {
  type BegunExit,
  type Departure,
  type Edit,
  type RunRecord,
  holdingOf,
  loginOf,
  tagOf,
} from './record.ts'
import type { RunLog } from './run-log.ts'
import type { Answer, Holding } from './service/answers.ts'
import type { BrokerOrder } from './service/orders.ts'
import type { Login, Request, Service } from './service/service.ts'
import type { Accounts } from './world/accounts.ts'
import { keptBy } from './world/answers-in-time.ts'
import type { JournalOnDisk } from './world/journal-on-disk.ts'
import type { LivingDesk } from './world/living-desk.ts'
import { quiet } from './world/machine.ts'
import type { VirtualClock } from './world/virtual-clock.ts'

export interface JudgeOptions {
  clock: VirtualClock
  record: RunRecord
  log: RunLog
  accounts: Pick<Accounts, 'ids' | 'limits' | 'limitsOf' | 'profileOf'>
  service: Pick<Service, 'loginOf' | 'loginsOf'>
  journals: Pick<JournalOnDisk, 'noted'>
}

/** Writes down what happens on both sides of the wire, and asks each rule when it has to hold. */
export class Judge {
  readonly #options: JudgeOptions
  readonly #flats = new Set<string>()
  /** What was said last of each account of each way out, and when. */
  readonly #ways = new Map<string, { step: string; todo: string | null; at: number }>()
  /** Since when orders are in doubt, by their intents. */
  readonly #doubtedSince = new Map<string, number>()
  /** When the last order in doubt of each was in doubt no more. */
  readonly #lastDoubts = new Map<Login, number>()
  /** When the service began to do what it should, and its accounts to be as they should. */
  #calmSince = Infinity
  /** One for each account that has a part in it. */
  readonly #departures = new Map<Request, readonly Departure[]>()
  /** What a desk still waits for. */
  readonly #awaited = new Map<Request, LivingDesk>()
  /** Answers of order books. */
  readonly #reads: (Pick<Required<Answer>, 'isPart' | 'isOfBefore'> & {
    desk: LivingDesk
    login: Login
    at: number
    /** Whether it was as the service has it now, and can be read. */
    isWhole: boolean
  })[] = []
  /** When any desk was shown an order, by its login and number. */
  readonly #shownAt = new Map<string, number[]>()
  readonly #shown = new Map<LivingDesk, { login: Login; order: string; at: number }[]>()
  /** What answers of position books said. */
  readonly #said: { desk: LivingDesk; login: Login; at: number; holds: readonly Holding[] }[] = []

  /** A locked desk has told nothing since of what became of orders. */
  #isBlind = false

  /** What answers said of funds. */
  readonly #funds: { login: Login; at: number; funds: number }[] = []

  constructor(options: JudgeOptions) {
    this.#options = options
  }

  seeFill(login: Login, order: BrokerOrder): void {
    const { log, record } = this.#options
    log.note(`filled ${order.id} of ${order.tag} to ${order.now.filled}`)
    log.hold('not turned round', notTurnedRound(record, login, order))
  }

  seeLeave(desk: LivingDesk, request: Request, fate: string): void {
    const { log, record } = this.#options
    const { operation } = request
    const { kind } = operations[operation]
    if (kind === 'read') return
    const departures = this.#leftOf(desk, request, fate)
    record.departures.push(...departures)
    this.#departures.set(request, departures)
    this.#awaited.set(request, desk)
    if (departures.length > 1) log.mark('one request of several accounts')
    for (const departure of departures) this.#seeDeparture(desk, departure, fate)
  }

  #seeDeparture(desk: LivingDesk, departure: Departure, fate: string): void {
    const { log, record } = this.#options
    const { operation } = departure
    const { kind } = operations[operation]
    log.note(`left ${operation} ${departure.legs.map(({ tag }) => tag).join(' ')} (${fate})`)
    log.hold('sent once', sentOnce(record))
    log.hold('stop holds', stopHolds(record, departure))
    log.hold('queue stays', queueStays(record, departure))
    log.hold('written first', writtenFirst(departure))
    if (kind === 'place') this.#seeOrdersLeave(departure)
    else {
      if (!this.#isBlind) log.hold('exits where confirmed', exitsWhereConfirmed(record, departure))
      const waiting = this.#waitedForBy(desk)
      log.hold('exits know the others', squareOffLeavesAlone(record, departure, waiting))
    }
  }

  seeArrival(request: Request): void {
    for (const departure of this.#departures.get(request) ?? []) {
      departure.isUnderWay = false
      this.#options.log.note(`arrived ${request.operation} ${departure.legs[0]?.tag ?? ''}`)
    }
  }

  /** A desk has an answer, or waits for none any more. */
  seeEnd(desk: LivingDesk, request: Request, answer: Answer | null): void {
    this.#awaited.delete(request)
    if (answer === null) return
    const { clock, service } = this.#options
    const [login, at] = [service.loginOf(request), clock.now()]
    if (answer.holds !== undefined) this.#said.push({ desk, login, at, holds: answer.holds })
    if (answer.funds !== undefined) this.#funds.push({ login, at, funds: answer.funds })
    if (answer.isPart === undefined) return
    const { isPart, isOfBefore = false } = answer
    this.#reads.push({ desk, login, at, isPart, isOfBefore, isWhole: answer.shows !== undefined })
    if (answer.shows === undefined) return
    const shown = this.#shown.get(desk) ?? []
    this.#shown.set(desk, shown)
    for (const order of answer.shows) {
      const key = `${login.key} ${order}`
      this.#shownAt.set(key, [...(this.#shownAt.get(key) ?? []), at])
    }
    for (const order of answer.shows)
      if (!shown.some((one) => one.login === login && one.order === order))
        shown.push({ login, order, at })
  }

  seeExit(exit: BegunExit): void {
    const { log, record } = this.#options
    log.hold('exits know the others', squareOffKnowsTheOthers(record, exit))
  }

  /** A desk is up again, and says whether the stop is on. */
  seeStopAfterStart(on: boolean): void {
    const { clock, log, record } = this.#options
    record.starts.push(clock.now())
    if (record.stopSaid === true && !on)
      log.hold('stop holds', ['the stop was on before a restart, and is off after it'])
    record.isStopped = on
    record.stopSaid = on
  }

  /** A desk is up again whose screen is locked, as that of the one before it was. */
  seeLockAfterStart(isLocked: boolean): void {
    this.#options.record.isLocked = isLocked
    this.#isBlind = isLocked
  }

  hear<Name extends keyof Events>(desk: LivingDesk, name: Name, event: Events[Name]): void {
    switch (name) {
      case 'intents':
        return this.seeIntents(event as Events['intents'])
      case 'exit':
        return this.#hearOfExit(desk, event as Events['exit'])
      case 'lock':
        return this.#hearOfLock((event as Events['lock']).isLocked)
      case 'stop': {
        const { log, record } = this.#options
        const { on } = event as Events['stop']
        log.note(`stop ${on ? 'on' : 'off'}`)
        record.isStopped = on
        if (on) record.stops.push(record.count())
        return
      }
      default:
    }
  }

  #hearOfLock(isLocked: boolean): void {
    const { log, record } = this.#options
    if (isLocked && !record.isLocked) log.note('locked')
    if (!isLocked && record.isLocked) log.note('unlocked')
    record.isLocked = isLocked
    this.#isBlind ||= isLocked
  }

  /** What became of orders while a locked desk told nobody. */
  seeAgain({ intents, exits }: Pick<DeskView, 'intents' | 'exits'>): void {
    this.seeIntents(intents)
    this.#isBlind = false
    // When it was said nobody knows, and so not whether it was right.
    for (const { id, accounts } of exits)
      for (const { account, step } of accounts)
        if (step === 'flat') this.#flats.add(flatOf(id, account))
  }

  seeIntents(heard: readonly Intent[]): void {
    const { clock, log, record } = this.#options
    const intents = heard.map(withBareIds)
    for (const intent of intents) {
      const before = record.told.get(intent.id)
      if (before?.state !== intent.state) {
        const ids = intent.parts.map(({ state, orderId }) => `${state} ${orderId ?? ''}`.trim())
        log.note(`told ${intent.operation} ${tagOf(intent)} ${ids.join(', ')}`)
        log.mark(`told ${intent.state}`)
        this.#markDoubt(intent, before)
      }
      record.told.set(intent.id, intent)
      const tag = tagOf(intent)
      if (intent.state === 'accepted' && !record.accepted.has(tag))
        record.accepted.set(tag, clock.now())
      for (const { orderId } of intent.parts) {
        const holding = holdingOf(tag, orderId ?? '')
        if (!record.held.has(holding)) record.held.set(holding, clock.now())
      }
      if (intent.calledOff === 'not-allowed') log.mark('not sent, since it was not allowed by then')
      if (intent.calledOff === 'not-accepted') log.mark('not sent after one that was not accepted')
      if (before === undefined) this.#seeNew(intent)
    }
    this.#judge(intents)
  }

  /** The service does what it should from here on, and the accounts are as they should be. */
  seeCalm(): void {
    this.#calmSince = this.#options.clock.now()
  }

  /** How many readings a desk took for what can be told of an order in doubt, once all is well. */
  #markDoubt({ id, state, account, ticket }: Intent, before: Intent | undefined): void {
    const { clock, log, record } = this.#options
    const [now, login] = [clock.now(), loginOf(record, account)]
    if (state === 'in-doubt') this.#doubtedSince.set(id, now)
    if (before?.state !== 'in-doubt' || ticket === null || login === undefined) return
    this.#lastDoubts.set(login, now)
    const doubtedSince = this.#doubtedSince.get(id) ?? 0
    const since = Math.max(this.#calmSince, doubtedSince, record.starts.at(-1) ?? 0)
    if (since < now) log.mark(`once all is well ${state} after ${this.#readingsOf(login, since)}`)
  }

  /** So many of its order book since a moment, such as can be read. */
  #readingsOf(login: Login, since: number, until = Infinity): string {
    const reads = this.#reads.filter(
      (read) => read.login === login && read.isWhole && read.at > since && read.at <= until,
    ).length
    const most = [2, 3, 4, 6, 8, 12, 20, 30].find((one) => reads <= one)
    return most === undefined ? 'more readings' : `${most} readings`
  }

  /** Of a way out that was taken once all was well, when it had its time. */
  endOfLastWayOut(run: string, begunAt: number): void {
    const { accounts, log, record } = this.#options
    for (const account of accounts.ids) {
      const way = this.#ways.get(flatOf(run, account))
      const login = loginOf(record, account)
      if (way === undefined || login === undefined) continue
      const { step, todo, at } = way
      const flatAt = step === 'flat' ? at : null
      const rests = restsSince(record, login, begunAt)
      const since = Math.max(begunAt, rests, this.#lastDoubts.get(login) ?? 0)
      const lastWay = { account, since, flatAt, step, todo }
      log.hold('nothing is withheld', nothingWithheld(record, lastWay))
      const why = blockingOf(record, login)
      log.mark(
        why === null && flatAt !== null
          ? `the last way out is flat after ${this.#readingsOf(login, since, flatAt)}`
          : `the last way out: ${why ?? step}`,
      )
    }
  }

  /** Once the service does what it should, and had its time. */
  async end(desk: LivingDesk): Promise<void> {
    const { accounts, clock, log, record } = this.#options
    this.#judge([...record.told.values()])
    log.hold('sent once', [...sentOnce(record), ...exitsSentOnce(record)])
    for (const intent of record.told.values()) {
      const kept = await keptBy(clock, desk.call('readIntent', { intent: intent.id }))
      const name = `${intent.operation} ${tagOf(intent)}`
      if (!kept.ok) log.hold('the journal holds all', [`${name} is not in it`])
      else if (kept.value.intent.state !== intent.state)
        log.hold('the journal holds all', [
          `${name} was last told as ${intent.state}, and is ${kept.value.intent.state} in it`,
        ])
    }
    log.hold('settled in the end', settledInTheEnd(record))
    for (const account of accounts.ids) {
      const most = accounts.profileOf(account)?.trading.perSecond
      const isPaceKept = record.edits.every(
        (edit) => edit.account !== account || edit.change !== 'pace',
      )
      // After a restart only the clock on the wall tells what left when.
      if (most !== undefined && isPaceKept && record.jumps.length === 0)
        log.hold('settled in the end', queueMoves(record, { account, most }))
    }
    let state = 'checking'
    void desk.call('verifyJournal', {})
    await quiet()
    for (let turns = 0; turns < 1000 && state === 'checking'; turns += 1) {
      const view = await keptBy(clock, desk.call('openDesk', {}))
      if (view.ok) state = view.value.journal.state
    }
    if (state !== 'sound') log.hold('the journal holds all', [`it is ${state}`])
  }

  #leftOf(desk: LivingDesk, request: Request, fate: string): Departure[] {
    const { record, service } = this.#options
    const { operation, fields } = request
    const isPlacement = operations[operation].kind === 'place'
    const logins = service.loginsOf(request)
    const all = fields.map((field, leg) => {
      const tag = isPlacement ? (field['strategy'] ?? '') : null
      const units = Number(field['quantity'] ?? 0)
      const slice = field['splitorder'] === 'YES' ? Number(field['split_quantity']) : units
      const orders = Math.max(1, Math.ceil(units / slice))
      const account = record.asked.get(tag ?? '')?.account ?? ''
      return { login: logins[leg]!, account, legs: { tag, units, orders, fields: field } }
    })
    const parts = Map.groupBy(all, ({ login, account }) => `${login.key} ${account}`)
    return [...parts.values()].map((part) => {
      const { login } = part[0]!
      const legs = part.map((one) => one.legs)
      return this.#departureOf(desk, { request, operation, login, legs }, fate)
    })
  }

  #departureOf(
    desk: LivingDesk,
    {
      request,
      operation,
      login,
      legs,
    }: Pick<Departure, 'request' | 'operation' | 'login' | 'legs'>,
    fate: string,
  ): Departure {
    const { clock, record, journals } = this.#options
    const isPlacement = operations[operation].kind === 'place'
    const tags = legs.map(({ tag }) => tag ?? '')
    const asked = record.asked.get(tags[0] ?? '')
    return {
      ...{ at: clock.now(), request, login, operation, legs },
      account: asked?.account ?? '',
      isUnderWay: fate !== 'lost before',
      shown: this.#shownTo(desk, login),
      said: this.#saidTo(desk, login, asked?.at ?? clock.now()),
      noted: isPlacement ? journals.noted(desk.dataDir, tags) : 0,
    }
  }

  #waitedForBy(desk: LivingDesk): Departure[] {
    return [...this.#awaited].flatMap(([request, by]) =>
      by === desk ? (this.#departures.get(request) ?? []) : [],
    )
  }

  /** What is on its way to the wire was compared with what was known a moment before. */
  #shownTo(desk: LivingDesk, login: Login, before = written): Set<string> {
    const { clock, record } = this.#options
    const moved = record.edits.findLast(({ change }) => isMove(change))
    const known = (this.#shown.get(desk) ?? []).filter(
      (one) =>
        one.login === login && one.at < clock.now() - before && one.at > (moved?.at ?? -Infinity),
    )
    return new Set(known.map(({ order }) => order))
  }

  /** Whether a book has shown an order since a moment, and that had time to be read. */
  #hasShownSince({ login }: Departure, order: string, moment: number): boolean {
    const until = this.#options.clock.now() - untilRead
    const times = this.#shownAt.get(`${login.key} ${order}`) ?? []
    return times.some((shown) => shown > moment && shown < until)
  }

  /** Whether a whole order book of a login was read since a moment, and that had time to be taken in. */
  #wasReadSince(login: Login, moment: number): boolean {
    const until = this.#options.clock.now() - untilRead
    return this.#reads.some(
      (read) => read.isWhole && read.login === login && read.at > moment && read.at < until,
    )
  }

  /** Until the order was confirmed; what came later its person did not know. */
  #fundsTold({ login, legs }: Departure): number[] {
    const asked = this.#options.record.asked.get(legs[0]?.tag ?? '')
    const until = asked?.at ?? this.#options.clock.now()
    return this.#funds.flatMap((told) =>
      told.login === login && told.at <= until && told.at > until - fundsHoldFor
        ? [told.funds]
        : [],
    )
  }

  /** Two accounts of one login have a book each, and nothing on the wire tells whose was read. */
  #saidTo(desk: LivingDesk, login: Login, until: number): Holding[] | null {
    const { edits, loginsOf } = this.#options.record
    const sharing = [...loginsOf.values()].filter((of) => of.some((one) => one.login === login))
    if (sharing.length > 1) return null
    const moved = edits.findLast(({ change, at }) => isMove(change) && at <= until)
    const said = this.#said.filter(
      (one) =>
        one.desk === desk &&
        one.login === login &&
        one.at <= until &&
        one.at > (moved?.at ?? -Infinity),
    )
    const last = said.flatMap(({ holds }) => holds)
    return [...new Map(last.map((one) => [`${one.symbol} ${one.product}`, one])).values()]
  }

  /** Whether of an order book parts alone were read just now. */
  #isPartAlone(desk: LivingDesk, login: Login): boolean {
    const since = this.#options.clock.now() - 1000
    const reads = this.#reads.filter(
      (read) => read.desk === desk && read.login === login && read.at >= since,
    )
    return reads.length > 0 && reads.every(({ isPart }) => isPart)
  }

  /** When an order book was read last that was not one of before. */
  #newestAt(desk: LivingDesk, login: Login): number {
    const read = this.#reads.findLast(
      (one) => one.desk === desk && one.login === login && !one.isPart && !one.isOfBefore,
    )
    return read?.at ?? -Infinity
  }

  #seeOrdersLeave(departure: Departure): void {
    const { clock, log, record, accounts } = this.#options
    const { account } = departure
    for (const mark of marksOfGroups(record, departure)) log.mark(mark)
    log.hold('closed sends nothing', closedSendsNothing(record, departure))
    if (!this.#isBlind) {
      log.hold('one after the other', oneAfterTheOther(record, departure))
      log.hold('turns hold', turnsHold(record, departure))
    }
    log.hold('sent as confirmed', sentAsConfirmed(record, departure))
    log.hold('shares hold', sharesHold(record, departure, this.#fundsTold(departure)))
    log.hold('exits know the others', exitKnowsTheOthers(record, departure))
    const profile = accounts.profileOf(account)
    if (profile === undefined) return
    const { perSecond } = profile.trading
    const limits = accounts.limitsOf(account)
    const own = { limits, accounts: new Set([account]), whose: profile.name }
    const all = { limits: accounts.limits, accounts: new Set(accounts.ids), whose: 'all accounts' }
    log.hold('limits hold', [
      ...limitsHold(record, departure, own),
      ...limitsHold(record, departure, all),
    ])
    // Over a restart only the clock on the wall tells what left when, and a former pace is no more.
    const paces = record.edits.filter((edit) => edit.account === account && edit.change === 'pace')
    const lately = [...record.jumps, ...paces.map(({ at }) => at)].some(
      (at) => at > clock.now() - longestPace,
    )
    if (!lately) log.hold('pace holds', paceHolds(record.departures, departure, perSecond))
  }

  #hearOfExit(desk: LivingDesk, run: Events['exit']): void {
    const { log, record } = this.#options
    for (const account of run.accounts) {
      log.note(`exit ${run.what} ${account.account} ${account.step}`)
      const key = flatOf(run.id, account.account)
      const { step, todo } = account
      const way = this.#ways.get(key)
      if (way?.step !== step || way.todo !== todo)
        this.#ways.set(key, { step, todo, at: this.#options.clock.now() })
      if (account.step !== 'flat' || this.#flats.has(key)) continue
      this.#flats.add(key)
      log.mark(`said flat: ${run.what}`)
      const login = loginOf(record, account.account)
      if (login === undefined) continue
      const seen = {
        shown: this.#shownTo(desk, login, looked),
        isPartAlone: this.#isPartAlone(desk, login),
        newestAt: this.#newestAt(desk, login),
      }
      log.hold('flat is flat', flatIsFlat(record, { run, account }, seen))
    }
  }

  #seeNew(intent: Intent): void {
    const { clock, log, record } = this.#options
    const { account, operation, params } = intent
    log.hold('sent again when absent', sentAgainWhenAbsent(record, intent))
    if (operation === 'CancelAllOrder' && params['strategy'] === undefined)
      record.cleared.push({ account, at: clock.now(), count: record.count() })
    record.firstLogins.set(intent.id, loginOf(record, account))
  }

  #judge(intents: readonly Intent[]): void {
    const { log, record } = this.#options
    const all = [...record.told.values()]
    for (const tag of new Set(intents.map(tagOf))) {
      if (tag === '') continue
      const same = all.filter((intent) => tagOf(intent) === tag)
      log.hold('denied is absent', deniedIsAbsent(record, same))
      for (const intent of same)
        log.hold(
          'found is its own',
          foundIsItsOwn(record, intent, (...of) => this.#hasShownSince(...of)),
        )
    }
    log.hold(
      'found is its own',
      heldOnce(record, (...of) => this.#wasReadSince(...of)),
    )
  }
}

const flatOf = (run: string, account: string): string => `${run} ${account}`

const isMove = (change: Edit): boolean => change === 'keys' || change === 'address'

/** Milliseconds for which one request may fill the pace: of a hundred slices at two a second. */
const longestPace = 60_000
/** Milliseconds before an order leaves in which it is written down. */
const written = 20
/** After a book showed an order in which a desk holds against it what was said of it. */
const untilRead = 1000
/** And before 'flat' is said in which the books were read for it. */
const looked = 5000

/** Ids as the ledger has them: the service writes them in many ways. */
const withBareIds = (intent: Intent): Intent => ({
  ...intent,
  parts: intent.parts.map((part) => ({
    ...part,
    orderId: part.orderId === null ? null : comparableOrderId(part.orderId),
  })),
})
