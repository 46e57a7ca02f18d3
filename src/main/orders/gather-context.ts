import {
  type Account,
  everyAccount,
  isPractice,
  oneOfEachLogin,
  practiceApart,
} from '../../shared/accounts/accounts.ts'
import type { ExchangeRules } from '../../shared/market/exchange-rules.ts'
import type { Limits } from '../../shared/orders/limits.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { Roster } from '../accounts/roster.ts'
import {
  type AccountRecords,
  type InstrumentFigures,
  isComplete,
} from '../picture/account-records.ts'
import type { InstrumentName, PositionName } from '../picture/rows/instruments.ts'
import type { LoginPicture, UnderWay } from '../picture/login-picture.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import type { ProfitCheck } from '../picture/pnl/profit.ts'
import { isLossReached } from './limits/loss-limit.ts'
import { bookDayOf } from '../picture/times/book-day.ts'
import type { ReachedLosses } from './reached-losses.ts'
import type { Dispatch } from './sending/dispatch.ts'
import type {
  AccountContext,
  OrderContext,
  SumsOfAccounts,
  SymbolsKnown,
} from './planning/order-context.ts'

export interface ContextSources {
  roster: Pick<Roster, 'known' | 'keyless'>
  pictures: Pick<LoginPictures, 'of' | 'ofEach' | 'recordsOf'>
  /** Called when asked, never before. */
  dispatch: () => Pick<Dispatch, 'lastMinute' | 'isRepeated'>
  settings(): Settings
  market: ExchangeRules
  symbols: SymbolsKnown
  isStopped(): boolean
  reachedLosses: ReachedLosses
  /** Wall-clock milliseconds. */
  now(): number
}

/**
 * What deciding about orders needs, from the books as they are now; each part is gathered when it is
 * asked for. Whoever asks for a loss keeps it thereby, where it stands at its limit: the earlier that
 * is seen, by whomever, the better.
 */
export function gatherContext(sources: ContextSources): OrderContext {
  const { market, symbols, isStopped, now, settings, roster, dispatch, pictures } = sources
  const day = bookDayOf(now())
  const heldLoss: HeldLoss = (name, of) => sources.reachedLosses.hold(name, { ...of, day })
  const profiles = roster.known()
  const records = new Map(
    profiles.map((profile): [string, RecordsAt] => {
      const { id, broker } = profile
      return [id, { broker, isPractice: isPractice(profile), records: pictures.recordsOf(id) }]
    }),
  )
  const { names } = symbols
  const everybody = new Everybody(records, names)
  const keylessOf = roster.keyless()
  const byLogin = new Map<string, KnownLogin>()
  const knownOf = (id: string, login: string): KnownLogin => {
    let known = byLogin.get(login)
    if (known === undefined) {
      const picture = pictures.of(id)
      const isShared = profiles.some((other) => other.id !== id && other.login === login)
      known = { picture, readings: isShared ? pictures.ofEach(id) : [picture] }
      byLogin.set(login, known)
    }
    return known
  }
  const accounts = new Map(
    profiles.map((profile) => {
      const known = knownOf(profile.id, profile.login)
      const keyless = keylessOf(profile)
      return [
        profile.id,
        new KnownAccount({ profile, keyless, known, everybody, dispatch, heldLoss }),
      ]
    }),
  )
  const sumsOf = (name: string, some: readonly Pick<Account, 'id'>[]): SumsOfAccounts =>
    new Sums(name, {
      active: some.map(({ id }) => accounts.get(id)!),
      ...{ limits, heldLoss },
    })
  const { limits } = settings()
  const all = sumsOf('all', everyAccount(profiles))
  const practice = practiceApart(profiles)
  return {
    accounts,
    market,
    symbols,
    wall: now(),
    isStopped: isStopped(),
    limits,
    get openOrders() {
      return all.openOrders
    },
    get openOrdersAtMost() {
      return all.openOrdersAtMost ?? null
    },
    get lastMinute() {
      return all.lastMinute
    },
    get profit() {
      return all.profit
    },
    get profitCheck() {
      return all.profitCheck
    },
    practice: practice.length > 0 ? sumsOf('practice', practice) : null,
  }
}

