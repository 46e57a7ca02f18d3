import { randomUUID } from 'node:crypto'
import type { RestartedBy } from '../../../shared/accounts/accounts.ts'
import type { Parsed } from '../../../shared/contract.ts'
import type { Pace } from '../../../shared/orders/calls.ts'
import { type Reply, fail, ok } from '../../../shared/core/errors.ts'
import type { Intent, IntentEvent, Recorded } from '../../../shared/orders/intents.ts'
import { usualTrading } from '../../../shared/orders/limits.ts'
import type { Placement, Preview } from '../../../shared/orders/placing.ts'
import { type Problem, consentTo } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { StorageError } from '../../core/documents.ts'
import type { Clock } from '../../core/clock.ts'
import type { NewEntry } from '../../journal/entries.ts'
import type { Journal } from '../../journal/journal.ts'
import { stepIntent } from '../../journal/intent.ts'
import { problemsOf, refusalAtTurn } from '../limits/check-plan.ts'
import type { EventWriter } from '../../journal/event-writer.ts'
import { PaceReport } from './pace-report.ts'
import { type Paced, Pacer, type PaceReservation } from './pacer.ts'
import type { OrderContext } from '../planning/order-context.ts'
import { type Planned, planOf } from '../planning/plan.ts'
import { worseThanShown } from '../planning/worse-than-shown.ts'
import { RepeatWindow } from './repeat-window.ts'
import { resendProblems } from './resending.ts'
import { type PlannedRequest, sendersOf, maskedBody, requestsOf, weightOf } from './requests.ts'
import type { AccountLogins, SendHooks, Sending } from './sending.ts'

export interface DispatchOptions {
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  journal: Journal
  writer: EventWriter
  sending: Sending
  context(): OrderContext
  isStopped(): boolean
  /** Whether orders may leave from an account: it is switched on, and not read-only. */
  isOpen(account: string): boolean
  onPace(pace: Pace[]): void
}

/** Milliseconds that an order waits at most before it leaves, and more: a queue has tens a second. */
const longestWait = 3_600_000

/** From a confirmed ticket to the wire: plan, limits, journal, the queue of each account. */
export class Dispatch {
  readonly #options: DispatchOptions
  readonly #repeatWindow: RepeatWindow
  readonly #pacers = new Map<string, Pacer<Batch>>()
  readonly #report: PaceReport
  /** All whose first byte has not left. */
  readonly #outbox = new Set<Batch>()
  /** What was called off while confirmed orders waited for their keys, for each confirmation. */
  readonly #meanwhile = new Set<CallOff[]>()
  /** Counts the halts: what was on its way before one does not leave after it. */
  #era = 0
  /** Taken out of the queues by the stop, and not written down as that yet. */
  readonly #halted: Intent[] = []
  /** Taken out of the queues, with others that wait for what becomes of them. */
  readonly #broken: Batch[] = []
  #isClosed = false

  constructor(options: DispatchOptions) {
    this.#options = options
    const { clock, now, journal, onPace } = options
    this.#repeatWindow = new RepeatWindow(clock)
    this.#report = new PaceReport({ clock, read: () => this.pace(), say: onPace })
    this.#settleFormer()
    this.#repeatWindow.takeUp(journal.since(now() - longestWait), now())
  }

  preview(
    orders: readonly Ticket[],
    { oneRequest = false }: { oneRequest?: boolean | undefined } = {},
  ): Reply<Omit<Preview, 'fundsAfter'>> {
    const context = this.#options.context()
    const { problems, planned } = this.#plan(orders, context)
    const requests = this.#requests(planned, context, { mayShare: () => oneRequest })
    const shown: Omit<Preview, 'fundsAfter'> = {
      problems,
      orders: orders.map(() => null),
      requests: [],
    }
    for (const order of planned) shown.orders[order.index] = order.shown
    for (const request of requests) {
      const { account, operation } = request
      const body = maskedBody(request, (of) => context.accounts.get(of)!.broker)
      if (!body.ok) return body
      const beside = sendersOf(request).filter((one) => one !== account)
      shown.requests.push({ account, beside, operation, body: body.value })
    }
    return ok(shown)
  }

