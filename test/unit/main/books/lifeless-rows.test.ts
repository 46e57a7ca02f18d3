import { describe, expect, it } from 'vitest'
import { unreadableAndAlive } from '../../../../src/main/books/lifeless-rows.ts'

const row = { symbol: 'INFY-EQ', exchange: 'NSE', action: 'BUY', quantity: 10, fillshares: 0 }
const text = (more: object): string => JSON.stringify({ ...row, ...more })

describe('Rows of an order book that could not be read', () => {
  it('do not count where they are rejected orders that lack a number alone', () => {
    const rejected = [
      text({ status: 'rejected', order_id: '' }),
      text({ status: 'REJECTED' }),
      text({ Status: 'rejected by RMS', orderid: null }),
    ]
    expect(unreadableAndAlive('orders', rejected)).toBe(0)
  })

  it.each([
    ['works', text({ status: 'open', order_id: '' })],
    ['was filled in part', text({ status: 'rejected', fillshares: 5 })],
    ['is in unknown words', text({ status: 'turned down' })],
    ['does not say its symbol either', text({ status: 'rejected', symbol: null })],
    ['is cut', text({ status: 'rejected' }).slice(0, -5)],
    ['was cancelled: it had a number once', text({ status: 'cancelled' })],
  ])('count where one %s', (_, unreadable) => {
    expect(unreadableAndAlive('orders', [unreadable])).toBe(1)
  })

  it('count in any other book', () => {
    expect(unreadableAndAlive('positions', [text({ status: 'rejected' })])).toBe(1)
  })
})
