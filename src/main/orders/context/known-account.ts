import { type Account, isPractice } from '../../../shared/accounts/accounts.ts'
import {
  type AccountRecords,
  type InstrumentFigures,
  isComplete,
} from '../../picture/account-records.ts'
import type { LoginPicture, UnderWay } from '../../picture/login-picture.ts'
import type { ProfitCheck } from '../../picture/pnl/profit.ts'
import type { InstrumentName, PositionName } from '../../picture/rows/instruments.ts'
import { isLossReached } from '../limits/loss-limit.ts'
import type { AccountContext } from '../planning/order-context.ts'
import type { Dispatch } from '../sending/dispatch.ts'
import type { HoldLoss } from './reached-losses.ts'
import type { RecordsAt, RecordsOfAll } from './records-of-all.ts'

/** What is known of a login, and what by the books of each of its accounts. */
export interface KnownLogin {
  picture: LoginPicture
  readings: readonly LoginPicture[]
}

/** Called when asked, never before. */
export type AskDispatch = () => Pick<Dispatch, 'lastMinute' | 'isRepeated'>

/** What is known of one account: by its own books, those of its login, and what others say of an instrument. */
export class KnownAccount implements AccountContext {
  readonly id: string
  readonly name: string
  readonly broker: string
  readonly strategy: string
  readonly login: string
  readonly service: string
  readonly isEnabled: boolean
  readonly keyless: AccountContext['keyless']
  readonly keysRefused: AccountContext['keysRefused']
  readonly isPractice: boolean
  readonly trading: Account['trading']
  readonly picture: LoginPicture
  readonly #readings: readonly LoginPicture[]
  readonly #records: AccountRecords
  readonly #recordsOfAll: RecordsOfAll
  readonly #dispatch: AskDispatch
  readonly #holdLoss: HoldLoss
  /** Asked for by every order of a basket. */
  #exchanges: { found: ReadonlySet<string> | null } | undefined
  #products: { found: ReadonlySet<string> | null } | undefined
  #stale: AccountContext['stale'] | undefined
  readonly #spots = new Map<string, number | null>()

  constructor(of: {
    profile: Omit<Account, 'health'>
    keyless: AccountContext['keyless']
    keysRefused: AccountContext['keysRefused']
    known: KnownLogin
    recordsOfAll: RecordsOfAll
    dispatch: AskDispatch
    holdLoss: HoldLoss
  }) {
    const { profile, known, recordsOfAll } = of
    this.id = profile.id
    this.login = profile.login
    this.service = profile.service.kind === 'url' ? profile.service.url : profile.service.kind
    this.name = profile.name
    this.broker = profile.broker
    this.strategy = profile.strategy
    this.isEnabled = profile.enabled
    this.keyless = of.keyless
    this.keysRefused = of.keysRefused
    this.isPractice = isPractice(profile)
    this.trading = profile.trading
    this.picture = known.picture
    this.#readings = known.readings
    this.#records = recordsOfAll.records.get(profile.id)!.records
    this.#recordsOfAll = recordsOfAll
    this.#dispatch = of.dispatch
    this.#holdLoss = of.holdLoss
  }

  /** What the account's own books do not say, those of others may, by their own symbol for it. */
  listing(of: InstrumentName): InstrumentFigures | undefined {
    const own = this.#records.listing(of)
    if (isComplete(own)) return own
    const { exchange, symbol } = of
    const { isPractice, id, broker } = this
    const name = this.#recordsOfAll.names.nameOf({ exchange, symbol, broker })
    const others = this.#recordsOfAll
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
    const name = this.#recordsOfAll.names.nameOf({
      ...atSpot,
      symbol: underlying,
      broker: this.broker,
    })
    for (const { broker, records } of this.#others()) {
      const symbol = this.#recordsOfAll.names.symbolOf({ ...atSpot, name, broker })
      const spot = symbol === null ? null : records.spot(symbol)
      if (spot !== null) return spot
    }
    return null
  }

  /** What a practice broker makes up is no price for real money. */
  *#others(): Generator<RecordsAt> {
    for (const [id, one] of this.#recordsOfAll.records)
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
    return this.#holdLoss(`of ${this.id}`, { profit: this.#profit, limit, of: [this.id] })
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

/** Each once; of a single check they are, and may be thousands. */
export const uncheckableOf = (checks: readonly ProfitCheck[]): readonly string[] =>
  checks.length === 1
    ? checks[0]!.uncheckable
    : [...new Set(checks.flatMap(({ uncheckable }) => uncheckable))]
