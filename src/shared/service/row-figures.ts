import { decimalOf, isOnTick } from '../core/decimal.ts'

/**
 * A price, a step, a size of any row, whatever stands there: services write 0 where they know
 * none, so what is not above zero is none.
 */
export const aboveZero = (figure: unknown): number | null =>
  typeof figure === 'number' && figure > 0 && Number.isFinite(figure) ? figure : null

interface Traded {
  readonly ltp?: unknown
  readonly tick_size?: unknown
}

/**
 * A last price of 0 is that of an instrument that never traded, and none trades below its tick; but
 * some services write that in paise.
 */
export function lastPriceOf(row: Traded): number | null {
  const [price, tick] = [aboveZero(row.ltp), aboveZero(row.tick_size)]
  return price === null || tick === null || price >= tick || isInPaise(tick, price) ? price : null
}

/** The step of a row's prices; none where it is one in paise, as far as its last price tells. */
export function tickOf(row: Traded): number | null {
  const [price, tick] = [lastPriceOf(row), aboveZero(row.tick_size)]
  return price !== null && tick !== null && isInPaise(tick, price) ? null : tick
}

/** Steps of whole rupees are those of prices in thousands. */
const isInPaise = (tick: number, price: number): boolean =>
  tick >= 1 && price < 100 * tick && isOnTick(decimalOf(price), decimalOf(tick / 100))
