import { Exchange } from './words.ts'

/** Letters and figures alone: brokers put other marks between them. */
export const bareName = (text: string | null | undefined): string =>
  (text ?? '').toUpperCase().replaceAll(/[^A-Z0-9&]/g, '')

/** Brokers write one share with and without its series. */
export const withoutSeries = (symbol: string): string => bareName(symbol.replace(series, ''))

const series = /[- ](EQ|BE|BZ|SM|ST)$/

export const lettersOfShare = (symbol: string): string => withoutSeries(withoutExchange(symbol))

/** Whether a symbol has the series of a share behind its name: no future and no option has one. */
export const hasSeries = (symbol: string): boolean => series.test(symbol.trim().toUpperCase())

/** Some brokers write the exchange before the symbol. */
export const withoutExchange = (symbol: string): string =>
  symbol.trim().toUpperCase().replace(exchangeBefore, '')

const exchangeBefore = new RegExp(`^(${Exchange.options.join('|')})(_[A-Z]+)?[:|]`)
