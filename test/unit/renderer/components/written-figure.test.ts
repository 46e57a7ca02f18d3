import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare } from '../../../../src/shared/core/decimal.ts'
import { ungrouped } from '../../../../src/shared/core/typed-number.ts'
import { writtenOut } from '../../../../src/renderer/components/written-figure.ts'

describe('a figure in a field', () => {
  it('is written as everywhere', () => {
    expect(writtenOut('1566.3', 2)).toBe('1,566.30')
    expect(writtenOut('1566.3')).toBe('1,566.3')
    expect(writtenOut('845.7', 2)).toBe('845.70')
    expect(writtenOut('1500')).toBe('1,500')
    expect(writtenOut('150000')).toBe('1,50,000')
    expect(writtenOut('1,500.5', 2)).toBe('1,500.50')
    expect(writtenOut('1.23456', 2)).toBe('1.23456')
    expect(writtenOut('-1500')).toBe('−1,500')
    expect(writtenOut('0')).toBe('0')
  })

  it('stays as it was typed where it is none, for all to see', () => {
    for (const typed of ['', '1500,50', '12,50', '1,5000', '12.', '1e5', 'none', '007', 'x'])
      expect(writtenOut(typed, 2)).toBe(typed)
  })

  it('is read again as what it was, to the last digit', () => {
    const figure = fc
      .tuple(
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 999_999_999_999_999n }),
        fc.stringMatching(/^(\.\d{1,10})?$/),
        fc.constantFrom(0, 2),
      )
      .map(([isShort, whole, fraction, decimals]) => ({
        typed: `${isShort ? '-' : ''}${whole}${fraction}`,
        decimals,
      }))
    fc.assert(
      fc.property(figure, ({ typed, decimals }) => {
        const written = writtenOut(typed, decimals)
        expect(compare(ungrouped(written).replace('−', '-'), typed)).toBe(0)
        expect(writtenOut(written, decimals)).toBe(written)
      }),
    )
  })
})
