import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparisonOf, totalsOf } from '../../../../src/shared/pnl/compare.ts'
import { holdingComparisonOf } from '../../../../src/shared/pnl/holdings.ts'
import { HoldingRecord } from '../../../../src/shared/service/records.ts'
import { position } from './positions.ts'

/** 200 bought at 90, 50 of them sold at 95, the last price 100: 250 realised, 1,500 not. */
const half = {
  bqty: 200,
  buyavgprc: 90,
  netbuyavgprc: 90,
  sqty: 50,
  sellavgprc: 95,
  netsellavgprc: 95,
  netqty: 150,
  netavgprc: 90,
  ltp: 100,
}
const said = (realised: unknown, unrealised: unknown, more: Record<string, unknown> = {}) =>
  comparisonOf(
    position({
      ...half,
      realisedprofitloss: realised,
      unrealisedprofitloss: unrealised,
      ...more,
    }),
  )

describe('The two figures of a position', () => {
  test('are the same within what rounding can make', () => {
    expect(said(250, 1500)).toMatchObject({ state: 'same', difference: 0, reason: null })
    expect(said(250, 1501.2)).toMatchObject({ state: 'same' })
    expect(said(250, 1501.4)).toMatchObject({ state: 'differs' })
  })

  test('that agree in their sum alone differ in the split', () => {
    expect(said(0, 1750)).toMatchObject({ state: 'split', difference: 0, reason: null })
  })

  test('are not compared where one is unknown', () => {
    expect(said('NA', 1500)).toMatchObject({ state: 'unknown', difference: null })
    expect(said(250, 1500, { ltp: 'NA' })).toMatchObject({ state: 'unknown' })
  })

  test.each([
    ['turned about', -250, -1500, {}, { code: 'sign' }],
    ['of what is held alone', 0, 1500, {}, { code: 'not-realised' }],
    ['counted in other units', 18_750, 112_500, {}, { code: 'scaled', by: 75 }],
    ['of another moment', 250, 1575, {}, { code: 'last-price', fits: 100.5, said: 100 }],
    [
      'reckoned with another average',
      250,
      1200,
      { netavgprc: 92 },
      { code: 'net-average', said: 92, reckoned: 90 },
    ],
    [
      'without what was brought forward',
      250,
      1500,
      { cfbuyqty: 100, cfbuyavgprc: 60, netqty: 250 },
      { code: 'not-brought-forward' },
    ],
    ['of no known reason', 250, 40_404, {}, { code: 'unexplained' }],
    ['that are far from one that is small', 250, 39_805, { ltp: 88.7 }, { code: 'unexplained' }],
  ])('%s are told apart', (_, realised, unrealised, more, reason) => {
    expect(said(realised, unrealised, more)).toMatchObject({ state: 'differs', reason })
  })

  test('are the same in sum where each row is, and count what differs', () => {
    const rows = [
      position({ ...half, realisedprofitloss: 250, unrealisedprofitloss: 1500 }),
      position({ ...half, realisedprofitloss: 0, unrealisedprofitloss: 1750 }),
      position({ ...half, realisedprofitloss: 'NA' }),
    ]
    expect(totalsOf(rows)).toMatchObject({
      service: 3500,
      own: 3500,
      differing: 1,
      unknown: 1,
      differs: false,
    })
    const liar = position({ ...half, realisedprofitloss: 999, unrealisedprofitloss: 1500 })
    expect(totalsOf([...rows, liar])).toMatchObject({ differing: 2, differs: true })
  })

  test('never make a comparison throw', () => {
    const value = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(null, 'NA'))
    fc.assert(
      fc.property(fc.array(value, { minLength: 9, maxLength: 9 }), (values) => {
        const names = ['bqty', 'sqty', 'netqty', 'buyavgprc', 'sellavgprc', 'ltp', 'netamt']
        const fields = Object.fromEntries(names.map((name, place) => [name, values[place]]))
        const { difference } = said(values[7], values[8], fields)
        expect(difference === null || !Number.isNaN(difference)).toBe(true)
      }),
    )
  })
})

describe('The two figures of a holding', () => {
  const holding = (more: Record<string, unknown>) =>
    holdingComparisonOf(
      HoldingRecord.parse({ symbol: 'ITC', holdqty: 10, average_price: 400, ltp: 418, ...more }),
    )

  test('are the same where the service says what ten shares gained', () => {
    expect(holding({ PL: 180 })).toMatchObject({ own: 180, state: 'same' })
  })

  test('that differ tell of how many units the service speaks', () => {
    expect(holding({ PL: 270, btst_qty: 5 })).toMatchObject({ state: 'differs', units: 15 })
    expect(holding({ PL: 271 })).toMatchObject({ state: 'differs', units: null })
  })

  test('are unknown without an average', () => {
    expect(holding({ PL: 180, average_price: 0 })).toMatchObject({ own: null, state: 'unknown' })
  })
})
