import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOrUnknown, serviceFigures } from '../../../../src/shared/pnl/service-figures.ts'
import type { PositionRecord } from '../../../../src/shared/service/records.ts'
import { position } from './positions.ts'

const figure = fc.option(fc.double({ noNaN: true }))
const row: fc.Arbitrary<PositionRecord> = fc
  .record({
    netqty: fc.option(fc.oneof(fc.constantFrom(0, -0), fc.integer())),
    realisedprofitloss: figure,
    unrealisedprofitloss: figure,
  })
  .map((said) => ({ ...position(), ...said }))

describe('The P&L that the service says of a position', () => {
  test.each([
    ['as it says it', { netqty: 5 }, { realised: 250, unrealised: -40, net: 210 }],
    [
      'without an unrealised part once nothing is held',
      { netqty: 0, unrealisedprofitloss: null },
      { realised: 250, unrealised: 0, net: 250 },
    ],
    [
      'unknown where nothing is said to be held, and more was bought than sold',
      { netqty: 0, bqty: 75, sqty: 0, cfbuyqty: 0, cfsellqty: 0, unrealisedprofitloss: null },
      { realised: 250, unrealised: null, net: null },
    ],
    [
      'as it says it even where nothing is held',
      { netqty: 0 },
      { realised: 250, unrealised: -40, net: 210 },
    ],
    [
      'unknown where something is held and its part is not said',
      { netqty: 5, unrealisedprofitloss: null },
      { realised: 250, unrealised: null, net: null },
    ],
    [
      'unknown where it is not known whether anything is held',
      { netqty: null, unrealisedprofitloss: null },
      { realised: 250, unrealised: null, net: null },
    ],
    [
      'unknown where what was realised is not said, whatever is held',
      { netqty: 0, realisedprofitloss: null },
      { realised: null, unrealised: -40, net: null },
    ],
  ])('is %s', (_, said, figures) => {
    const base = { realisedprofitloss: 250, unrealisedprofitloss: -40 }
    expect(serviceFigures({ ...position(), ...base, ...said })).toEqual(figures)
  })

  test('takes nothing that is not known for zero, but for what a closed position holds', () => {
    fc.assert(
      fc.property(row, (record) => {
        const { realised, unrealised } = serviceFigures(record)
        expect(realised).toBe(record.realisedprofitloss)
        if (record.unrealisedprofitloss !== null)
          expect(unrealised).toBe(record.unrealisedprofitloss)
        else if (record.netqty === 0) expect(unrealised).toBe(0)
        else expect(unrealised).toBeNull()
      }),
    )
  })

  test('is the sum of both parts, or unknown', () => {
    fc.assert(
      fc.property(row, (record) => {
        const { realised, unrealised, net } = serviceFigures(record)
        if (net === null)
          expect(
            realised === null || unrealised === null || !Number.isFinite(realised + unrealised),
          ).toBe(true)
        else expect(net).toBe(realised! + unrealised!)
      }),
    )
  })
})

test('A sum is unknown where a part of it is, and where no number holds it', () => {
  expect(sumOrUnknown(1, 2)).toBe(3)
  expect(sumOrUnknown(null, 2)).toBeNull()
  expect(sumOrUnknown(1, null)).toBeNull()
  expect(sumOrUnknown(Number.MAX_VALUE, Number.MAX_VALUE)).toBeNull()
})
