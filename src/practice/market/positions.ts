import type { Action, Product } from '../../shared/service/words.ts'
import { type Instrument, instrumentKey } from './instruments.ts'

export interface Position {
  readonly instrument: Instrument
  readonly product: Product
  /** Carried from earlier days: signed quantity and its average. */
  carried: number
  carriedAverage: number
  bought: number
  boughtValue: number
  sold: number
  soldValue: number
  /** Whose the quantity is, signed, by strategy. */
  readonly strategies: Map<string, number>
}

export const positionKey = (of: { instrument: Instrument; product: Product }): string =>
  `${instrumentKey(of.instrument)}:${of.product}`

export const newPosition = (of: { instrument: Instrument; product: Product }): Position => ({
  instrument: of.instrument,
  product: of.product,
  carried: 0,
  carriedAverage: 0,
  bought: 0,
  boughtValue: 0,
  sold: 0,
  soldValue: 0,
  strategies: new Map(),
})

export const netQuantity = (position: Position): number =>
  position.carried + position.bought - position.sold

export interface PositionFigures {
  net: number
  buys: number
  sells: number
  buyAverage: number
  sellAverage: number
  average: number
  /** Received less paid. */
  amount: number
  realised: number
  unrealised: number
  breakEven: number
}

/**
 * Buys and sells are averaged apart, carried quantity included: matched units are realised at the
 * two averages, the rest stands at its own side's. The two results always sum to cash plus value.
 */
export function figuresOf(position: Position, price: number): PositionFigures {
  const { carried, carriedAverage } = position
  const buys = position.bought + Math.max(carried, 0)
  const sells = position.sold + Math.max(-carried, 0)
  const buyValue = position.boughtValue + Math.max(carried, 0) * carriedAverage
  const sellValue = position.soldValue + Math.max(-carried, 0) * carriedAverage
  const buyAverage = buys === 0 ? 0 : buyValue / buys
  const sellAverage = sells === 0 ? 0 : sellValue / sells
  const net = buys - sells
  const matched = Math.min(buys, sells)
  return {
    net,
    buys,
    sells,
    buyAverage,
    sellAverage,
    average: net > 0 ? buyAverage : net < 0 ? sellAverage : 0,
    amount: sellValue - buyValue,
    realised: matched * (sellAverage - buyAverage),
    unrealised: net > 0 ? net * (price - buyAverage) : -net * (sellAverage - price),
    breakEven: net === 0 ? 0 : (buyValue - sellValue) / net,
  }
}

export function applyFill(
  position: Position,
  fill: { action: Action; quantity: number; price: number; strategy: string },
): void {
  const { action, quantity, price, strategy } = fill
  if (action === 'BUY') {
    position.bought += quantity
    position.boughtValue += quantity * price
  } else {
    position.sold += quantity
    position.soldValue += quantity * price
  }
  const signed = action === 'BUY' ? quantity : -quantity
  if (strategy === '') releaseFromAny(position.strategies, signed)
  else add(position.strategies, strategy, signed)
}

function add(shares: Map<string, number>, strategy: string, signed: number): void {
  const now = (shares.get(strategy) ?? 0) + signed
  if (now === 0) shares.delete(strategy)
  else shares.set(strategy, now)
}

/** An exit of nobody's takes from those who hold the other way, oldest first. */
function releaseFromAny(shares: Map<string, number>, signed: number): void {
  let left = signed
  for (const [strategy, held] of shares) {
    if (left === 0 || Math.sign(held) === Math.sign(left)) continue
    const taken = Math.sign(left) * Math.min(Math.abs(left), Math.abs(held))
    add(shares, strategy, taken)
    left -= taken
  }
}