  /** Answers when the orders are on disk; what becomes of them is told by and by. */
  async place(input: Parsed<'placeOrders'>): Promise<Reply<Placement>> {
    const { journal, writer, context: gather } = this.#options
    const { confirmation, orders } = input
    const era = this.#era
    const meanwhile: CallOff[] = []
    this.#meanwhile.add(meanwhile)
    const logins = await this.#loginsAtHand(orders)
    this.#meanwhile.delete(meanwhile)

    // From here until all is written down nothing is waited for: nothing changes meanwhile, and a
    // second click finds its confirmation used.
    if (this.#isClosed) return fail('cancelled', 'Quarterdeck is shutting down: nothing was sent.')
    const confirmed = journal.confirmed(confirmation).map((intent) => writer.latest(intent))
    if (confirmed.length > 0) return ok({ isTaken: true, intents: confirmed })
    const context = gather()
    const isOneByOne = input.oneByOne === true
    const { planned, problems } = this.#plan(orders, context)
    for (const { ticket } of planned)
      this.#pacerOf(ticket.account, perSecondOf(ticket.account, context))
    const mayShare = (account: string): boolean => input.oneRequest === true && logins.has(account)
    const requests = this.#requests(planned, context, { isEachAlone: isOneByOne, mayShare })
    problems.push(...worseThanShown(input.shown, planned))
    const accepted = new Set(input.accepted)
    if (problems.some((problem) => standsAgainst(problem, accepted)))
      return ok({ isTaken: false, problems })
    // Lifted meanwhile or not: what was confirmed before the stop was pulled does not leave after it.
    if (era !== this.#era && requests.some(({ isExit }) => !isExit))
      return fail('cancelled', 'The stop was pulled after this was confirmed: nothing was sent.')
    const calledOff = meanwhile.find(({ isMeant }) =>
      requests.some((one) => isAnyMeant(one, isMeant)),
    )
    if (calledOff !== undefined)
      return fail('cancelled', `${calledOff.because} after this was confirmed: nothing was sent.`)
    const batches = requests.map((request) => newBatch(request, { confirmation, context }))
    if (isOneByOne)
      for (const [place, { batch }] of batches.entries())
        batch.next = batches[place + 1]?.batch ?? null
    return this.#record(batches, { logins, first: isOneByOne ? 1 : batches.length })
  }

  dropFromQueue(ids: readonly string[]): Reply<Intent[]> {
    const intents: Intent[] = []
    for (const id of new Set(ids)) {
      const intent = this.#options.journal.find(id)
      if (intent === undefined)
        return fail('not-found', 'There is no such order.', { field: 'intents' })
      intents.push(this.#options.writer.latest(intent))
    }
    const wanted = new Set(ids)
    const calledOff = this.#noteCalledOff(
      this.#takeOut(({ id }) => wanted.has(id)),
      'person',
    )
    const changed = new Map(calledOff.map((intent) => [intent.id, intent]))
    return ok(intents.map((intent) => changed.get(intent.id) ?? intent))
  }

  /** What has not begun to leave from an account stays here: all of it, or what is of a strategy. */
  callOffQueue(account: string, strategy: string | null): void {
    this.#callOff({
      isMeant: ({ account: of, params }) =>
        of === account && (strategy === null || params['strategy'] === strategy),
      why: 'person',
      because: 'A way out of the account was taken',
    })
  }

