import { describe, expect, it } from 'vitest'
import {
  amountTicks,
  pixelOf,
  scalesOf,
  timeTicks,
  valueAtPixel,
  stretchOf,
} from '../../../../src/renderer/pnl/chart-scales.ts'
import { type Curve, nearestOf } from '../../../../src/renderer/pnl/curves.ts'

const opening = Date.parse('2026-11-23T09:15:00+05:30')
const minute = 60_000
const size = { width: 498, height: 240, part: null }
const curve = (values: (number | null)[], every = minute): Curve => ({
  ...{ id: 'a', name: 'A', colour: 'accent', dash: [] },
  at: values.map((_, place) => opening + place * every),
  values,
})

describe('the scales of a chart', () => {
  it('hold all of the time, and the amounts with air and with zero', () => {
    const { time, amount } = scalesOf([curve([100, null, 900])], size)!
    expect([time.from, time.to]).toEqual([opening, opening + 2 * minute])
    expect(amount.from).toBe(-36)
    expect(amount.to).toBe(972)
    expect(pixelOf(amount, 900)).toBeLessThan(pixelOf(amount, 100))
  })

  it('hold of a chosen part what is in it, without zero', () => {
    const part = [opening + minute, opening + 2 * minute] as const
    const { time, amount } = scalesOf([curve([100, 800, 900])], { ...size, part })!
    expect([time.from, time.to]).toEqual(part)
    expect([amount.from, amount.to]).toEqual([792, 908])
  })

  it('lead from a value to its place and back', () => {
    const { time } = scalesOf([curve([1, 2, 3])], size)!
    expect(valueAtPixel(time, pixelOf(time, opening + minute))).toBeCloseTo(opening + minute)
  })

  it('have a minute around a single moment, and are not there without one', () => {
    expect(stretchOf([curve([5])])).toEqual([opening - 30_000, opening + 30_000])
    expect(scalesOf([curve([])], size)).toBeNull()
    expect(scalesOf([], size)).toBeNull()
  })

  it('are of zero alone where nothing is known', () => {
    const { amount } = scalesOf([curve([null, null])], size)!
    expect(amount.from).toBeLessThan(0)
    expect(amount.to).toBeGreaterThan(0)
  })
})

describe('the ticks of an axis', () => {
  it('stand at whole times of India', () => {
    const { time } = scalesOf([curve([1, 2, 3, 4, 5, 6, 7], 60 * minute)], size)!
    const hours = timeTicks(time).map((at) => new Date(at).toISOString().slice(11, 16))
    // 10:00, 12:00 and 14:00 there.
    expect(hours).toEqual(['04:30', '06:30', '08:30'])
  })

  it('are whole rupees, thirty pixels apart or more', () => {
    const { amount } = scalesOf([curve([-120, 340])], size)!
    const ticks = amountTicks(amount)
    expect(ticks).toEqual([-100, 0, 100, 200, 300])
    const [first, second] = ticks.map((tick) => pixelOf(amount, tick))
    expect(first! - second!).toBeGreaterThanOrEqual(30)
  })

  it('are few, however long the time is', () => {
    const { time } = scalesOf([curve([1, 2], 5000 * 24 * 60 * minute)], size)!
    expect(timeTicks(time).length).toBeLessThan(12)
  })
})

it('finds the nearest of some moments', () => {
  expect([0, 14, 15, 16, 99].map((time) => nearestOf([10, 20, 30], time))).toEqual([
    10, 10, 20, 20, 30,
  ])
  expect(nearestOf([], 5)).toBeNull()
})
