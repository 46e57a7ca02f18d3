import type { Events } from '../../src/shared/contract.ts'
import type { Intent } from '../../src/shared/orders/intents.ts'
import { Judge } from './judge.ts'
import { People } from './people/people.ts'
import { Windows, password } from './people/windows.ts'
import { type RandomFor, randomsOf } from './random.ts'
import { type RunRecord, type Violation, loginOf, newRecord } from './record.ts'
import { untilFlat } from './invariants/nothing-withheld.ts'
import { RunLog } from './run-log.ts'
import { instruments } from './service/instruments.ts'
import type { BrokerOrder } from './service/orders.ts'
import { Service } from './service/service.ts'
import { type Theme, themeFrom } from './theme.ts'
import { Accounts } from './world/accounts.ts'
import { doneBy, keptBy } from './world/answers-in-time.ts'
import { JournalOnDisk } from './world/journal-on-disk.ts'
import { Lives } from './world/lives.ts'
import type { LivingDesk } from './world/living-desk.ts'
import { giveMachine, quiet } from './world/machine.ts'
import { VirtualClock } from './world/virtual-clock.ts'

/** Milliseconds in which the service and the people do their worst, and after which all is well. */
const storm = 42_000
const whole = 70_000
/** How often somebody gets out of everything after that, and how many milliseconds it is watched: longer than it may take. */
const lastWaysOut = 0.3
const lastWayOutTakes = untilFlat + 15_000
/** A Monday morning in India on which the exchanges are open. */
const begins = Date.UTC(2026, 10, 23, 5, 0)

export interface Outcome {
  seed: number
  violations: readonly Violation[]
  /** How often each fault, act and branch was met. */
  marks: ReadonlyMap<string, number>
  trace: readonly string[]
  /** Of the trace: the same seed makes the same run. */
  hash: string
  /** Milliseconds of the desk's time. */
  lasted: number
}

/** One run: people, desks and a service over something more than a minute, drawn from one number. */
export async function run(seed: number): Promise<Outcome> {
  const world = new World(seed)
  try {
    return await world.run()
  } finally {
    await world.clear()
  }
}

/** What is phoned in where there is no order yet to be phoned in again. */
const firstByTelephone: Pick<
  BrokerOrder,
  'instrument' | 'product' | 'side' | 'quantity' | 'price' | 'pricetype' | 'trigger'
> = {
  ...{ instrument: instruments[0]!, product: 'MIS', side: 'BUY', quantity: 20 },
  ...{ price: instruments[0]!.price, pricetype: 'LIMIT', trigger: 0 },
}

const idOf = ({ id }: Intent): string => id

/** A service, a market, people and the desks that they sit at. */
class World {
  readonly #seed: number
  readonly #clock = new VirtualClock()
  readonly #random: RandomFor
  readonly #theme: Theme
  readonly #log = new RunLog(() => this.#clock.now())
  readonly #journals = new JournalOnDisk()
  readonly #record: RunRecord
  readonly #service: Service
  readonly #accounts: Accounts
  readonly #judge: Judge
  readonly #lives: Lives
  #people: People | null = null
  readonly #windows: Windows | null
  #wallAhead = 0
  #isCalm = false

