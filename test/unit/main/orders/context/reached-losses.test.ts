import { expect, it } from 'vitest'
import { ReachedLosses } from '../../../../../src/main/orders/context/reached-losses.ts'

const day = '2026-11-25'
const of = ['a', 'b']
const limit = 5000

it('a loss that stood at its limit stays there until all of it is known to be less', () => {
  const losses = new ReachedLosses()
  const hold = (profit: number | null, more: Partial<Parameters<typeof losses.hold>[1]> = {}) =>
    losses.hold('all', { profit, limit, day, of, ...more })
  expect(hold(null)).toBeNull()
  expect(hold(-4999)).toBe(-4999)
  expect(hold(null)).toBeNull()
  expect(hold(-5000)).toBe(-5000)
  expect(hold(null)).toBe(-5000)
  // Whoever is not counted any more has lost it all the same.
  expect(hold(-3000, { of: ['a'] })).toBe(-5000)
  expect(hold(null, { limit: 6000 })).toBeNull()
  expect(losses.hold('practice', { profit: null, limit, day, of })).toBeNull()
  expect(hold(-4000)).toBe(-4000)
  expect(hold(null)).toBeNull()
})

it('is of its day alone, and of none where there is no limit', () => {
  const losses = new ReachedLosses()
  losses.hold('all', { profit: -5000, limit, day, of })
  expect(losses.hold('all', { profit: null, limit: null, day, of })).toBeNull()
  expect(losses.hold('all', { profit: null, limit, day: '2026-11-26', of })).toBeNull()
})
