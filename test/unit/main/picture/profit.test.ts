import { expect, it } from 'vitest'
import { profitCheckOf, profitOf } from '../../../../src/main/picture/profit.ts'
import type { Row, Rows } from '../../../../src/shared/core/patch.ts'
import { position } from '../../shared/pnl/positions.ts'

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
