import { setImmediate as otherWork } from 'node:timers/promises'
import {
  type Account,
  areAllPractice,
  everyAccount,
  isPractice,
  oneOfEachLogin,
  practiceApart,
} from '../../shared/accounts/accounts.ts'
import { mostOrdersADay } from '../../shared/books/books.ts'
import { isStale } from '../../shared/books/staleness.ts'
import { dayOf } from '../../shared/core/india.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Rows } from '../../shared/core/patch.ts'
import type { ExchangeRules } from '../../shared/market/exchange-rules.ts'
import { dayOfFigures, ofEarlierDay } from '../../shared/pnl/figures-day.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import {
  type PnlFigures,
  type PnlKey,
  type PnlSample,
  type SampledFigures,
  accountKey,
  elsewhereKey,
  keyOfAll,
  noFigures,
  practiceKey,
  strategyKey,
  serviceNet,
} from '../../shared/pnl/history.ts'
import type { Clock } from '../core/clock.ts'
import type { Roster } from '../accounts/roster.ts'
import type { Poller } from '../books/poller.ts'
import { added, pnlFiguresOf, subtractFigures, zeroFigures } from './figures.ts'
import { SampledClients } from './sampled-clients.ts'
import { type StrategyResult, strategyResults } from './strategies.ts'

/** Milliseconds between two samples. */
const every = 5000
/** Strategies that get a curve of their own on one day; others are in what is left. */
const mostStrategies = 50

interface RecorderOptions {
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  accounts(): readonly Account[]
  /** Whether what was sent for this login, where that is known, was sent for the one that the account has now. */
  isOfLogin(account: string, sentFor: string | undefined): boolean
  logins: Pick<Roster, 'fingerprint' | 'isSameLogin'>
  poller: Pick<Poller, 'read'>
  exchanges: ExchangeRules['exchanges']
  onSample(sample: PnlSample): void
}

