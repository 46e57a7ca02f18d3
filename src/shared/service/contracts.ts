import { bareName, withoutExchange } from './symbol-words.ts'
import { derivativeExchanges } from './words.ts'

/** Where futures and options are traded; books name some where no order can be placed from here. */
const derivatives: ReadonlySet<string> = new Set([...derivativeExchanges, 'BCD', 'NCDEX'])

const months = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC'
const month = `(?:${months})`
const day = '(?:0[1-9]|[12]\\d|3[01])'
const strike = '\\d{1,8}(?:\\.\\d{1,4})?'
/** NOV26200CE behind a year; 29DEC26C26000 and 29DEC26FUT; 26N1924500CE, of a week. */
const endings = [
  `\\d{2}${month}(?:FUT|${strike}[CP]E)`,
  `${day}${month}(?:20)?\\d{2}(?:F(?:UT)?|[CP]E?${strike}|${strike}[CP]E)`,
  `[2-4]\\d[1-9OND]${day}${strike}[CP]E`,
].map((ending) => new RegExp(`^${ending}$`))

const mark = /[ _-]$/

/**
 * What a future or an option is of; null for shares. Names have figures too (360ONE, NIFTYNXT50): one
 * is as short as a whole expiry, and a strike, behind it allow. A symbol that is written in no way
 * that is known, and does not begin with letters, stands by itself.
 */
export const underlyingOf = (traded: Traded): string | null =>
  contractOf(traded)?.underlying ?? null

/** When a future or an option ends, and what that is put in order by. */
export interface Expiry {
  text: string
  order: string
}

/**
 * As its symbol says it: of some the month alone, which is not known to be that of a day in it. A
 * figure that may be a year or a day (27JAN26500CE) is left as it is written.
 */
export function expiryOf(traded: Traded): Expiry | null {
  const ending = contractOf(traded)?.ending ?? ''
  const { byMonth, byDay } = readingsOf(ending)
  if (byMonth === undefined || byDay === undefined) return byMonth ?? byDay ?? null
  if (byDay.order.startsWith(byMonth.order)) return byMonth
  const written = ending.slice(0, 5)
  return { text: `${written}, as written`, order: `~${written}` }
}

/** An expiry, and the strike that it leaves; zero for a future. */
interface Reading extends Expiry {
  strike: number
}

/** A figure that may be a year or a day is read as either. */
function readingsOf(ending: string): { byMonth: Reading | undefined; byDay: Reading | undefined } {
  const [byMonth, byDay, byWeek] = [monthly, daily, weekly].map((form): Reading | undefined => {
    const found = form.exec(ending)
    if (found === null) return undefined
    const strike = Number(ending.slice(found[0].length).replaceAll(/[^\d.]/g, ''))
    // What would leave an option none has the beginning of one for its year.
    if (strike === 0 && !/F(UT)?$/.test(ending)) return undefined
    return { ...expiry(found.groups!), strike }
  })
  return { byMonth, byDay: byDay ?? byWeek }
}

/** No strike has more than six figures before its point: a longer one has a year in it. */
const monthly = new RegExp(
  `^(?<year>\\d{2})(?<month>${months})(?=(?:FUT|\\d{1,6}(?:\\.\\d{1,4})?[CP]E)$)`,
)
/** None that is traded ended in 2020: what may be the year by itself is the beginning of one. */
const daily = new RegExp(`^(?<day>${day})(?<month>${months})(?:20)?(?<year>\\d{2})(?=\\d|[FCP])`)
const weekly = new RegExp(`^(?<year>\\d{2})(?<week>[1-9OND])(?<day>${day})`)
const weekMonths = '123456789OND'
const monthNames = months.split('|')

/** What contracts have alike that are one, and until when they are traded, as `ends` of their words. */
export interface ContractReading {
  /** With its month: one strike may be that of a hundred expiries. */
  name: string
  /** One that equal names have, and hardly two others: thousands are sooner told apart by it. */
  number: number
  ends: string
}

/** All that the symbol of a contract may mean; none where it is written in no way that is known. */
export function contractReadings(symbol: string): readonly ContractReading[] {
  let known = readings.get(symbol)
  if (known === undefined) {
    if (readings.size === mostContracts) readings.clear()
    readings.set(symbol, (known = contractRead(symbol)))
  }
  return known
}
const readings = new Map<string, readonly ContractReading[]>()

function contractRead(symbol: string): readonly ContractReading[] {
  const words = contractWords(symbol)
  if (words === null) return []
  const { byMonth, byDay } = readingsOf(contractAsWritten(withoutExchange(symbol)).ending)
  return [byMonth, byDay].flatMap((one) => {
    if (one === undefined) return []
    const name = `${bareName(words.underlying)} ${words.kind}${one.strike} ${monthOf(one.order)}`
    return { name, number: numberOf(name), ends: one.order }
  })
}

/** Of the order of an expiry, 2026-11-24 or 2026-11-, all but its day. */
const monthOf = (order: string): string => order.slice(0, 8)

export const numbersOfNames = 2 ** 16

const numberOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % numbersOfNames, 0)

