import { describe, expect, it } from 'vitest'
import { parseTime } from '../../../../src/shared/core/times.ts'

const moment = Date.UTC(2026, 10, 21, 4, 45, 0)

describe('times of the service', () => {
  it.each([
    'November 21 2026 10:15:00',
    'Nov 21 2026 10:15:00',
    'november  21, 2026 10:15:00',
    '21-Nov-2026 10:15:00',
    '21-November-2026 10:15:00',
    '2026-11-21 10:15:00',
    'November 21 2026 10:15',
    '21-Nov-2026 10:15:00 IST',
    '2026-11-21T10:15:00.250+05:30',
    '2026-11-21T04:45:00Z',
    '2026-11-21 04:45 UTC',
  ])('are read as Indian time wherever the machine stands: %s', (text) => {
    expect(parseTime(text)).toBe(moment)
  })

  it.each([
    '',
    '   ',
    'yesterday',
    '31-Nov-2026 10:15:00',
    '2026-11-21 25:15:00',
    '2026-11-21 10:15:00 PST',
    '2026-11-21 10',
    '2026-13-01 10:15:00',
    '1 2 3',
  ])('are none where the text is none: "%s"', (text) => {
    expect(parseTime(text)).toBeNull()
  })
})