  /** What waits for an account that was closed, or is somebody else's now, does not leave any more. */
  accountsChanged(restarted: readonly string[], by: RestartedBy = 'person'): void {
    const { isOpen } = this.#options
    this.#callOff({
      isMeant: ({ account }) => restarted.includes(account),
      why: by,
      because: 'The account was given other keys or another address, or is another client’s now,',
    })
    this.#noteCalledOff(
      this.#takeOut(({ account }) => !isOpen(account)),
      'person',
    )
  }

  /** Drops every queue in this very tick: what is not on the wire stays here. */
  halt(cancelsLeft: Promise<void>): void {
    this.#era++
    this.#halted.push(...this.#takeOut(() => true))
    // What the stop sends does not wait until the disk has taken in what it halted.
    void cancelsLeft.then(() => setImmediate(() => this.#noteHalted()))
  }

  pace(): Pace[] {
    return [...this.#pacers].map(([account, { used, most, waiting }]) => ({
      account,
      used: Math.min(used, most),
      most,
      waiting: waiting + this.#notBegun(account),
    }))
  }

  /** Orders of an account that left within the last minute, and those that wait. */
  lastMinute(account: string): number {
    const waiting = [...this.#outbox]
    return waiting.reduce(
      (sum, batch) => sum + batch.weightOf(account),
      this.#repeatWindow.lastMinute(account),
    )
  }

  /** Whether the same order was confirmed within the last second. */
  isRepeated(account: string, order: Record<string, string>): boolean {
    return this.#repeatWindow.isRepeated(account, order)
  }

  /** Calls off what waits; settles when nothing of ours is on the wire. */
  async stop(): Promise<void> {
    this.#isClosed = true
    this.#noteHalted()
    this.#noteCalledOff(
      this.#takeOut(() => true),
      'shutdown',
    )
    this.#report.stop()
    await this.#options.sending.idle()
  }

  #plan(tickets: readonly Ticket[], context: OrderContext) {
    const plan = planOf(tickets, context)
    const problems = [
      ...plan.problems,
      ...problemsOf(plan, context),
      ...resendProblems(tickets, this.#options.journal),
    ]
    return { planned: plan.orders, problems }
  }

  #requests(
    planned: readonly Planned[],
    context: OrderContext,
    { isEachAlone = false, mayShare }: RequestsWanted,
  ): PlannedRequest[] {
    if (isEachAlone) return requestsOf(planned, () => 1)
    const perSecond = (id: string): number => perSecondOf(id, context)
    const weights = new Map<string, number>()
    for (const order of planned) {
      const { account } = order.ticket
      weights.set(account, (weights.get(account) ?? 0) + weightOf(order))
    }
    // What has to wait would hold up the others: it has requests of its own.
    const canShare = (id: string): boolean => {
      const weight = weights.get(id) ?? 0
      const hasRoom = this.#pacers.get(id)?.hasRoomFor(weight) ?? true
      return mayShare(id) && hasRoom && weight <= perSecond(id)
    }
    const carriers = new Map(
      [...weights.keys()].map((id) => [
        id,
        canShare(id) ? `at ${context.accounts.get(id)!.service}` : id,
      ]),
    )
    return requestsOf(planned, perSecond, (id) => carriers.get(id)!)
  }

  async #loginsAtHand(orders: readonly Ticket[]): Promise<AccountLogins> {
    const { sending, isOpen } = this.#options
    const accounts = [...new Set(orders.map(({ account }) => account))].filter(isOpen)
    const logins = await Promise.all(
      accounts.map(async (account) => [account, await sending.loginAtHand(account)] as const),
    )
    return new Map(
      logins.flatMap(([account, login]) =>
        login === undefined ? [] : [[account, login] as const],
      ),
    )
  }

  /**
   * Writes all orders down in one go; those that need not wait as sent, and then they are. Behind so
   * many that come first, each waits for the one before it.
   */
  #record(
    batches: readonly NewBatch[],
    { logins, first }: { logins: AccountLogins; first: number },
  ): Reply<Placement> {
    const begun = batches.slice(0, first)
    const { journal, writer, sending } = this.#options
    const going = new Map<Batch, PaceReservation>()
    const behind = new Set<string>()
    for (const { batch } of begun) {
      const { accounts } = batch
      const isHeldUp = accounts.some((one) => behind.has(one) || !logins.has(one))
      const room = isHeldUp ? undefined : this.#roomFor(batch)
      if (room !== undefined) going.set(batch, room)
      else for (const account of accounts) behind.add(account)
    }
    let intents: Intent[]
    try {
      intents = journal.append([
        ...batches.flatMap(({ entries }) => entries),
        ...[...going].flatMap(([{ intents }]) => sending.sentEntries(intents, logins)),
      ])
    } catch (cause) {
      for (const room of going.values()) room.release()
      if (!(cause instanceof StorageError)) throw cause
      const { failure } = cause
      return { ok: false, error: { ...failure, message: `Nothing was sent. ${failure.message}` } }
    }

    const recorded = new Map(intents.map((intent) => [intent.id, intent]))
    for (const { batch } of batches) {
      batch.intents = batch.intents.map(({ id }) => recorded.get(id)!)
      this.#outbox.add(batch)
      for (const { account, params } of batch.intents) this.#repeatWindow.confirm(account, params)
    }
    for (const [batch, room] of going) {
      batch.isGoing = true
      const { intents } = batch
      void this.#follow(batch, room, (hooks) => sending.deliver({ intents, logins }, hooks))
    }
    writer.tell(intents)
    for (const { batch } of begun) batch.isBegun = true
    const waiting = begun.map(({ batch }) => batch).filter((batch) => !going.has(batch))
    for (const [account, own] of Map.groupBy(waiting, (batch) => batch.account))
      this.#pacerOf(account).add(own)
    return ok({ isTaken: true, intents })
  }

  /** Room for all of a batch at once, of each account that has a part of it. */
  #roomFor(batch: Batch): PaceReservation | undefined {
    const rooms: PaceReservation[] = []
    for (const account of batch.accounts) {
      const { isExit } = batch
      const room = this.#pacerOf(account).take({ isExit, weight: batch.weightOf(account) })
      if (room === undefined) {
        for (const taken of rooms) taken.release()
        return undefined
      }
      rooms.push(room)
    }
    return {
      left: () => rooms.forEach((room) => room.left()),
      release: () => rooms.forEach((room) => room.release()),
    }
  }

  /** Stays with a batch whose turn has come until it is known what became of it. */
  async #follow(
    batch: Batch,
    room: PaceReservation,
    send: (hooks: SendHooks) => Promise<Intent[]>,
  ): Promise<void> {
    const { isStopped, isOpen, writer } = this.#options
    const { accounts, isExit } = batch
    const era = this.#era
    const mayLeave = (): boolean => {
      batch.isGoing = accounts.every(isOpen) && (isExit || (era === this.#era && !isStopped()))
      return batch.isGoing
    }
    const onLeave = (): void => {
      room.left()
      for (const account of accounts) this.#repeatWindow.leave(account, batch.weightOf(account))
      this.#outbox.delete(batch)
    }
    const intents = await send({ mayLeave, onLeave })
    room.release()
    this.#outbox.delete(batch)
    const why = accounts.every(isOpen) ? 'stop' : 'person'
    const kept = intents.filter(({ state }) => state === 'recorded')
    writer.note(kept, () => ({ kind: 'called-off', why }))
    this.#goOn(batch, intents.every(isPlainYes))
  }

  /** Of orders that leave one after the other, the next: where this one got a plain yes, and it is still wanted. */
  #goOn(batch: Batch, isYes: boolean): void {
    const { next } = batch
    if (next === null) return
    if (!isYes) return this.#callOffBehind(batch)
    if (!this.#outbox.has(next)) return this.#callOffBehind(next)
    const against = this.#againstNow(next)
    if (against !== null) return this.#endAt(next, against)
    next.isBegun = true
    this.#pacerOf(next.account).add([next])
  }

  /** What was allowed when it was confirmed may not be when its turn comes. */
  #againstNow({ intents }: Batch): string | null {
    const context = this.#options.context()
    const known = intents.flatMap(({ ticket, params }) =>
      ticket === null ? [] : [{ ticket, params }],
    )
    const tickets = known.map(({ ticket }) => ticket)
    const leaving = known.map(({ params }) => params)
    return refusalAtTurn(planOf(tickets, context), leaving, context)
  }

  #endAt(batch: Batch, says: string): void {
    const own = new Set(batch.intents.map(({ id }) => id))
    this.#noteCalledOff(
      this.#takeOut(({ id }) => own.has(id)),
      'not-allowed',
      { says },
    )
    this.#callOffBehind(batch)
  }

  #callOffBehind(batch: Batch): void {
    const behind = new Set<string>()
    for (let { next } = batch; next !== null; { next } = next)
      for (const { id } of next.intents) behind.add(id)
    const rest = this.#takeOut(({ id }) => behind.has(id))
    this.#noteCalledOff(rest, 'not-accepted', { after: batch.accountName })
  }

  /** Orders that wait until one of another account was accepted. */
  #notBegun(account: string): number {
    return [...this.#outbox].reduce(
      (sum, batch) => sum + (batch.isBegun ? 0 : batch.weightOf(account)),
      0,
    )
  }

  /** Takes orders out of the queues at once, and answers them as they were. */
  #takeOut(which: (intent: Intent) => boolean): Intent[] {
    const out: Intent[] = []
    const emptied = new Set<Batch>()
    for (const batch of this.#outbox) {
      if (batch.isGoing) continue
      out.push(...batch.intents.filter(which))
      batch.intents = batch.intents.filter((intent) => !which(intent))
      if (batch.intents.length > 0) continue
      emptied.add(batch)
      // Nothing comes of it, and so the one behind it would wait for ever.
      if (batch.isBegun && batch.next !== null) this.#broken.push(batch)
      this.#outbox.delete(batch)
    }
    if (out.length > 0) for (const pacer of this.#pacers.values()) pacer.drop(emptied)
    return out
  }

  /** Calls off what is in the queues, and what was confirmed and is not recorded yet. */
  #callOff(of: CallOff): void {
    for (const calledOff of this.#meanwhile) calledOff.push(of)
    this.#noteCalledOff(this.#takeOut(of.isMeant), of.why)
  }

  #noteHalted(): void {
    this.#noteCalledOff(this.#halted.splice(0), 'stop')
  }

  #noteCalledOff(
    intents: readonly Intent[],
    why: CalledOff['why'],
    more: Pick<CalledOff, 'after' | 'says'> = {},
  ): Intent[] {
    const event = { kind: 'called-off', why, ...more } as const
    const noted = this.#options.writer.note(intents, () => event)
    for (const batch of this.#broken.splice(0)) this.#callOffBehind(batch)
    return noted
  }

  #pacerOf(account: string, most?: number): Pacer<Batch> {
    const known = this.#pacers.get(account)
    if (known !== undefined) {
      if (most !== undefined) known.most = most
      return known
    }
    const { clock, sending } = this.#options
    const pacer = new Pacer<Batch>({
      clock,
      most: most ?? usualTrading.perSecond,
      // Of an earlier session, too: the service knows nothing of sessions.
      former: this.#repeatWindow.departuresOf(account),
      leave: (batch, room) => void this.#follow(batch, room, (hooks) => sending.send(batch, hooks)),
      onChange: () => this.#report.changed(),
    })
    this.#pacers.set(account, pacer)
    return pacer
  }

  /** An earlier session ended before these had an end. */
  #settleFormer(): void {
    const { journal, writer } = this.#options
    const open = journal.unsettled()
    const recorded = open.filter(({ state }) => state === 'recorded')
    this.#noteCalledOff(recorded, 'restart')
    const sent = open.filter(({ state }) => state === 'sent')
    writer.note(sent, ({ parts }) => ({ kind: 'answered', parts: parts.map(() => interrupted) }))
  }
}

