import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { thinned, withGaps } from '../../../../src/main/pnl/curve.ts'
import {
  type PnlPoint,
  emptyDay,
  noFigures,
  serviceNet,
  withPoint,
} from '../../../../src/shared/pnl/history.ts'

const point = (at: number, net: number | null): PnlPoint =>
  net === null
    ? { at, ...noFigures }
    : { at, realised: 0, unrealised: net, ownRealised: 0, ownUnrealised: net }

const curve = fc
  .array(
    fc.record({
      after: fc.integer({ min: 1, max: 60_000 }),
      net: fc.option(fc.integer({ min: -1e6, max: 1e6 }), { nil: null, freq: 20 }),
    }),
    { maxLength: 600 },
  )
  .map((steps) => {
    let at = 0
    return steps.map(({ after, net }) => point((at += after), net))
  })

const nets = (points: readonly PnlPoint[]) => points.map(serviceNet).filter((net) => net !== null)

describe('A curve of fewer points', () => {
  test('has no more than asked for, in the order of time, all of them of the whole one', () => {
    fc.assert(
      fc.property(curve, fc.integer({ min: 10, max: 300 }), (points, most) => {
        const fewer = thinned(points, most)
        expect(fewer.length).toBeLessThanOrEqual(most)
        expect(fewer.every((one) => points.includes(one))).toBe(true)
        expect(fewer.map(({ at }) => at)).toEqual(
          fewer.map(({ at }) => at).toSorted((one, other) => one - other),
        )
      }),
    )
  })

  test('keeps the first and the last, the highest and the lowest, and that there was a gap', () => {
    fc.assert(
      fc.property(curve, fc.integer({ min: 10, max: 300 }), (points, most) => {
        const fewer = thinned(points, most)
        expect(fewer[0]).toBe(points[0])
        expect(fewer.at(-1)).toBe(points.at(-1))
        expect(Math.max(...nets(fewer))).toBe(Math.max(...nets(points)))
        expect(Math.min(...nets(fewer))).toBe(Math.min(...nets(points)))
        const hasGap = (some: readonly PnlPoint[]) => nets(some).length < some.length
        expect(hasGap(fewer)).toBe(hasGap(points))
      }),
    )
  })

  test('has a gap where nobody watched for longer than samples are apart', () => {
    const points = [point(0, 5), point(60_000, 6), point(600_000, 7)]
    expect(withGaps(points).map(serviceNet)).toEqual([5, 6, null, 7])
    expect(withGaps([point(0, 5), point(1, null), point(600_000, 7)])).toHaveLength(3)
  })
})

describe('A day in a few figures', () => {
  test('has the extremes of its points, and the deepest fall from a point before', () => {
    fc.assert(
      fc.property(curve, (points) => {
        const day = points.reduce(withPoint, emptyDay('2026-11-23'))
        const known = nets(points)
        expect(day.open).toBe(known[0] ?? null)
        expect(day.close).toBe(known.at(-1) ?? null)
        expect(day.high).toBe(known.length === 0 ? null : Math.max(...known))
        expect(day.low).toBe(known.length === 0 ? null : Math.min(...known))
        const falls = known.flatMap((net, place) =>
          known.slice(0, place + 1).map((before) => before - net),
        )
        expect(day.drawdown).toBe(falls.length === 0 ? null : Math.max(...falls))
      }),
      { numRuns: 40 },
    )
  })
})
