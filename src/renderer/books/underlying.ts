import { derivativeExchanges } from '../../shared/service/words.ts'

/** Where futures and options are traded; books name some where no order can be placed from here. */
const derivatives: ReadonlySet<string> = new Set([...derivativeExchanges, 'BCD', 'NCDEX'])

const month = '(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)'
const day = '(?:0[1-9]|[12]\\d|3[01])'
const strike = '\\d{1,8}(?:\\.\\d{1,4})?'
/** NOV26200CE behind a year; 29DEC26C26000 and 29DEC26FUT; 26N1924500CE, of a week. */
const endings = [
  `\\d{2}${month}(?:FUT|${strike}[CP]E)`,
  `${day}${month}\\d{2}(?:F(?:UT)?|[CP]E?${strike}|${strike}[CP]E)`,
  `[2-4]\\d[1-9OND]${day}${strike}[CP]E`,
].map((ending) => new RegExp(`^${ending}$`))

const mark = /[ _-]$/

/**
 * What a future or an option is of; null for shares. Names have figures too (360ONE, NIFTYNXT50): one
 * is as short as a whole expiry, and a strike, behind it allow. A symbol that is written in no way
 * that is known, and does not begin with letters, stands by itself.
 */
export function underlyingOf({
  symbol,
  exchange,
}: {
  symbol: string
  exchange: string | null
}): string | null {
  if (exchange === null || !derivatives.has(exchange.trim().toUpperCase())) return null
  const written = symbol.trim().toUpperCase()
  // The shortest ending is 26NOVFUT; a name has so many letters, and no symbol more than it is worth.
  for (let end = 1; end <= Math.min(written.length - 8, 40); end++) {
    const rest = written.slice(end)
    if (isDigit(rest) && endings.some((ending) => ending.test(rest)))
      return written.slice(0, end).replace(mark, '')
  }
  const [name] = /^[A-Z&-]+(?=\d)/.exec(written) ?? []
  return name ?? symbol
}

const isDigit = (text: string): boolean => text >= '0' && text < ':'
