import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageOf } from '../../../../src/renderer/books/age.ts'
import { isStale } from '../../../../src/shared/books/staleness.ts'
import { RowMerger } from '../../../../src/renderer/books/owned-rows.ts'
import { sum, total } from '../../../../src/renderer/core/sums.ts'
import { totals } from '../../../../src/renderer/books/totals.ts'
import { availableFunds, perhapsTakenOff } from '../../../../src/shared/service/funds.ts'
import type { PositionRecord } from '../../../../src/shared/service/records.ts'
import { account } from '../memory-desk.ts'
import { funds, position } from '../records.ts'
import { sampleCount } from '../../../sample-count.ts'

const meta = { seq: 1, age: 200, every: 1000, trouble: null, unreadable: [] }
const figure = fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 }))

describe('a sum', () => {
  it('of nothing is zero, and that is known', () => {
    expect(sum([])).toEqual({ value: 0, partial: false })
  })

  it('of nothing known is unknown', () => {
    expect(sum([null, null])).toEqual({ value: null, partial: false })
  })

  it('adds what is known and says that something is missing', () => {
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1 }), (figures) => {
        const known = figures.filter((one) => one !== null)
        const { value, partial } = sum(figures)
        if (known.length === 0) expect(value).toBeNull()
        else {
          expect(value).toBe(known.reduce((one, other) => one + other, 0))
          expect(partial).toBe(known.length < figures.length)
        }
      }),
    )
  })

  it('over accounts is partial where one of them is', () => {
    expect(total([sum([1, null]), sum([2])])).toEqual({ value: 3, partial: true })
    expect(total([sum([null]), sum([2])])).toEqual({ value: 2, partial: true })
    expect(total([sum([null])])).toEqual({ value: null, partial: false })
  })
})

const bookOf = (rows: readonly PositionRecord[]): ReadonlyMap<string, PositionRecord> =>
  new Map(rows.map((row, at) => [String(at), row]))

