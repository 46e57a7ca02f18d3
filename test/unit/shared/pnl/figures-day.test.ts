import { expect, it } from 'vitest'
import exchangeRules from '../../../../resources/market.json' with { type: 'json' }
import type { ExchangeRules } from '../../../../src/shared/market/exchange-rules.ts'
import { dayOfFigures, ofEarlierDay } from '../../../../src/shared/pnl/figures-day.ts'

const exchanges = exchangeRules.exchanges as ExchangeRules['exchanges']
const at = (time: string): number => Date.parse(`${time}+05:30`)
const of = (time: string, ...held: unknown[]): string =>
  dayOfFigures(
    held.map((exchange) => ({ exchange })),
    { exchanges, at: at(time) },
  )

it.each([
  ['2026-11-27T10:00', ['NSE'], '2026-11-27'],
  // A Saturday, a Sunday, and Monday before the first trades.
  ['2026-11-28T10:00', ['NSE'], '2026-11-27'],
  ['2026-11-29T23:00', ['NFO', 'MCX'], '2026-11-27'],
  ['2026-11-30T08:00', ['NSE'], '2026-11-27'],
  ['2026-11-30T08:45', ['NSE'], '2026-11-30'],
  ['2026-11-28T10:00', [], '2026-11-27'],
  // Brokers write an exchange in their own way, or not at all.
  ['2026-11-29T10:00', ['NSE_EQ', 'mcx-fo'], '2026-11-27'],
  ['2026-11-29T10:00', [null, ''], '2026-11-27'],
  ['2026-11-29T10:00', [null, 'XYZ'], '2026-11-27'],
  // Somewhere that nobody knows trades on a day on which any does.
  ['2026-11-28T10:00', ['XYZ'], '2026-11-27'],
])('figures at %s of what is held on %j are of %s', (time, held, day) => {
  expect(of(time, ...held)).toBe(day)
})

it('are of a holiday where another exchange that is held trades on it', () => {
  const holiday = '2026-11-24T18:00'
  expect(of(holiday, 'NSE')).toBe('2026-11-23')
  const isOpen = !exchanges.MCX.holidays.includes('2026-11-24')
  expect(of(holiday, 'NSE', 'MCX')).toBe(isOpen ? '2026-11-24' : '2026-11-23')
})

it('are of an earlier day than others where their exchange does not trade and another does', () => {
  const [shares, gold, elsewhere] = [{ exchange: 'NSE' }, { exchange: 'MCX' }, { exchange: null }]
  const earlier = (time: string, ...held: { exchange: string | null }[]) => [
    ...ofEarlierDay(held, { exchanges, at: at(time) }),
  ]
  expect(earlier('2026-11-24T18:00', shares, gold, elsewhere)).toEqual([shares])
  expect(earlier('2026-11-24T18:00', shares)).toEqual([])
  expect(earlier('2026-11-25T08:00', shares, gold)).toEqual([shares])
  expect(earlier('2026-11-25T10:00', shares, gold)).toEqual([])
  expect(earlier('2026-11-28T10:00', shares, gold)).toEqual([])
})
