import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownFigures } from '../../../../src/shared/pnl/reckoned-pnl.ts'
import { PositionRecord } from '../../../../src/shared/service/records.ts'
import { type Trade, position, traded } from './positions.ts'

/** Paise, so that prices are exact. */
const price = fc.integer({ min: 5, max: 10_000_000 }).map((paise) => paise / 100)
const units = fc.integer({ min: 1, max: 5000 }).chain((count) => fc.constantFrom(count, -count))
const trade = fc.record({ units, price })
const day = fc.record({
  carried: fc.option(trade, { nil: null }),
  trades: fc.array(trade, { maxLength: 30 }),
  ltp: price,
  decimals: fc.constantFrom(2, 4),
})

/** What a trader's own till would say: received, less paid, plus what is left at the last price. */
function till(trades: readonly Trade[], ltp: number): number {
  let cash = 0
  let held = 0
  for (const { units: count, price: each } of trades) {
    cash -= count * each
    held += count
  }
  return cash + held * ltp
}

/** Realises first in, first out: another way of matching than the one under test. */
function fifo(trades: readonly Trade[], ltp: number): number {
  const open: Trade[] = []
  let realised = 0
  for (const { units: count, price: each } of trades) {
    let left = count
    while (left !== 0 && open[0] !== undefined && Math.sign(open[0].units) !== Math.sign(left)) {
      const first = open[0]
      const closed = Math.min(Math.abs(first.units), Math.abs(left))
      realised += Math.sign(first.units) * closed * (each - first.price)
      first.units -= Math.sign(first.units) * closed
      left -= Math.sign(left) * closed
      if (first.units === 0) open.shift()
    }
    if (left !== 0) open.push({ units: left, price: each })
  }
  return realised + open.reduce((sum, lot) => sum + lot.units * (ltp - lot.price), 0)
}

const allOf = ({ carried, trades }: { carried: Trade | null; trades: readonly Trade[] }) =>
  carried === null ? [...trades] : [carried, ...trades]