/** Samples P&L from the books as they are, off the way that polls and orders take. */
export class PnlRecorder {
  readonly #options: RecorderOptions
  /** Strategies by day, account and order id, and the login they went to; only today's trades are asked about. */
  readonly #placed = new Map<string, { strategy: string; sentFor: string | undefined }>()
  #strategies = new Set<string>()
  /** Whose P&L was in each sum of the sample before. */
  readonly #members = new Map<PnlKey, string>()
  readonly #clients: SampledClients
  #day = ''
  #cancelTimer: () => void = () => undefined
  #isStopped = false

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#clients = new SampledClients(options)
  }

  start(): void {
    this.#cancelTimer = this.#options.clock.after(every, () => {
      void this.sample().finally(() => {
        if (!this.#isStopped) this.start()
      })
    })
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  /** Learns under which strategy orders were placed. */
  seeIntents(intents: readonly Intent[]): void {
    for (const { account, at, params, parts, sent, disowned = [] } of intents) {
      const day = dayOf(at)
      const strategy = params['strategy']?.trim()
      if (strategy === undefined || strategy === '') continue
      for (const { orderId } of parts)
        if (orderId !== null)
          this.#placed.set(keyOf({ day, account, orderId }), { strategy, sentFor: sent?.login })
      for (const orderId of disowned) this.#placed.delete(keyOf({ day, account, orderId }))
    }
    for (const oldest of this.#placed.keys()) {
      if (this.#placed.size <= mostOrdersADay) break
      this.#placed.delete(oldest)
    }
  }

  async sample(): Promise<void> {
    const { now, onSample } = this.#options
    const accounts = this.#options.accounts()
    const enabled = accounts.filter((account) => account.enabled)
    const at = now()
    const day = dayOf(at)
    if (day !== this.#day) this.#strategies.clear()
    this.#day = day
    if (enabled.length === 0) return

    const figures: PnlSample['figures'] = []
    let total = zeroFigures
    let practice = zeroFigures
    const strategies = new Map<string, StrategyResult>()
    const anew = new Map<Account, number>()
    /** A sum begins anew with each that is in it. */
    const anewOf = (accounts: Iterable<Account>): Pick<SampledFigures, 'anewSince'> => {
      const since = [...accounts].flatMap((account) => anew.get(account) ?? [])
      return since.length === 0 ? {} : { anewSince: Math.min(...since) }
    }
    const counted = new Set(oneOfEachLogin(everyAccount(accounts)))
    const apart = new Set(oneOfEachLogin(practiceApart(accounts)))
    for (const account of enabled) {
      const client = this.#clients.see(account.id, at)
      const books = client === 'same' ? this.#booksOf(account, at) : null
      const own = books === null ? noFigures : pnlFiguresOf(books.positions)
      if (typeof client === 'object') anew.set(account, client.anewSince)
      figures.push({ key: accountKey(account.id), ...own, ...anewOf([account]) })
      if (counted.has(account)) {
        total = added(total, own)
        const ofLogin = enabled.filter(({ login }) => login === account.login)
        if (books !== null) this.#addStrategies(strategies, ofLogin, books)
      }
      if (apart.has(account)) practice = added(practice, own)
      await otherWork()
      if (this.#isStopped) return
    }
    // While all are practice their sum is not kept as the total: real money that comes joins no such curve.
    const key = keyOfAll({ arePractice: areAllPractice(accounts) })
    total = this.#unlessChanged(key, counted, total)
    // With nobody in it there is no sum, which is not a sum of nothing.
    if (counted.size > 0)
      for (const of of [{ key, ...total }, ...this.#ofStrategies(strategies, total)])
        figures.push({ ...of, ...anewOf(counted) })
    if (apart.size > 0) {
      const sum = this.#unlessChanged(practiceKey, apart, practice)
      figures.push({ key: practiceKey, ...sum, ...anewOf(apart) })
    }
    onSample({ at, day, figures })
  }

  /** A gap where an account came to a sum or left it: the sum moved, and no money was made by it. */
  #unlessChanged(key: PnlKey, counted: ReadonlySet<Account>, sum: PnlFigures): PnlFigures {
    const members = [...counted].map(({ id }) => id).join(' ')
    const before = this.#members.get(key)
    this.#members.set(key, members)
    return before === undefined || before === members ? sum : noFigures
  }

  /** Null where its positions are not to be relied on at this moment. */
  #booksOf(account: Account, at: number): { positions: Rows; trades: Rows | null } | null {
    const positions = this.#freshRows(account.id, 'positions')
    if (positions === null) return null
    const { exchanges } = this.#options
    // Those of an earlier day have its curve.
    const isOfToday = (): boolean =>
      dayOfFigures(positions.values(), { exchanges, at }) === dayOf(at)
    if (!isPractice(account) && !isOfToday()) return null
    return {
      positions: isPractice(account) ? positions : this.#ofDay(positions, at),
      trades: this.#freshRows(account.id, 'trades'),
    }
  }

  /** Without those whose exchange does not trade today: what they show was made before. */
  #ofDay(positions: Rows, at: number): Rows {
    const { exchanges } = this.#options
    const earlier = ofEarlierDay(positions.values(), { exchanges, at })
    if (earlier.size === 0) return positions
    return new Map([...positions].filter(([, row]) => !earlier.has(row)))
  }

  #freshRows(account: string, book: 'positions' | 'trades'): Rows | null {
    const read = this.#options.poller.read(account, book)
    if (read === undefined || read.meta.age === null) return null
    const { age, every: usually, unreadable, leavesOut } = read.meta
    const isWhole = unreadable.length === 0 && leavesOut === undefined
    return isWhole && !isStale(age, usually) ? read.rows : null
  }

  #addStrategies(
    sums: Map<string, StrategyResult>,
    ofLogin: readonly Account[],
    { positions, trades }: { positions: Rows; trades: Rows | null },
  ): void {
    if (trades === null || this.#placed.size === 0) return
    const results = strategyResults({
      trades,
      positions,
      strategyOf: (orderId) => this.#strategyOf(orderId, ofLogin),
    })
    for (const [strategy, result] of results) {
      const before = sums.get(strategy)
      if (before === undefined) sums.set(strategy, result)
      else if (before !== null)
        sums.set(
          strategy,
          result && {
            realised: before.realised + result.realised,
            unrealised: before.unrealised + result.unrealised,
          },
        )
    }
  }

  /** Another login, whose keys an account had before, gives its orders the same numbers. */
  #strategyOf(orderId: string, ofLogin: readonly Account[]): string | undefined {
    for (const { id } of ofLogin) {
      const placed = this.#placed.get(keyOf({ day: this.#day, account: id, orderId }))
      if (placed && this.#options.isOfLogin(id, placed.sentFor)) return placed.strategy
    }
    return undefined
  }

  /** One that traded today keeps its curve; while its books do not agree, that has a gap. */
  #ofStrategies(results: Map<string, StrategyResult>, total: PnlFigures): PnlSample['figures'] {
    for (const strategy of results.keys())
      if (this.#strategies.size < mostStrategies) this.#strategies.add(strategy)
    if (this.#strategies.size === 0) return []
    let left = total
    const figures = [...this.#strategies].map((strategy) => {
      // Of other accounts than before, they have a gap where the total has one.
      const result = serviceNet(total) === null ? null : (results.get(strategy) ?? null)
      const own: PnlFigures =
        result === null
          ? noFigures
          : {
              ...result,
              ownRealised: result.realised,
              ownUnrealised: result.unrealised,
            }
      left = subtractFigures(left, own)
      return { key: strategyKey(strategy) as PnlKey, ...own }
    })
    return [...figures, { key: elsewhereKey, ...left }]
  }
}

/** A broker gives a number again on another day. */
const keyOf = (of: { day: string; account: string; orderId: string }): string =>
  `${of.day}|${of.account}|${comparableOrderId(of.orderId)}`
