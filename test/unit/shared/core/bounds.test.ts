import { describe, expect, test } from 'vitest'
import { boundsText, isInBounds, numberWithin } from '../../../../src/shared/core/bounds.ts'

const share = { least: 0.05, most: 20, isWhole: false }
const rate = { least: 1, most: 10_000, isWhole: true }

describe('The bounds of a number', () => {
  test('are said in one form', () => {
    expect(boundsText(share)).toBe('from 0.05 to 20')
    expect(boundsText(rate)).toBe('a whole number from 1 to 10,000')
  })

  test.each([
    [share, 0.05, true],
    [share, 20, true],
    [share, 0.04, false],
    [share, 20.01, false],
    [rate, 1, true],
    [rate, 10_000, true],
    [rate, 0, false],
    [rate, 10_001, false],
    [rate, 1.5, false],
    [rate, NaN, false],
  ])('%o take %d: %s', (bounds, value, takes) => {
    expect(isInBounds(value, bounds)).toBe(takes)
    expect(numberWithin(bounds).safeParse(value).success).toBe(takes)
  })

  test.each([0, 1.5, NaN, '5', undefined])('are said to whoever gives %s', (given) => {
    const { error } = numberWithin(rate).safeParse(given)
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'must be a whole number from 1 to 10,000',
    ])
  })
})
