import { expect, test } from 'vitest'
import { mayOutliveItsDay } from '../../../../src/shared/service/retention-words.ts'

test.each([
  ['GTC', true],
  ['gtd', true],
  ['GTDys', true],
  ['Good Till Cancelled', true],
  ['VTC', true],
  ['valid till cancelled', true],
  ['GTT', true],
  ['FOREVER', true],
  ['in words that nobody knows', true],
  ['DAY', false],
  ['D', false],
  ['VALIDITY_DAY', false],
  ['DAY/IOC', false],
  ['Day', false],
  ['I.O.C.', false],
  ['EOS', false],
  ['0', false],
  ['NA', false],
  ['', false],
  [null, false],
])('an order that works for %j may stay over night: %j', (word, stays) => {
  expect(mayOutliveItsDay(word)).toBe(stays)
})