interface RequestsWanted {
  /** One that leaves once the one before it was accepted has a request of its own. */
  isEachAlone?: boolean
  /** Whether an account's orders may travel with those of others. */
  mayShare(account: string): boolean
}

type CalledOff = Extract<IntentEvent, { kind: 'called-off' }>

/** Which orders do not leave any more, and why. */
interface CallOff {
  isMeant(order: Pick<Intent, 'account' | 'params'>): boolean
  why: CalledOff['why']
  /** What happened, as the beginning of a sentence. */
  because: string
}

/** Orders that leave as one request. */
class Batch implements Paced {
  /** Of the first: the only one, where it waits in a queue. */
  readonly account: string
  readonly accounts: readonly string[]
  readonly accountName: string
  readonly isExit: boolean
  /** The one that leaves once this one got a plain yes. */
  next: Batch | null = null
  /** Its turn has come, if only in the queue of its account. */
  isBegun = false
  /** Those that were not called off. */
  intents: readonly Intent[]
  /** It cannot be called off any more. */
  isGoing = false

  constructor(request: PlannedRequest, intents: readonly Intent[]) {
    const { account, isExit } = request
    this.account = account
    this.accounts = sendersOf(request)
    this.accountName = intents[0]?.accountName ?? ''
    this.isExit = isExit
    this.intents = intents
  }

