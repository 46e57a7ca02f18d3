import { Exchange } from './words.ts'

/** Letters and figures alone: brokers put other marks between them. */
export const bareName = (text: string | null | undefined): string =>
  (text ?? '').toUpperCase().replaceAll(/[^A-Z0-9&]/g, '')

/** Brokers write one share with and without its series. */
export const withoutSeries = (symbol: string): string =>
  bareName(symbol.replace(/[- ](EQ|BE|BZ|SM|ST)$/, ''))

/** Some brokers write the exchange before the symbol. */
export const lettersOfShare = (symbol: string): string =>
  withoutSeries(symbol.trim().toUpperCase().replace(exchangeBefore, ''))

const exchangeBefore = new RegExp(`^(${Exchange.options.join('|')})(_[A-Z]+)?[:|]`)
