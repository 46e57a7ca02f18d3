import { expect, it } from 'vitest'
import {
  contractWords,
  endsOfExpiry,
  expiryOf,
  mayEndTogether,
  nameOfContract,
  underlyingOf,
} from '../../../../src/shared/service/contracts.ts'

it.each([
  ['NIFTY26NOV26200CE', 'NFO', 'NIFTY'],
  ['nifty29dec26c26000', 'nfo', 'NIFTY'],
  ['NIFTY26N1924500CE', 'NFO', 'NIFTY'],
  ['NIFTY2611924500PE', 'NFO', 'NIFTY'],
  ['NIFTYNXT5026NOV65000CE', 'NFO', 'NIFTYNXT50'],
  ['NIFTYNXT5026NOVFUT', 'NFO', 'NIFTYNXT50'],
  ['NIFTYNXT5024NOV26F', 'NFO', 'NIFTYNXT50'],
  ['NIFTYNXT502611965000CE', 'NFO', 'NIFTYNXT50'],
  ['M&M26NOVFUT', 'NFO', 'M&M'],
  ['BAJAJ-AUTO26NOVFUT', 'NFO', 'BAJAJ-AUTO'],
  ['USDINR26NOVFUT', 'CDS', 'USDINR'],
  ['USDINR26NOV84.25CE', 'CDS', 'USDINR'],
  ['360ONE26NOVFUT', 'NFO', '360ONE'],
  ['360ONE26NOV1100CE', 'NFO', '360ONE'],
  // Written in a way that is not known, and said by the letters that it begins with.
  ['GOLDM5DEC', 'MCX', 'GOLDM'],
  // Nothing tells where its name ends: it stands by itself.
  ['GOLDPETAL', 'MCX', 'GOLDPETAL'],
  ['500325', 'BFO', '500325'],
  ['INFY-EQ', 'NSE', null],
  ['INFY-EQ', null, null],
])('%s on %s is of %s', (symbol, exchange, underlying) => {
  expect(underlyingOf({ symbol, exchange })).toBe(underlying)
})

it.each([
  ['NIFTY26NOV26200CE', 'Nov 2026'],
  ['NIFTY26NOVFUT', 'Nov 2026'],
  ['NIFTYNXT5026NOVFUT', 'Nov 2026'],
  ['NIFTY29DEC26C26000', '29 Dec 2026'],
  ['NIFTY29DEC26FUT', '29 Dec 2026'],
  ['NIFTY24NOV2626200CE', '24 Nov 2026'],
  ['NIFTY26N1924500CE', '19 Nov 2026'],
  ['NIFTY24NOV202626200CE', '24 Nov 2026'],
  ['NIFTY24NOV2026F', '24 Nov 2026'],
  ['NIFTY2610624500CE', '6 Jan 2026'],
  // In 2027, or on the 27th: nobody knows.
  ['HINDALCO27JAN26500CE', '27JAN, as written'],
  ['GOLDPETAL', undefined],
])('%s ends %s', (symbol, text) => {
  expect(expiryOf({ symbol, exchange: 'NFO' })?.text).toBe(text)
})

it.each([
  ['NIFTY26NOV26200CE', 'NIFTY', 'C', ['2026-11-', '2026-11-26']],
  ['NFO:NIFTY26DEC24000PE', 'NIFTY', 'P', ['2026-12-']],
  ['NIFTY26OCT20500CE', 'NIFTY', 'C', ['2026-10-']],
  ['nifty29dec26c26000', 'NIFTY', 'C', ['2026-12-29']],
  ['BANKNIFTY29DEC26FUT', 'BANKNIFTY', 'F', ['2026-12-29']],
  ['NIFTY26N1924500CE', 'NIFTY', 'C', ['2026-11-19']],
])('%s says what contract it is, on whatever exchange', (symbol, underlying, kind, ends) => {
  expect(contractWords(symbol)).toEqual({ underlying, kind, ends })
})

it('nothing is said by a symbol that is written in no known way', () => {
  for (const symbol of ['INFY-EQ', 'NIFTY', '43854', 'NIFTY 24 NOV 26000 CE', '360ONE'])
    expect(contractWords(symbol), symbol).toBeNull()
  for (const expiry of ['', '24NOV2026', '261124', 'NOV'])
    expect(endsOfExpiry(expiry), expiry).toEqual([])
})

it('contracts may end together unless every reading of one is against the other', () => {
  const may = (one: string, other: string) => mayEndTogether(endsOfExpiry(one), endsOfExpiry(other))
  expect(may('26NOV', '24NOV26')).toBe(true)
  expect(may('26N24', '24NOV26')).toBe(true)
  expect(may('26NOV', 'unreadable')).toBe(true)
  expect(may('26NOV', '26DEC')).toBe(false)
  expect(may('24NOV26', '01DEC26')).toBe(false)
  expect(may('24NOV26', '17NOV26')).toBe(false)
})

it('forms that tell the day of a contract give it one name, and those that may mean several none', () => {
  const name = 'NIFTY C24500 2026-11-24'
  for (const form of ['NIFTY26N2424500CE', 'NFO:nifty24nov26c24500', 'NIFTY24NOV202624500.00CE'])
    expect(nameOfContract(form), form).toBe(name)
  for (const form of ['NIFTY26NOV24500CE', 'HINDALCO27JAN26500CE', 'INFY-EQ', 'NIFTY'])
    expect(nameOfContract(form), form).toBeNull()
})
