import { expect, it } from 'vitest'
import { isNumberAgain } from '../../../../../src/main/picture/orders/numbers-again.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { accepted, after, wireEvents } from '../../orders/doubt/doubts.ts'
import { market } from '../../orders/planning/contexts.ts'
import { order } from '../pictures.ts'

/** 10:30 in India on a Thursday, and 9:30 on the next day. */
const morning = Date.UTC(2026, 10, 19, 5)
const nextMorning = morning + 23 * 3_600_000

const at = (now: number) => ({ exchanges: market.exchanges, now })

const taken = (more: Partial<Intent> = {}): Intent => ({
  ...after([...wireEvents(), { kind: 'answered', parts: [accepted('7')] }], { at: morning }),
  ...more,
})

const enteredNextDay = order('7', { orderentrytime: 'November 20 2026 09:20:00' })

it('a row that was entered on a later day is no order of the day before', () => {
  expect(isNumberAgain(taken(), enteredNextDay, at(nextMorning))).toBe(true)
})

it.each([
  ['that has no time', taken(), order('7'), nextMorning],
  [
    'that was entered on its day',
    taken(),
    order('7', { orderentrytime: 'November 19 2026 10:30:02' }),
    nextMorning,
  ],
  // The broker's clock is fast.
  ['of an order of today', taken(), enteredNextDay, morning + 60_000],
  ['of an after-market order', taken({ params: { amo: 'YES' } }), enteredNextDay, nextMorning],
  [
    'of one that was sent in the evening',
    taken({ at: morning + 8 * 3_600_000, sent: null }),
    enteredNextDay,
    nextMorning,
  ],
  [
    'of one that was sent on a holiday',
    taken({ at: morning + 5 * 86_400_000, sent: null, params: { exchange: 'NSE' } }),
    order('7', { orderentrytime: 'November 25 2026 09:20:00' }),
    nextMorning + 5 * 86_400_000,
  ],
  [
    'that a person said it is',
    taken({ parts: [{ ...taken().parts[0]!, state: 'settled' }] }),
    enteredNextDay,
    nextMorning,
  ],
])('a row %s may be that order', (_, intent, row, now) => {
  expect(isNumberAgain(intent, row, at(now))).toBe(false)
})
