import { describe, expect, it } from 'vitest'
import { type PnlPoint, serviceNet } from '../../../../src/shared/pnl/history.ts'
import {
  besideGaps,
  curveOf,
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

  it('is not known while one of them is not, and the others are a sum of their own', () => {
    const { whole, part } = summedPoints([
      curve('a', [1, 10]),
      curve('b', [1, 1], [2, null], [3, 3]),
    ])
    expect(netsOf(whole)).toEqual([
      [1, 11],
      [2, null],
      [3, 13],
    ])
    expect(netsOf(part)).toEqual([
      [1, null],
      [2, 10],
      [3, null],
    ])
  })

  it('takes nobody with half of a figure, and is nothing where nobody is known', () => {
    const half = { ...point(1, 5), unrealised: null }
    const { whole, part } = summedPoints([curve('a', [1, 10]), curveOf('account:b', day, [half])])
    expect(whole[0]).toMatchObject({ realised: null, ownRealised: 15 })
    expect(part[0]).toMatchObject({ realised: 10, ownRealised: null })
    const none = summedPoints([curve('a', [1, null]), curve('b', [1, null])])
    expect(netsOf([...none.whole, ...none.part])).toEqual([
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

  it('ends a day with what all of them ended with, or with nothing known', () => {
    const ended = (close: number | null) => [{ ...curve('a').summary, open: 0, close }]
    expect(summedDays([ended(5), ended(7)])).toMatchObject([{ day, close: 12, high: null }])
    expect(summedDays([ended(5), ended(null)])).toMatchObject([{ close: null }])
    expect(summedDays([ended(5), []])).toMatchObject([{ close: null }])
  })
})
