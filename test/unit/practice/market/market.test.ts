import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Engine } from '../../../../src/practice/market/engine.ts'
import { START, instrument, openFloor } from './trading.ts'

const engineOf = (seed: number): Engine =>
  new Engine({ at: START, seed, hours: 'always', owners: [] })

const pricesOf = ({ listing, market }: Engine): number[] =>
  listing.all.map((one) => market.price(one))

test('one seed makes one market', () => {
  const [first, second, other] = [engineOf(1), engineOf(1), engineOf(2)]
  for (const engine of [first, second, other]) engine.advance(60_000)
  expect(pricesOf(first)).toEqual(pricesOf(second))
  expect(pricesOf(first)).not.toEqual(pricesOf(other))
})

test('every price is a whole number of ticks above zero, however long it walks', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1000, max: 90_000_000 }), (seed, elapsed) => {
      const engine = engineOf(seed)
      engine.advance(elapsed)
      for (const one of engine.listing.all) {
        const ticks = engine.market.price(one) / one.tick
        expect(ticks).toBeGreaterThan(0.99)
        expect(Math.abs(ticks - Math.round(ticks))).toBeLessThan(1e-6 * ticks + 1e-9)
      }
    }),
    { seed: 20261121, numRuns: 8 },
  )
})

test('a month of trading leaves prices believable', () => {
  const engine = engineOf(5)
  const before = engine.market.spot('NIFTY')
  for (let day = 0; day < 30; day += 1) engine.advance(86_400_000)
  const moved = engine.market.spot('NIFTY') / before
  expect(moved).toBeGreaterThan(0.7)
  expect(moved).toBeLessThan(1.4)
})

test('options follow their underlying: calls up, puts down', () => {
  const { engine } = openFloor()
  const [call, put] = ['C', 'P'].map((type) =>
    instrument(engine, 'NFO', `NIFTY24NOV26${type}26000`),
  )
  if (!call || !put) throw new Error('not listed')
  engine.setPrice('NSE', 'NIFTY', 26_000)
  const before = [engine.market.price(call), engine.market.price(put)] as const
  engine.setPrice('NSE', 'NIFTY', 26_200)
  expect(engine.market.price(call)).toBeGreaterThan(before[0] + 50)
  expect(engine.market.price(put)).toBeLessThan(before[1] - 50)
})

test('calls get cheaper and puts dearer from strike to strike', () => {
  const { engine } = openFloor()
  for (const type of ['CE', 'PE'] as const) {
    const prices = engine.listing.all
      .filter(({ contract }) => contract?.expiry === '24NOV26' && contract.underlying === 'NIFTY')
      .filter(({ contract }) => contract?.option?.type === type)
      .map((one) => engine.market.price(one))
    const sorted = prices.toSorted((a, b) => (type === 'CE' ? b - a : a - b))
    expect(prices.length).toBeGreaterThan(20)
    expect(prices).toEqual(sorted)
  }
})

test('a price that is set stands, for a source and for what follows one', () => {
  const { engine } = openFloor()
  for (const [exchange, symbol, price] of [
    ['NSE', 'SBIN-EQ', 900],
    ['BSE', 'SBIN', 905],
    ['NFO', 'NIFTY24NOV26C26000', 123.45],
    ['NFO', 'NIFTY24NOV26F', 26_100],
    ['BSE', 'SENSEX', 86_000],
  ] as const) {
    engine.setPrice(exchange, symbol, price)
    expect(engine.market.price(instrument(engine, exchange, symbol))).toBe(price)
  }
  expect(engine.market.price(instrument(engine, 'NSE', 'SBIN-EQ'))).toBe(900)
})
