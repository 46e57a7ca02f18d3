import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PnlPoint, serviceNet } from '../../../../src/shared/pnl/history.ts'
import {
  besideGaps,
  curveOf,
  overGaps,
  summedDays,
  summedPoints,
} from '../../../../src/renderer/pnl/summed-curves.ts'

const day = '2026-11-23'
const point = (at: number, net: number | null): PnlPoint => ({
  at,
  realised: net,
  unrealised: net === null ? null : 0,
  ownRealised: net,
  ownUnrealised: net === null ? null : 0,
})
const curve = (key: string, ...points: [number, number | null][]) =>
  curveOf(
    `account:${key}`,
    day,
    points.map(([at, net]) => point(at, net)),
  )
const netsOf = (points: readonly PnlPoint[]) => points.map((one) => [one.at, serviceNet(one)])

describe('the curve of several accounts', () => {
  it('is their sum at each moment at which one of them moved', () => {
    const { whole, part } = summedPoints([curve('a', [1, 10], [3, 30]), curve('b', [1, 1], [2, 2])])
    expect(netsOf(whole)).toEqual([
      [1, 11],
      [2, 12],
      [3, 32],
    ])
    expect(part.every((one) => serviceNet(one) === null)).toBe(true)
  })

  it('is not known while one of them is not, who counts with its last figure in a line of its own', () => {
    const { whole, withOld, part } = summedPoints([
      curve('a', [1, 10], [2, 20], [3, 30]),
      curve('b', [1, 1], [2, null], [3, 3]),
    ])
    expect(netsOf(whole)).toEqual([
      [1, 11],
      [2, null],
      [3, 33],
    ])
    expect(netsOf(withOld)).toEqual([
      [1, 11],
      [2, 21],
      [3, 33],
    ])
    expect(part.every((one) => serviceNet(one) === null)).toBe(true)
  })

  it('begins anew where one of them is another client’s, whose figures are not joined with those of before', () => {
    const points = [point(1, 1000), { ...point(2, null), isAnew: true as const }, point(3, 500_000)]
    const summed = summedPoints([
      curve('a', [1, 10], [2, 10], [3, 10]),
      curveOf('account:b', day, points),
    ])
    const known = [
      [1, 1010],
      [2, null],
      [3, 500_010],
    ]
    expect(netsOf(summed.whole)).toEqual(known)
    expect(netsOf(summed.withOld)).toEqual(known)
    const { open, high, drawdown } = curveOf('shown', day, summed.whole).summary
    expect([open, high, drawdown]).toEqual([500_010, 500_010, 0])
  })

  it('has those that were read in a sum apart, with a gap where another of them is in it', () => {
    const { withOld, part } = summedPoints([
      curve('a', [1000, 10], [2000, 11], [3000, 12], [4000, 13]),
      curve('b', [3000, 60_000], [4000, null]),
      curve('never', [1000, null]),
    ])
    expect(netsOf(part)).toEqual([
      [1000, 10],
      [2000, 11],
      [2500, null],
      [3000, 60_012],
      [4000, 60_013],
    ])
    expect(withOld.every((one) => serviceNet(one) === null)).toBe(true)
  })

  it('says nothing while nobody is known, and after a minute of that counts nobody as before', () => {
    const nets = (silence: number) => {
      const { withOld, part } = summedPoints([
        curve('a', [0, 10], [5000, null], [5000 + silence, 12]),
        curve('b', [0, 1], [5000, null]),
      ])
      return { withOld: netsOf(withOld), part: netsOf(part) }
    }
    expect(nets(60_000)).toMatchObject({
      withOld: [
        [0, 11],
        [5000, null],
        [65_000, 13],
      ],
    })
    expect(nets(60_001)).toEqual({
      withOld: [
        [0, 11],
        [5000, null],
        [65_001, null],
      ],
      part: [
        [0, null],
        [5000, null],
        [65_001, 12],
      ],
    })
  })

  it('moves by what an account made, and by no account that comes or goes', () => {
    const held = 1_000_000
    // Each adds a bit of its own to the millions of a sum, which so says who is in it.
    const account = fc.array(fc.option(fc.integer({ min: 0, max: 99 }), { nil: null }), {
      minLength: 12,
      maxLength: 12,
    })
    fc.assert(
      fc.property(fc.array(account, { minLength: 2, maxLength: 5 }), (accounts) => {
        const { whole, withOld, part } = summedPoints(
          accounts.map((nets, place) =>
            curve(
              String(place),
              ...nets.map((net, step): [number, number | null] => [
                step * 5000,
                net === null ? null : held * 2 ** place + net,
              ]),
            ),
          ),
        )
        const membersOf = (point: PnlPoint | undefined): number | null => {
          const net = point === undefined ? null : serviceNet(point)
          return net === null ? null : Math.floor(net / held)
        }
        for (const line of [whole, withOld, part])
          for (const [place, point] of line.entries()) {
            const [before, now] = [membersOf(line[place - 1]), membersOf(point)]
            if (before !== null && now !== null) expect(now).toBe(before)
          }
        for (const [place, point] of whole.entries())
          if (serviceNet(point) !== null) expect(withOld[place]).toEqual(point)
      }),
      { numRuns: 60 },
    )
  })

  it('takes nobody with half of a figure, and is nothing where nobody is known', () => {
    const half = { ...point(1, 5), unrealised: null }
    const { whole, part } = summedPoints([curve('a', [1, 10]), curveOf('account:b', day, [half])])
    expect(whole[0]).toMatchObject({ realised: null, ownRealised: 15 })
    expect(part[0]).toMatchObject({ realised: 10, ownRealised: null })
    const none = summedPoints([curve('a', [1, null]), curve('b', [1, null])])
    expect(netsOf([...none.whole, ...none.withOld, ...none.part])).toEqual([
      [1, null],
      [1, null],
      [1, null],
    ])
  })

  it('is drawn beside a whole that the desk keeps only where that has a gap', () => {
    const whole = curve('total', [1, 11], [2, null], [3, 13])
    const part = [point(1, 10), point(2, 10), point(3, 10)]
    expect(netsOf(besideGaps(part, whole))).toEqual([
      [1, null],
      [2, 10],
      [3, null],
    ])
  })

  it('leads over a gap from where the whole ends to where it begins, since it is of the same accounts', () => {
    const whole = curve('total', [1, 11], [2, 12], [3, null], [4, 14], [5, 15])
    const withOld = [1, 2, 3, 4, 5].map((at) => point(at, 10 + at))
    expect(netsOf(overGaps(withOld, whole))).toEqual([
      [1, null],
      [2, 12],
      [3, 13],
      [4, 14],
      [5, null],
    ])
    const unknown = withOld.map((one) => (one.at === 3 ? point(3, null) : one))
    expect(overGaps(unknown, whole).every((one) => serviceNet(one) === null)).toBe(true)
  })

  it('leads over no gap on whose either side the whole is of other accounts', () => {
    const whole = curve('total', [1, 90_010], [2, null], [3, 90_012], [4, null], [5, 15])
    const withOld = [1, 2, 3, 4, 5].map((at) => point(at, 10 + at))
    expect(overGaps(withOld, whole).every((one) => serviceNet(one) === null)).toBe(true)
  })

  it('ends a day with what all of them ended with, or with nothing known', () => {
    const ended = (close: number | null) => [{ ...curve('a').summary, open: 0, close }]
    expect(summedDays([ended(5), ended(7)])).toMatchObject([{ day, close: 12, high: null }])
    expect(summedDays([ended(5), ended(null)])).toMatchObject([{ close: null }])
    expect(summedDays([ended(5), []])).toMatchObject([{ close: null }])
  })
})
