import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lossEvents } from '../../../../../src/main/alerts/loss-alert.ts'
import { isLossReached } from '../../../../../src/main/orders/limits/loss-limit.ts'
import { sumFindings } from '../../../../../src/main/orders/limits/sums.ts'
import { noLimits } from '../../../../../src/shared/orders/limits.ts'
import { nothingToCheck } from '../../../../../src/main/picture/pnl/profit.ts'

describe('The loss of a day', () => {
  it('is at its limit as soon as it is as large', () => {
    expect(isLossReached({ profit: -999.99, limit: 1000 })).toBe(false)
    expect(isLossReached({ profit: -1000, limit: 1000 })).toBe(true)
    expect(isLossReached({ profit: 1000, limit: 1000 })).toBe(false)
  })

  it('refuses new orders exactly where the alert says that it does', () => {
    const figures = fc.record({
      profit: fc.integer({ min: -2000, max: 2000 }),
      limit: fc.integer({ min: 1, max: 1000 }),
    })
    fc.assert(
      fc.property(figures, ({ profit, limit }) => {
        const { refusals } = sumFindings({
          limits: { ...noLimits, loss: limit },
          figures: { openOrders: 0, lastMinute: 0, profit, profitCheck: nothingToCheck },
          entries: 1,
          whose: 'this account',
        })
        const told = lossEvents(
          { account: 'main', name: 'Main', profit, difference: 0, limit },
          '2026-11-21',
        )
        expect(told.some(({ tone }) => tone === 'urgent')).toBe(refusals.length > 0)
      }),
    )
  })
})
