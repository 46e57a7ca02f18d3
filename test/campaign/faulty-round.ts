import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { latestEntryAfterSending } from '../../src/main/orders/doubt/entry-time.ts'
import type { FaultName } from '../../src/practice/faults/faults.ts'
import { type Practice, startPractice } from '../../src/practice/server.ts'
import type { Intent } from '../../src/shared/orders/intents.ts'
import { isOperation, operations } from '../../src/shared/service/operations.ts'
import { fastestFolder } from '../fastest-folder.ts'
import { startDesk, trading, until } from './desk.ts'
import { fastClock } from '../fast-clock.ts'
import { type Asked, type Judgement, judge, shownSince } from './judge.ts'
import { type Sent, placementsOf } from './orders.ts'
import { type Random, randomOf } from './random.ts'
import { type Carried, type Mischief, mischiefs, openTunnel } from './tunnel.ts'

/** Faults of the practice broker that can meet a placement, those that act before they fail and those that do not. */
const orderFaults: readonly { name: FaultName; delay?: number }[] = [
  { name: 'slow', delay: 20 },
  { name: 'slow', delay: 4000 },
  { name: 'drip', delay: 1 },
  { name: 'drip', delay: 100 },
  { name: 'slow-headers', delay: 100 },
  { name: 'hang' },
  { name: 'hang-before' },
  { name: 'reset-before' },
  { name: 'reset-after' },
  { name: 'close-before' },
  { name: 'close-after' },
  { name: '5xx-before' },
  { name: '5xx-after' },
  { name: 'gateway-after' },
  { name: 'error-5xx' },
  { name: 'cut' },
  { name: 'html' },
  { name: 'empty' },
  { name: 'not-http' },
  { name: 'bad-content-length' },
  { name: 'bad-gzip' },
  { name: 'list-for-record' },
  { name: 'record-for-list' },
  { name: 'nested' },
  { name: 'string-data' },
  { name: 'numeric-text' },
  { name: 'null-fields' },
  { name: 'wrong-case' },
  { name: 'unknown-fields' },
  { name: 'hostile-text' },
  { name: 'duplicate-rows' },
  { name: 'error-element' },
  { name: 'rate-limit' },
  { name: 'ip-refused' },
  { name: 'redirect-307' },
]
/** What makes a look no look. */
const bookFaults: readonly FaultName[] = [
  '5xx-before',
  'cut',
  'html',
  'reset-before',
  'keys-refused-403',
]

/** Monday, 23 November 2026, 10:15 in India: all exchanges are open, and stay so. */
export const monday = Date.UTC(2026, 10, 23, 4, 45, 0)
/** How many times as fast as real the desk and its broker live. */
const factor = 5
/** Real milliseconds after which an order is given up. */
export const deadline = 1000
/** Orders of one account that are on their way at a time, so that a slow machine is not swamped. */
const atOnce = 6

export interface RoundOptions {
  seed: number
  /** Orders, over four accounts. */
  orders: number
  /** Of all placements that meet a fault. */
  faults?: number
  /** Milliseconds, forth or back, by which the system's clock jumps now and then. */
  jumps?: number
}

/** Chooses what goes wrong, the same for the same seed. */
export function troublesOf({
  practice,
  random,
  share,
}: {
  practice: Practice
  random: Random
  share: number
}) {
  let isOver = false
  return {
    /** From now on nothing goes wrong. */
    end: (): void => {
      isOver = true
      practice.faults.clear()
    },
    mischief: ({ operation }: Carried): Mischief => {
      if (isOver || !isOperation(operation)) return 'none'
      if (operations[operation].kind === 'read') {
        if (operation === 'OrderBook' && random.next() < share / 8)
          practice.faults.set({ name: random.pick(bookFaults), operation, times: 1 })
        return 'none'
      }
      if (random.next() >= share) return 'none'
      if (random.next() < 0.4) return random.pick(mischiefs)
      practice.faults.set({ ...random.pick(orderFaults), operation, times: 1 })
      return 'none'
    },
  }
}

