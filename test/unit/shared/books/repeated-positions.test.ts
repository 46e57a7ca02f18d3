import { expect, it } from 'vitest'
import { repeatedPositions } from '../../../../src/shared/books/repeated-positions.ts'

const infosys = { exchange: 'NSE', symbol: 'INFY', product: 'MIS', token: '1594' }
const bookOf = <R extends object>(rows: readonly R[]): ReadonlyMap<string, R> =>
  new Map(rows.map((row, at) => [String(at), row]))
const isTwice = (...rows: object[]): boolean => repeatedPositions(bookOf(rows)).size > 0

it('a position is told twice under two names that its token makes one', () => {
  const again = { ...infosys, symbol: 'INFY-EQ' }
  const other = { ...infosys, symbol: 'TCS', token: '11536' }
  expect([...repeatedPositions(bookOf([infosys, other, again]))]).toEqual([infosys, again])
  expect(isTwice(infosys, { ...infosys, symbol: 'INFYLTD' })).toBe(true)
  const option = { exchange: 'NFO', symbol: 'NIFTY26NOV24000CE', product: 'NRML', token: '43210' }
  expect(isTwice(option, { ...option, symbol: 'NIFTY26NOV26C24000' })).toBe(true)
})

it('a position is told twice in two spellings of its symbol, exchange or product', () => {
  const bare = { ...infosys, token: '' }
  for (const spelt of [{ symbol: 'INFY-EQ' }, { symbol: 'NSE:INFY' }, { exchange: 'NSE_EQ' }]) {
    expect(isTwice(infosys, { ...infosys, ...spelt, product: 'INTRADAY' })).toBe(true)
    expect(isTwice(bare, { ...bare, ...spelt })).toBe(true)
    expect(isTwice(infosys, { ...bare, ...spelt })).toBe(true)
  }
  expect(isTwice(bare, { ...bare, exchange: null })).toBe(true)
  for (const product of ['', null]) expect(isTwice(infosys, { ...infosys, product })).toBe(true)
  expect(isTwice(infosys, infosys)).toBe(true)
})

it('two tokens, products, exchanges or series are two positions', () => {
  expect(isTwice(infosys, { ...infosys, symbol: 'INFY-EQ', token: '1595' })).toBe(false)
  expect(isTwice(infosys, { ...infosys, symbol: 'INFY-EQ', product: 'CNC' })).toBe(false)
  expect(isTwice(infosys, { ...infosys, symbol: 'INFY-EQ', product: 'MTF' })).toBe(false)
  expect(isTwice(infosys, { ...infosys, exchange: 'BSE', token: '500209' })).toBe(false)
  const bare = { ...infosys, token: null, symbol: 'INFY-EQ' }
  expect(isTwice(bare, { ...bare, symbol: 'INFY-BE' })).toBe(false)
  expect(isTwice(bare, { ...bare, exchange: 'BSE' })).toBe(false)
  // The numbers of two exchanges may be the same.
  expect(isTwice(infosys, { ...infosys, exchange: 'CDS', symbol: 'INF' })).toBe(false)
})

it('two expiries or strikes in one form are two positions, also under the token of their underlying', () => {
  const future = { exchange: 'NFO', symbol: 'NIFTY29DEC26F', product: 'NRML', token: '26000' }
  const option = { ...future, symbol: 'NIFTY01DEC26C26000' }
  expect(isTwice(future, { ...future, symbol: 'NIFTY26JAN27F' })).toBe(false)
  expect(isTwice(option, { ...option, symbol: 'NIFTY29DEC26C26000' })).toBe(false)
  expect(isTwice(option, { ...option, symbol: 'NIFTY01DEC26C26500' })).toBe(false)
})

it('a position of derivatives is told twice under two names of its segment or product', () => {
  const option = { exchange: 'NFO', symbol: 'NIFTY29DEC26C26000', product: 'MIS', token: '43210' }
  expect(isTwice(option, { ...option, exchange: 'NSE_FO' })).toBe(true)
  expect(isTwice(option, { ...option, product: 'INTRA' })).toBe(true)
  expect(isTwice(option, { ...option, exchange: 'BSE_FO' })).toBe(false)
})

it('one share on two exchanges that are not named is two positions where the tokens differ', () => {
  const unnamed = { ...infosys, exchange: '' }
  expect(isTwice(unnamed, { ...unnamed, token: '500209' })).toBe(false)
  expect(isTwice(unnamed, { ...unnamed, token: '' })).toBe(true)
})

it('what is written for no token, or given to all, makes no two positions one', () => {
  const rows = ['SBIN', 'SBILIFE', 'SBI', 'TCS'].map((symbol) => ({ ...infosys, symbol }))
  expect(isTwice(...rows)).toBe(false)
  expect(
    isTwice(...rows.slice(0, 1), ...rows.slice(2).map((row) => ({ ...row, token: '0' }))),
  ).toBe(false)
  const many = Array.from({ length: 500 }, (_, at) => ({ ...infosys, symbol: `S${at}` }))
  expect(isTwice(...many)).toBe(false)
})
