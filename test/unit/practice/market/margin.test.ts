import { expect, test } from 'vitest'
import { type Exposure, marginOf, noExposure } from '../../../../src/practice/market/margin.ts'
import type { OrderDraft } from '../../../../src/practice/market/orders.ts'
import { type Position, newPosition, figuresOf } from '../../../../src/practice/market/positions.ts'
import { instrument, openFloor } from './trading.ts'

const { engine, infy } = openFloor()
const call = instrument(engine, 'NFO', 'NIFTY24NOV26C26000')
const future = instrument(engine, 'NFO', 'NIFTY24NOV26F')
const flat = { net: 0, average: 0 }

const margin = (of: {
  instrument?: Position['instrument']
  product?: OrderDraft['product']
  figures?: { net: number; average: number }
  exposure?: Partial<Exposure>
}): number =>
  marginOf({
    instrument: of.instrument ?? infy,
    product: of.product ?? 'MIS',
    figures: of.figures ?? flat,
    exposure: { ...noExposure(), ...of.exposure },
  })

const buying = (units: number, value: number) => ({ buyUnits: units, buyValue: value })
const selling = (units: number, value: number) => ({ sellUnits: units, sellValue: value })

test('delivery is paid in full, intraday a fifth, sales out of holdings nothing', () => {
  expect(margin({ product: 'CNC', exposure: buying(10, 1000) })).toBe(1000)
  expect(margin({ product: 'MIS', exposure: buying(10, 1000) })).toBe(200)
  expect(margin({ product: 'CNC', exposure: selling(10, 1000) })).toBe(0)
})

test('an option costs its premium to buy, and a part of its notional to sell', () => {
  expect(margin({ instrument: call, product: 'NRML', exposure: buying(65, 9000) })).toBe(9000)
  expect(margin({ instrument: call, product: 'NRML', exposure: selling(65, 9000) })).toBeCloseTo(
    65 * 26_000 * 0.12,
  )
  expect(margin({ instrument: call, product: 'MIS', exposure: selling(65, 9000) })).toBeCloseTo(
    65 * 26_000 * 0.08,
  )
})

test('a future is cheaper intraday', () => {
  const exposure = buying(65, 1_690_000)
  expect(margin({ instrument: future, product: 'NRML', exposure })).toBeCloseTo(202_800)
  expect(margin({ instrument: future, product: 'MIS', exposure })).toBeLessThan(202_800)
})

test('buys and sells that wait on both sides block the dearer side only', () => {
  expect(margin({ exposure: { ...buying(10, 1000), ...selling(20, 3000) } })).toBe(600)
})

test('an order against a position blocks only what it would open beyond it', () => {
  const figures = { net: 10, average: 100 }
  expect(margin({ figures })).toBe(200)
  expect(margin({ figures, exposure: selling(10, 1000) })).toBe(200)
  expect(margin({ figures, exposure: selling(40, 4000) })).toBe(600)
  expect(margin({ figures: { net: -10, average: 100 }, exposure: buying(40, 4000) })).toBe(600)
})

test('an order with a position adds to it', () => {
  expect(margin({ figures: { net: 10, average: 100 }, exposure: buying(10, 1000) })).toBe(400)
})

const position = (over: Partial<Position>): Position => ({
  ...newPosition({ instrument: infy, product: 'MIS' }),
  ...over,
})

test('buys and sells are averaged apart; what matches is realised', () => {
  const figures = figuresOf(
    position({ bought: 30, boughtValue: 3000, sold: 10, soldValue: 1200 }),
    110,
  )
  expect(figures).toEqual({
    net: 20,
    buys: 30,
    sells: 10,
    buyAverage: 100,
    sellAverage: 120,
    average: 100,
    amount: -1800,
    realised: 200,
    unrealised: 200,
    breakEven: 90,
  })
})

test('a carried quantity counts on its side, at the average it was carried at', () => {
  const long = figuresOf(
    position({ carried: 10, carriedAverage: 90, sold: 10, soldValue: 1000 }),
    110,
  )
  expect(long).toMatchObject({ net: 0, average: 0, realised: 100, unrealised: 0, breakEven: 0 })
  const short = figuresOf(position({ carried: -10, carriedAverage: 90 }), 100)
  expect(short).toMatchObject({ net: -10, average: 90, realised: 0, unrealised: -100 })
})
