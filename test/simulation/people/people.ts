import type { Input } from '../../../src/shared/contract.ts'
import type { Reply } from '../../../src/shared/core/errors.ts'
import type { Placement } from '../../../src/shared/orders/placing.ts'
import { type Problem, consentTo } from '../../../src/shared/orders/problems.ts'
import type { Clock } from '../../../src/main/core/clock.ts'
import { type Intent, isSurelyNotThere } from '../../../src/shared/orders/intents.ts'
import { resendOf } from '../../../src/shared/orders/resending.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import type { Random } from '../random.ts'
import { type BegunExit, type RunRecord, loginOf, madeFor, tagOf } from '../record.ts'
import type { BrokerOrder } from '../service/orders.ts'
import { bookIdOf } from '../service/rows.ts'
import { type Theme, weightedBy } from '../theme.ts'
import type { LivingDesk } from '../world/living-desk.ts'
import { anyTicket, atOnce, copyOf, leavingTicket } from './tickets.ts'

export interface PeopleOptions {
  random: Random
  /** For what is done while orders wait for their turn. */
  turns: Random
  /** For what members of a group take, and for accounts that are closed meanwhile. */
  groups: Random
  /** For desks that end at a moment that people wait for. */
  ends: Random
  theme: Pick<
    Theme,
    | 'acts'
    | 'copies'
    | 'endsOnceTaken'
    | 'groups'
    | 'shares'
    | 'doubts'
    | 'greets'
    | 'isLastPhonedAlone'
    | 'kinds'
    | 'offeredCheaply'
    | 'patience'
    | 'watches'
  >
  record: RunRecord
  clock: Pick<Clock, 'after'>
  desk(): LivingDesk | null
  /** In one of their windows, or in several. */
  confirm(desk: LivingDesk, input: Input<'placeOrders'>): Promise<Reply<Placement>>
  accounts: readonly string[]
  newId(): string
  mark(what: string): void
  note(what: string): void
  /** The desk took it, and whatever it had to ask was asked. */
  begun(exit: BegunExit): void
  /** Things that people do to the desk as a whole, or to its accounts. */
  world: Readonly<
    Record<Exclude<WorldAct, 'telephone'>, () => void> & {
      move(account: string): void
      /** Its limits let nearly nothing through for a while. */
      tighten(account: string): void
      /** It is switched off, or may only be looked at, for a while. */
      close(account: string): void
      /** The order that was phoned in, where one was. */
      telephone(): BrokerOrder | undefined
    }
  >
}

type WorldAct = 'kill' | 'restart' | 'edit' | 'telephone' | 'clock'

export const acts = {
  place: 40,
  leave: 12,
  'exit orders': 4,
  'exit positions': 4,
  'exit both': 5,
  stop: 3,
  lift: 8,
  look: 3,
  settle: 4,
  resend: 6,
  'drop from queue': 2,
  'stop and lift': 2,
  'move in the middle': 2,
  'stop watching': 1,
  'in and out': 1,
  'one way out and another': 1,
  refresh: 2,
  pause: 1,
  resume: 3,
  kill: 2,
  restart: 1,
  edit: 3,
  telephone: 10,
  'telephone and click': 1,
  clock: 1,
} as const
export type Act = keyof typeof acts

type WayOut = 'orders' | 'positions' | 'both' | 'stop'

/** Ways out that are taken one soon after the other. */
const waysAfterWays: readonly (readonly [WayOut, WayOut])[] = [
  ['orders', 'positions'],
  ['orders', 'positions'],
  ['positions', 'orders'],
  ['orders', 'both'],
  ['both', 'orders'],
  ['stop', 'positions'],
]

/** What nobody does who waits for a way out to be done. */
const trades: ReadonlySet<Act> = new Set([
  ...(['place', 'leave', 'resend', 'stop and lift', 'move in the middle', 'in and out'] as const),
  ...(['telephone and click'] as const),
])

/** Impatient people at two windows, who click on whatever there is. */
export class People {
  readonly #options: PeopleOptions
  readonly #acts: Readonly<Record<Act, number>>
  #tickets = 0
  /** Until then people look what becomes of an exit, and trade nothing. */
  #watchesUntil = 0
  /** The account of an order that was taken just before its desk ended. */
  #unfinished: string | null = null