/**
 * What an account was when its books were last read is not what it is: the sum is not known. One
 * that stood at its limit then stays there, or a book that fails would open what was closed.
 */
class Sums implements SumsOfAccounts {
  readonly #active: readonly KnownAccount[]
  readonly #logins: readonly KnownAccount[]
  readonly #limits: Limits
  readonly #heldLoss: HeldLoss
  readonly #name: string

  constructor(
    name: string,
    of: { active: readonly KnownAccount[]; limits: Limits; heldLoss: HeldLoss },
  ) {
    this.#name = name
    this.#active = of.active
    this.#logins = oneOfEachLogin(of.active)
    this.#limits = of.limits
    this.#heldLoss = of.heldLoss
  }

  get openOrders(): number | null {
    const { openOrders: limit } = this.#limits
    const sum = sumOf(this.#logins, 'openOrders')
    const isFull = sum !== null && limit !== null && sum >= limit
    return isFull || this.#areCurrent('orders') ? sum : null
  }

  get openOrdersAtMost(): number | null {
    return this.#areCurrent('orders') ? sumOf(this.#logins, 'openOrdersAtMost') : null
  }

  get lastMinute(): number {
    return this.#active.reduce((sum, account) => sum + account.lastMinute, 0)
  }

  get profit(): number | null {
    const { loss: limit } = this.#limits
    const of = this.#active.map(({ id }) => id)
    return this.#heldLoss(this.#name, { profit: this.#profit, limit, of })
  }

  get #profit(): number | null {
    const { loss: limit } = this.#limits
    const sum = sumOf(this.#logins, 'knownProfit')
    const isLost = sum !== null && limit !== null && isLossReached({ profit: sum, limit })
    if (isLost) return sum
    return this.#areCurrent('positions') && this.#logins.every(({ isProfitSure }) => isProfitSure)
      ? sum
      : null
  }

  get profitCheck(): ProfitCheck {
    const checks = this.#logins.map(({ profitCheck }) => profitCheck)
    return {
      difference: checks.reduce((sum, { difference }) => sum + difference, 0),
      uncheckable: uncheckableOf(checks),
    }
  }

  #areCurrent(book: 'orders' | 'positions'): boolean {
    return this.#logins.every(({ picture }) => picture.isCurrent(book))
  }
}

/** A profit or loss as it counts today, by its name: one that stands at its limit is kept from then on. */
type HeldLoss = (
  name: string,
  of: Omit<Parameters<ReachedLosses['hold']>[1], 'day'>,
) => number | null

interface RecordsAt {
  broker: string
  isPractice: boolean
  records: AccountRecords
}

/** What an account's books say of an instrument. */
type ListingOf = readonly [account: string, figures: InstrumentFigures]

/** What the books of all accounts say beside each other, by each broker's own symbols. */
class Everybody {
  readonly records: ReadonlyMap<string, RecordsAt>
  readonly names: SymbolsKnown['names']
  /** An order to many accounts asks for each what all others say. */
  readonly #listings = new Map<string, readonly ListingOf[]>()

  constructor(records: ReadonlyMap<string, RecordsAt>, names: SymbolsKnown['names']) {
    this.records = records
    this.names = names
  }

  /** Of an instrument by its one name; what a practice broker makes up is no price for real money. */
  listings(of: { exchange: string; name: string; isPractice: boolean }): readonly ListingOf[] {
    const { exchange, name, isPractice } = of
    const key = JSON.stringify([exchange, name, isPractice])
    let listings = this.#listings.get(key)
    if (listings === undefined) {
      listings = [...this.#listingsIn(of)]
      this.#listings.set(key, listings)
    }
    return listings
  }

  *#listingsIn(of: { exchange: string; name: string; isPractice: boolean }): Generator<ListingOf> {
    const { exchange, name, isPractice } = of
    for (const [id, one] of this.records) {
      if (one.isPractice !== isPractice) continue
      const symbol = this.names.symbolOf({ exchange, name, broker: one.broker })
      const figures = symbol === null ? undefined : one.records.listing({ exchange, symbol })
      if (figures !== undefined) yield [id, figures]
    }
  }
}

