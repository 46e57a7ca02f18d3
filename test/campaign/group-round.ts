import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Practice, startPractice } from '../../src/practice/server.ts'
import { type Intent, isSurelyNotThere } from '../../src/shared/orders/intents.ts'
import { resendOf } from '../../src/shared/orders/resending.ts'
import type { Ticket } from '../../src/shared/orders/tickets.ts'
import { fastestFolder } from '../fastest-folder.ts'
import { type CampaignDesk, startDesk, trading, until } from './desk.ts'
import { fastClock } from '../fast-clock.ts'
import { deadline, monday, troublesOf } from './faulty-round.ts'
import { madeFor } from './judge.ts'
import { type Random, randomOf } from './random.ts'
import { type Tunnel, openTunnel } from './tunnel.ts'

/** What became of orders for many accounts, by the ledgers of their brokers. */
export interface GroupJudgement {
  orders: number
  legs: number
  accepted: number
  /** Said to be accepted, and not at the broker. */
  missing: number
  /** Said not to be at the broker, and there. */
  falselyDenied: number
  /** Orders beyond the one that an account was to get, whatever was sent again. */
  duplicates: number
  /** Legs that left although one before them, in turn, was not accepted. */
  outOfTurn: number
  doubts: number
  /** Legs that waited for others and were not sent. */
  heldBack: number
  sentAgain: number
  wrongs: string[]
}

const nothingJudged: GroupJudgement = {
  ...{ orders: 0, legs: 0, accepted: 0, missing: 0, falselyDenied: 0, duplicates: 0 },
  ...{ outOfTurn: 0, doubts: 0, heldBack: 0, sentAgain: 0, wrongs: [] },
}

/** How many times as fast as real the desk and its brokers live. */
const factor = 5
/** Group orders that are on their way at a time. */
const atOnce = 4

/** Whose a login is: two keys of one client see, and fill, the same books. */
const logins = [
  { key: 'practice-1', broker: 'PX' },
  { key: 'practice-1', broker: 'PY' },
  { key: 'practice-2', broker: 'PX' },
  { key: 'practice-2', broker: 'PY' },
  { key: 'practice-1-second', broker: 'PX' },
]

/** One leg as it was confirmed; what is sent again for it is a leg of its own. */
interface Leg {
  intent: Intent
  /** Its place in its confirmation, where its orders leave in turn; null where all leave at once. */
  turn: number | null
  /** The tag of the leg that it was first sent for. */
  wish: string
}

