import { type Decimal, decimalOf } from './decimal.ts'

/*
 * Figures inside sentences, grouped the Indian way. Every leg of a large basket says some, and the
 * platform's own formats take longer than all the rest of a leg.
 */

const text = (value: number | Decimal): Decimal =>
  typeof value === 'number' ? decimalOf(value) : value

export function unitsText(value: number | Decimal): string {
  return groupedDigits(text(value), 0)
}

export function priceWords(value: number | Decimal): string {
  return groupedDigits(text(value), 2)
}

export function rupees(value: number): string {
  return `${value < 0 ? '−' : ''}₹${groupedDigits(Math.abs(value).toFixed(2), 2)}`
}

export const signedUnits = (value: number): string =>
  value > 0 ? `+${unitsText(value)}` : unitsText(value)

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${unitsText(count)} ${count === 1 ? one : many}`

/** A list that may be long: the first of it, and how many others there are beside it. */
export const firstAndMore = (first: string, all: number): string =>
  all === 1 ? first : `${first} and ${all - 1} more`

/** The last three digits of the whole stand together, those before them in pairs. */
export function groupedDigits(value: Decimal, leastDecimals: number): string {
  const sign = value.startsWith('-') ? '−' : ''
  const point = value.indexOf('.')
  const whole = value.slice(sign === '' ? 0 : 1, point < 0 ? undefined : point)
  let groups = whole.slice(-3)
  for (let end = whole.length - 3; end > 0; end -= 2)
    groups = `${whole.slice(Math.max(0, end - 2), end)},${groups}`
  const decimals = (point < 0 ? '' : value.slice(point + 1)).padEnd(leastDecimals, '0')
  return `${sign}${groups}${decimals === '' ? '' : `.${decimals}`}`
}