/** What is known of a login, and what by the books of each of its accounts. */
interface KnownLogin {
  picture: LoginPicture
  readings: readonly LoginPicture[]
}

/** Each once; of a single check they are, and may be thousands. */
const uncheckableOf = (checks: readonly ProfitCheck[]): readonly string[] =>
  checks.length === 1
    ? checks[0]!.uncheckable
    : [...new Set(checks.flatMap(({ uncheckable }) => uncheckable))]

/** Null as soon as one part is not known. */
function sumOf(
  accounts: readonly KnownAccount[],
  figure: 'openOrders' | 'openOrdersAtMost' | 'knownProfit',
): number | null {
  let sum = 0
  for (const account of accounts) {
    const part = account[figure]
    if (part === null) return null
    sum += part
  }
  return sum
}

class KnownAccount implements AccountContext {
  readonly id: string
  readonly name: string
  readonly broker: string
  readonly strategy: string
  readonly login: string
  readonly service: string
  readonly isEnabled: boolean
  readonly keyless: AccountContext['keyless']
  readonly isPractice: boolean
  readonly trading: Account['trading']
  readonly picture: LoginPicture
  readonly #readings: readonly LoginPicture[]
  readonly #records: AccountRecords
  readonly #everybody: Everybody
  readonly #dispatch: ContextSources['dispatch']
  readonly #heldLoss: HeldLoss
  /** Asked for by every order of a basket. */
  #exchanges: { found: ReadonlySet<string> | null } | undefined
  #products: { found: ReadonlySet<string> | null } | undefined
  #stale: AccountContext['stale'] | undefined
  readonly #spots = new Map<string, number | null>()

  constructor(of: {
    profile: Omit<Account, 'health'>
    keyless: AccountContext['keyless']
    known: KnownLogin
    everybody: Everybody
    dispatch: ContextSources['dispatch']
    heldLoss: HeldLoss
  }) {
    const { profile, known, everybody } = of
    this.id = profile.id
    this.login = profile.login
    this.service = profile.service.kind === 'url' ? profile.service.url : profile.service.kind
    this.name = profile.name
    this.broker = profile.broker
    this.strategy = profile.strategy
    this.isEnabled = profile.enabled
    this.keyless = of.keyless
    this.isPractice = isPractice(profile)
    this.trading = profile.trading
    this.picture = known.picture
    this.#readings = known.readings
    this.#records = everybody.records.get(profile.id)!.records
    this.#everybody = everybody
    this.#dispatch = of.dispatch
    this.#heldLoss = of.heldLoss
  }

  /** What the account's own books do not say, those of others may, by their own symbol for it. */
  listing(of: InstrumentName): InstrumentFigures | undefined {
    const own = this.#records.listing(of)
    if (isComplete(own)) return own
    const { exchange, symbol } = of
    const { isPractice, id, broker } = this
    const name = this.#everybody.names.nameOf({ exchange, symbol, broker })
    const others = this.#everybody
      .listings({ exchange, name, isPractice })
      .flatMap(([account, figures]) => (account === id ? [] : figures))
    if (others.length === 0) return own
    const priced = others.find(({ ltp, isOld }) => ltp !== null && !isOld)
    const any = priced ?? others.find(({ ltp }) => ltp !== null)
    const isOwnPrice = own !== undefined && own.ltp !== null
    return {
      ltp: isOwnPrice ? own.ltp : (any?.ltp ?? null),
      isOld: isOwnPrice ? own.isOld : any?.isOld === true,
      tick: own?.tick ?? agreed(others, 'tick'),
      lot: own?.lot ?? agreed(others, 'lot'),
      ...(own?.otherLtp !== undefined && { otherLtp: own.otherLtp }),
    }
  }

  shows(of: InstrumentName): boolean {
    return this.#records.shows(of)
  }

  held(of: PositionName): number | null {
    return this.picture.positions.held(of)
  }

  orderSizes(of: InstrumentName): readonly number[] {
    return this.picture.orders.sizesOf(of)
  }

  mayBeOne(one: PositionName, other: PositionName): boolean {
    return this.picture.positions.mayBeOne(one, other)
  }