  constructor(options: PeopleOptions) {
    this.#options = options
    this.#acts = weightedBy(acts, options.theme.acts)
  }

  /** One act; what becomes of it is told later, or never. */
  act(): void {
    const { mark, note, desk, world, random } = this.#options
    const act = random.weighed(this.#acts)
    const here = desk()
    if (here === null || (this.#options.record.now() < this.#watchesUntil && trades.has(act)))
      return
    mark(act)
    note(`person: ${act}`)
    if (act in world) world[act as WorldAct]()
    else void this.#do(act, here)
  }

  /** Who stood in the middle of something does it as soon as a desk is up again. */
  greet(desk: LivingDesk): void {
    const { random, ends, clock, note, theme } = this.#options
    const unfinished = this.#unfinished
    this.#unfinished = null
    if (unfinished !== null) {
      this.#watchesUntil = this.#options.record.now() + ends.between(3000, 6000)
      clock.after(ends.between(0, 60), () => {
        if (this.#options.desk() === desk) void this.#cancelAll(desk, unfinished)
      })
      return
    }
    const act = random.weighed(weightedBy({ wait: 30, place: 45, exit: 25 }, theme.greets))
    if (act === 'wait') return
    const what = random.pick(['orders', 'positions', 'both'] as const)
    // A window is open before the keys are read.
    clock.after(random.chance(0.5) ? 0 : random.between(0, 60), () => {
      if (this.#options.desk() !== desk) return
      note(`person: ${act} at the start`)
      void (act === 'place' ? this.#place(desk) : this.#exit(desk, what))
    })
  }

  async #do(act: Act, desk: LivingDesk): Promise<void> {
    switch (act) {
      case 'place':
        return this.#place(desk)
      case 'leave':
        return this.#leave(desk)
      case 'exit orders':
        return this.#exit(desk, 'orders')
      case 'exit positions':
        return this.#exit(desk, 'positions')
      case 'exit both':
        return this.#exit(desk, 'both')
      case 'in and out':
        return this.#inAndOut(desk)
      case 'one way out and another':
        return this.#oneWayOutAndAnother(desk)
      case 'telephone and click':
        return this.#telephoneAndClick()
      case 'stop and lift':
        void this.#place(desk)
        void this.#stop(desk)
        return this.#lift(desk)
      case 'move in the middle':
        return this.#moveInTheMiddle(desk)
      case 'stop':
        return this.#stop(desk)
      case 'lift':
        return this.#lift(desk)
      case 'look':
        return this.#look(desk)
      case 'settle':
        return this.#settle(desk)
      case 'resend':
        return this.#resend(desk)
      case 'drop from queue':
        return this.#drop(desk)
      case 'stop watching':
        return this.#stopWatching(desk)
      case 'pause':
        return void (await desk.call('pausePolling', {}))
      case 'resume':
        return void (await desk.call('resumePolling', {}))
      case 'refresh':
        return void (await desk.call('refreshBooks', {}))
      case 'kill':
      case 'restart':
      case 'edit':
      case 'telephone':
      case 'clock':
        return
    }
  }

  async #stop(desk: LivingDesk): Promise<void> {
    const { record } = this.#options
    record.stopSaid = null
    const stopped = await desk.call('engageStop', {})
    if (stopped.ok) record.stopSaid = record.isStopped ? stopped.value.on : null
  }

  async #lift(desk: LivingDesk): Promise<void> {
    const { record } = this.#options
    record.stopSaid = null
    const lifted = await desk.call('liftStop', {})
    if (lifted.ok) record.stopSaid = record.isStopped ? null : lifted.value.on
  }

  #someAccount(): string {
    const { random, accounts, theme } = this.#options
    return random.pick(theme.isLastPhonedAlone ? accounts.slice(0, -1) : accounts)
  }

  #tag(): string {
    this.#tickets += 1
    return `t${this.#tickets}`
  }

  async #place(
    desk: LivingDesk,
    { account = this.#someAccount(), isBasket = this.#options.random.chance(0.25) } = {},
  ): Promise<void> {
    const { random, theme } = this.#options
    if (theme.groups > 0 && random.chance(theme.groups)) return this.#placeForAll(desk)
    const count = isBasket ? 2 + random.below(3) : 1
    const tickets = Array.from({ length: count }, () => {
      const of = {
        account: isBasket && random.chance(0.3) ? this.#someAccount() : account,
        tag: this.#tag(),
      }
      return (
        (random.chance(theme.copies) ? this.#copy(of) : null) ?? anyTicket({ ...of, random, theme })
      )
    })
    await this.#confirm(desk, tickets)
  }

  /** One order for all accounts. */
  #placeForAll(desk: LivingDesk): Promise<void> {
    const { random, accounts, theme } = this.#options
    const ticket = anyTicket({ account: accounts[0]!, tag: '', random, theme })
    const each = accounts.map((account) => ({ ...ticket, account, strategy: this.#tag() }))
    if (random.chance(theme.shares)) return this.#placeShares(desk, each)
    const orders = this.#inMultiples(each)
    const isOneByOne = random.chance(0.6)
    const asked = isOneByOne ? orders : this.#asRegular(orders)
    return this.#confirm(desk, asked, { isOneByOne, isTogether: true })
  }

  /** Most of them as regular orders, which alone can travel in one request. */
  #asRegular(orders: Ticket[]): Ticket[] {
    const { turns, theme } = this.#options
    if (turns.chance(0.2)) return orders
    const account = orders[0]!.account
    let ticket: Ticket
    do ticket = anyTicket({ account, tag: '', random: turns, theme })
    while (ticket.kind !== 'regular')
    return orders.map((order) => ({ ...ticket, account: order.account, strategy: order.strategy }))
  }

  /** Each takes the same, or so many times as much. */
  #inMultiples(orders: Ticket[]): Ticket[] {
    const { groups, mark } = this.#options
    if (!groups.chance(0.4)) return orders
    mark('members with multiples')
    return orders.map((ticket) =>
      ticket.kind === 'smart'
        ? ticket
        : { ...ticket, quantity: String(Number(ticket.quantity) * (1 + groups.below(3))) },
    )
  }

  /** Of each account what a part of its funds, or of one sum, buys, as the ticket was told, and maybe a while ago. */
  async #placeShares(desk: LivingDesk, orders: Ticket[]): Promise<void> {
    const { random, groups, record, mark, clock } = this.#options
    const percent = random.pick(['5', '10', '25', '50', '100'])
    const sum = groups.chance(0.35) ? String(groups.pick([20_000, 60_000, 150_000])) : null
    const shares = orders.map(() => ({ percent, sum }))
    const told = await desk.call('previewShares', { orders, shares })
    if (!told.ok) return
    const tickets = told.value.flatMap(({ units, isLeftOut, ofFunds }, index): Ticket[] => {
      const ticket = orders[index]!
      mark(isLeftOut ? 'no share of funds' : 'a share of funds')
      if (isLeftOut || ticket.kind === 'smart') return []
      if (sum !== null) record.sums.set(ticket.strategy ?? '', { percent, sum })
      if (ofFunds === null) return sum === null ? [] : [{ ...ticket, quantity: units }]
      return [{ ...ticket, quantity: units, ofFunds }]
    })
    if (tickets.length === 0) return
    const isOneByOne = random.chance(0.6)
    clock.after(random.between(0, 20_000), () => {
      if (this.#options.desk() === desk)
        void this.#confirm(desk, tickets, { isOneByOne, isTogether: true })
    })
  }

  /** What is left of an order for several; some try it as well with all of it. */
  #resendAll(desk: LivingDesk, { confirmation }: Intent): Promise<void> {
    const { random, record, mark } = this.#options
    const isCareless = random.chance(0.2)
    const tickets = [...record.told.values()]
      .filter((one) => one.confirmation === confirmation)
      .flatMap((one) => (isCareless ? { ...one.ticket!, resends: one.id } : (resendOf(one) ?? [])))
      .map((ticket) => ({ ...ticket, strategy: this.#tag() }))
    if (tickets.length > 1) mark('sent again for several')
    return tickets.length === 0
      ? Promise.resolve()
      : this.#confirm(desk, tickets, { isOneByOne: random.chance(0.6) })
  }

  /** What many do: one more of what is in the book. */
  #copy(of: { account: string; tag: string }): Ticket | null {
    const { random, record, mark } = this.#options
    const orders = loginOf(record, of.account)?.broker.orders ?? []
    const ticket = orders.length === 0 ? null : copyOf(random.pick(orders.slice(-8)), of)
    if (ticket !== null) mark('one more of the same')
    return ticket
  }

  /** Somebody else gives an account other keys while what was begun for it is on its way. */
  #moveInTheMiddle(desk: LivingDesk): Promise<void> {
    const { random, accounts, clock, world } = this.#options
    const account = random.pick(accounts)
    const latest = random.chance(0.5) ? 400 : 3000
    clock.after(random.between(0, latest), () => world.move(account))
    return random.chance(0.3)
      ? this.#exit(desk, 'both', [account])
      : this.#place(desk, { account, isBasket: false })
  }

  /** Somebody wants to be in at once, and a moment later out again. */
  async #inAndOut(desk: LivingDesk): Promise<void> {
    const { random, ends, clock, theme } = this.#options
    const account = this.#someAccount()
    const tickets = [1, 2].map(() => atOnce({ account, tag: this.#tag(), random }))
    clock.after(random.between(0, 1000), () => {
      const what = random.pick(['positions', 'both', 'both'] as const)
      if (this.#options.desk() === desk) void this.#exit(desk, what, [account])
    })
    if (theme.endsOnceTaken > 0 && ends.chance(theme.endsOnceTaken))
      clock.after(ends.between(40, 250), () => this.#endOnceTaken(desk, tickets))
    await this.#confirm(desk, random.chance(0.5) ? tickets : tickets.slice(0, 1))
  }

  /** The machine goes out, and no book has shown yet what the service took. */
  #endOnceTaken(desk: LivingDesk, tickets: readonly Ticket[]): void {
    const { record, world, mark } = this.#options
    const taken = tickets.find(({ strategy }) => record.accepted.has(strategy ?? ''))
    if (taken === undefined || this.#options.desk() !== desk) return
    mark('a desk ended once an order was taken')
    this.#unfinished = taken.account
    world.kill()
  }

  /** Positions are closed, and orders cancelled beside that, by one person or two. */
  async #oneWayOutAndAnother(desk: LivingDesk): Promise<void> {
    const { random, accounts, clock } = this.#options
    const chosen = random.chance(0.5) ? [...accounts] : [random.pick(accounts)]
    const take = (way: WayOut): Promise<void> =>
      way === 'stop' ? this.#stop(desk) : this.#exit(desk, way, chosen)
    const [first, second] = random.pick(waysAfterWays)
    clock.after(random.between(0, 1500), () => {
      if (this.#options.desk() === desk) void take(second)
    })
    await take(first)
  }

  /** An order is phoned in, and the same is clicked here, or the other way round. */
  #telephoneAndClick(): void {
    const { random, clock, desk, world, accounts, record } = this.#options
    const phoned = world.telephone()
    clock.after(random.between(300, 2500), () => {
      const here = desk()
      const account = accounts.find((one) =>
        loginOf(record, one)?.broker.orders.some((order) => order === phoned),
      )
      if (here === null || phoned === undefined || account === undefined) return
      const ticket = copyOf(phoned, { account, tag: this.#tag() })
      if (ticket !== null) void this.#confirm(here, [ticket])
    })
  }

  /** Confirms as a window does: asks, is asked, and agrees or not. */
  async #confirm(
    desk: LivingDesk,
    all: Ticket[],
    { isOneByOne = false, isTogether = false } = {},
  ): Promise<void> {
    const { random, record, newId, mark, note, theme } = this.#options
    const confirmation = newId()
    let orders = all
    if (isOneByOne) mark('one after the other')
    const oneRequest = isTogether && !isOneByOne && this.#options.turns.chance(0.7)
    const isImpatient = random.chance(0.15)
    let accepted: string[] = []
    let warnings: Problem[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      const inTurn = isOneByOne ? orders.map(({ strategy }) => strategy ?? '') : []
      const agreed = new Set(accepted.map((consent) => consent.slice(consent.indexOf(':') + 1)))
      for (const [index, ticket] of orders.entries()) {
        const tag = ticket.strategy ?? ''
        const { account } = ticket
        const login = loginOf(record, account)
        const when = { at: record.now(), confirmed: record.count() }
        const isWarned = warnings.some(({ order }) => order === null || order === index)
        record.asked.set(tag, { tag, account, ticket, ...when, login, agreed, isWarned, inTurn })
      }
      const call = (): Promise<Reply<Placement>> =>
        this.#options.confirm(desk, {
          confirmation,
          orders,
          accepted,
          ...(isOneByOne && { oneByOne: true }),
          ...(oneRequest && { oneRequest }),
        })
      if (isImpatient) {
        mark('clicked twice')
        void call()
      }
      const placed = await call()
      if (!placed.ok) return
      if (placed.value.isTaken) return isOneByOne ? this.#meddleWithLine(orders) : undefined
      const { problems } = placed.value
      for (const { level, code } of problems) mark(`${level} ${code}`)
      const fewer = isTogether ? notRefused(orders, problems) : orders
      if (fewer.length > 0 && fewer.length < orders.length) {
        mark('sent without those that are refused')
        orders = fewer
        ;[accepted, warnings] = [[], []]
        continue
      }
      if (problems.some(({ level }) => level === 'refuse') || random.chance(theme.doubts)) {
        note(`not placed: ${problems.map(({ code }) => code).join(', ')}`)
        return
      }
      accepted = [...new Set([...accepted, ...problems.map(consentTo)])]
      warnings.push(...problems.filter(warnsOfTurning))
    }
  }

  /** Somebody else puts limits on an account whose turn has not come, or closes one. */
  #meddleWithLine(orders: readonly Ticket[]): void {
    const { turns, groups, clock, world } = this.#options
    const behind = orders.slice(1)
    if (behind.length === 0) return
    if (turns.chance(0.35)) {
      const { account } = turns.pick(behind)
      clock.after(turns.between(0, 1200), () => world.tighten(account))
    }
    if (!groups.chance(0.25)) return
    const { account } = groups.pick(behind)
    clock.after(groups.between(0, 800), () => world.close(account))
  }

  async #leave(desk: LivingDesk): Promise<void> {
    const { random } = this.#options
    const account = this.#someAccount()
    const book = await desk.call('readBook', { account, book: 'positions' })
    if (!book.ok) return
    const held = book.value.rows.flatMap(([, row]) => {
      const { exchange, symbol, product, netqty: net } = row
      return typeof net === 'number' && net !== 0
        ? [{ exchange: String(exchange), symbol: String(symbol), product: String(product), net }]
        : []
    })
    if (held.length === 0) return
    const position = random.pick(held)
    const ticket = leavingTicket({ account, tag: this.#tag(), random, position })
    if (ticket !== null) await this.#confirm(desk, [ticket])
  }

  async #exit(
    desk: LivingDesk,
    what: 'orders' | 'positions' | 'both',
    from?: string[],
  ): Promise<void> {
    const { random, accounts, newId, record, mark, theme } = this.#options
    const chosen = from ?? (random.chance(0.5) ? [...accounts] : [random.pick(accounts)])
    const strategy = what === 'orders' && random.chance(0.25) ? this.#someStrategy() : null
    if (strategy !== null) mark('exit of a strategy')
    const of = chosen.map((account) => ({ account, strategy }))
    const input = { confirmation: newId(), what, accounts: of }
    if (random.chance(0.1)) void desk.call('exitAccounts', input)
    const asked = { at: record.now(), confirmed: record.count(), what, accounts: chosen }
    const begun = await desk.call('exitAccounts', input)
    const { least, most } = theme.watches
    if (what !== 'orders' && random.chance(theme.patience))
      this.#watchesUntil = record.now() + random.between(least, most)
    if (begun.ok) return this.#options.begun({ ...asked, isWarned: false })
    if (begun.error.field !== 'again') return
    mark('asked about an exit beside an exit')
    if (random.chance(0.5)) return
    for (const account of chosen) {
      const login = loginOf(record, account)
      if (login !== undefined) record.risks.push({ at: record.now(), login })
    }
    const again = await desk.call('exitAccounts', { ...input, again: true })
    if (again.ok) this.#options.begun({ ...asked, isWarned: true })
  }

  /** Whose order was taken just before a desk ended wants it away. */
  async #cancelAll(desk: LivingDesk, account: string): Promise<void> {
    const { record, newId } = this.#options
    const asked = { at: record.now(), confirmed: record.count(), accounts: [account] }
    const accounts = [{ account, strategy: null }]
    const begun = await desk.call('exitAccounts', {
      ...{ confirmation: newId(), what: 'orders', accounts },
    })
    if (begun.ok) this.#options.begun({ ...asked, what: 'orders', isWarned: false })
  }

  #someStrategy(): string | null {
    const order = this.#someOf(({ ticket }) => ticket !== null)
    return order === undefined ? null : tagOf(order)
  }

  #someOf(fits: (intent: Intent) => boolean): Intent | undefined {
    const { random, record } = this.#options
    const all = [...record.told.values()].filter(fits)
    return all.length === 0 ? undefined : random.pick(all)
  }

