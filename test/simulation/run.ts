import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Profile } from '../../src/shared/accounts/accounts.ts'
import type { Events } from '../../src/shared/contract.ts'
import type { Intent } from '../../src/shared/orders/intents.ts'
import { type Limits, noLimits, usualTrading } from '../../src/shared/orders/limits.ts'
import { comparableOrderId } from '../../src/shared/service/order-ids.ts'
import { operations } from '../../src/shared/service/operations.ts'
import { exitKnowsTheOthers, squareOffKnowsTheOthers } from './invariants/exits-know-the-others.ts'
import { exitsWhereConfirmed } from './invariants/exits-where-confirmed.ts'
import { queueStays } from './invariants/queue-stays.ts'
import { sentAgainWhenAbsent } from './invariants/sent-again-when-absent.ts'
import { sentAsConfirmed } from './invariants/sent-as-confirmed.ts'
import { closedSendsNothing } from './invariants/closed-sends-nothing.ts'
import { deniedIsAbsent } from './invariants/denied-is-absent.ts'
import { flatIsFlat } from './invariants/flat-is-flat.ts'
import { foundIsItsOwn, heldOnce } from './invariants/found-is-its-own.ts'
import { limitsHold } from './invariants/limits-hold.ts'
import { notTurnedRound } from './invariants/not-turned-round.ts'
import { paceHolds } from './invariants/pace-holds.ts'
import { exitsSentOnce, sentOnce } from './invariants/sent-once.ts'
import { settledInTheEnd } from './invariants/settled-in-the-end.ts'
import { stopHolds } from './invariants/stop-holds.ts'
import { writtenFirst } from './invariants/written-first.ts'
import { People } from './people/people.ts'
import { type Random, randomOf } from './random.ts'
import {
  type Departure,
  type Rule,
  type RunRecord,
  type Violation,
  loginOf,
  tagOf,
} from './record.ts'
import { type Login, type Request, Service } from './service/service.ts'
import { Disk } from './world/disk.ts'
import { keychainOfRun } from './world/keychain.ts'
import { LivingDesk } from './world/living-desk.ts'
import { giveMachine, quiet } from './world/machine.ts'
import { VirtualClock } from './world/virtual-clock.ts'

/** Milliseconds in which the service and the people do their worst, and after which all is well. */
const storm = 42_000
const whole = 70_000
/** A Monday morning in India on which the exchanges are open. */
const begins = Date.UTC(2026, 10, 23, 5, 0)

export interface Outcome {
  seed: number
  violations: Violation[]
  /** How often each fault, act and branch was met. */
  marks: Map<string, number>
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
    world.clear()
  }
}

interface SimulatedAccount {
  profile: Profile
  apiKey: string
}

class World {
  readonly #seed: number
  readonly #clock = new VirtualClock()
  readonly #random: (purpose: number) => Random
  readonly #service: Service
  readonly #disk: Disk
  readonly #keychain = keychainOfRun()
  readonly #record: RunRecord
  readonly #trace: string[] = []
  readonly #marks = new Map<string, number>()
  readonly #violations: Violation[] = []
  readonly #accounts = new Map<string, SimulatedAccount>()
  #people: People | null = null
  #desk: LivingDesk | null = null
  #readers = new Map<string, DatabaseSync>()
  #wallAhead = 0
  #isCalm = false
  #limits: Limits = noLimits

