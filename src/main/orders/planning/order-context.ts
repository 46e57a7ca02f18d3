import type { MarketData } from '../../../shared/market/market-data.ts'
import type { Limits, Trading } from '../../../shared/orders/limits.ts'

/** All that deciding about orders needs to know, gathered at one moment. */
export interface OrderContext {
  accounts: ReadonlyMap<string, AccountContext>
  market: MarketData
  /** Wall-clock milliseconds, for market hours alone. */
  wall: number
  /** Whether the stop is on. */
  isStopped: boolean
  /** Over all accounts together. */
  limits: Limits
  /** Sums over all accounts that are switched on; null where a book was never read. */
  openOrders: number | null
  lastMinute: number
  /** Realised and unrealised, as the position books say. */
  profit: number | null
}

/** What is traded, and where. */
export interface InstrumentName {
  exchange: string
  symbol: string
}

export interface AccountContext {
  id: string
  name: string
  broker: string
  strategy: string
  /** The same for all accounts that the service takes for one. */
  login: string
  isEnabled: boolean
  isPractice: boolean
  trading: Trading
  listing(of: InstrumentName): InstrumentFigures | undefined
  /** Net units held; 0 where the book was read and has no such position, null where it is not known. */
  held(of: InstrumentName & { product: string }): number | null
  /** What may still change a position, beside what is held of it. */
  underWay(of: InstrumentName & { product: string }): UnderWay
  /** The last price of an underlying by its name, where a book carries it. */
  spot(underlying: string): number | null
  /** Codes open to the client; null where the profile record was never read. */
  exchanges: ReadonlySet<string> | null
  products: ReadonlySet<string> | null
  /** Rupees available; null for unknown. */
  funds: number | null
  openOrders: number | null
  /** Orders that left within the last minute, and waiting ones. */
  lastMinute: number
  profit: number | null
  /** Books that are older than two of their intervals. */
  stale: ReadonlySet<'orders' | 'positions' | 'funds'>
  /** Whether the same order was confirmed within the last second (on a monotonic clock). */
  isRepeated(order: Record<string, string>): boolean
}

/** What may still come to a position: all of it may, and none of it has to. */
export interface UnderWay {
  /** Units of orders that work, that are on their way, or that were filled and that the position does not show yet. */
  buys: number
  sells: number
  /** Why it may be more than these. */
  unknown: readonly string[]
}

/** What the books say of an instrument. */
export interface InstrumentFigures {
  ltp: number | null
  tick: number | null
  lot: number | null
  /** Whether the last price is from a book that is older than two of its intervals. */
  isOld: boolean
}