describe('The own figures of a position', () => {
  test('sum to what a till has, within the tolerance they state, however the averages were rounded', () => {
    fc.assert(
      fc.property(day, (some) => {
        const own = ownFigures(traded(some))
        expect(own.missing).toBeNull()
        expect(Math.abs(own.net! - till(allOf(some), some.ltp))).toBeLessThanOrEqual(own.tolerance)
        expect(own.realised! + own.unrealised!).toBeCloseTo(own.net!, 3)
      }),
    )
  })

  test('sum to the same as when the first bought is the first sold', () => {
    fc.assert(
      fc.property(day, (some) => {
        const { net, tolerance } = ownFigures(traded(some))
        const other = fifo(
          allOf(some).map((one) => ({ ...one })),
          some.ltp,
        )
        expect(Math.abs(net! - other)).toBeLessThanOrEqual(tolerance + 1e-6 * Math.abs(other))
      }),
    )
  })

  test('state a tolerance that is no more than the last digit of an average for each unit traded', () => {
    fc.assert(
      fc.property(day, (some) => {
        const own = ownFigures(traded(some))
        const all = allOf(some)
        const count = all.reduce((sum, one) => sum + Math.abs(one.units), 0)
        const paid = all.reduce((sum, one) => sum + Math.abs(one.units) * one.price, 0)
        expect(own.tolerance).toBeLessThanOrEqual(0.005 * count + 0.011 + 2e-9 * paid)
      }),
    )
  })

  test('find what a unit is worth where brokers count lots, from the net amount', () => {
    const lots = fc.record({
      carried: fc.constant(null),
      trades: fc.tuple(fc.record({ units: fc.integer({ min: 1, max: 50 }), price })),
      ltp: price,
      decimals: fc.constant(4),
      multiplier: fc.constantFrom(1, 5, 10, 100, 1000, 1250),
      exchange: fc.constantFrom('MCX', 'CDS', 'mcx'),
    })
    fc.assert(
      fc.property(lots, (some) => {
        const { from, net, tolerance } = ownFigures(traded(some))
        // A unit of a few paise cannot be told from rounding; nothing is claimed of it then.
        if (from === null) return
        expect(from.multiplier).toBe(some.multiplier)
        const expected = some.multiplier * till(some.trades, some.ltp)
        expect(Math.abs(net! - expected)).toBeLessThanOrEqual(tolerance)
      }),
    )
    const gold = {
      carried: null,
      trades: [{ units: 2, price: 123_400 }],
      ltp: 123_500,
      decimals: 2,
    }
    expect(ownFigures(traded({ ...gold, multiplier: 10, exchange: 'MCX' })).net).toBe(2000)
  })

  test('are unknown where what they need is unknown, and say why', () => {
    const held = { bqty: 100, netqty: 100, buyavgprc: 90, netbuyavgprc: 90 }
    const why = (more: Record<string, unknown>) => {
      const { net, missing } = ownFigures(position({ ...held, ...more }))
      return { net, missing }
    }
    expect(why({})).toEqual({ net: 1000, missing: null })
    expect(why({ bqty: null, sqty: null })).toEqual({ net: null, missing: 'quantities' })
    expect(why({ netqty: null, cfbuyqty: null })).toEqual({ net: null, missing: 'quantities' })
    expect(why({ netqty: 75 })).toEqual({ net: null, missing: 'contradiction' })
    expect(why({ buyavgprc: 'NA', netbuyavgprc: 0 })).toEqual({ net: null, missing: 'average' })
    expect(why({ ltp: 0 })).toEqual({ net: null, missing: 'ltp' })
    expect(why({ ltp: 'NA' })).toEqual({ net: null, missing: 'ltp' })
    expect(why({ exchange: 'MCX', netamt: 'NA' })).toEqual({ net: null, missing: 'multiplier' })
    expect(why({ exchange: 'MCX', netamt: -12_345 })).toEqual({ net: null, missing: 'multiplier' })
  })

  test('still tell what is realised where only the last price is missing', () => {
    const half = position({
      bqty: 100,
      sqty: 60,
      netqty: 40,
      buyavgprc: 90,
      sellavgprc: 95,
      ltp: 'NA',
    })
    expect(ownFigures(half)).toMatchObject({ realised: 300, unrealised: null, net: null })
  })

  test('take the average of a whole side where that of a leg is not said', () => {
    const carried = position({
      cfbuyqty: 50,
      cfbuyavgprc: 'NA',
      netqty: 50,
      netbuyavgprc: 80,
      ltp: 100,
    })
    expect(ownFigures(carried).net).toBe(1000)
  })

  test('count brought-forward units once where the bought ones include them', () => {
    const included = position({
      cfbuyqty: 50,
      cfbuyavgprc: 80,
      bqty: 150,
      buyavgprc: 90,
      sqty: 150,
      sellavgprc: 92,
      netqty: 0,
    })
    expect(ownFigures(included).net).toBe(300)
  })

  test('are unknown where their sum is greater than any number', () => {
    const huge = position({ bqty: 5.99e306, buyavgprc: 30, netqty: 'NA', sqty: 0, ltp: 31 })
    expect(ownFigures(huge)).toMatchObject({ realised: null, net: null, missing: 'quantities' })
  })

  test('never throw, and are finite or unknown, whatever a record holds', () => {
    const number = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.integer({ min: 150, max: 308 }).map((power) => Number(`1e${power}`)),
    )
    const value = fc.oneof(number, fc.constantFrom('NA', '', null, '12.5'))
    const names = PositionRecord.fields
    const anything = fc.record(Object.fromEntries(names.map((name) => [name, value])), {
      requiredKeys: [],
    })
    fc.assert(
      fc.property(anything, fc.constantFrom('NSE', 'MCX', null), (fields, exchange) => {
        const record = PositionRecord.safeParse({ ...fields, symbol: 'X', exchange })
        if (!record.success) return
        const { realised, unrealised, net } = ownFigures(record.data)
        for (const figure of [realised, unrealised, net])
          expect(figure === null || Number.isFinite(figure)).toBe(true)
      }),
    )
  })
})