  constructor(seed: number) {
    this.#seed = seed
    const drawn = new Map<number, Random>()
    this.#random = (purpose) => {
      const random = drawn.get(purpose) ?? randomOf(seed * 64 + purpose)
      drawn.set(purpose, random)
      return random
    }
    const now = (): number => this.#clock.now()
    const wall = (): number => begins + Math.floor(now()) + this.#wallAhead
    giveMachine({ now, wall, random: this.#random(purposes.names) })
    this.#disk = new Disk((folder, step) => this.#aroundCommit(folder, step))
    this.#service = new Service({
      clock: this.#clock,
      wall: () => begins + now(),
      random: this.#random(purposes.service),
      isStormy: () => !this.#isCalm,
      mark: (what) => this.#mark(what),
      note: (what) => this.#note(what),
      onFill: (login, order) => {
        this.#note(`filled ${order.id} of ${order.tag} to ${order.now.filled}`)
        this.#check('not turned round', notTurnedRound(this.#record, login, order))
      },
    })
    this.#record = {
      now,
      count: () => this.#trace.length,
      asked: new Map(),
      told: new Map(),
      firstLogins: new Map(),
      departures: [],
      logins: () => this.#service.logins,
      loginsOf: new Map(),
      stops: [],
      isStopped: false,
      risks: [],
      jumps: [],
      cleared: [],
      stopSaid: false,
      closed: new Set(),
      edits: [],
    }
  }

  async run(): Promise<Outcome> {
    await this.#begin()
    this.#liveOn()
    while (this.#clock.step(storm)) await quiet()
    this.#isCalm = true
    this.#note('calm')
    while (this.#desk?.isUp !== true && this.#clock.step(storm + 5000)) await quiet()
    if (this.#desk?.isUp !== true) throw new Error('no desk is up when the storm is over')
    await this.#orderly()
    while (this.#clock.step(whole)) await quiet()
    await this.#end()
    const hash = createHash('sha256').update(this.#trace.join('\n')).digest('hex')
    return {
      seed: this.#seed,
      violations: this.#violations,
      marks: this.#marks,
      trace: this.#trace,
      hash,
      lasted: this.#clock.now(),
    }
  }

  clear(): void {
    this.#desk?.kill()
    for (const reader of this.#readers.values()) reader.close()
    this.#disk.clear()
  }

  #mark(what: string): void {
    this.#marks.set(what, (this.#marks.get(what) ?? 0) + 1)
  }

  #note(what: string): void {
    this.#trace.push(`${this.#clock.now().toFixed(3).padStart(10)} ${what}`)
  }

  #check(invariant: Rule, wrongs: readonly string[]): void {
    for (const what of wrongs) {
      if (this.#violations.some((known) => known.invariant === invariant && known.what === what))
        continue
      this.#note(`VIOLATED ${invariant}: ${what}`)
      this.#violations.push({ invariant, what })
    }
  }

  /** A first desk, with one to three accounts, of which two may be one login. */
  async #begin(): Promise<void> {
    const random = this.#random(purposes.start)
    await this.#start(this.#disk.newFolder())
    const desk = this.#desk!
    const first = await this.#done(desk.call('openDesk', {}))
    for (const { id } of first.accounts)
      await this.#done(desk.call('deleteAccount', { account: id }))
    await this.#done(desk.call('chooseVault', { kind: 'keychain' }))
    this.#limits = random.chance(0.5)
      ? { ...noLimits, quantity: 300, perMinute: 12, openOrders: 8 }
      : noLimits
    await this.#done(desk.call('saveSettings', { limits: this.#limits }))
    const count = 1 + random.below(3)
    const isShared = count > 1 && random.chance(0.4)
    for (let number = 1; number <= count; number += 1) {
      const apiKey = isShared && number <= 2 ? 'key-shared' : `key-${number}`
      const profile: Omit<Profile, 'id'> = {
        ...{ name: `Account ${number}`, broker: 'ZE', strategy: 'usual', colour: 'blue' },
        service: { kind: 'url', url: addresses[0] },
        ...{ enabled: true, polls: {}, readsPerSecond: 50 },
        trading: {
          ...usualTrading,
          limits: {
            ...noLimits,
            quantity: random.chance(0.5) ? 150 : null,
            value: random.chance(0.5) ? 30_000 : null,
            openOrders: random.chance(0.4) ? 6 : null,
            perMinute: random.chance(0.5) ? 10 : null,
          },
          perSecond: random.pick([2, 5, 10]),
        },
      }
      const keys = { apiKey, apiSecret: `secret of ${apiKey}` }
      const saved = await this.#done(desk.call('saveAccount', { profile, keys }))
      const { id } = saved
      this.#accounts.set(id, { profile: { ...profile, id }, apiKey })
      const login = this.#service.loginOf({ origin: addresses[0], apiKey })
      this.#record.loginsOf.set(id, [{ since: 0, login }])
    }
    await this.#watch()
    const until = this.#clock.now() + 3000
    while (this.#clock.step(until)) await quiet()
  }

  /** Waits for a promise that only passing time can keep. */
  async #done<T>(
    promise: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>,
  ): Promise<T> {
    let reply: Awaited<typeof promise> | undefined
    void promise.then((kept) => {
      reply = kept
    })
    const end = this.#clock.now() + 10_000
    for (await quiet(); reply === undefined; await quiet())
      if (!this.#clock.step(end)) throw new Error('a call to the desk has no answer')
    if (!reply.ok) throw new Error(`refused: ${JSON.stringify(reply.error)}`)
    return reply.value
  }

  async #watch(): Promise<void> {
    const accounts = [...this.#accounts.keys()]
    await this.#done(this.#desk!.call('lookAt', { accounts, books: ['orders', 'positions'] }))
  }

  async #start(dataDir: string): Promise<void> {
    const { desk, started } = LivingDesk.start({
      dataDir,
      clock: this.#clock,
      wall: () => begins + Math.floor(this.#clock.now()) + this.#wallAhead,
      random: this.#random(purposes.desk),
      service: this.#service,
      keychain: this.#keychain,
      wire: {
        between: (request, step) => this.#betweenSteps(desk, request, step),
        onLeave: (request, treatment) => this.#seeLeave(desk, request, treatment.fate),
        onArrive: (request) => this.#seeArrival(request),
      },
      onEvent: (name, event) => this.#hear(name, event),
    })
    this.#desk = desk
    let isUp = false
    void started.then(() => {
      isUp = true
    })
    for (await quiet(); !isUp; await quiet()) if (!desk.isAlive) return
  }

  /** What goes on by itself until the storm is over. */
  #liveOn(): void {
    const random = this.#random(purposes.people)
    const accounts = [...this.#accounts.keys()]
    this.#people = new People({
      random,
      record: this.#record,
      clock: this.#clock,
      desk: () => (this.#desk?.isUp === true ? this.#desk : null),
      accounts,
      newId: () => crypto.randomUUID(),
      mark: (what) => this.#mark(what),
      note: (what) => this.#note(what),
      begun: (exit) =>
        this.#check('exits know the others', squareOffKnowsTheOthers(this.#record, exit)),
      world: {
        kill: () => this.#kill('by hand'),
        restart: () => void this.#restart(),
        edit: () => void this.#edit(),
        move: () => void this.#edit(random.pick(['keys', 'address'])),
        telephone: () => this.#telephone(),
        clock: () => this.#jump(),
      },
    })
    const act = (): void => {
      if (this.#clock.now() > storm - 2000) return
      this.#people?.act()
      this.#clock.after(random.chance(0.2) ? 0 : random.between(10, 1400), act)
    }
    act()
    const market = this.#random(purposes.market)
    const trade = (): void => {
      for (const { broker } of this.#service.logins) {
        const working = broker.working()
        if (working.length > 0 && market.chance(0.6)) broker.touch(market.pick(working))
      }
      if (!this.#isCalm) this.#clock.after(market.between(200, 1500), trade)
    }
    trade()
  }

  #telephone(): void {
    const random = this.#random(purposes.people)
    const login = random.pick(this.#service.logins)
    const model = login.broker.orders.at(-1)
    if (model === undefined || random.chance(0.2)) return
    const { instrument, product, side, quantity, price, pricetype, trigger } = model
    const order = login.broker.place({
      ...{ tag: 'by telephone', by: 'phone', instrument, product, parent: null },
      ...{ side, quantity: random.chance(0.6) ? quantity : 7, price, pricetype, trigger },
    })
    this.#note(`telephone: ${order.id}`)
  }

  #jump(): void {
    const random = this.#random(purposes.people)
    this.#wallAhead += Math.round(random.between(-600_000, 600_000))
    this.#record.jumps.push(this.#clock.now())
  }

  async #edit(what?: 'keys' | 'address'): Promise<void> {
    const random = this.#random(purposes.people)
    const desk = this.#desk
    if (desk?.isUp !== true) return
    const account = random.pick([...this.#accounts.values()])
    const { profile } = account
    const change =
      what ?? random.weighed({ pace: 3, off: 1, 'read-only': 1, on: 4, keys: 1, address: 1 })
    this.#mark(`edited: ${change}`)
    this.#record.edits.push({ at: this.#clock.now(), account: profile.id, change })
    switch (change) {
      case 'pace':
        profile.trading = { ...profile.trading, perSecond: random.pick([2, 5, 10]) }
        break
      case 'off':
        profile.enabled = false
        break
      case 'read-only':
        profile.trading = { ...profile.trading, readOnly: true }
        break
      case 'on':
        profile.enabled = true
        profile.trading = { ...profile.trading, readOnly: false }
        break
      case 'address':
      case 'keys': {
        if (change === 'keys') account.apiKey = `key-${random.below(5)}`
        else profile.service = { kind: 'url', url: random.pick(addresses) }
        const { apiKey } = account
        const login = this.#service.loginOf({ origin: originOf(profile), apiKey })
        this.#record.loginsOf.get(profile.id)!.push({ since: this.#clock.now(), login })
        break
      }
    }
    const { apiKey } = account
    const keys = { apiKey, apiSecret: `secret of ${apiKey}` }
    const isOther = change === 'keys' || change === 'address'
    const { enabled, trading } = profile
    const saving = desk.call('saveAccount', {
      profile: structuredClone(profile),
      ...(isOther && { keys }),
    })
    const isOpen = enabled && !trading.readOnly
    if (isOpen) this.#record.closed.delete(profile.id)
    const saved = await saving
    if (saved.ok && !isOpen && profile.enabled === enabled && profile.trading === trading)
      this.#record.closed.add(profile.id)
  }

  #kill(where: string): void {
    const desk = this.#desk
    if (desk === null || !desk.isUp || this.#isCalm) return
    this.#mark(`killed ${where}`)
    this.#note(`killed ${where}`)
    const copy = this.#disk.copyOf(desk.dataDir)
    desk.kill()
    this.#startSoon(copy)
  }

  async #restart(): Promise<void> {
    const desk = this.#desk
    if (desk === null || !desk.isUp) return
    await desk.close()
    if (this.#desk !== desk) return
    this.#startSoon(desk.dataDir)
  }

  #startSoon(dataDir: string): void {
    this.#desk = null
    const random = this.#random(purposes.people)
    const pause = random.chance(0.4) ? random.between(20, 250) : random.between(100, 2600)
    this.#clock.after(pause, () => {
      this.#note('started')
      void this.#start(dataDir).then(() => this.#afterStart())
    })
  }

  async #afterStart(): Promise<void> {
    const desk = this.#desk
    if (desk?.isUp !== true) return
    const view = await desk.call('openDesk', {})
    if (!view.ok) return
    const { on } = view.value.stop
    if (this.#record.stopSaid === true && !on)
      this.#check('stop holds', ['the stop was on before a restart, and is off after it'])
    this.#record.isStopped = on
    this.#record.stopSaid = on
    if (!this.#isCalm) this.#people?.greet(desk)
    this.#seeIntents(view.value.intents)
    void desk.call('lookAt', {
      accounts: [...this.#accounts.keys()],
      books: ['orders', 'positions'],
    })
  }

  #betweenSteps(desk: LivingDesk, request: Request, step: string): void {
    if (desk !== this.#desk || operations[request.operation].kind === 'read') return
    if (this.#random(purposes.crashes).chance(0.012)) this.#kill(`when a request was ${step}`)
  }

  #aroundCommit(folder: string, step: 'before' | 'after'): void {
    if (this.#desk?.dataDir !== folder || !this.#desk.isUp) return
    if (this.#random(purposes.crashes).chance(0.004)) this.#kill(`${step} an append`)
  }

  #seeLeave(desk: LivingDesk, request: Request, fate: string): void {
    const { operation, fields } = request
    const { kind } = operations[operation]
    if (kind === 'read') return
    const login = this.#service.loginOf(request)
    const legs = fields.map((field) => {
      const tag = kind === 'place' ? (field['strategy'] ?? '') : null
      const units = Number(field['quantity'] ?? 0)
      const slice = field['splitorder'] === 'YES' ? Number(field['split_quantity']) : units
      return { tag, units, orders: Math.max(1, Math.ceil(units / slice)), fields: field }
    })
    const account = this.#record.asked.get(legs[0]?.tag ?? '')?.account ?? ''
    const departure: Departure = {
      ...{ at: this.#clock.now(), account, login, operation, legs },
      isUnderWay: fate !== 'lost before',
      noted: kind === 'place' ? this.#notedAsSent(desk, legs) : 0,
    }
    this.#record.departures.push(departure)
    this.#note(`left ${operation} ${legs.map(({ tag }) => tag).join(' ')} (${fate})`)
    this.#check('sent once', sentOnce(this.#record))
    this.#check('stop holds', stopHolds(this.#record, departure))
    this.#check('queue stays', queueStays(this.#record, departure))
    this.#check('written first', writtenFirst(departure))
    if (kind !== 'place') {
      this.#check('exits where confirmed', exitsWhereConfirmed(this.#record, departure))
      return
    }
    this.#check('closed sends nothing', closedSendsNothing(this.#record, departure))
    this.#check('sent as confirmed', sentAsConfirmed(this.#record, departure))
    this.#check('exits know the others', exitKnowsTheOthers(this.#record, departure))
    const profile = this.#accounts.get(account)?.profile
    if (profile === undefined) return
    const { limits, perSecond } = profile.trading
    this.#check('limits hold', [
      ...limitsHold(this.#record, departure, {
        ...{ limits, accounts: new Set([account]), whose: profile.name },
      }),
      ...limitsHold(this.#record, departure, {
        limits: this.#limits,
        accounts: new Set(this.#accounts.keys()),
        whose: 'all accounts',
      }),
    ])
    // Over a restart only the clock on the wall tells what left when, and a former pace is no more.
    const { edits, jumps } = this.#record
    const lately = [
      ...jumps,
      ...edits.flatMap((edit) =>
        edit.account === account && edit.change === 'pace' ? edit.at : [],
      ),
    ].some((at) => at > this.#clock.now() - 30_000)
    if (!lately) this.#check('pace holds', paceHolds(this.#record.departures, departure, perSecond))
  }

  #seeArrival({ operation, fields }: Request): void {
    const { kind } = operations[operation]
    if (kind === 'read') return
    const tag = kind === 'place' ? (fields[0]?.['strategy'] ?? '') : null
    const departure = this.#record.departures.find(
      (one) => one.isUnderWay && one.operation === operation && one.legs[0]?.tag === tag,
    )
    if (departure !== undefined) departure.isUnderWay = false
    this.#note(`arrived ${operation} ${tag ?? ''}`)
  }

  /** Of orders that leave, those that the disk says were sent: another connection looks. */
  #notedAsSent(desk: LivingDesk, legs: Departure['legs']): number {
    const path = join(desk.dataDir, 'journal.db')
    const reader = this.#readers.get(path) ?? new DatabaseSync(path, { readOnly: true })
    this.#readers.set(path, reader)
    const sent = reader.prepare(
      `SELECT count(*) AS sent FROM entries recorded JOIN entries sent ON sent.intent = recorded.intent
        WHERE recorded.kind = 'recorded' AND sent.kind = 'sent'
          AND json_extract(recorded.body, '$.params.strategy') = ?`,
    )
    return legs.reduce(
      (sum, { tag }) => sum + Math.min(1, Number(sent.get(tag ?? '')?.['sent'] ?? 0)),
      0,
    )
  }

  #hear<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    switch (name) {
      case 'intents':
        return this.#seeIntents(event as Events['intents'])
      case 'exit': {
        const run = event as Events['exit']
        for (const account of run.accounts) {
          const key = `${run.what} ${account.account} ${account.step}`
          this.#note(`exit ${key}`)
          if (account.step !== 'flat' || this.#flats.has(`${run.id} ${account.account}`)) continue
          this.#flats.add(`${run.id} ${account.account}`)
          this.#mark(`said flat: ${run.what}`)
          this.#check('flat is flat', flatIsFlat(this.#record, { run, account }))
        }
        return
      }
      case 'stop': {
        const { on } = event as Events['stop']
        this.#note(`stop ${on ? 'on' : 'off'}`)
        this.#record.isStopped = on
        if (on) this.#record.stops.push(this.#record.count())
        return
      }
      default:
    }
  }

  readonly #flats = new Set<string>()

  #seeIntents(heard: readonly Intent[]): void {
    const intents = heard.map(withBareIds)
    for (const intent of intents) {
      const before = this.#record.told.get(intent.id)
      if (before?.state !== intent.state) {
        const ids = intent.parts.map(({ state, orderId }) => `${state} ${orderId ?? ''}`.trim())
        this.#note(`told ${intent.operation} ${tagOf(intent)} ${ids.join(', ')}`)
        this.#mark(`told ${intent.state}`)
      }
      this.#record.told.set(intent.id, intent)
      if (before === undefined) this.#seeNew(intent)
      if (before === undefined)
        this.#record.firstLogins.set(intent.id, loginOf(this.#record, intent.account))
    }
    this.#judge(intents)
  }

  #seeNew(intent: Intent): void {
    const { account, operation, params } = intent
    this.#check('sent again when absent', sentAgainWhenAbsent(this.#record, intent))
    if (operation === 'CancelAllOrder' && params['strategy'] === undefined)
      this.#record.cleared.push({
        account,
        at: this.#clock.now(),
        count: this.#record.count(),
      })
  }

  #judge(intents: readonly Intent[]): void {
    const all = [...this.#record.told.values()]
    for (const tag of new Set(intents.map(tagOf))) {
      if (tag === '') continue
      const same = all.filter((intent) => tagOf(intent) === tag)
      this.#check('denied is absent', deniedIsAbsent(this.#record, same))
      for (const intent of same)
        this.#check('found is its own', foundIsItsOwn(this.#record, intent))
    }
    this.#check('found is its own', heldOnce(this.#record))
  }

  /** All accounts as they should be, so that what is left can be found out. */
  async #orderly(): Promise<void> {
    const desk = this.#desk
    if (desk === null) return
    await this.#reply(desk.call('resumePolling', {}))
    for (const { profile } of this.#accounts.values()) {
      profile.enabled = true
      profile.trading = { ...profile.trading, readOnly: false }
      this.#record.closed.delete(profile.id)
      await this.#reply(desk.call('saveAccount', { profile }))
    }
  }

  async #end(): Promise<void> {
    this.#judge([...this.#record.told.values()])
    this.#check('sent once', [...sentOnce(this.#record), ...exitsSentOnce(this.#record)])
    const desk = this.#desk!
    for (const intent of this.#record.told.values()) {
      const kept = await this.#reply(desk.call('readIntent', { intent: intent.id }))
      const name = `${intent.operation} ${tagOf(intent)}`
      if (!kept.ok) this.#check('the journal holds all', [`${name} is not in it`])
      else if (kept.value.intent.state !== intent.state)
        this.#check('the journal holds all', [
          `${name} was last told as ${intent.state}, and is ${kept.value.intent.state} in it`,
        ])
    }
    this.#check('settled in the end', settledInTheEnd(this.#record))
    let state = 'checking'
    void desk.call('verifyJournal', {})
    await quiet()
    for (let turns = 0; turns < 1000 && state === 'checking'; turns += 1) {
      const view = await this.#reply(desk.call('openDesk', {}))
      if (view.ok) state = view.value.journal.state
    }
    if (state !== 'sound') this.#check('the journal holds all', [`it is ${state}`])
  }

  async #reply<T>(promise: Promise<T>): Promise<T> {
    let kept: { value: T } | undefined
    void promise.then((value) => {
      kept = { value }
    })
    for (await quiet(); kept === undefined; await quiet())
      if (!this.#clock.step(this.#clock.now() + 1000)) throw new Error('no answer')
    return kept.value
  }
}

const addresses = ['https://one.example', 'https://two.example'] as const

const originOf = ({ service }: Profile): string =>
  service.kind === 'url' ? new URL(service.url).origin : ''

/** Ids as the ledger has them: the service writes them in many ways. */
const withBareIds = (intent: Intent): Intent => ({
  ...intent,
  parts: intent.parts.map((part) => ({
    ...part,
    orderId: part.orderId === null ? null : comparableOrderId(part.orderId),
  })),
})

/** What is drawn for one of these does not move what is drawn for another. */
const purposes = {
  names: 0,
  service: 1,
  desk: 2,
  start: 3,
  people: 4,
  market: 5,
  crashes: 6,
} as const

export type { Login }
