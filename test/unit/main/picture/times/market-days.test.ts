import { expect, it } from 'vitest'
import {
  dayWaitedFor,
  latelySince,
  sessionBefore,
} from '../../../../../src/main/picture/times/market-days.ts'
import { indianTime, market } from '../../orders/planning/contexts.ts'

const { exchanges } = market
const at = (time: string, day: string) => ({ exchanges, now: indianTime(time, day) })

// Tuesday, 24 November, is a holiday.
it.each([
  ['NSE', '2026-11-23', '08:00', '2026-11-23'],
  ['NSE', '2026-11-23', '15:29', '2026-11-23'],
  ['NSE', '2026-11-23', '15:30', '2026-11-25'],
  ['NSE_EQ', '2026-11-24', '10:00', '2026-11-25'],
  ['NFO', '2026-11-23', '15:35', '2026-11-23'],
  ['MCX', '2026-11-25', '23:50', '2026-11-25'],
  ['MCX', '2026-11-27', '23:56', '2026-11-30'],
  // It may be any of them.
  [null, '2026-11-25', '10:00', '2026-11-25'],
  [null, '2026-11-25', '15:35', '2026-11-26'],
  ['ELSEWHERE', '2026-11-27', '20:00', '2026-11-30'],
])('an order of %s that is kept on %s at %s waits for %s', (exchange, day, time, waitedFor) => {
  expect(dayWaitedFor(exchange, at(time, day))).toBe(waitedFor)
})

it.each([
  ['NSE', '2026-11-23', '09:15', '2026-11-20'],
  ['NSE', '2026-11-25', '09:15', '2026-11-23'],
  ['MCX', '2026-11-25', '09:00', '2026-11-23'],
  [null, '2026-11-25', '09:00', '2026-11-23'],
])('the session of %s before %s began at %s of %s', (exchange, day, time, former) => {
  expect(sessionBefore(exchange, at('08:00', day))).toBe(indianTime(time, former))
})

it('a special session lets what waits for the next day wait', () => {
  const sunday = '2026-11-22'
  const special = { ...exchanges, NSE: { ...exchanges.NSE, openDays: [sunday] } }
  const now = indianTime('20:00', '2026-11-20')
  expect(dayWaitedFor('NSE', { exchanges: special, now })).toBe('2026-11-23')
})

it('shortly before is within five days, and within any row of holidays', () => {
  expect(latelySince(at('12:00', '2026-11-25'))).toBe(indianTime('12:00', '2026-11-20'))
  const holidays = ['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24']
  const [name] = Object.keys(exchanges)
  const resting = { ...exchanges, [name!]: { ...exchanges.NSE, holidays } }
  const now = indianTime('12:00', '2026-11-25')
  expect(latelySince({ exchanges: resting, now })).toBe(indianTime('09:15', '2026-11-18'))
})
