import { expect, it } from 'vitest'
import { journalStatusText } from '../../../../src/renderer/journal/journal-words.ts'

/** 21 November 2026, 10:15 in India. */
const at = Date.UTC(2026, 10, 21, 4, 45, 0)
const sound = { state: 'sound', checked: 2, total: 2, at, brokenAt: null, message: null } as const

it('a check is told with its time, and with its day once that is over', () => {
  const told = (now: number) => journalStatusText(sound, now).text
  expect(told(at + 60_000)).toBe('Journal verified 10:15 · 2 entries')
  expect(told(at + 86_400_000)).toBe('Journal verified 21 Nov 10:15 · 2 entries')
})
