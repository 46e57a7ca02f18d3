import { describe, expect, it } from 'vitest'
import { profitCheckOf, profitOf } from '../../../../../src/main/picture/pnl/profit.ts'
import type { Row, Rows } from '../../../../../src/shared/core/patch.ts'
import { position } from '../../../shared/pnl/positions.ts'

/** 100 bought at 1,500, and the last price 1,400: 10,000 lost. */
const lost = {
  ...{ bqty: 100, buyavgprc: 1500, netbuyavgprc: 1500, netqty: 100, netavgprc: 1500, ltp: 1400 },
  ...{ realisedprofitloss: 0, unrealisedprofitloss: -10_000 },
}
const rowsOf = (...rows: Row[]): Rows => new Map(rows.map((row, at) => [String(at), position(row)]))

it('of a loss that the service’s figure hides, what it hides is reckoned', () => {
  const hidden = rowsOf({ ...lost, unrealisedprofitloss: 0 }, { ...lost, symbol: 'SBIN-EQ' })
  expect(profitOf(hidden)).toBe(-10_000)
  expect(profitCheckOf(hidden)).toEqual({ difference: -10_000, uncheckable: [] })
  // What rounding explains is no difference.
  const rounded = rowsOf({ ...lost, unrealisedprofitloss: -9999.6 })
  expect(profitCheckOf(rounded)).toEqual({ difference: 0, uncheckable: [] })
})

it('of a position in two spellings nobody knows the profit', () => {
  const named = { ...lost, symbol: 'INFY-EQ', token: '1594' }
  expect(profitOf(rowsOf(named, { ...named, symbol: 'INFY' }))).toBeNull()
  expect(profitOf(rowsOf(named, { ...named, exchange: 'NSE_EQ' }))).toBeNull()
  expect(profitOf(rowsOf(named, { ...named, symbol: 'INFY', token: '1595' }))).toBe(-20_000)
})

it('of a position that was brought forward, a worse mark of the day is looked at beside it', () => {
  const gained = { cfbuyqty: 100, cfbuyavgprc: 1300, bqty: 0, buyavgprc: 0, netbuyavgprc: 1300 }
  const carried = { ...lost, ...gained, netavgprc: 1300, unrealisedprofitloss: 10_000 }
  const difference = (more: Row): number =>
    profitCheckOf(rowsOf({ ...carried, ...more })).difference
  expect(difference({ mtm: -5000 })).toBe(-15_000)
  for (const mtm of [10_000, 12_000, 0, null]) expect(difference({ mtm })).toBe(0)
  expect(profitCheckOf(rowsOf({ ...lost, mtm: -20_000 })).difference).toBe(0)
})

it('an open position without a last price cannot be checked, and a closed one needs none', () => {
  for (const ltp of [0, null])
    expect(profitCheckOf(rowsOf({ ...lost, ltp }))).toEqual({
      difference: 0,
      uncheckable: [position(lost).symbol],
    })
  const closed = { ...lost, sqty: 100, sellavgprc: 1400, netsellavgprc: 1400, netqty: 0, ltp: 0 }
  const said = { realisedprofitloss: -10_000, unrealisedprofitloss: 0 }
  expect(profitCheckOf(rowsOf({ ...closed, ...said }))).toEqual({ difference: 0, uncheckable: [] })
})

it.each([
  ['whose averages are not told', { buyavgprc: 0, netbuyavgprc: null }],
  ['whose quantities contradict each other', { netqty: 60 }],
  ['that is closed by its net quantity alone', { netqty: 0, unrealisedprofitloss: null }],
  ['of which nobody says what was bought and sold', { bqty: null, sqty: null }],
  ['of a contract without a known size', { exchange: 'MCX', netamt: null }],
])('a position %s cannot be checked', (_, more) => {
  const row = { ...lost, unrealisedprofitloss: 0, ...more }
  expect(profitCheckOf(rowsOf(row)).uncheckable).toEqual([position(lost).symbol])
})

it('a row of nothing has nothing to check', () => {
  const nothing = { ...lost, bqty: null, sqty: null, netqty: 0, buyavgprc: null }
  expect(profitCheckOf(rowsOf(nothing)).uncheckable).toEqual([])
})

describe('a row that says two things is reckoned at the worse of them', () => {
  it.each([
    ['an average of the whole side that is higher', { netbuyavgprc: 1600 }, -20_000],
    ['an average of what is held that is higher', { netavgprc: 1600 }, -20_000],
    ['an amount that makes lots of its units', { netamt: -1500 * 100 * 50 }, -500_000],
  ])('%s', (_, more, worst) => {
    const { difference, uncheckable } = profitCheckOf(rowsOf({ ...lost, ...more }))
    expect([difference, uncheckable]).toEqual([worst + 10_000, []])
  })

  it.each([
    ['an average of the whole side that is lower', { netbuyavgprc: 1450 }],
    ['an average of what is held that is lower', { netavgprc: 1450 }],
    ['the amount of its units', { netamt: -1500 * 100 }],
    ['an amount of something else', { netamt: -1400 * 100 }],
    ['averages that are rounded otherwise', { netbuyavgprc: 1500.004 }],
  ])('and nothing is added for %s', (_, more) => {
    expect(profitCheckOf(rowsOf({ ...lost, ...more })).difference).toBe(0)
  })

  it('but not what is left after a part was closed, whose average brokers write in several ways', () => {
    const part = { sqty: 40, sellavgprc: 1500, netsellavgprc: 1500, netqty: 60 }
    const said = { realisedprofitloss: 0, unrealisedprofitloss: -6000, netavgprc: 1600 }
    expect(profitCheckOf(rowsOf({ ...lost, ...part, ...said })).difference).toBe(0)
  })
})
