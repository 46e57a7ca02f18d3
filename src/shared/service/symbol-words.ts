import { Exchange } from './words.ts'

/** Letters and figures alone: brokers put other marks between them. */
export const bareName = (text: string | null | undefined): string =>
  (text ?? '').toUpperCase().replaceAll(/[^A-Z0-9&]/g, '')

/** Brokers write one share with and without its series. */
export const withoutSeries = (symbol: string): string => bareName(symbol.replace(series, ''))

const series = /[- ](EQ|BE|BZ|SM|ST)$/

export const lettersOfShare = (symbol: string): string => withoutSeries(withoutExchange(symbol))

/** An option or a future: its underlying, which of the two kinds or neither, and the figures that its strike ends. */
const option = /^([A-Z&]+?)\d.*?(?:(\d+)(C|P)E?|(C|P)E?(\d+))$/
const future = /^([A-Z&]+?)\d.*F(UT)?$/

/**
 * Whether two symbols may be one instrument: brokers write one option as NIFTY26NOV24000CE,
 * NIFTY26NOV26C24000 and NIFTY26N2624000CE. Of expiries in different forms nobody can tell.
 */
export function mayBeSameInstrument(one: string, other: string): boolean {
  const [first, second] = [lettersOfShare(one), lettersOfShare(other)]
  if (first === second) return true
  const [mine, others] = [first.match(option), second.match(option)]
  if (mine !== null && others !== null) {
    const [strike, theirs] = [mine[2] ?? mine[5]!, others[2] ?? others[5]!]
    const isAlike = mine[1] === others[1] && (mine[3] ?? mine[4]) === (others[3] ?? others[4])
    return isAlike && (strike.endsWith(theirs) || theirs.endsWith(strike))
  }
  const [ours, its] = [first.match(future), second.match(future)]
  return ours !== null && its !== null && ours[1] === its[1]
}

/** Whether a symbol has the series of a share behind its name: no future and no option has one. */
export const hasSeries = (symbol: string): boolean => series.test(symbol.trim().toUpperCase())

/** Some brokers write the exchange before the symbol. */
export const withoutExchange = (symbol: string): string =>
  symbol.trim().toUpperCase().replace(exchangeBefore, '')

const exchangeBefore = new RegExp(`^(${Exchange.options.join('|')})(_[A-Z]+)?[:|]`)
