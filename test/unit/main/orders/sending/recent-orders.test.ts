import { expect, it } from 'vitest'
import { RecentOrders } from '../../../../../src/main/orders/sending/recent-orders.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { FakeClock } from '../../core/fake-clock.ts'

const params = { symbol: 'INFY-EQ', quantity: '10' }

it('knows an order that is repeated within a second, whatever the order of its fields', async () => {
  const clock = new FakeClock()
  const recent = new RecentOrders(clock)
  expect(recent.isRepeated('a', params)).toBe(false)
  recent.confirm('a', params)
  expect(recent.isRepeated('a', { quantity: '10', symbol: 'INFY-EQ' })).toBe(true)
  expect(recent.isRepeated('b', params)).toBe(false)
  expect(recent.isRepeated('a', { ...params, quantity: '11' })).toBe(false)
  await clock.advance(999)
  expect(recent.isRepeated('a', params)).toBe(true)
  await clock.advance(1)
  expect(recent.isRepeated('a', params)).toBe(false)
})

it('counts a repeated order from its latest confirmation', async () => {
  const clock = new FakeClock()
  const recent = new RecentOrders(clock)
  recent.confirm('a', params)
  await clock.advance(600)
  recent.confirm('a', params)
  await clock.advance(600)
  expect(recent.isRepeated('a', params)).toBe(true)
})

it('counts what left within the last minute, each account by itself', async () => {
  const clock = new FakeClock()
  const recent = new RecentOrders(clock)
  recent.leave('a', 3)
  await clock.advance(59_000)
  recent.leave('a', 1)
  recent.leave('b', 5)
  expect([recent.lastMinute('a'), recent.lastMinute('b')]).toEqual([4, 5])
  await clock.advance(1000)
  expect([recent.lastMinute('a'), recent.lastMinute('b')]).toEqual([1, 5])
})

it('knows an order again whose price the desk reckoned anew', () => {
  const recent = new RecentOrders(new FakeClock())
  recent.confirm('a', { ...params, price: '1507.65' })
  expect(recent.isRepeated('a', { ...params, price: '1507.7' })).toBe(true)
})

it('knows a smart order again by its target, however far the position has moved', () => {
  const recent = new RecentOrders(new FakeClock())
  recent.confirm('a', { ...params, position_size: '50', action: 'BUY' })
  expect(
    recent.isRepeated('a', {
      symbol: 'INFY-EQ',
      quantity: '4',
      position_size: '50',
      action: 'SELL',
    }),
  ).toBe(true)
  expect(recent.isRepeated('a', { ...params, position_size: '60', action: 'BUY' })).toBe(false)
})

it('counts what an earlier session sent, in whatever order it is told of it', async () => {
  const clock = new FakeClock()
  const recent = new RecentOrders(clock)
  const parts = [{ state: 'accepted' }]
  const left = (at: number) =>
    ({ account: 'a', ticket: {}, sent: { at }, parts }) as unknown as Intent
  recent.takeUp([70_000, 30_000, 50_000].map(left), 80_000)
  recent.leave('a', 1)
  expect(recent.lastMinute('a')).toBe(4)
  await clock.advance(10_000)
  expect(recent.lastMinute('a')).toBe(3)
  await clock.advance(20_000)
  expect(recent.lastMinute('a')).toBe(2)
  await clock.advance(30_000)
  expect(recent.lastMinute('a')).toBe(0)
})
