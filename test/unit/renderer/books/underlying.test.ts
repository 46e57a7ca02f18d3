import { expect, it } from 'vitest'
import { underlyingOf } from '../../../../src/renderer/books/underlying.ts'

it.each([
  ['NIFTY26NOV26200CE', 'NFO', 'NIFTY'],
  ['nifty29dec26c26000', 'nfo', 'NIFTY'],
  ['M&M26NOVFUT', 'NFO', 'M&M'],
  ['BAJAJ-AUTO26NOVFUT', 'NFO', 'BAJAJ-AUTO'],
  ['USDINR26NOVFUT', 'CDS', 'USDINR'],
  ['360ONE26NOVFUT', 'NFO', '360ONE26NOVFUT'],
  ['INFY-EQ', 'NSE', null],
  ['INFY-EQ', null, null],
])('%s on %s is of %s', (symbol, exchange, underlying) => {
  expect(underlyingOf({ symbol, exchange })).toBe(underlying)
})
