import { describe, expect, test } from 'vitest'
import { aboveZero, lastPriceOf, tickOf } from '../../../../src/shared/service/row-figures.ts'

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
  // In paise.
  [3.2, 5, 3.2],
  [0.85, 1, 0.85],
  [3.22, 5, null],
  [0.005, 1, null],
])('a last price of %s with a tick of %s is %s', (ltp, tick_size, price) => {
  expect(lastPriceOf({ ltp, tick_size })).toBe(price)
})

test.each([
  [100.05, 0.05, 0.05],
  [0.1 + 0.2, 0.05, 0.05],
  [24_000, 10, 10],
  [3.2, 5, null],
  [7.4, 1, null],
  [105, 5, null],
  [72_345.67, 1, 1],
  [1234.0999755859375, 0.1, 0.1],
  [null, 0.05, 0.05],
  [100, 0, null],
])('a last price of %s has the step %s as %s', (ltp, tick_size, tick) => {
  expect(tickOf({ ltp, tick_size })).toBe(tick)
})
