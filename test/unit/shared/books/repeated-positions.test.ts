import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  mayBeOnePosition,
  repeatedPositions,
} from '../../../../src/shared/books/repeated-positions.ts'
import { sampleCount } from '../../../sample-count.ts'

const infosys = { exchange: 'NSE', symbol: 'INFY', product: 'MIS', token: '1594' }
const bareOption = { exchange: 'NFO', product: 'NRML', token: '' }
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

it('two names that have nothing in common are one where one token is of them alone', () => {
  const named = (symbol: string, more = {}) => ({ ...infosys, symbol, ltp: 1500, ...more })
  expect(isTwice(named('INFY'), named('INFOSYS LTD'))).toBe(true)
  expect(isTwice(named('INFY'), named('INFOSYS LTD', { ltp: null }))).toBe(true)
  const atBse = { exchange: 'BSE', token: '500209' }
  expect(isTwice(named('INFY', atBse), named('500209', atBse))).toBe(true)
  expect(isTwice(named('INFY', atBse), named('500209', { ...atBse, token: null }))).toBe(true)
  // A token that is given to shares at two prices tells nothing.
  expect(isTwice(named('INFY'), named('TCS', { ltp: 3100 }))).toBe(false)
  expect(isTwice(named('INFY'), named('INFOSYS LTD'), named('TCS', { ltp: 3100 }))).toBe(false)
})

it('a contract is told twice in two forms of its expiry, where no tokens or prices tell them apart', () => {
  const option = (symbol: string, more = {}) => ({
    ...{ exchange: 'NFO', product: 'NRML', symbol, ltp: 120 },
    ...more,
  })
  const forms = ['NIFTY26N2424500CE', 'NIFTY24NOV26C24500', 'NIFTY24NOV202624500CE']
  const month = 'NIFTY26NOV24500CE'
  for (const one of forms)
    for (const other of forms.filter((form) => form !== one).concat(month)) {
      expect(isTwice(option(one), option(other)), `${one} ${other}`).toBe(true)
      expect(isTwice(option(one), option(other, { ltp: 140 })), `${one} ${other}`).toBe(false)
      const tokens = [option(one, { token: '1' }), option(other, { token: '2' })]
      expect(isTwice(...tokens)).toBe(false)
    }
  for (const other of ['NIFTY26N1724500CE', 'NIFTY01DEC26C24500', 'NIFTY24NOV26P24500'])
    expect(isTwice(option(month), option(other)), other).toBe(false)
  expect(isTwice(option('NIFTY26N1724500CE'), option('NIFTY26N2424500CE'))).toBe(false)
  expect(isTwice(option('NIFTY26NOVFUT'), option('NIFTY24NOV26F'))).toBe(true)
  expect(isTwice(option('NIFTY 24 NOV 2026 24500 CE'), option('NIFTY24NOV26C24500'))).toBe(true)
  // Also where all have the token of what they are of.
  const underlying = ['NIFTY26N1724500CE', 'NIFTY26N2424500CE', 'NIFTY24NOV26C24500']
  const [apart, ...alike] = underlying.map((symbol) => option(symbol, { token: '26000' }))
  expect([...repeatedPositions(bookOf([apart!, ...alike]))]).toEqual(alike)
})

it('two months or weeks in a form that nothing reads are two positions', () => {
  const days = ['3 NOV 2026', '24 NOV 2026', '29 DEC 2026']
  for (const form of ['NIFTY # FUT', 'NIFTY # CE 27000', 'OPTIDX NIFTY # CE 27000'])
    expect(isTwice(...days.map((day) => ({ ...bareOption, symbol: form.replace('#', day) })))).toBe(
      false,
    )
})

it('a month alone is that of its last week, whatever the exchange of derivatives is called', () => {
  for (const exchange of ['NFO', 'NSE_FO', 'BSE_FNO']) {
    const of = (symbol: string) => ({ ...bareOption, exchange, symbol })
    expect(isTwice(of('NIFTY26D2227000CE'), of('NIFTY26DEC27000CE'))).toBe(false)
    expect(isTwice(of('NIFTY26D2927000CE'), of('NIFTY26DEC27000CE'))).toBe(true)
  }
})

it('the usual series may stand behind a share without a mark', () => {
  const bare = { ...infosys, token: null }
  for (const symbol of ['INFY', 'INFY-EQ'])
    expect(isTwice({ ...bare, symbol }, { ...bare, symbol: 'INFYEQ' })).toBe(true)
  expect(isTwice({ ...bare, symbol: 'INFY-BE' }, { ...bare, symbol: 'INFYEQ' })).toBe(false)
})

it('one share at two exchanges is told twice where all figures of the rows are the same', () => {
  const row = { ...infosys, netqty: 100, bqty: 100, buyavgprc: 1480.15, ltp: 1500 }
  const atBse = { ...row, exchange: 'BSE' }
  expect(isTwice(row, atBse)).toBe(true)
  expect(isTwice({ ...row, token: null }, atBse)).toBe(true)
  expect(isTwice(row, { ...atBse, token: '500209' })).toBe(false)
  expect(isTwice(row, { ...atBse, buyavgprc: 1480.2 })).toBe(false)
  expect(isTwice(row, { ...atBse, netqty: -100, bqty: 0 })).toBe(false)
  expect(isTwice(row, { ...atBse, product: 'CNC' })).toBe(false)
})

it('whether two rows may be one does not hang on their order, and never goes against two tokens', () => {
  const any = fc.record({
    exchange: fc.constantFrom('NSE', 'BSE', 'NFO'),
    product: fc.constantFrom('MIS', 'NRML', ''),
    symbol: fc.constantFrom(
      ...['INFY', 'INFYEQ', 'INFOSYS LTD', '500209', 'TCS', 'NIFTY26N2424500CE'],
      ...['NIFTY26NOV24500CE', 'NIFTY24NOV26C24500', 'NIFTY 24 NOV 26 C24500'],
    ),
    token: fc.constantFrom('', '0', '1594', '500209', null),
    netqty: fc.constantFrom(0, 100),
    buyavgprc: fc.constantFrom(0, 100),
    ltp: fc.constantFrom(null, 100, 101, 200),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 6 }), (rows) => {
      const repeated = repeatedPositions(bookOf(rows))
      const turned = repeatedPositions(bookOf(rows.toReversed()))
      expect(new Set(turned)).toEqual(new Set(repeated))
      const [one, other] = rows
      if (one === undefined || other === undefined) return
      const two = bookOf([one, other])
      const areOne = repeatedPositions(two).size > 0
      expect(mayBeOnePosition(two, one, other)).toBe(areOne)
      const haveTokens = [one, other].every(({ token }) => token !== null && token.length > 1)
      if (haveTokens && one.token !== other.token && one.symbol !== other.symbol)
        expect(areOne).toBe(false)
    }),
    { numRuns: sampleCount(2000) },
  )
})

it('contracts of one strike and many expiries are not each held against each other', () => {
  let reads = 0
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    ...bareOption,
    // Each may end on 26 November of the year that its strike begins with, and be of the rest.
    symbol: `NIFTY26NOV${20_000 + 50 * at}CE`,
    get exchange() {
      reads++
      return 'NFO'
    },
  }))
  expect(repeatedPositions(bookOf(rows)).size).toBe(0)
  expect(reads).toBeLessThan(5 * rows.length)
})