  underWay(of: PositionName): UnderWay {
    return this.picture.underWay(of)
  }

  spot(underlying: string): number | null {
    const known = this.#spots.get(underlying)
    if (known !== undefined) return known
    const spot = this.#findSpot(underlying)
    this.#spots.set(underlying, spot)
    return spot
  }

  #findSpot(underlying: string): number | null {
    const own = this.#records.spot(underlying)
    if (own !== null) return own
    const name = this.#everybody.names.nameOf({
      ...atSpot,
      symbol: underlying,
      broker: this.broker,
    })
    for (const { broker, records } of this.#others()) {
      const symbol = this.#everybody.names.symbolOf({ ...atSpot, name, broker })
      const spot = symbol === null ? null : records.spot(symbol)
      if (spot !== null) return spot
    }
    return null
  }

  /** What a practice broker makes up is no price for real money. */
  *#others(): Generator<RecordsAt> {
    for (const [id, one] of this.#everybody.records)
      if (id !== this.id && one.isPractice === this.isPractice) yield one
  }

  get exchanges(): ReadonlySet<string> | null {
    return (this.#exchanges ??= { found: this.#records.exchanges() }).found
  }

  get products(): ReadonlySet<string> | null {
    return (this.#products ??= { found: this.#records.products() }).found
  }

  get funds(): number | null {
    return this.#records.funds()
  }

  get fundsInDoubt(): number {
    return this.#records.fundsInDoubt()
  }

  /** A limit is held against the worse of what the keys of a login are shown. */
  get openOrders(): number | null {
    return mostOf(this.#readings.map(({ orders }) => orders.openCount))
  }

  get openOrdersAtMost(): number | null {
    return mostOf(this.#readings.map(({ orders }) => orders.openAtMost))
  }

  get lastMinute(): number {
    return this.#dispatch().lastMinute(this.id)
  }

  get profit(): number | null {
    const { loss: limit } = this.trading.limits
    return this.#heldLoss(`of ${this.id}`, { profit: this.#profit, limit, of: [this.id] })
  }

  get #profit(): number | null {
    const { knownProfit: profit, isProfitSure } = this
    const { loss: limit } = this.trading.limits
    if (isProfitSure || profit === null || limit === null) return isProfitSure ? profit : null
    return isLossReached({ profit, limit }) ? profit : null
  }

  /** The worst profit that the accounts of these keys are shown, as far as it is known. */
  get knownProfit(): number | null {
    const known = this.#profits.filter((one) => one !== null)
    return known.length === 0 ? null : Math.min(...known)
  }

  /** What one of them does not say may be worse. */
  get isProfitSure(): boolean {
    return !this.#profits.includes(null)
  }

  /** Of that account of these keys of which it makes the most difference. */
  get profitCheck(): ProfitCheck {
    const checks = this.#readings.map(({ pnl }) => pnl.check)
    return {
      difference: Math.min(...checks.map(({ difference }) => difference)),
      uncheckable: uncheckableOf(checks),
    }
  }

  get #profits(): readonly (number | null)[] {
    return this.#readings.map(({ pnl }) => pnl.profit)
  }

  get stale(): AccountContext['stale'] {
    return (this.#stale ??= new Set(canBeOld.filter((book) => this.#isOld(book))))
  }

  #isOld(book: (typeof canBeOld)[number]): boolean {
    return book === 'funds' ? this.#records.areFundsOld() : this.picture.isOld(book)
  }

  isRepeated(order: Record<string, string>): boolean {
    return this.#dispatch().isRepeated(this.id, order)
  }
}

/** Null as soon as one is not known. */
const mostOf = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((most, one) => (most === null || one === null ? null : Math.max(most, one)))

/** Most underlyings are listed there: a name is one at an exchange. */
const atSpot = { exchange: 'NSE' }

const canBeOld = ['orders', 'positions', 'funds'] as const

/** Where brokers differ, none of them is right for another. */
function agreed(listings: readonly InstrumentFigures[], figure: 'tick' | 'lot'): number | null {
  const said = new Set(listings.map((listing) => listing[figure]).filter((one) => one !== null))
  return said.size === 1 ? [...said][0]! : null
}