  get weight(): number {
    return this.accounts.reduce((sum, account) => sum + this.weightOf(account), 0)
  }

  weightOf(account: string): number {
    const own = this.intents.filter((intent) => intent.account === account)
    return own.reduce((sum, { parts }) => sum + parts.length, 0)
  }
}

interface NewBatch {
  batch: Batch
  entries: NewEntry[]
}

function newBatch(
  request: PlannedRequest,
  { confirmation, context }: { confirmation: string; context: OrderContext },
): NewBatch {
  const { operation, isExit } = request
  const id = randomUUID()
  const recorded = request.orders.map(({ params, ticket, shown }, leg) => {
    const { account } = ticket
    const { name, broker } = context.accounts.get(account)!
    const event: Recorded = {
      kind: 'recorded',
      account,
      accountName: name,
      broker,
      confirmation,
      operation,
      request: id,
      leg,
      params,
      ticket,
      quantities: shown.slices,
      exit: isExit,
      resends: ticket.resends ?? null,
    }
    return { intent: randomUUID() as string, event }
  })
  const intents = recorded.map(({ intent, event }) =>
    stepIntent(undefined, { id: intent, at: context.wall, event }),
  )
  return { batch: new Batch(request, intents), entries: recorded }
}

/** One order for each that was sent, and no error beside it. */
const isPlainYes = ({ state, parts }: Intent): boolean =>
  state === 'accepted' &&
  parts.every(({ message, quantity }) => message === null && quantity !== null)

const isAnyMeant = ({ orders }: PlannedRequest, isMeant: CallOff['isMeant']): boolean =>
  orders.some(({ params, ticket: { account } }) => isMeant({ account, params }))

const perSecondOf = (account: string, { accounts }: OrderContext): number =>
  accounts.get(account)!.trading.perSecond

const standsAgainst = ({ level, ...problem }: Problem, accepted: ReadonlySet<string>): boolean =>
  level === 'refuse' || (level === 'ask' && !accepted.has(consentTo(problem)))

const interrupted = {
  state: 'in-doubt',
  orderId: null,
  name: null,
  code: 'in-doubt',
  message: 'Quarterdeck ended before an answer came: this may or may not have happened.',
  detail: null,
} as const