describe('the bar on top', () => {
  it('adds realised and unrealised over accounts', () => {
    const books = { positions: bookOf([position()]), unknown: 0, funds: funds() }
    const { realised, unrealised, net } = totals([books, books])
    expect([realised.value, unrealised.value, net.value]).toEqual([4000, 7820, 11820])
  })

  it('knows nothing of an account whose books were never read', () => {
    expect(totals([{ positions: null, unknown: 0, funds: null }]).net).toEqual({
      value: null,
      partial: false,
    })
    expect(
      totals([
        { positions: null, unknown: 0, funds: null },
        { positions: bookOf([]), unknown: 0, funds: null },
      ]).net,
    ).toEqual({
      value: 0,
      partial: true,
    })
  })

  it('never takes an unknown part of a position for zero', () => {
    const half = position({ realisedprofitloss: null })
    expect(totals([{ positions: bookOf([half]), unknown: 0, funds: null }]).net.value).toBeNull()
  })

  it('is no whole figure where a row could not be read, or is left out', () => {
    const { net, available } = totals([
      { positions: bookOf([position()]), unknown: 1, funds: funds() },
    ])
    expect(net).toEqual({ value: 5910, partial: true })
    expect(available.partial).toBe(false)
  })

  it('is no whole figure where a position stands twice in a book', () => {
    const rows = [position(), position(), position({ symbol: 'TCS-EQ' })]
    const { net } = totals([{ positions: bookOf(rows), unknown: 0, funds: null }])
    expect(net).toEqual({ value: 5910, partial: true })
  })

  it('counts nothing unrealised of a closed position, whose row leaves that out', () => {
    const sold = { netqty: 0, bqty: 200, sqty: 200, unrealisedprofitloss: null }
    const closed = position({ symbol: 'TCS-EQ', ...sold })
    const { unrealised, net } = totals([
      { positions: bookOf([position(), closed]), unknown: 0, funds: null },
    ])
    expect(unrealised).toEqual({ value: 3910, partial: false })
    expect(net).toEqual({ value: 7910, partial: false })
  })

  it('counts as available what the service’s own figures leave', () => {
    expect(availableFunds(funds())).toBe(1420000 + 50000 - 231480)
    const parts = ['openingbalance', 'credits', 'payinamt', 'payoutamt', 'utilizedamount'] as const
    for (const part of parts) expect(availableFunds(funds({ [part]: null })), part).toBeNull()
    for (const part of parts) expect(availableFunds(funds({ [part]: 1e308 })), part).toBeNull()
    expect(availableFunds(funds({ openingbalance: 1e308, credits: 1e308 }))).toBeNull()
    expect(availableFunds(funds({ openingbalance: 1e308, utilizedamount: 1e308 }))).toBeNull()
    for (const part of ['payoutamt', 'utilizedamount'])
      expect(availableFunds(funds({ [part]: -5000 })), part).toBeNull()
  })

  it('knows what debits and losses may have to be taken off it, each once', () => {
    expect(perhapsTakenOff(funds())).toBe(0)
    expect(perhapsTakenOff(funds({ debits: 500 }))).toBe(500)
    expect(perhapsTakenOff(funds({ debits: 500, utilizedamount: 500 }))).toBe(0)
    const losses = { bookedpnl: -2000, realisedmtom: -2500, unbookedpnl: -100, unrealisedmtom: 50 }
    expect(perhapsTakenOff(funds({ ...losses, debits: null }))).toBe(2600)
    const figure = fc.option(fc.integer({ min: -1e7, max: 1e7 }))
    const some = fc.record({
      ...{ debits: figure, bookedpnl: figure, realisedmtom: figure },
      ...{ unbookedpnl: figure, unrealisedmtom: figure },
    })
    fc.assert(
      fc.property(some, (more) => {
        const off = perhapsTakenOff(funds(more))
        const all = Object.values(more).reduce((sum: number, one) => sum + Math.abs(one ?? 0), 0)
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(all)
      }),
      { numRuns: sampleCount(200) },
    )
  })

  it('knows nothing of a position of an earlier day beside those of today', () => {
    const [monday, today] = [position(), position({ symbol: 'GOLDM', realisedprofitloss: 50_000 })]
    const books = [{ positions: bookOf([monday, today]), unknown: 0, funds: null }]
    expect(totals(books, new Set([monday])).realised).toEqual({ value: 50_000, partial: true })
    expect(totals(books).realised).toEqual({ value: 52_000, partial: false })
  })
})

describe('age', () => {
  it('goes on from what the desk counted, on our own clock', () => {
    expect(ageOf({ meta, at: 5000 }, 5900)).toBe(1100)
    expect(ageOf({ meta: { ...meta, age: null }, at: 5000 }, 5900)).toBeNull()
    expect(ageOf(null, 5900)).toBeNull()
  })

  it('is stale past two intervals, and a book that was never read is not', () => {
    expect(isStale(2000, 1000)).toBe(false)
    expect(isStale(2001, 1000)).toBe(true)
    expect(isStale(null, 1000)).toBe(false)
  })
})

describe('rows of several accounts', () => {
  it('stand one after another, and two that look alike stay two', () => {
    const merger = new RowMerger<{ symbol: string }>()
    const merged = merger.merge([
      { account: account('one'), rows: new Map([['k', { symbol: 'A' }]]) },
      { account: account('two'), rows: new Map([['k', { symbol: 'A' }]]) },
    ])
    expect(merged.map(({ id }) => id)).toEqual(['one/k', 'two/k'])
  })

  it('keep their identity while their record does, whatever the account’s health', () => {
    const merger = new RowMerger<{ symbol: string }>()
    const same = { symbol: 'A' }
    const [before] = merger.merge([{ account: account('one'), rows: new Map([['k', same]]) }])
    const sicker = account('one', {
      health: { last: 9000, p99: 9000, isSlow: false, trouble: null },
    })
    const [after] = merger.merge([{ account: sicker, rows: new Map([['k', same]]) }])
    expect(after).toBe(before)
    const renamed = account('one', { name: 'Uno' })
    expect(merger.merge([{ account: renamed, rows: new Map([['k', same]]) }])[0]).not.toBe(before)
  })
})