  constructor(seed: number) {
    this.#seed = seed
    this.#random = randomsOf(seed)
    const clock = this.#clock
    const log = this.#log
    const random = this.#random
    const theme = themeFrom(random('theme'))
    this.#theme = theme
    log.mark(theme.name)
    log.note(`theme: ${theme.name}`)
    const now = (): number => clock.now()
    const wall = (): number => begins + Math.floor(now()) + this.#wallAhead
    const isStormy = (): boolean => !this.#isCalm
    giveMachine({ now, wall, random: random('names') })
    const service = new Service({
      ...{ clock, wall: () => begins + now(), random: random('service'), isStormy, theme },
      tradesRandom: random('trades'),
      overnightRandom: random('overnight'),
      customsRandom: random('customs'),
      mark: (what) => log.mark(what),
      note: (what) => log.note(what),
      onFill: (login, order) => this.#judge.seeFill(login, order),
    })
    const logins = () => service.logins
    const record = newRecord({ now, count: () => log.trace.length, logins })
    const accounts = new Accounts({ clock, random, record, log, service, theme })
    this.#service = service
    this.#record = record
    this.#accounts = accounts
    const judge = new Judge({ clock, record, log, accounts, service, journals: this.#journals })
    this.#judge = judge
    this.#lives = new Lives({
      ...{ clock, wall, random, service, log, isStormy },
      onLeave: (desk, request, fate) => judge.seeLeave(desk, request, fate),
      onArrive: (request) => judge.seeArrival(request),
      onEnd: (desk, request, answer) => judge.seeEnd(desk, request, answer),
      onEvent: (desk, name, event) => {
        judge.hear(desk, name, event)
        if (name === 'intents') this.#windows?.check((event as Events['intents']).map(idOf))
      },
      onUp: (desk) => this.#takeUp(desk),
    })
    const desk = (): LivingDesk | null => this.#lives.desk
    const most = theme.windows
    this.#windows =
      most === 0
        ? null
        : new Windows({
            ...{ random: random('windows'), record, log, clock, most, desk, isStormy },
            onUnlocked: (open) => void this.#lookAgain(open),
          })
  }

