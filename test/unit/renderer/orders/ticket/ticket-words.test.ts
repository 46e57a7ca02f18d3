import { describe, expect, it } from 'vitest'
import { partsOf, valueWords } from '../../../../../src/renderer/orders/ticket/ticket-words.ts'
import type { Part } from '../../../../../src/shared/orders/intents.ts'
import type { PlannedOrder } from '../../../../../src/shared/orders/placing.ts'
import { part } from '../../intents.ts'
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

describe('what is said of a part', () => {
  const reason = 'CDSL TPIN authentication is needed for this sale'
  const said = (one: Part) => partsOf({ parts: [one] })[0]

  it('is about the order where the broker rejected what it had taken, and about the keys where it was refused', () => {
    const rejected = { ...part('accepted', { orderId: '1' }), rejection: { reason } }
    expect(said(rejected)).toMatchObject({
      message: expect.stringContaining('authorise the sale at the broker') as string,
      detail: reason,
    })
    expect(said(part('refused', { code: 'refused', detail: reason }))).toMatchObject({
      message: expect.stringContaining('Log in at the broker anew') as string,
    })
  })
})
