import { expect, it } from 'vitest'
import { Poller } from '../../../../src/main/books/poller.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import { FakeClock } from '../core/fake-clock.ts'

it.each([
  ['is judged as its account’s own or another’s', false],
  ['is not, where its account was left meanwhile', true],
])('a large answer that is read in steps %s', async (_, isLeft) => {
  const row = { exchange: 'NSE', symbol: 'INFY-EQ', action: 'BUY', quantity: 1, status: 'open' }
  const data = Array.from({ length: 4000 }, (__, n) => ({ ...row, order_id: String(n) }))
  const clock = new FakeClock()
  let isJudged = false
  const poller: Poller = new Poller({
    clock,
    random: () => 0.5,
    fetch: (__, book) => {
      const isLarge = book === 'orders'
      if (isLarge && isLeft) setImmediate(() => poller.follow([]))
      const text = JSON.stringify({ status: 'success', data: isLarge ? data : [] })
      const bytes = Buffer.from(text)
      return Promise.resolve(ok({ status: 200, bytes, took: 5, at: clock.now() }))
    },
    turnDown: (__, book) => {
      isJudged ||= book === 'orders'
      return null
    },
    onPoll: () => undefined,
    onMeta: () => undefined,
  })
  poller.follow([{ id: 'a', polls: {}, readsPerSecond: 50 }])
  await clock.advance(0)
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(isJudged).toBe(!isLeft)
})
