import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ungrouped } from '../../../../src/shared/core/typed-number.ts'

describe('commas in a number that is typed', () => {
  it.each([
    ['1,500', '1500'],
    ['1,560.30', '1560.30'],
    ['1,50,000', '150000'],
    ['1,00,00,000.5', '10000000.5'],
    ['150,000', '150000'],
    ['12,345,678', '12345678'],
    [' 1,500 ', '1500'],
    ['-1,500', '-1500'],
  ])('%s is %s', (typed, digits) => {
    expect(ungrouped(typed)).toBe(digits)
  })

  it.each([
    '1500,50',
    '12,50',
    '1,5',
    '1,50',
    '1,2345',
    '0,500',
    '1,50,00',
    '1,,500',
    ',500',
    '1.500,50',
    '1,500.5,0',
  ])('%s stays as it is, and so is no number', (typed) => {
    expect(ungrouped(typed)).toBe(typed)
  })

  it('stand in figures as they are shown, in India and elsewhere, and lose no digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (figure) => {
        expect(ungrouped(figure.toLocaleString('en-IN'))).toBe(String(figure))
        expect(ungrouped(figure.toLocaleString('en-US'))).toBe(String(figure))
      }),
    )
  })

  it('never make another number of what has none, nor of what a comma may be the point of', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0159,.-'), maxLength: 9 }), (typed) => {
        const read = ungrouped(typed)
        if (read !== typed) expect(typed).toMatch(/,\d{3}(\.\d*)?$/)
      }),
    )
  })
})
