import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { worseThanShown } from '../../../../../src/main/orders/planning/worse-than-shown.ts'
import { compare, minus, plus } from '../../../../../src/shared/core/decimal.ts'
import type { PlannedOrder, ShownOrder } from '../../../../../src/shared/orders/placing.ts'

const now: PlannedOrder = {
  account: 'a',
  symbol: 'INFY-EQ',
  action: 'BUY',
  quantity: 10,
  slices: [10],
  price: '1500',
  value: 15_000,
  funds: null,
  ltp: 1490,
  tick: '0.05',
  isTickAssumed: false,
  lot: 1,
  freeze: null,
  says: null,
}
const seen: ShownOrder = { action: 'BUY', quantity: 10, price: '1500' }
const changes = (shown: ShownOrder | null, order: Partial<PlannedOrder> = {}) =>
  worseThanShown([shown], [{ index: 0, shown: { ...now, ...order } }])

describe('an order that was seen', () => {
  it('goes as it was, and at a better limit', () => {
    expect(changes(seen)).toEqual([])
    expect(changes(seen, { price: '1499' })).toEqual([])
    expect(changes({ ...seen, action: 'SELL' }, { action: 'SELL', price: '1501' })).toEqual([])
    expect(changes({ ...seen, price: '0' }, { price: '0' })).toEqual([])
  })

  it('goes at a limit that is one tick worse, and not at two', () => {
    expect(changes(seen, { price: '1500.05' })).toEqual([])
    expect(changes(seen, { price: '1500.1' })).toMatchObject([
      { order: 0, level: 'refuse', code: 'changed', message: expect.stringContaining('1,500.10') },
    ])
    const sale = { ...seen, action: 'SELL' } as const
    expect(changes(sale, { action: 'SELL', price: '1499.95' })).toEqual([])
    expect(changes(sale, { action: 'SELL', price: '1499.9' })).toHaveLength(1)
  })

  it.each<Partial<PlannedOrder>>([{ action: 'SELL' }, { quantity: 11 }, { price: '0' }])(
    'does not go with %j',
    (order) => expect(changes(seen, order)).toHaveLength(1),
  )

  it('does not go where it could not be planned, or was not among those seen', () => {
    expect(changes(null)).toHaveLength(1)
    expect(worseThanShown([], [{ index: 0, shown: now }])).toHaveLength(1)
    expect(changes({ ...seen, price: '0' })).toHaveLength(1)
  })

  it('is not looked for where nothing was shown', () => {
    expect(worseThanShown(undefined, [{ index: 0, shown: now }])).toEqual([])
  })

  it('never costs more, nor brings less, than a tick beyond what was seen', () => {
    const paise = fc.integer({ min: 5, max: 1_000_000 }).map((count) => (count / 100).toFixed(2))
    fc.assert(
      fc.property(
        paise,
        paise,
        fc.constantFrom('BUY' as const, 'SELL' as const),
        (was, is, action) => {
          const found = changes({ ...seen, action, price: was }, { action, price: is })
          const limit = action === 'BUY' ? plus(was, '0.05') : minus(was, '0.05')
          const isBeyond = action === 'BUY' ? compare(is, limit) > 0 : compare(is, limit) < 0
          expect(found.length).toBe(isBeyond ? 1 : 0)
        },
      ),
    )
  })
})