  async run(): Promise<Outcome> {
    await this.#begin()
    this.#liveOn()
    while (this.#clock.step(storm)) await quiet()
    this.#isCalm = true
    this.#log.note('calm')
    while (this.#lives.desk === null && this.#clock.step(storm + 5000)) await quiet()
    if (this.#lives.desk === null) throw new Error('no desk is up when the storm is over')
    if (this.#windows !== null) await keptBy(this.#clock, this.#windows.unlock())
    await this.#accounts.putInOrder(this.#lives.desk)
    this.#judge.seeCalm()
    while (this.#clock.step(whole)) await quiet()
    await this.#judge.end(this.#lives.desk)
    if (this.#random('last').chance(lastWaysOut)) await this.#getOut(this.#lives.desk)
    this.#windows?.checkAtRest()
    const { violations, marks, trace, hash } = this.#log
    return { seed: this.#seed, violations, marks, trace, hash, lasted: this.#clock.now() }
  }

  /** From each login by one of its accounts, once the service tells all there is. */
  async #getOut(desk: LivingDesk): Promise<void> {
    const record = this.#record
    const byLogin = new Map(this.#accounts.ids.map((id) => [loginOf(record, id), id]))
    const accounts = [...byLogin.values()]
    const asked = { at: record.now(), confirmed: record.count(), what: 'both', accounts } as const
    const confirmation = crypto.randomUUID()
    this.#log.note('the last way out')
    for (const login of byLogin.keys())
      if (login !== undefined) record.risks.push({ at: record.now(), login })
    const all = accounts.map((account) => ({ account, strategy: null }))
    const begun = await keptBy(
      this.#clock,
      desk.call('exitAccounts', { confirmation, what: 'both', accounts: all, again: true }),
    )
    if (!begun.ok) {
      this.#log.note(`it was not taken: ${begun.error.message}`)
      this.#log.mark('the last way out was not taken')
      return
    }
    this.#judge.seeExit({ ...asked, isWarned: true })
    const end = this.#clock.now() + lastWayOutTakes
    while (this.#clock.step(end)) await quiet()
    this.#judge.endOfLastWayOut(begun.value.id, asked.at)
  }

  async clear(): Promise<void> {
    this.#journals.clear()
    await this.#lives.clear()
  }

  /** A first desk, and its accounts. */
  async #begin(): Promise<void> {
    const desk = await this.#lives.begin()
    await this.#accounts.begin(desk)
    const accounts = this.#accounts.ids
    await doneBy(this.#clock, desk.call('lookAt', { accounts, books: ['orders', 'positions'] }))
    if (this.#windows !== null)
      await doneBy(this.#clock, desk.call('setUpLock', { way: 'own', password }))
    const until = this.#clock.now() + 3000
    while (this.#clock.step(until)) await quiet()
  }

  async #takeUp(desk: LivingDesk): Promise<void> {
    for (const login of this.#service.logins) login.forgetFills()
    const view = await desk.call('openDesk', {})
    if (!view.ok) return
    this.#judge.seeStopAfterStart(view.value.stop.on)
    this.#judge.seeLockAfterStart(view.value.lock.isLocked)
    this.#windows?.takeUp(desk)
    if (!this.#isCalm) this.#people?.greet(desk)
    this.#judge.seeIntents(view.value.intents)
    // A window takes its time to show the books.
    this.#clock.after(this.#random('people').between(0, this.#theme.opensAfter), () => {
      if (this.#lives.desk === desk) void this.#lookAt(desk)
    })
  }

  #lookAt(desk: LivingDesk): Promise<unknown> {
    const accounts = this.#accounts.ids
    return desk.call('lookAt', { accounts, books: ['orders', 'positions'] })
  }

  /** A locked desk told nothing of what happened since. */
  async #lookAgain(desk: LivingDesk): Promise<void> {
    void this.#lookAt(desk)
    const view = await desk.call('openDesk', {})
    if (view.ok && !view.value.lock.isLocked) this.#judge.seeAgain(view.value)
  }

  /** What goes on by itself until the storm is over. */
  #liveOn(): void {
    const random = this.#random('people')
    const log = this.#log
    const people = new People({
      ...{ random, turns: this.#random('turns') },
      ...{ groups: this.#random('groups'), ends: this.#random('ends') },
      ...{ record: this.#record, clock: this.#clock, accounts: this.#accounts.ids },
      theme: this.#theme,
      desk: () => this.#lives.desk,
      confirm: (desk, input) =>
        this.#windows?.confirm(desk, input) ?? desk.call('placeOrders', input),
      newId: () => crypto.randomUUID(),
      mark: (what) => log.mark(what),
      note: (what) => log.note(what),
      begun: (exit) => this.#judge.seeExit(exit),
      world: {
        kill: () => this.#lives.kill('by hand'),
        restart: () => void this.#lives.restart(),
        edit: () => this.#edit(),
        move: (account) => this.#edit({ what: random.pick(['keys', 'address']), account }),
        tighten: (account) => this.#tighten(account),
        close: (account) => this.#close(account),
        telephone: () => this.#telephone(),
        clock: () => this.#jump(),
      },
    })
    this.#people = people
    if (this.#lives.desk !== null) this.#windows?.begin(this.#lives.desk)
    const act = (): void => {
      if (this.#clock.now() > storm - 2000) return
      people.act()
      this.#clock.after(random.chance(0.2) ? 0 : random.between(10, this.#theme.slowest), act)
    }
    act()
    this.#trade()
  }

  /** The market touches one order or another. */
  #trade(): void {
    const market = this.#random('market')
    for (const { broker } of this.#service.logins) {
      const working = broker.working()
      if (working.length > 0 && market.chance(this.#theme.market))
        broker.touch(market.pick(working))
    }
    if (!this.#isCalm) this.#clock.after(market.between(200, 1500), () => this.#trade())
  }

  #edit(of?: Parameters<Accounts['edit']>[1]): void {
    const { desk } = this.#lives
    if (desk !== null && !this.#record.isLocked) void this.#accounts.edit(desk, of)
  }

  #tighten(account: string): void {
    if (this.#lives.desk !== null && !this.#isCalm && !this.#record.isLocked)
      void this.#accounts.tighten(() => this.#lives.desk, account)
  }

  #close(account: string): void {
    if (this.#lives.desk !== null && !this.#isCalm && !this.#record.isLocked)
      void this.#accounts.close(() => this.#lives.desk, account)
  }

  #telephone(): BrokerOrder | undefined {
    const random = this.#random('people')
    const login = random.pick(this.#service.logins)
    const model = login.broker.orders.at(-1)
    if (random.chance(0.2)) return undefined
    const { instrument, product, side, quantity, price, pricetype, trigger } =
      model ?? firstByTelephone
    const order = login.broker.place({
      ...{ tag: 'by telephone', by: 'phone', instrument, product, parent: null },
      ...{ side, quantity: random.chance(0.6) ? quantity : 7, price, pricetype, trigger },
    })
    this.#log.note(`telephone: ${order.id}`)
    return order
  }

  #jump(): void {
    this.#wallAhead += Math.round(this.#random('people').between(-600_000, 600_000))
    this.#record.jumps.push(this.#clock.now())
  }
}
