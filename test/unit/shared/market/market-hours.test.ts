import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import shipped from '../../../../resources/market.json' with { type: 'json' }
import {
  closedOn,
  isMarketOpen,
  marketState,
  momentInIndia,
} from '../../../../src/shared/market/market-hours.ts'
import { ExchangeRules } from '../../../../src/shared/market/exchange-rules.ts'

const { exchanges } = ExchangeRules.parse(shipped)
const at = (text: string) => Date.parse(`${text}+05:30`)
const state = (exchange: keyof typeof exchanges, when: string) => {
  const { phase, until } = marketState(exchanges[exchange], at(when))
  const there = until === null ? null : new Date(until + 5.5 * 3_600_000).toISOString()
  return `${phase} ${there?.slice(0, 16) ?? ''}`
}

describe('an exchange', () => {
  it('is open from the first minute of its session to the last, and says when it closes', () => {
    expect(state('NSE', '2026-11-20T09:15:00')).toBe('open 2026-11-20T15:30')
    expect(state('NSE', '2026-11-20T15:29:59')).toBe('open 2026-11-20T15:30')
  })

  it('takes orders before the session, and after it over midnight', () => {
    expect(state('NSE', '2026-11-20T09:14:59')).toBe('pre-open 2026-11-20T09:15')
    expect(state('NSE', '2026-11-20T15:30:00')).toBe('closed 2026-11-23T09:15')
    expect(state('NSE', '2026-11-19T23:59:59')).toBe('after-market 2026-11-20T09:15')
    expect(state('NSE', '2026-11-20T00:00:00')).toBe('after-market 2026-11-20T09:15')
  })

  it('opens next after weekends and holidays', () => {
    expect(state('NSE', '2026-11-21T11:00:00')).toBe('weekend 2026-11-23T09:15')
    expect(state('NSE', '2026-11-24T11:00:00')).toBe('holiday 2026-11-25T09:15')
    expect(state('NSE', '2026-11-23T15:31:00')).toBe('closed 2026-11-25T09:15')
    expect(state('NSE', '2026-12-25T10:00:00')).toBe('holiday 2026-12-28T09:15')
  })

  it('is open on a day of a weekend that is given as one of a special session', () => {
    const NSE = { ...exchanges.NSE, openDays: ['2026-11-08', '2026-11-24'] }
    const of = (when: string) => marketState(NSE, at(when)).phase
    expect(of('2026-11-08T11:00:00')).toBe('open')
    expect(of('2026-11-08T18:00:00')).toBe('after-market')
    expect(of('2026-11-24T11:00:00')).toBe('open')
    expect(of('2026-11-07T11:00:00')).toBe('weekend')
    const closed = closedOn({ ...exchanges, NSE }, at('2026-11-08T11:00:00'))
    expect(closed).toEqual(['BSE', 'NFO', 'BFO', 'MCX', 'CDS'])
  })

  it('closes when the season of that day says', () => {
    expect(state('MCX', '2026-10-30T10:00:00')).toBe('open 2026-10-30T23:30')
    expect(state('MCX', '2026-11-02T10:00:00')).toBe('open 2026-11-02T23:55')
    expect(state('MCX', '2027-03-12T23:54:00')).toBe('open 2027-03-12T23:55')
    expect(state('MCX', '2027-03-15T23:31:00')).toBe('closed 2027-03-16T09:00')
  })

  it('that is never open again names no opening', () => {
    const day = (index: number) => new Date(at('2026-11-20T12:00:00') + index * 86_400_000)
    const holidays = Array.from({ length: 60 }, (_, index) => day(index).toISOString().slice(0, 10))
    const closed = { ...exchanges.NSE, holidays }
    expect(marketState(closed, at('2026-11-20T12:00:00'))).toEqual({
      phase: 'holiday',
      until: null,
    })
  })

  it('is, at any moment, open exactly until it closes, and closed until it opens', () => {
    const range = { min: at('2026-01-01T00:00:00'), max: at('2027-12-31T23:59:00') }
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(exchanges)),
        fc.integer(range),
        (hours, wall) => {
          const { phase, until } = marketState(hours, wall)
          expect(until).toBeGreaterThan(wall)
          const openAt = (when: number) => isMarketOpen(hours, momentInIndia(when))
          expect(openAt(wall)).toBe(phase === 'open')
          expect(openAt(until!)).toBe(phase !== 'open')
          expect(openAt(until! - 1)).toBe(phase === 'open')
        },
      ),
    )
  })
})