/** Whether two symbols may be of one contract: with the same underlying, kind and strike, and perhaps the same end. */
export const mayBeOneContract = (one: Traded, other: string): boolean =>
  contractReadings(one.symbol).some((reading) =>
    contractReadings(other).some(
      ({ name, ends }) =>
        name === reading.name &&
        (isWithin(ends, reading.ends, one) || isWithin(reading.ends, ends, one)),
    ),
  )

/** A month alone is that of its last days, where contracts of its other weeks are written with theirs. */
const isWithin = (day: string, month: string, { exchange }: Pick<Traded, 'exchange'>): boolean =>
  day === month ||
  (day.startsWith(month) && (!endsMonths.test(exchange ?? '') || isOfLastDays(day)))

const endsMonths = /^[NB](FO|SE_?FN?O)$/i

/** A holiday moves the end of a month by a day. */
const isOfLastDays = (day: string): boolean => {
  const [year, month, at] = day.split('-').map(Number)
  return at! > new Date(Date.UTC(year!, month!, 0)).getUTCDate() - 8
}

/** What a contract is called in whatever form that tells its day; null where a symbol does not surely. */
export function nameOfContract(symbol: string): string | null {
  const [reading, ...others] = contractReadings(symbol)
  const isSure = reading !== undefined && others.length === 0 && !reading.ends.endsWith('-')
  return isSure ? reading.name + reading.ends.slice(monthOf(reading.ends).length) : null
}

function expiry({ year, month, week, day: at }: Record<string, string | undefined>): Expiry {
  const place = week === undefined ? monthNames.indexOf(month ?? '') : weekMonths.indexOf(week)
  const name = monthNames[place]!
  const written = `${name[0]}${name.slice(1).toLowerCase()} 20${year}`
  return {
    text: at === undefined ? written : `${Number(at)} ${written}`,
    order: `20${year}-${String(place + 1).padStart(2, '0')}-${at ?? ''}`,
  }
}

/** What the symbol of a future or an option says. */
export interface ContractWords {
  underlying: string
  /** The month or the day on which it ends, as 2026-11- or 2026-11-24: all that it may mean. */
  ends: readonly string[]
  /** A call, a put, or a future. */
  kind: 'C' | 'P' | 'F'
}

/** Null where it is written in no way that is known, whatever its row says of the exchange. */
export function contractWords(symbol: string): ContractWords | null {
  const { underlying, ending } = contractAsWritten(withoutExchange(symbol))
  if (ending === '') return null
  const option = /([CP])E$|\d([CP])E?[\d.]+$/.exec(ending)
  const kind = (option?.[1] ?? option?.[2] ?? 'F') as ContractWords['kind']
  return { underlying, ends: endsOf(ending), kind }
}

/** The same of an expiry that stands by itself, as it does inside of symbols: 26NOV, 24NOV26, 26N24. */
export const endsOfExpiry = (expiry: string): readonly string[] =>
  expiryAlone.test(expiry) ? endsOf(`${expiry}99999CE`) : []

/** Whether two contracts may end together, by all that is known of each. */
export const mayEndTogether = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === 0 ||
  others.length === 0 ||
  some.some((one) => others.some((other) => one.startsWith(other) || other.startsWith(one)))

const expiryAlone = new RegExp(`^\\d{2}(${month}(\\d{2})?|[1-9OND]${day})$`)

function endsOf(ending: string): readonly string[] {
  const { byMonth, byDay } = readingsOf(ending)
  return [byMonth, byDay].flatMap((one) => one?.order ?? [])
}

interface Traded {
  symbol: string
  exchange: string | null
}

interface Contract {
  underlying: string
  /** Its expiry, and its strike; empty where it is written in a way that is not known. */
  ending: string
}

/** Read once: the sums of a book ask for the contract of every row, as often as one changes. */
const contracts = new Map<string, Contract>()
const mostContracts = 20_000

function contractOf({ symbol, exchange }: Traded): Contract | null {
  if (exchange === null || !isDerivative(exchange)) return null
  const known = contracts.get(symbol)
  if (known !== undefined) return known
  if (contracts.size === mostContracts) contracts.clear()
  const contract = contractAsWritten(symbol)
  contracts.set(symbol, contract)
  return contract
}

const isDerivative = (exchange: string): boolean =>
  derivatives.has(exchange) || derivatives.has(exchange.trim().toUpperCase())

function contractAsWritten(symbol: string): Contract {
  const written = symbol.trim().toUpperCase()
  // The shortest ending is 26NOVFUT; a name has so many letters, and no symbol more than it is worth.
  for (let end = 1; end <= Math.min(written.length - 8, 40); end++) {
    const rest = written.slice(end)
    if (isDigit(rest) && endings.some((ending) => ending.test(rest)))
      return { underlying: written.slice(0, end).replace(mark, ''), ending: rest }
  }
  const [name] = /^[A-Z&-]+(?=\d)/.exec(written) ?? []
  return { underlying: name ?? symbol, ending: '' }
}

const isDigit = (text: string): boolean => text >= '0' && text < ':'
