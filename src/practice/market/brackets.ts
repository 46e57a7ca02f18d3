import { type OrderDraft, type Order, opposite } from './orders.ts'
import { roundToTick } from './market.ts'

/** What an entry's fills have opened and its legs have not yet closed. */
export const protectedUnits = (entry: Order, legs: readonly Order[]): number =>
  legs.reduce((left, leg) => left - leg.filled, entry.filled)

/** The legs that protect an entry from its first fill on: of the two, one at most ever completes. */
export function legDrafts(entry: Order): OrderDraft[] {
  const { protection, instrument } = entry
  if (!protection) return []
  const average = entry.value / entry.filled
  const away = entry.action === 'BUY' ? 1 : -1
  const leg = {
    instrument,
    strategy: entry.strategy,
    action: opposite(entry.action),
    product: entry.product,
    quantity: entry.filled,
    disclosed: 0,
    parent: entry.id,
  }
  const stopAt =
    protection.kind === 'cover'
      ? protection.stopPrice
      : roundToTick(average - away * protection.stop, instrument.tick)
  const stop: OrderDraft = { ...leg, role: 'stop', pricetype: 'SL-M', price: 0, trigger: stopAt }
  if (protection.kind === 'cover') return [stop]
  const price = roundToTick(average + away * protection.target, instrument.tick)
  return [{ ...leg, role: 'target', pricetype: 'LIMIT', price, trigger: 0 }, stop]
}

/**
 * Where a trailing stop belongs at this price: as many whole steps from where it began as the price
 * is from the entry. Nothing when that is no better than where it stands: it never moves back.
 */
export function trailedTrigger(of: {
  stop: Order
  trail: number
  entered: number
  price: number
}): number | undefined {
  const { stop, trail, entered, price } = of
  if (trail <= 0) return undefined
  // A stop that sells protects a long position: better is higher.
  const up = stop.action === 'SELL' ? 1 : -1
  // Binary dust must not cost a step that the price has just made.
  const steps = Math.floor((up * (price - entered)) / trail + 1e-9)
  const began = stop.history[0]?.trigger ?? stop.trigger
  const trigger = roundToTick(began + up * steps * trail, stop.instrument.tick)
  return up * trigger > up * stop.trigger ? trigger : undefined
}
