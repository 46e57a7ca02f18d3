import { describe, expect, it } from 'vitest'
import { readDay } from '../../../../src/renderer/core/day-text.ts'

/** 00:30 of 21 November in India, where it is still the 20th elsewhere. */
const now = Date.UTC(2026, 10, 20, 19, 0)

describe('a day, as a person names it,', () => {
  it.each([
    ['today', '2026-11-21'],
    ['Yesterday', '2026-11-20'],
    ['18 Nov', '2026-11-18'],
    ['18/11', '2026-11-18'],
    ['3 february 2025', '2025-02-03'],
    ['2026-11-18', '2026-11-18'],
  ])('%s is %s', (text, day) => {
    expect(readDay(text, now)).toBe(day)
  })

  it('is the last of that name, never one to come', () => {
    expect(readDay('22 Nov', now)).toBe('2025-11-22')
  })

  it.each(['', '18', '31 Nov', '30 Feb 2026', '18 Foo', 'soon', '2026-13-01'])(
    '%j is none',
    (text) => {
      expect(readDay(text, now)).toBeNull()
    },
  )
})
