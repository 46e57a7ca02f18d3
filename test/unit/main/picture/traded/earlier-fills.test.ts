import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, infosys, newPictures } from '../pictures.ts'

const hour = 3_600_000

describe('an order of an earlier day that the book drops today', () => {
  it.each<[string, string, string | null, number | null, Row?]>([
    ['at noon', 'none', 'Nov 24 2026 12:00:00', null],
    ['after hours, for the next day', 'one', 'Nov 24 2026 19:00:00', 0],
    ['today', 'one', 'Nov 25 2026 09:20:00', 0],
    ['today before the market opens', 'one', 'Nov 25 2026 08:20:00', 0],
    [
      'in the evening, where there is one',
      'none',
      'Nov 24 2026 20:00:00',
      null,
      { exchange: 'MCX' },
    ],
    ['after hours of currencies', 'one', 'Nov 24 2026 18:00:00', 0, { exchange: 'CDS' }],
    ['at a moment that it does not tell', 'one', null, 0],
  ])('and that was entered %s closes %s of today', async (_, __, entered, held, at = {}) => {
    // 08:45 in India.
    let now = Date.parse('2026-11-25T03:15:00Z')
    const { clock, pictures, answer } = newPictures({ now: () => now })
    const old = filled('1', 'SELL', 100, { ...at, orderentrytime: entered })
    const bought = filled('2', 'BUY', 100, at)
    answer('a', 'orders', [old, bought])
    answer('a', 'positions', [])
    await clock.advance(hour / 2)
    now += hour / 2
    answer('a', 'orders', [old, bought])
    answer('a', 'orders', [bought])
    answer('a', 'positions', [])
    expect(pictures.of('a').positions.held({ ...infosys, ...at })).toBe(held)
  })
})
