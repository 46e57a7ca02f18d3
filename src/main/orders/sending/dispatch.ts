import type { ReassignedBy } from '../../../shared/accounts/accounts.ts'
import type { Parsed } from '../../../shared/contract.ts'
import { type Reply, fail, ok } from '../../../shared/core/errors.ts'
import type { Pace } from '../../../shared/orders/calls.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import type { Placement, Preview } from '../../../shared/orders/placing.ts'
import { type Problem, consentTo } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Clock } from '../../core/clock.ts'
import type { EventWriter } from '../../journal/event-writer.ts'
import type { Journal } from '../../journal/journal.ts'
import { problemsOf } from '../limits/check-plan.ts'
import type { OrderContext } from '../planning/order-context.ts'
import { type Planned, planOf } from '../planning/plan.ts'
import { worseThanShown } from '../planning/worse-than-shown.ts'
import { AccountQueues } from './account-queues.ts'
import { newBatch } from './batch.ts'
import { CallingOff } from './calling-off.ts'
import { carriersOf } from './carriers.ts'
import { Departures } from './departures.ts'
import { settleEarlierSession } from './earlier-session.ts'
import { OneByOne, putOneByOne } from './one-by-one.ts'
import { Outbox } from './outbox.ts'
import { Recording } from './recording.ts'
import { RecentOrders } from './recent-orders.ts'
import { type PlannedRequest, maskedBody, requestsOf, sendersOf } from './requests.ts'
import { resendProblems } from './resending.ts'
import type { AccountLogins, Sending } from './sending.ts'

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

/**
 * From a confirmed ticket to the wire: plan, limits, journal, the queue of each account.
 *
 *     orders.place → Dispatch.place        keys that are at hand, plan, limits, a Batch for each request
 *       → Recording.record                 all in the journal; where keys and room are there as sent, and
 *           → Departures.follow              → Sending.deliver
 *         else → AccountQueues → Pacer       in its turn
 *           → Departures.follow              → Sending.send: waits for keys, writes 'sent', delivers
 *       → client.call                      tries to leave before the first byte: `mayLeave`, `onLeave`
 *       → OneByOne.goOn                    what was answered is written; the batch behind it may begin
 *
 * A Batch may first wait for the one before it; then it is begun (`isBegun`: in a queue, or past it),
 * and then going (`isGoing`: it is written as sent). Until it is going, CallingOff can take it back,
 * whole or in part; from then on only `mayLeave` keeps it here, where the stop was pulled or its
 * account closed. The Outbox has it until its first byte leaves.
 */
export class Dispatch {
  readonly #options: DispatchOptions
  readonly #recentOrders: RecentOrders
  readonly #outbox = new Outbox()
  readonly #queues: AccountQueues
  readonly #callingOff: CallingOff
  readonly #recording: Recording
  #isClosed = false

  constructor(options: DispatchOptions) {
    this.#options = options
    const { clock, now, journal, writer, sending, onPace, isStopped, isOpen, context } = options
    const outbox = this.#outbox
    const recentOrders = new RecentOrders(clock)
    const queues = new AccountQueues({
      clock,
      outbox,
      recentOrders,
      leave: (batch, room) =>
        void departures.follow(batch, room, (hooks) => sending.send(batch, hooks)),
      stoodStill: (batches) => callingOff.stoodStill(batches),
      onPace,
    })
    const callingOff = new CallingOff({ outbox, queues, writer })
    const oneByOne = new OneByOne({ outbox, queues, callingOff, context })
    const following = {
      clock,
      outbox,
      callingOff,
      oneByOne,
      recentOrders,
      writer,
      isStopped,
      isOpen,
    }
    const departures = new Departures(following)
    const leaving = { outbox, queues, departures, recentOrders }
    this.#recording = new Recording({ journal, writer, sending, ...leaving })
    this.#recentOrders = recentOrders
    this.#queues = queues
    this.#callingOff = callingOff
    settleEarlierSession(journal, writer)
    recentOrders.takeUp(journal.since(now() - longestWait), now())
  }

