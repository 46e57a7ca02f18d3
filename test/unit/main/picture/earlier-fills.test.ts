import { describe, expect, it } from 'vitest'
import { filled, infosys, newPictures, position } from './pictures.ts'

const minute = 60_000
const hour = 60 * minute

describe('an order of an earlier day that the book drops today', () => {
  const day = { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 0 }
  it.each([
    ['at noon', 'none', 'Nov 24 2026 12:00:00', null],
    ['after hours, for the next day', 'one', 'Nov 24 2026 19:00:00', 0],
    ['today', 'one', 'Nov 25 2026 09:20:00', 0],
    ['at a moment that it does not tell', 'one', null, 0],
  ])('and that was entered %s closes %s of today', async (_, __, entered, held) => {
    // 08:30 in India.
    let now = Date.parse('2026-11-25T03:00:00Z')
    const { clock, pictures, answer } = newPictures({ now: () => now })
    const old = filled('1', 'SELL', 100, { orderentrytime: entered })
    answer('a', 'orders', [old])
    answer('a', 'positions', [])
    await clock.advance(hour)
    now += hour
    const bought = filled('2', 'BUY', 100)
    answer('a', 'orders', [old, bought])
    answer('a', 'orders', [bought])
    answer('a', 'positions', [position(100, day)])
    await clock.advance(minute)
    answer('a', 'positions', [])
    await clock.advance(minute)
    answer('a', 'positions', [])
    expect(pictures.of('a').held(infosys)).toBe(held)
  })
})