/** Ten accounts over two brokers, orders for all of them through faults of each, and what failed sent again. */
export async function groupRound(options: {
  seed: number
  orders: number
}): Promise<GroupJudgement> {
  const { seed, orders } = options
  const random = randomOf(seed)
  const clock = fastClock(factor)
  const start = clock.now()
  const lived = (): number => clock.now() - start
  const brokers = await Promise.all(
    [0, 1].map((n) => openBroker({ seed: seed + n, random, lived })),
  )
  const dataDir = await mkdtemp(join(fastestFolder, 'quarterdeck-groups-'))
  const desk = await startDesk({
    dataDir,
    clock,
    now: () => monday + lived(),
    random: random.next,
    deadlines: { read: 2000, place: deadline, exit: deadline },
    startPractice: () =>
      Promise.resolve({ url: brokers[0]!.tunnel.url, ended: never, stop: noStop }),
  })
  try {
    const accounts = await addAccounts(desk, brokers)
    const group = new GroupOrders({ desk, accounts, random, prefix: `g${seed}` })
    await group.place(orders)
    for (const { end } of brokers) end()
    return judgeGroups(group.legs, brokers)
  } finally {
    await desk.desk.stop()
    for (const broker of brokers) await broker.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const never = new Promise<void>(() => undefined)
const noStop = (): Promise<void> => Promise.resolve()

interface Broker {
  practice: Practice
  tunnel: Tunnel
  /** From now on nothing goes wrong. */
  end(): void
  stop(): Promise<void>
}

async function openBroker(of: {
  seed: number
  random: Random
  /** Milliseconds of the desk's time since the start. */
  lived(): number
}): Promise<Broker> {
  const { seed, random, lived } = of
  const practice = await startPractice({ seed, opening: 'empty', speed: 0, now: () => monday })
  let advanced = 0
  const tick = (): void => {
    const now = lived()
    practice.advance(now - advanced)
    advanced = now
  }
  const troubles = troublesOf({ practice, random, share: 0.25 })
  const tunnel = await openTunnel({
    port: Number(new URL(practice.url).port),
    late: 4000,
    mischief: (request) => {
      tick()
      return troubles.mischief(request)
    },
  })
  const stop = async (): Promise<void> => {
    await tunnel.stop()
    await practice.stop()
  }
  return { practice, tunnel, end: troubles.end, stop }
}

async function addAccounts({ desk, ask }: CampaignDesk, brokers: readonly Broker[]) {
  const { accounts } = await ask('openDesk', {})
  for (const { id } of accounts) await ask('deleteAccount', { account: id })
  await ask('chooseVault', { kind: 'session' })
  const added: string[] = []
  for (const [n, { tunnel }] of brokers.entries())
    for (const { key, broker } of logins) {
      const { id } = await ask('saveAccount', {
        profile: {
          ...{ name: `${n} ${key} ${broker}`, broker, strategy: 'Manual', colour: 'blue' },
          ...{ enabled: true, readsPerSecond: 20, trading },
          service: { kind: 'url', url: tunnel.url },
          polls: { orders: 1000, positions: 3000, trades: 60_000, holdings: 60_000 },
        },
        keys: { apiKey: key, apiSecret: key },
      })
      added.push(id)
    }
  const unread = new Set(added.flatMap((id) => [`${id} orders`, `${id} positions`]))
  const stop = desk.listen((name, event) => {
    if (name !== 'book') return
    const { account, book, meta } = event as {
      account: string
      book: string
      meta: { age: unknown }
    }
    if (meta.age !== null) unread.delete(`${account} ${book}`)
  })
  await ask('lookAt', { accounts: added, books: ['orders'] })
  const wasRead = await until(desk, () => unread.size === 0, { seconds: 60 })
  stop()
  if (!wasRead) throw new Error('The books were not read within a minute.')
  return added
}

/** What a person does who trades for many: one order for all, and again for those that surely have it not. */
class GroupOrders {
  readonly legs: Leg[] = []
  readonly #of: { desk: CampaignDesk; accounts: string[]; random: Random; prefix: string }
  readonly #states = new Map<string, Intent>()
  #tags = 0

  constructor(of: { desk: CampaignDesk; accounts: string[]; random: Random; prefix: string }) {
    this.#of = of
    of.desk.desk.listen((name, event) => {
      if (name === 'intents')
        for (const intent of event as Intent[]) this.#states.set(intent.id, intent)
    })
  }

  async place(orders: number): Promise<void> {
    let next = 0
    const oneAfterAnother = async (): Promise<void> => {
      while (next < orders) await this.#placeOne(next++)
    }
    await Promise.all(Array.from({ length: atOnce }, oneAfterAnother))
    for (const leg of this.legs) leg.intent = this.#states.get(leg.intent.id) ?? leg.intent
  }

  async #placeOne(n: number): Promise<void> {
    const { accounts, random } = this.#of
    const units = 1 + random.below(20)
    const tickets = accounts.map((account): Ticket => ({
      ...{ kind: 'regular', action: 'BUY', product: 'MIS', exchange: 'NSE', symbol: 'INFY-EQ' },
      ...{ slice: null, exit: false, account },
      // A member has a multiple.
      quantity: String(units * (1 + random.below(3))),
      pricing: { type: 'LIMIT', price: (1300 + 0.1 * (n % 1500)).toFixed(2) },
      strategy: this.#newTag(),
    }))
    let legs = await this.#send(
      tickets,
      new Map(tickets.map(({ strategy }) => [strategy!, strategy!])),
    )
    for (let tries = 0; tries < 2 && random.next() < 0.7; tries += 1) {
      const again = legs.flatMap((leg) => {
        const ticket = resendOf(this.#states.get(leg.intent.id) ?? leg.intent)
        return ticket === null ? [] : [{ ticket: { ...ticket, strategy: this.#newTag() }, leg }]
      })
      if (again.length === 0) return
      const wishes = new Map(again.map(({ ticket, leg }) => [ticket.strategy, leg.wish]))
      legs = await this.#send(
        again.map(({ ticket }) => ticket),
        wishes,
      )
    }
  }

  /** Answers once each of them has left, or will not. */
  async #send(tickets: Ticket[], wishes: ReadonlyMap<string, string>): Promise<Leg[]> {
    const { desk, random } = this.#of
    const isInTurn = random.next() < 0.4
    const intents = await desk.place({
      confirmation: randomUUID(),
      orders: tickets.map((ticket) => ({
        ...{ tag: ticket.strategy!, ticket, likeness: 'alike', parts: 1 },
      })),
      oneByOne: isInTurn,
    })
    const legs = intents.map((intent, turn): Leg => {
      const tag = intent.params['strategy'] ?? ''
      return { intent, turn: isInTurn ? turn : null, wish: wishes.get(tag) ?? tag }
    })
    this.legs.push(...legs)
    const isOut = ({ intent: { id } }: Leg): boolean =>
      !['recorded', 'sent', undefined].includes(this.#states.get(id)?.state)
    const wasSent = await until(desk.desk, () => legs.every(isOut), { seconds: 120 })
    if (!wasSent) throw new Error('Orders were still waiting after two minutes.')
    return legs
  }

  #newTag(): string {
    this.#tags += 1
    return `${this.#of.prefix}-${this.#tags}`
  }
}

function judgeGroups(legs: readonly Leg[], brokers: readonly Broker[]): GroupJudgement {
  const made = madeFor(brokers.flatMap(({ practice }) => practice.ledger.entries))
  const idsOf = ({ intent }: Leg): readonly string[] =>
    made.get(intent.params['strategy'] ?? '') ?? []
  const result: GroupJudgement = { ...nothingJudged, wrongs: [] }
  const wrong = (
    field: 'missing' | 'falselyDenied' | 'duplicates' | 'outOfTurn',
    { intent, wish }: Leg,
    by = 1,
  ): void => {
    result[field] += by
    // A round leans on the machine's own time and is not repeated: all that led here is told at once.
    const tries = legs.filter((leg) => leg.wish === wish).map((leg) => triedText(leg, idsOf(leg)))
    result.wrongs.push(`${field}: ${intent.params['strategy']} of ${tries.join('; ')}`)
  }

  for (const [wish, tries] of Map.groupBy(legs, (leg) => leg.wish)) {
    const there = tries.reduce((sum, leg) => sum + idsOf(leg).length, 0)
    if (there > 1) wrong('duplicates', tries.at(-1)!, there - 1)
    if (wish === tries[0]!.intent.params['strategy']) result.sentAgain += tries.length - 1
  }
  for (const leg of legs) {
    const { state, parts } = leg.intent
    const isThere = idsOf(leg).length > 0
    result.legs += 1
    if (state === 'in-doubt') result.doubts += 1
    if (state === 'accepted' || state === 'matched') {
      result.accepted += 1
      const isNamed = parts.every(({ orderId }) => orderId !== null && idsOf(leg).includes(orderId))
      if (!isNamed) wrong('missing', leg)
    }
    if (isSurelyNotThere(state) && isThere) wrong('falselyDenied', leg)
    if (state === 'not-sent' && leg.turn !== null) result.heldBack += 1
  }
  for (const inTurn of Map.groupBy(legs, ({ intent }) => intent.confirmation).values()) {
    if (inTurn[0]?.intent.resends === null) result.orders += 1
    const stopsAt = inTurn.findIndex(({ turn, intent }) => turn !== null && wasNotTaken(intent))
    if (stopsAt === -1) continue
    for (const leg of inTurn.slice(stopsAt + 1))
      if (leg.turn !== null && idsOf(leg).length > 0) wrong('outOfTurn', leg)
  }
  return result
}

const triedText = ({ intent }: Leg, made: readonly string[]): string => {
  const said = intent.parts.flatMap(({ orderId, code }) => [orderId, code].filter(Boolean))
  return `${intent.params['strategy']} is ${intent.state} (${said.join(' ')}), at the broker ${made.join(' ') || 'nothing'}`
}

/** What ends a sending in turn: whatever the service did not accept at once. */
const wasNotTaken = ({ state }: Intent): boolean => state !== 'accepted'
