import type { Keyless } from '../../../shared/accounts/accounts.ts'
import type { KeysRefused } from '../../../shared/accounts/health.ts'
import type { ExchangeRules } from '../../../shared/market/exchange-rules.ts'
import type { InstrumentFigures } from '../../picture/account-records.ts'
import type { InstrumentName, PositionName } from '../../picture/rows/instruments.ts'
import type { UnderWay } from '../../picture/login-picture.ts'
import type { ProfitCheck } from '../../picture/pnl/profit.ts'
import type { LearnedSymbol } from '../../../shared/orders/broker-symbols.ts'
import type { SymbolAt, SymbolNames } from '../../../shared/orders/symbol-names.ts'
import type { Limits, Trading } from '../../../shared/orders/limits.ts'

/** Sums over accounts that are switched on; null where a book was never read. */
export interface SumsOfAccounts {
  openOrders: number | null
  /**
   * No fewer than these, and told sooner: without a look after each order that left a moment ago. Null
   * where these are not known, or it is not known that they are no more.
   */
  openOrdersAtMost?: number | null
  lastMinute: number
  /** Realised and unrealised, as the position books say. */
  profit: number | null
  /** How far what is said of it is borne out; asked for where a loss has a limit. */
  profitCheck: ProfitCheck
}

/** What brokers call instruments, and what the books would say that nobody has agreed to. */
export interface SymbolsKnown {
  names: Pick<SymbolNames, 'ownOf' | 'entryOf' | 'isUnknownAt' | 'nameOf' | 'symbolOf'>
  unsaid(of: SymbolAt): readonly LearnedSymbol[]
}

/** All that deciding about orders needs to know, gathered at one moment; the sums are over all accounts. */
export interface OrderContext extends SumsOfAccounts {
  accounts: ReadonlyMap<string, AccountContext>
  market: ExchangeRules
  symbols: SymbolsKnown
  /** Wall-clock milliseconds, for market hours alone. */
  wall: number
  /** Whether the stop is on. */
  isStopped: boolean
  /** Over all accounts together; practice is held against them by itself. */
  limits: Limits
  /** The sums over the practice accounts, where they are apart from the real ones. */
  practice: SumsOfAccounts | null
}

export interface AccountContext {
  id: string
  name: string
  broker: string
  strategy: string
  /** The same for all accounts that the service takes for one. */
  login: string
  /** The address at which it trades: the same for accounts whose orders one request can carry. */
  service: string
  isEnabled: boolean
  /** Why it surely has no keys at hand; null where it has them, or nobody knows. */
  keyless: Keyless | null
  /** Null unless the service refused its keys when its books were last read. */
  keysRefused: KeysRefused | null
  isPractice: boolean
  trading: Trading
  listing(of: InstrumentName): InstrumentFigures | undefined
  /** Whether its own books list a symbol, in whatever is held or was not rejected. */
  shows(of: InstrumentName): boolean
  /** Net units held; 0 where the book was read and has no such position, null where it is not known. */
  held(of: PositionName): number | null
  /** Quantities of the orders that its book shows of an instrument. */
  orderSizes(of: InstrumentName): readonly number[]
  /** Whether two positions of its book may be one that it writes in two spellings. */
  mayBeOne(one: PositionName, other: PositionName): boolean
  /** What may still change a position, beside what is held of it. */
  underWay(of: PositionName): UnderWay
  /** The last price of an underlying by its name, where a book carries it. */
  spot(underlying: string): number | null
  /** Codes open to the client; null where the profile record was never read. */
  exchanges: ReadonlySet<string> | null
  products: ReadonlySet<string> | null
  /** Rupees available; null for unknown. */
  funds: number | null
  /** Rupees of debits and losses that may have to be taken off these: brokers differ in whether they are. */
  fundsInDoubt: number
  openOrders: number | null
  openOrdersAtMost?: number | null
  /** Orders that left within the last minute, and waiting ones. */
  lastMinute: number
  profit: number | null
  profitCheck: ProfitCheck
  /** Books that are older than two of their intervals. */
  stale: ReadonlySet<'orders' | 'positions' | 'funds'>
  /** Whether the same order was confirmed within the last second (on a monotonic clock). */
  isRepeated(order: Record<string, string>): boolean
}
