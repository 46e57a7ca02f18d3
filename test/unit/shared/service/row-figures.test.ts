import { describe, expect, test } from 'vitest'
import { aboveZero, lastPriceOf } from '../../../../src/shared/service/row-figures.ts'

describe('A figure of a row', () => {
  test.each([
    [0.05, 0.05],
    [1, 1],
    [0, null],
    [-0, null],
    [-12.5, null],
    [NaN, null],
    [Infinity, null],
    [null, null],
    [undefined, null],
    ['101.5', null],
  ])('that is %s counts as %s', (figure, counts) => {
    expect(aboveZero(figure)).toBe(counts)
    expect(lastPriceOf({ ltp: figure })).toBe(counts)
  })

  test('that a book does not carry is none', () => {
    expect(lastPriceOf({})).toBeNull()
  })
})

test.each([
  [0.05, 0.05, 0.05],
  [0.01, 0.05, null],
  [1e-9, 0.05, null],
  [0.01, 0, 0.01],
  [0.01, null, 0.01],
])('a last price of %s with a tick of %s is %s', (ltp, tick_size, price) => {
  expect(lastPriceOf({ ltp, tick_size })).toBe(price)
})
