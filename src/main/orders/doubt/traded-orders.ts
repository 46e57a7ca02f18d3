import { parseTime } from '../../../shared/core/times.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { comparableOrderId, isSameOrderId } from '../../../shared/service/order-ids.ts'
import type { TradeRecord } from '../../../shared/service/records.ts'
import { productOfWord } from '../../../shared/service/words.ts'
import { aboutThen } from '../../picture/times/book-lag.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import { OrdersBySymbol, isRival, normalisedRequest } from '../../picture/rows/order-similarity.ts'
import type { BrokerClocks } from './broker-clock.ts'
import { type ClockReading, isInTime } from './entry-time.ts'
import type { Memories } from './memories.ts'

interface TradedOrdersOptions {
  pictures: Pick<LoginPictures, 'intents' | 'ordersOf' | 'tradedSince' | 'tradesUnshown'>
  memories: Pick<Memories, 'mayBeNewer' | 'of'>
  clocks: Pick<BrokerClocks, 'readingOf'>
}

/** An order that the trades alone tell of, and one of its trades. */
interface TradedTwin {
  orderId: string
  units: number
  trade: TradeOfSymbol
}

/** Orders that the trades alone tell of. An order book that leaves out what was traded proves no absence. */
export class TradedOrders {
  readonly #options: TradedOrdersOptions
  /** When each was traded: hundreds of orders may ask, of thousands of trades. */
  readonly #times = new WeakMap<readonly TradeRecord[], readonly (number | null)[]>()
  readonly #bySymbol = new WeakMap<readonly TradeRecord[], OrdersBySymbol<TradeOfSymbol>>()

  constructor(options: TradedOrdersOptions) {
    this.#options = options
  }

  /** Numbers of those that an order can be: of its symbol and side, traded since it was sent, and nobody's. */
  rivalsOf(intent: Intent, account: string): string[] {
    const trades = this.#rivalTrades(intent, account)
    return [...new Set(trades.flatMap(({ order_id: id }) => id ?? []))]
  }

  /** Those of them that are of its product, and all of whose trades are of the time in which it was on its way. */
  twinsOf(intent: Intent, account: string): TradedTwin[] {
    const { sent } = intent
    const trades = this.#rivalTrades(intent, account)
    if (sent === null || trades.length === 0) return []
    const sending = { at: sent.at, clock: this.#clockOf(intent, account) }
    const { product } = normalisedRequest(intent)
    const isLike = (trade: TradeRecord): boolean =>
      // Of a bracket and a cover no request names the product that a book gives them.
      (intent.params['product'] === undefined || productOfWord(trade.product) === product) &&
      isInTime(sending, parseTime(trade.exchtime))
    return [...Map.groupBy(trades, ({ order_id: id }) => id ?? '')].flatMap(([orderId, all]) => {
      const units = all.reduce((sum, { quantity }) => sum + (quantity ?? Infinity), 0)
      return orderId !== '' && all.every(isLike) ? [{ orderId, units, trade: all[0]! }] : []
    })
  }

  #rivalTrades(intent: Intent, account: string): TradeOfSymbol[] {
    const { pictures, memories } = this.#options
    const all = this.#nearTo(intent, pictures.tradesUnshown(account))
    if (all.length === 0) return []
    const times = this.#timesOf(all)
    const clock = this.#clockOf(intent, account)
    const since = earliestOf(intent, clock)
    const { sentAt } = memories.of(intent)
    // A broker's clock may be hours off: our own eyes saw these come up.
    const cameUp =
      clock === 'presumed' && sentAt !== null ? pictures.tradedSince(account, sentAt) : nothing
    return all.filter(
      (trade, at) =>
        ((times[at] ?? Infinity) >= since || cameUp.has(comparableOrderId(trade.order_id ?? ''))) &&
        isRival(intent, trade) &&
        memories.mayBeNewer(intent, comparableOrderId(trade.order_id ?? '')) &&
        pictures.intents.claimOf(intent, trade.order_id ?? '') !== 'yes',
    )
  }

  /** Each is compared with those of its symbol alone, which are few. */
  #nearTo(intent: Intent, trades: readonly TradeRecord[]): readonly TradeOfSymbol[] {
    let bySymbol = this.#bySymbol.get(trades)
    if (bySymbol === undefined) {
      bySymbol = new OrdersBySymbol(trades.filter((trade) => isOfSymbol(trade)))
      this.#bySymbol.set(trades, bySymbol)
    }
    return bySymbol.near(normalisedRequest(intent))
  }

  #clockOf(intent: Intent, account: string): ClockReading {
    const { pictures, memories, clocks } = this.#options
    const rows = pictures.ordersOf(account)?.rows ?? new Map()
    const wasSetBack = memories.of(intent).wasClockSetBack
    return clocks.readingOf({ sent: intent.sent, rows, wasSetBack })
  }

  #timesOf(trades: readonly TradeRecord[]): readonly (number | null)[] {
    let times = this.#times.get(trades)
    if (times === undefined)
      this.#times.set(trades, (times = trades.map(({ exchtime }) => parseTime(exchtime))))
    return times
  }

  has(account: string, orderId: string): boolean {
    return this.#options.pictures
      .tradesUnshown(account)
      .some(({ order_id: id }) => id !== null && isSameOrderId(id, orderId))
  }
}

const nothing: ReadonlySet<string> = new Set()

type TradeOfSymbol = TradeRecord & { symbol: string }

const isOfSymbol = (trade: TradeRecord): trade is TradeOfSymbol => typeof trade.symbol === 'string'

/**
 * When an order can have been traded at the earliest, by the broker's clock: brokers drop what was
 * filled in the morning, and its trade stays. Where nobody knows how that clock stands beside the one
 * that the order was sent by, its times prove nothing.
 */
function earliestOf({ sent, at }: Intent, clock: ClockReading): number {
  if (clock === 'unknown') return -Infinity
  const ahead = clock === 'presumed' ? 0 : clock.least
  return (sent?.at ?? at) + ahead - aboutThen
}
