import { describe, expect, it } from 'vitest'
import { HistoryTurns, OrderHistories } from '../../../../src/main/exits/order-histories.ts'
import { FakeClock } from '../core/fake-clock.ts'

const others = Array.from({ length: 50 }, (_, place) => `order-${place}`)

/** The histories of one account, and when each was asked for. */
function setUp() {
  const clock = new FakeClock()
  const turns = new HistoryTurns(clock)
  const times: number[] = []
  const read = () => {
    times.push(clock.now())
    return Promise.resolve(null)
  }
  return { clock, times, make: () => new OrderHistories({ turns, read }) }
}

describe('histories of orders', () => {
  it('are asked for no more once nobody waits for them', async () => {
    const { clock, times, make } = setUp()
    const watching = new AbortController()
    make().ask({ named: [], others }, watching.signal)
    await clock.advance(1500)
    expect(times).toHaveLength(20)
    watching.abort()
    await clock.advance(60_000)
    expect(times).toHaveLength(20)
  })

  it('are asked for ten in a second, however many watches of an account ask', async () => {
    const { clock, times, make } = setUp()
    const { signal } = new AbortController()
    make().ask({ named: [], others }, signal)
    make().ask({ named: [], others }, signal)
    await clock.advance(60_000)
    const perSecond = Map.groupBy(times, (at) => Math.floor(at / 1000))
    expect([...perSecond.values()].map(({ length }) => length)).toEqual(Array(10).fill(10))
  })
})