  async #look(desk: LivingDesk): Promise<void> {
    const intent = this.#someOf(({ state }) => state === 'in-doubt')
    if (intent !== undefined) await desk.call('lookForOrder', { intent: intent.id })
  }

  /** Settles what is in doubt as it is: the person has asked the broker by telephone. */
  async #settle(desk: LivingDesk): Promise<void> {
    const { record, mark } = this.#options
    const intent = this.#someOf(({ state, ticket }) => state === 'in-doubt' && ticket !== null)
    if (intent === undefined) return
    const tag = tagOf(intent)
    const isOnItsWay = record.departures.some(
      ({ isUnderWay, legs }) => isUnderWay && legs.some((leg) => leg.tag === tag),
    )
    if (isOnItsWay) return
    const held = new Set(intent.parts.flatMap(({ orderId }) => orderId ?? []))
    const orderIds = madeFor(record, tag)
      .map(({ id }) => id)
      .filter((id) => !held.has(id))
    const how =
      orderIds.length === 0
        ? ({ kind: 'absent' } as const)
        : ({ kind: 'is', orderIds: orderIds.map(bookIdOf) } as const)
    const settled = await desk.call('settleOrder', { intent: intent.id, how })
    if (settled.ok) mark(`settled by hand: ${how.kind}`)
  }

  async #resend(desk: LivingDesk): Promise<void> {
    const { mark, random, theme } = this.#options
    // Some try it as well with what may be there.
    const isCareless = random.chance(0.25)
    const intent = this.#someOf(
      ({ state, ticket }) =>
        ticket !== null && (isSurelyNotThere(state) || (isCareless && state === 'in-doubt')),
    )
    if (intent?.ticket == null) return
    mark('sent again')
    if (theme.groups > 0 && random.chance(theme.groups)) return this.#resendAll(desk, intent)
    await this.#confirm(desk, [{ ...intent.ticket, strategy: this.#tag(), resends: intent.id }])
  }

  async #drop(desk: LivingDesk): Promise<void> {
    const waiting = this.#someOf(({ state }) => state === 'recorded')
    if (waiting !== undefined) await desk.call('cancelQueuedOrders', { intents: [waiting.id] })
  }

  async #stopWatching(desk: LivingDesk): Promise<void> {
    const view = await desk.call('openDesk', {})
    const running = view.ok && view.value.exits.find(({ state }) => state === 'running')
    if (running) await desk.call('stopWatching', { exit: running.id })
  }
}

/** What is asked before an order that can take its position past zero, or past its target. */
const warnsOfTurning = ({ level, code, message }: Problem): boolean =>
  level === 'ask' &&
  (code === 'exit' || code === 'position' || (code === 'stale' && message.includes('position')))

/** Those of a group that nothing refuses: of what is refused for itself the others are sent without it. */
function notRefused(orders: Ticket[], problems: readonly Problem[]): Ticket[] {
  const refused = problems.filter(({ level }) => level === 'refuse')
  if (refused.some(({ order }) => order === null)) return []
  return orders.filter((_, index) => refused.every(({ order }) => order !== index))
}
