import { derivativeExchanges } from '../../../shared/service/words.ts'
import type { ExchangeRules } from '../../../shared/market/exchange-rules.ts'
import type { Obstacle } from './pricing.ts'
import { readingOnce } from '../../../shared/core/reading-once.ts'
import { unitsText } from '../../../shared/core/figures.ts'

/** An order's record in the journal has a part for each slice. */
const mostParts = 1000

/** Slices of this size, with the remainder as the last one; an order that is not split is one slice. */
export function slicesOf(of: { quantity: number; slice: number | null }): number[] | Obstacle {
  const { quantity, slice } = of
  if (slice === null || slice >= quantity) return [quantity]
  const whole = Math.floor(quantity / slice)
  if (whole >= mostParts)
    return {
      field: 'slice',
      code: 'slice',
      message: `Slices of ${unitsText(slice)} make ${unitsText(Math.ceil(quantity / slice))} orders of ${unitsText(quantity)} units, and ${unitsText(mostParts)} at most are taken. Use larger slices.`,
    }
  const slices = new Array<number>(whole).fill(slice)
  if (quantity % slice > 0) slices.push(quantity % slice)
  return slices
}

const withFreeze: ReadonlySet<string> = new Set(derivativeExchanges)

/**
 * The largest single order in units, where the data names one. The symbol of a future or an option
 * begins with its underlying, which a digit follows; names have digits too, so the longest wins.
 */
export function freezeOf(market: ExchangeRules, exchange: string, symbol: string): number | null {
  return withFreeze.has(exchange) ? readingOf(market.freeze)(symbol) : null
}

type Freeze = ExchangeRules['freeze']
type FreezeOfSymbol = (symbol: string) => number | null
/** An order to many accounts asks for its symbol again for each. */
const readings = new WeakMap<Freeze, FreezeOfSymbol>()

function readingOf(freeze: Freeze): FreezeOfSymbol {
  let reading = readings.get(freeze)
  if (reading === undefined) readings.set(freeze, (reading = readingOnce(beginsWithOneOf(freeze))))
  return reading
}

function beginsWithOneOf(freeze: Freeze): FreezeOfSymbol {
  const names = Object.entries(freeze).toSorted(([one], [other]) => other.length - one.length)
  return (symbol) => {
    const written = symbol.toUpperCase()
    for (const [name, most] of names)
      if (written.startsWith(name) && isDigit(written.charCodeAt(name.length))) return most
    return null
  }
}

export const freezeByName = (market: ExchangeRules, name: string): number | null =>
  Object.hasOwn(market.freeze, name) ? market.freeze[name]! : null

/** The largest slice that is below the freeze and made of whole lots. */
export function largestSlice(freeze: number, lot: number | null): number {
  const whole = lot === null ? freeze : Math.floor(freeze / lot) * lot
  return whole > 0 ? whole : freeze
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
