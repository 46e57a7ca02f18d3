import { expect, it } from 'vitest'
import { expiryOf, underlyingOf } from '../../../../src/renderer/books/underlying.ts'

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
  ['NIFTY2610624500CE', '6 Jan 2026'],
  // In 2027, or on the 27th: nobody knows.
  ['HINDALCO27JAN26500CE', '27JAN, as written'],
  ['GOLDPETAL', undefined],
])('%s ends %s', (symbol, text) => {
  expect(expiryOf({ symbol, exchange: 'NFO' })?.text).toBe(text)
})