/** One broker and one desk, and orders through faults until all is settled that can be. */
export async function faultyRound(options: RoundOptions): Promise<Judgement> {
  const { seed, orders, faults = 0.4, jumps = 0 } = options
  const random = randomOf(seed)
  const clock = fastClock(factor)
  const start = clock.now()
  const lived = (): number => clock.now() - start
  const practice = await startPractice({ seed, opening: 'empty', speed: 0, now: () => monday })
  let advanced = 0
  // The broker's clock is right at every request, also where this machine is slow.
  const tick = (): void => {
    const now = lived()
    practice.advance(now - advanced)
    advanced = now
  }
  const ticking = setInterval(tick, 20)
  const troubles = troublesOf({ practice, random, share: faults })
  const polls = new Polls()
  const tunnel = await openTunnel({
    port: Number(new URL(practice.url).port),
    late: 4000,
    mischief: (request) => {
      tick()
      polls.see(request)
      return troubles.mischief(request)
    },
  })
  const dataDir = await mkdtemp(join(fastestFolder, 'quarterdeck-campaign-'))
  let jumped = 0
  const { desk, ask, place } = await startDesk({
    dataDir,
    clock,
    now: () => monday + lived() + jumped,
    random: random.next,
    deadlines: { read: 2000, place: deadline, exit: deadline },
    startPractice: () => Promise.resolve({ url: tunnel.url, ended: never, stop: noStop }),
  })

  try {
    const asked = new Map<string, Asked>()
    const all = (): Asked[] => [...asked.values()]
    const accounts = await addAccounts({ ask, url: tunnel.url })
    for (const { id, client, broker } of accounts) polls.name(id, `${client} ${broker}`)
    desk.listen((name, event) => {
      if (name === 'intents') for (const intent of event as Intent[]) note(asked, intent, polls)
      if (name === 'book') polls.heard(event as never)
    })
    await until(desk, () => accounts.every(({ id }) => polls.hasRead(id)), { seconds: 20 })

    const { expiry } = practice.engine.listing.all.find(
      ({ contract }) => contract?.option && contract.underlying === 'NIFTY',
    )!.contract!
    await Promise.all(
      accounts.map(async ({ id }, index) => {
        const of = { account: id, prefix: `r${seed}-a${index}`, expiry, random }
        for (const placement of placementsOf({ ...of, count: orders / accounts.length })) {
          const own = (): Asked[] =>
            all().filter(({ intent }) => intent.account === id && !isOut(intent))
          await until(desk, () => own().length < atOnce, { seconds: 60 })
          if (jumps > 0 && random.next() < 0.05) jumped = random.pick([jumps, -jumps, 0])
          const intents = await place(placement)
          intents.forEach((intent, leg) => noteSent(asked, intent, placement.orders[leg]!, polls))
        }
      }),
    )
    const wasSent = await until(desk, () => all().every(({ intent }) => isOut(intent)), {
      seconds: 60,
    })
    if (!wasSent) throw new Error('Orders were still waiting after a minute.')
    troubles.end()
    const ended = performance.now()
    // Three good polls are one more than finding may take.
    const wasPolled = await until(
      desk,
      () => {
        const shown = shownSince(practice.ledger.entries)
        return all().every((one) => {
          const from = Math.max(ended, shown.get(one.intent.params['strategy'] ?? '') ?? 0)
          return one.intent.state !== 'in-doubt' || polls.since(one, from) >= 3
        })
      },
      { seconds: 120 },
    )
    if (!wasPolled) throw new Error('The order books were not read within two minutes.')
    return judge({
      ...{ asked: all(), ledger: practice.ledger.entries, polls, jumps },
      inTime: latestEntryAfterSending / factor - deadline,
    })
  } finally {
    await desk.stop()
    clearInterval(ticking)
    await tunnel.stop()
    await practice.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const isOut = ({ state }: Intent): boolean => state !== 'recorded' && state !== 'sent'

const never = new Promise<void>(() => undefined)
const noStop = (): Promise<void> => Promise.resolve()

type Ask = Awaited<ReturnType<typeof startDesk>>['ask']

async function addAccounts({ ask, url }: { ask: Ask; url: string }) {
  const { accounts } = await ask('openDesk', {})
  for (const { id } of accounts) await ask('deleteAccount', { account: id })
  await ask('chooseVault', { kind: 'session' })
  const added = []
  for (const client of ['practice-1', 'practice-2'])
    for (const broker of ['PX', 'PY']) {
      const { id } = await ask('saveAccount', {
        profile: {
          ...{ name: `${client} ${broker}`, broker, service: { kind: 'url', url } },
          ...{ strategy: 'Manual', colour: 'blue', enabled: true, readsPerSecond: 20, trading },
          polls: { orders: 1000, positions: 3000, trades: 60_000, holdings: 60_000 },
        },
        keys: { apiKey: client, apiSecret: client },
      })
      added.push({ id, client, broker })
    }
  await ask('lookAt', { accounts: added.map(({ id }) => id), books: ['orders'] })
  return added
}

/** When the order book of each account was asked for, and answered well. */
class Polls {
  readonly #begun = new Map<string, number>()
  readonly #good = new Map<string, { from: number; to: number; after: number }[]>()
  /** When the latest poll was told of, well or not: the desk asked for the next one after that. */
  readonly #told = new Map<string, number>()
  readonly #keys = new Map<string, string>()
  /** Books that were read at all. */
  readonly #read = new Set<string>()

  name(account: string, key: string): void {
    this.#keys.set(account, key)
  }

  see({ operation, body }: Carried): void {
    if (operation !== 'OrderBook') return
    const { api_key: client, data } = JSON.parse(body) as {
      api_key: string
      data: { broker: string }
    }
    this.#begun.set(`${client} ${data.broker}`, performance.now())
  }

  heard(update: {
    account: string
    book: string
    meta: { age: number | null; trouble: unknown }
  }): void {
    const { account, book, meta } = update
    if (meta.age !== null) this.#read.add(`${account} ${book}`)
    if (book !== 'orders') return
    const from = this.#begun.get(this.#keys.get(account) ?? '')
    const [after, to] = [this.#told.get(account) ?? -Infinity, performance.now()]
    this.#told.set(account, to)
    if (meta.trouble !== null || from === undefined) return
    const good = this.#good.get(account) ?? []
    good.push({ from, to, after })
    this.#good.set(account, good)
  }

  of({ intent }: Asked): readonly unknown[] {
    return this.#good.get(intent.account) ?? []
  }

  hasRead(account: string): boolean {
    return ['orders', 'positions'].every((book) => this.#read.has(`${account} ${book}`))
  }

  /**
   * Good polls that surely began after an order became in doubt, and ended before it was not any more.
   * Beside load, what the desk asked for before the doubt may reach the tunnel after it.
   */
  since({ intent, doubtAt, decidedAt }: Asked, shownFrom: number): number {
    if (doubtAt === null) return 0
    const good = this.#good.get(intent.account) ?? []
    return good.filter(
      ({ from, to, after }) =>
        after >= doubtAt && from >= shownFrom && to <= (decidedAt ?? Infinity),
    ).length
  }
}

function note(asked: Map<string, Asked>, intent: Intent, _polls: Polls): void {
  const known = asked.get(intent.id) ?? {
    ...{ intent, sent: null, sentAt: null, doubtAt: null, decidedAt: null },
  }
  known.intent = intent
  const now = performance.now()
  if (intent.sent !== null) known.sentAt ??= now
  if (intent.state === 'in-doubt') {
    known.doubtAt ??= now
    // What was found, and is doubted again, is as good as not found.
    known.decidedAt = null
  } else if (known.doubtAt !== null) known.decidedAt ??= now
  asked.set(intent.id, known)
}

function noteSent(asked: Map<string, Asked>, intent: Intent, sent: Sent, polls: Polls): void {
  if (!asked.has(intent.id)) note(asked, intent, polls)
  asked.get(intent.id)!.sent = sent
}
