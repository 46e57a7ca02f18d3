import { expect, it } from 'vitest'
import { withoutFormula } from '../../../../src/shared/core/formulas.ts'

it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'a spreadsheet runs nothing of %j',
  (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`)
  },
)

it.each(['', 'INFY-EQ', '1531.90', "'=1+1", ' =1+1'])('%j is no formula, and stays', (text) => {
  expect(withoutFormula(text)).toBe(text)
})
