import { Exchange } from './words.ts'

/** Letters and figures alone: brokers put other marks between them. */
export const bareName = (text: string | null | undefined): string => {
  const given = text ?? ''
  return isBare(given) ? given : given.toUpperCase().replaceAll(/[^A-Z0-9&]/g, '')
}

/** As nearly all symbols of contracts are: a book of thousands asks of each. */
const isBare = (text: string): boolean => /^[A-Z0-9&]*$/.test(text)

/** Brokers write one share with and without its series. */
export const withoutSeries = (symbol: string): string => bareName(symbol.replace(series, ''))

/** Some write the usual one without a mark before it; no company is called so. */
const series = /(?:[- ]|(?<=[A-Z&]{2})(?=EQ$))(EQ|BE|BZ|SM|ST)$/

export const lettersOfShare = (symbol: string): string =>
  isBare(symbol) && !symbol.endsWith('EQ') ? symbol : withoutSeries(withoutExchange(symbol))

/** What tells derivatives of one underlying apart, but for their expiry. */
interface Contract {
  underlying: string
  kind: 'call' | 'put' | 'future'
  /** Its figures, perhaps with some of the expiry in front; none of a future. */
  strike: string
}

/** Of an option its kind stands behind the strike, or in front of it. */
function contractOf(symbol: string): Contract | null {
  const name = lettersOfShare(symbol)
  const from = name.search(/\d/)
  if (from <= 0) return null
  const [underlying, rest] = [name.slice(0, from), name.slice(from)]
  if (/F(UT)?$/.test(rest)) return { underlying, kind: 'future', strike: '' }
  const last = figuresAtEnd(rest)
  const before = rest.slice(0, rest.length - last.length)
  const kind = /[CP]E?$/.exec(before)
  if (kind === null) return null
  const strike = last === '' ? figuresAtEnd(before.slice(0, kind.index)) : last
  return strike === ''
    ? null
    : { underlying, kind: kind[0].startsWith('C') ? 'call' : 'put', strike }
}

function figuresAtEnd(text: string): string {
  let at = text.length
  while (at > 0 && /\d/.test(text[at - 1]!)) at--
  return text.slice(at)
}

/**
 * Whether two symbols may be one instrument: brokers write one option as NIFTY26NOV24000CE,
 * NIFTY26NOV26C24000 and NIFTY26N2624000CE. Of expiries in different forms nobody can tell.
 */
export function mayBeSameInstrument(one: string, other: string): boolean {
  if (lettersOfShare(one) === lettersOfShare(other)) return true
  const [first, second] = [contractOf(one), contractOf(other)]
  if (first === null || second === null) return false
  const isOfOne = first.underlying === second.underlying && first.kind === second.kind
  return isOfOne && (first.strike.endsWith(second.strike) || second.strike.endsWith(first.strike))
}

/** Whether a symbol has the series of a share behind its name: no future and no option has one. */
export const hasSeries = (symbol: string): boolean => series.test(symbol.trim().toUpperCase())

/** The series that stands behind the name of a share; null where none does. */
export const seriesOf = (symbol: string): string | null =>
  series.exec(symbol.trim().toUpperCase())?.[1] ?? null

/** Whether this is a number of an instrument, and none of what brokers write for none. */
export const isToken = (token: unknown): boolean =>
  typeof token === 'string' && /[1-9a-z]/i.test(token)

/** Some brokers write the exchange before the symbol. */
export const withoutExchange = (symbol: string): string =>
  symbol.trim().toUpperCase().replace(exchangeBefore, '')

const exchangeBefore = new RegExp(`^(${Exchange.options.join('|')})(_[A-Z]+)?[:|]`)
