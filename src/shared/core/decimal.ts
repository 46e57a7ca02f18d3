import Big from 'big.js'

/** Prices and quantities travel as decimal text: what is sent is what was typed, to the last digit. */
export type Decimal = string

export type Rounding = 'down' | 'up' | 'nearest'

export const isDecimal = (text: string): boolean => /^-?\d{1,15}(\.\d{1,10})?$/.test(text)

/*
 * Nearly all amounts are whole numbers of a small fraction, far below the size from which on a
 * number of the machine skips some: those are reckoned with as such, exactly and quickly. Big
 * takes the others.
 */

/** Up to fifteen digits a number of the machine and its text tell each other exactly. */
const mostExact = 1e15

const decimalsOf = (text: Decimal): number => {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

const powers = Array.from({ length: 23 }, (_, power) => 10 ** power)

/** An amount counted in units of so many decimals; NaN where that cannot be exact. */
function counted(text: Decimal, decimals: number): number {
  const count = Math.round(Number(text) * (powers[decimals] ?? Number.NaN))
  return Math.abs(count) < mostExact ? count : Number.NaN
}

/** The text of such a count, or what Big makes of it where the machine would write an exponent. */
function written(count: number, decimals: number): Decimal | null {
  if (!(Math.abs(count) < mostExact)) return null
  if (decimals === 0) return String(count)
  const value = count / (powers[decimals] ?? Number.NaN)
  return Number.isNaN(value) || (value !== 0 && Math.abs(value) < 1e-6) ? null : String(value)
}

/** Plain digits, never an exponent. */
const plain = (value: Big): Decimal => value.toFixed()

export function plus(one: Decimal, other: Decimal): Decimal {
  const decimals = Math.max(decimalsOf(one), decimalsOf(other))
  const sum = counted(one, decimals) + counted(other, decimals)
  return written(sum, decimals) ?? plain(new Big(one).plus(other))
}

export function minus(one: Decimal, other: Decimal): Decimal {
  const decimals = Math.max(decimalsOf(one), decimalsOf(other))
  const difference = counted(one, decimals) - counted(other, decimals)
  return written(difference, decimals) ?? plain(new Big(one).minus(other))
}

export function times(one: Decimal, other: Decimal): Decimal {
  const mine = decimalsOf(one)
  const others = decimalsOf(other)
  const product = counted(one, mine) * counted(other, others)
  return written(product, mine + others) ?? plain(new Big(one).times(other))
}

/** A price times so many units, for showing and summing. */
export function amountOf(price: Decimal, units: number): number {
  const decimals = decimalsOf(price)
  const amount = counted(price, decimals) * units
  return Math.abs(amount) < mostExact
    ? amount / powers[decimals]!
    : Number(times(price, String(units)))
}

/** Below 0, 0 or above 0, as `one` is less than, equal to or more than `other`. */
export function compare(one: Decimal, other: Decimal): number {
  const decimals = Math.max(decimalsOf(one), decimalsOf(other))
  const difference = counted(one, decimals) - counted(other, decimals)
  if (Number.isNaN(difference)) return new Big(one).cmp(other)
  return difference < 0 ? -1 : difference > 0 ? 1 : 0
}

/** The multiple of a tick that is next to a price, towards zero, away from it, or nearest. */
export function toTick(price: Decimal, tick: Decimal, rounding: Rounding): Decimal {
  const decimals = Math.max(decimalsOf(price), decimalsOf(tick))
  const count = counted(price, decimals)
  const step = counted(tick, decimals)
  const rest = count % step
  const isAway = rounding === 'up' ? rest !== 0 : 2 * Math.abs(rest) >= step
  const next = rounding !== 'down' && isAway ? step * Math.sign(rest) : 0
  return written(count - rest + next, decimals) ?? bigToTick(price, tick, rounding)
}

function bigToTick(price: Decimal, tick: Decimal, rounding: Rounding): Decimal {
  const exact = new Big(price)
  const rest = exact.mod(tick)
  const isAway = rounding === 'up' ? !rest.eq(0) : rest.abs().times(2).gte(tick)
  const below = exact.minus(rest)
  if (rounding === 'down' || !isAway) return plain(below)
  return plain(rest.lt(0) ? below.minus(tick) : below.plus(tick))
}

export function isOnTick(price: Decimal, tick: Decimal): boolean {
  const decimals = Math.max(decimalsOf(price), decimalsOf(tick))
  const rest = counted(price, decimals) % counted(tick, decimals)
  return Number.isNaN(rest) ? new Big(price).mod(tick).eq(0) : rest === 0
}

/** So many ticks from a price; a price between two ticks first goes to the next in that direction. */
export function stepped(price: Decimal, tick: Decimal, steps: number): Decimal {
  const from = toTick(price, tick, steps < 0 ? 'up' : 'down')
  const to = plus(from, times(tick, String(steps)))
  return compare(to, '0') < 0 ? '0' : to
}

/** A price that is `percent` above another; below it where the percentage is negative. */
export function plusPercent(price: Decimal, percent: Decimal): Decimal {
  const share = plus('100', percent)
  const mine = decimalsOf(price)
  const shares = decimalsOf(share)
  const product = counted(price, mine) * counted(share, shares)
  return written(product, mine + shares + 2) ?? plain(new Big(price).times(share).times('0.01'))
}

/** How often one amount goes into another, which is more than zero; whole, and exact however often it does. */
export function wholeTimes(one: Decimal, other: Decimal): bigint {
  const decimals = Math.max(decimalsOf(one), decimalsOf(other))
  const digits = (text: Decimal): bigint =>
    BigInt(text.replace('.', '') + '0'.repeat(decimals - decimalsOf(text)))
  return digits(one) / digits(other)
}

/** The decimal text of a number of the service, without the dust of binary fractions. */
export function decimalOf(value: number): Decimal {
  const text = String(value)
  // A short text has no dust to take off, but it may have an exponent.
  const isPlain = text.length <= 12 && Number.isFinite(value) && !text.includes('e')
  return isPlain ? text : plain(new Big(value.toPrecision(12)))
}
