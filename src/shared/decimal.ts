import Big from 'big.js'

/** Prices and quantities travel as decimal text: what is sent is what was typed, to the last digit. */
export type Decimal = string

export type Rounding = 'down' | 'up' | 'nearest'

const modes = { down: Big.roundDown, nearest: Big.roundHalfUp, up: Big.roundUp } as const

export const isDecimal = (text: string): boolean => /^-?\d{1,15}(\.\d{1,10})?$/.test(text)

/** Plain digits, never an exponent. */
const written = (value: Big): Decimal => value.toFixed()

export const plus = (one: Decimal, other: Decimal): Decimal => written(new Big(one).plus(other))
export const minus = (one: Decimal, other: Decimal): Decimal => written(new Big(one).minus(other))
export const times = (one: Decimal, other: Decimal): Decimal => written(new Big(one).times(other))

/** Below 0, 0 or above 0, as `one` is less than, equal to or more than `other`. */
export const compare = (one: Decimal, other: Decimal): number => new Big(one).cmp(other)

/** The multiple of a tick that is next to a price, towards zero, away from it, or nearest. */
export function toTick(price: Decimal, tick: Decimal, rounding: Rounding): Decimal {
  const ticks = new Big(price).div(tick).round(0, modes[rounding])
  return written(ticks.times(tick))
}

export const isOnTick = (price: Decimal, tick: Decimal): boolean => new Big(price).mod(tick).eq(0)

/** So many ticks from a price; a price between two ticks first goes to the next in that direction. */
export function stepped(price: Decimal, tick: Decimal, steps: number): Decimal {
  const exact = new Big(price).div(tick)
  const whole = exact.round(0, steps < 0 ? Big.roundUp : Big.roundDown)
  const ticks = whole.plus(steps)
  return ticks.lt(0) ? '0' : written(ticks.times(tick))
}

/** A price that is `percent` above another; below it where the percentage is negative. */
export const away = (price: Decimal, percent: Decimal): Decimal =>
  written(new Big(price).times(new Big(100).plus(percent)).div(100))

/** The decimal text of a number of the service, without the dust of binary fractions. */
export const decimalOf = (value: number): Decimal => written(new Big(value.toPrecision(12)))