  preview(
    orders: readonly Ticket[],
    { oneRequest = false }: { oneRequest?: boolean | undefined } = {},
  ): Reply<Omit<Preview, 'fundsAfter'>> {
    const context = this.#options.context()
    const { problems, planned } = this.#plan(orders, context)
    const requests = this.#requests(planned, context, { mayGoTogether: () => oneRequest })
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
    const meanwhile = this.#callingOff.meanwhile()
    const logins = await this.#loginsAtHand(orders)
    meanwhile.end()

    // From here until all is written down nothing is waited for: nothing changes meanwhile, and a
    // second click finds its confirmation used.
    if (this.#isClosed) return fail('cancelled', 'Quarterdeck is shutting down: nothing was sent.')
    const confirmed = journal.confirmed(confirmation).map((intent) => writer.latest(intent))
    if (confirmed.length > 0) return ok({ isTaken: true, intents: confirmed })
    const context = gather()
    const isOneByOne = input.oneByOne === true
    const { planned, problems } = this.#plan(orders, context)
    for (const { account } of planned.map(({ ticket }) => ticket))
      this.#queues.setPace(account, perSecondOf(account, context))
    const mayGoTogether = (account: string): boolean =>
      input.oneRequest === true && logins.has(account)
    const requests = this.#requests(planned, context, { isEachAlone: isOneByOne, mayGoTogether })
    problems.push(...worseThanShown(input.shown, planned))
    const accepted = new Set(input.accepted)
    if (problems.some((problem) => standsAgainst(problem, accepted)))
      return ok({ isTaken: false, problems })
    const because = meanwhile.against(requests)
    if (because !== null)
      return fail('cancelled', `${because} after this was confirmed: nothing was sent.`)
    const batches = requests.map((request) => newBatch(request, { confirmation, context }))
    if (isOneByOne) putOneByOne(batches.map(({ batch }) => batch))
    return this.#recording.record(batches, { logins, first: isOneByOne ? 1 : batches.length })
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
    const calledOff = this.#callingOff.waiting(({ id }) => wanted.has(id), 'person')
    const changed = new Map(calledOff.map((intent) => [intent.id, intent]))
    return ok(intents.map((intent) => changed.get(intent.id) ?? intent))
  }

  /** What has not begun to leave from an account stays here: all of it, or what is of a strategy. */
  callOffQueue(account: string, strategy: string | null): void {
    this.#callingOff.everywhere({
      isMeant: ({ account: of, params }) =>
        of === account && (strategy === null || params['strategy'] === strategy),
      why: 'person',
      because: 'A way out of the account was taken',
    })
  }

  /** What waits for an account that was closed, or is somebody else's now, does not leave any more. */
  accountsChanged(reassigned: readonly string[], by: ReassignedBy = 'person'): void {
    const { isOpen } = this.#options
    this.#callingOff.everywhere({
      isMeant: ({ account }) => reassigned.includes(account),
      why: by,
      because: 'The account was given other keys or another address, or is another client’s now,',
    })
    this.#callingOff.waiting(({ account }) => !isOpen(account), 'person')
  }

  /** Drops every queue in this very tick: what is not on the wire stays here. */
  halt(cancelsLeft: Promise<void>): void {
    this.#callingOff.halt(cancelsLeft)
  }

  pace(): Pace[] {
    return this.#queues.pace()
  }

  /** Orders of an account that left within the last minute, and those that wait. */
  lastMinute(account: string): number {
    return this.#recentOrders.lastMinute(account) + this.#outbox.weightOf(account)
  }

  /** Whether the same order was confirmed within the last second. */
  isRepeated(account: string, order: Record<string, string>): boolean {
    return this.#recentOrders.isRepeated(account, order)
  }

  /** Calls off what waits; settles when nothing of ours is on the wire. */
  async stop(): Promise<void> {
    this.#isClosed = true
    this.#callingOff.shutDown()
    this.#queues.stop()
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
    { isEachAlone = false, mayGoTogether }: RequestsWanted,
  ): PlannedRequest[] {
    if (isEachAlone) return requestsOf(planned, () => 1)
    const hasRoomFor = (account: string, weight: number): boolean =>
      this.#queues.hasRoomFor(account, weight)
    const carrierOf = carriersOf(planned, { context, mayGoTogether, hasRoomFor })
    return requestsOf(planned, (account) => perSecondOf(account, context), carrierOf)
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
}

interface RequestsWanted {
  /** One that leaves once the one before it was accepted has a request of its own. */
  isEachAlone?: boolean
  /** Whether an account's orders may travel with those of others. */
  mayGoTogether(account: string): boolean
}

const perSecondOf = (account: string, { accounts }: OrderContext): number =>
  accounts.get(account)!.trading.perSecond

const standsAgainst = ({ level, ...problem }: Problem, accepted: ReadonlySet<string>): boolean =>
  level === 'refuse' || (level === 'ask' && !accepted.has(consentTo(problem)))
