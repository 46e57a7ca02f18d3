import { expect, test } from 'vitest'
import {
  DAY,
  confirmTime,
  practiceDayOf,
  entryTime,
  expiryText,
  isSessionOpen,
  monthlyExpiries,
  tradeTime,
  weeklyExpiries,
} from '../../../../src/practice/market/clock.ts'

const at = (text: string): number => Date.parse(`${text}+05:30`)
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY

test('times are written as the document shows them', () => {
  const moment = at('2026-11-21T10:15:00')
  expect(entryTime(moment)).toBe('November 21 2026 10:15:00')
  expect(confirmTime(moment)).toBe('21-Nov-2026 10:15:00')
  expect(tradeTime(moment)).toBe('2026-11-21 10:15:00')
  expect(entryTime(at('2027-01-01T00:00:05'))).toBe('January 01 2027 00:00:05')
})

test('a practice day turns at six in the morning, in India', () => {
  expect(practiceDayOf(at('2026-11-21T05:59:59'))).toBe(day('2026-11-20'))
  expect(practiceDayOf(at('2026-11-21T06:00:00'))).toBe(day('2026-11-21'))
  expect(practiceDayOf(at('2026-11-21T23:59:59'))).toBe(day('2026-11-21'))
})

test('expiries fall on their weekday, the monthly one on its last in the month', () => {
  const from = day('2026-11-21')
  expect(weeklyExpiries(from, 2, 3).map(expiryText)).toEqual(['24NOV26', '01DEC26', '08DEC26'])
  expect(monthlyExpiries(from, 2, 3).map(expiryText)).toEqual(['24NOV26', '29DEC26', '26JAN27'])
  expect(monthlyExpiries(day('2026-11-25'), 2, 1).map(expiryText)).toEqual(['29DEC26'])
})

test('on its last day a contract is still the nearest', () => {
  const last = day('2026-11-24')
  expect(weeklyExpiries(last, 2, 1).map(expiryText)).toEqual(['24NOV26'])
  expect(monthlyExpiries(last, 2, 1).map(expiryText)).toEqual(['24NOV26'])
})

test.each([
  ['NSE', '2026-11-20T09:14:59', false],
  ['NSE', '2026-11-20T09:15:00', true],
  ['NSE', '2026-11-20T15:30:00', false],
  ['NFO', '2026-11-20T15:35:00', true],
  ['CDS', '2026-11-20T16:59:59', true],
  ['MCX', '2026-11-20T23:29:59', true],
  ['MCX', '2026-11-21T12:00:00', false],
  ['NSE', '2026-11-22T12:00:00', false],
] as const)('%s at %s is open: %s', (exchange, time, expected) => {
  expect(isSessionOpen(exchange, at(time), 'exchange')).toBe(expected)
  expect(isSessionOpen(exchange, at(time), 'always')).toBe(true)
})
