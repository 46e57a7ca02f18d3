import { describe, expect, it } from 'vitest'
import { valueWords } from '../../../../../src/renderer/orders/ticket/ticket-words.ts'
import type { PlannedOrder } from '../../../../../src/shared/orders/placing.ts'
import { planned } from '../../memory-desk.ts'

const order = (more: Partial<PlannedOrder>): PlannedOrder =>
  planned(
    {
      ...{ kind: 'regular', account: 'a1', exchange: 'NSE', symbol: 'INFY-EQ', action: 'SELL' },
      ...{ quantity: '10', product: 'MIS', pricing: { type: 'LIMIT', price: '1500' } },
      ...{ slice: null, exit: false },
    },
    more,
  )

describe('the value of orders', () => {
  it('is a bound where a sell is valued above its limit, since it may fill at it', () => {
    expect(valueWords([order({ value: 15_319 })])).toBe('up to ₹15,319.00')
  })

  it('is a bound for all of them where one is', () => {
    expect(valueWords([order({}), order({ value: 15_319 })])).toBe('up to ₹30,319.00')
  })

  it('is not known at all where that of one is not', () => {
    expect(valueWords([order({ value: null }), order({ value: 15_319 })])).toBe('–')
  })

  it.each([
    ['at its limit', order({})],
    ['a fraction of a paisa above it, as products of fractions are', order({ value: 15_000.004 })],
    ['at the market, which has no limit', order({ price: '0', value: 15_319 })],
  ])('is what it is %s', (_, one) => {
    expect(valueWords([one])).not.toContain('up to')
  })
})
