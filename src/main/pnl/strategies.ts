import { recordKey } from '../../shared/books/books.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import type { Rows } from '../../shared/core/patch.ts'
import { type TradedSide, ownFigures, resultOf } from '../../shared/pnl/reckoned-pnl.ts'
import type { PositionRecord, TradeRecord } from '../../shared/service/records.ts'
import { parseTime } from '../../shared/core/times.ts'
import { areBorneOut } from './traded-as-held.ts'

/*
 * No book names a strategy. What is known is under which one an order was placed from here, and
 * the trades of that order. So a strategy's P&L is that of its own trades of today, at the last
 * prices of the positions. A trade of an order that was not placed from here closes what strategies
 * hold the other way, the first to hold it first, as an exit of a whole account does; what is left
 * of it is nobody's.
 */

/** Null where it cannot be reckoned. */
export type StrategyResult = { realised: number; unrealised: number } | null

interface Holder {
  buys: TradedSide
  sells: TradedSide
}

interface Traded {
  units: number
  price: number
  strategy: string | undefined
  at: number
}

export function strategyResults(of: {
  trades: Rows
  positions: Rows
  strategyOf(orderId: string): string | undefined
}): Map<string, StrategyResult> {
  const results = new Map<string, StrategyResult>()
  for (const [key, trades] of tradesWithStrategies(of)) {
    const position = of.positions.get(key) as PositionRecord | undefined
    for (const [strategy, holder] of holdersOf(trades)) {
      const before = results.get(strategy)
      const result = resultIn({ position, trades, holder })
      results.set(strategy, before === undefined ? result : sumOf(before, result))
    }
  }
  return results
}

const sumOf = (one: StrategyResult, other: StrategyResult): StrategyResult =>
  one === null || other === null
    ? null
    : {
        realised: one.realised + other.realised,
        unrealised: one.unrealised + other.unrealised,
      }

/** The trades of each position in which a strategy traded, in the order of time. */
function tradesWithStrategies(of: {
  trades: Rows
  strategyOf(orderId: string): string | undefined
}): Map<string, Traded[]> {
  const all = new Map<string, Traded[]>()
  const owned = new Set<string>()
  for (const row of of.trades.values()) {
    const trade = row as TradeRecord
    const key = recordKey('positions', trade)
    const strategy = trade.order_id === null ? undefined : of.strategyOf(trade.order_id)
    if (strategy !== undefined) owned.add(key)
    const traded = { ...signedOf(trade), strategy, at: parseTime(trade.exchtime) ?? 0 }
    const before = all.get(key)
    if (before === undefined) all.set(key, [traded])
    else before.push(traded)
  }
  for (const [key, trades] of all)
    if (owned.has(key)) trades.sort((one, other) => one.at - other.at)
    else all.delete(key)
  return all
}

/** NaN where the trade does not say it, which fits no position. */
function signedOf({ action, quantity, price }: TradeRecord): { units: number; price: number } {
  const side = sideOfWord(action)
  const sign = side === undefined ? Number.NaN : side === 'BUY' ? 1 : -1
  return { units: sign * (quantity ?? Number.NaN), price: price ?? Number.NaN }
}

function holdersOf(trades: readonly Traded[]): Map<string, Holder> {
  const holders = new Map<string, Holder>()
  for (const trade of trades) {
    if (trade.strategy !== undefined) {
      const holder = holders.get(trade.strategy) ?? {
        buys: { units: 0, value: 0 },
        sells: { units: 0, value: 0 },
      }
      holders.set(trade.strategy, holder)
      take(holder, trade.units, trade.price)
      continue
    }
    let left = trade.units
    for (const holder of holders.values()) {
      const net = netOf(holder)
      if (left === 0 || Math.sign(net) !== -Math.sign(left)) continue
      const closed = Math.sign(left) * Math.min(Math.abs(left), Math.abs(net))
      take(holder, closed, trade.price)
      left -= closed
    }
  }
  return holders
}

const netOf = ({ buys, sells }: Holder): number => buys.units - sells.units

function take(holder: Holder, units: number, price: number): void {
  const side = units > 0 ? holder.buys : holder.sells
  side.units += Math.abs(units)
  side.value += Math.abs(units) * price
}

function resultIn(of: {
  position: PositionRecord | undefined
  trades: readonly Traded[]
  holder: Holder
}): StrategyResult {
  const { position, trades, holder } = of
  if (position === undefined) return null
  const { cfbuyqty, cfsellqty, netqty } = position
  const carried = Math.abs(cfbuyqty ?? 0) - Math.abs(cfsellqty ?? 0)
  const traded = trades.reduce((sum, { units }) => sum + units, 0)
  // The two books are of different moments: the next ones will agree.
  if (netqty === null || netqty - carried !== traded) return null
  const multiplier = ownFigures(position).from?.multiplier
  if (multiplier === undefined || !areBorneOut(trades, position)) return null
  const { realised, unrealised } = resultOf({ ...holder, net: netOf(holder), multiplier }, position)
  return unrealised === null || Number.isNaN(realised + unrealised)
    ? null
    : { realised, unrealised }
}
