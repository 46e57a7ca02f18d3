import { expect, it } from 'vitest'
import { unitsFilled } from '../../../../src/shared/service/order-units.ts'

it.each([
  ['Traded 50/100', 100, 0, 50],
  ['Filled 40', 100, null, 40],
  ['Cancelled 25/50', 50, 0, 25],
  ['cancelled (25 of 50)', 50, null, 25],
  ['rejected 25/50', 50, null, 25],
  ['Cancelled 25/50', 50, 30, 30],
  ['complete', 100, 0, 100],
  ['complete', 100, 40, 40],
  ['order failed', 100, 0, 0],
  ['lapsed 0', 100, 0, 0],
  // What was cancelled; a day; an order that works.
  ['Cancelled 25', 50, 0, 0],
  ['Cancelled 100/100', 100, 0, 0],
  ['rejected (50 of 50)', 50, null, 0],
  ['expired 21/11', 50, 0, 0],
  ['expired 21/50', null, null, 0],
  ['open 25/50', 50, 0, 0],
])(
  'the status %j of %j with %j filled tells of so many units: %j',
  (status, quantity, fillshares, units) => {
    expect(unitsFilled({ status, quantity, fillshares })).toBe(units)
  },
)
