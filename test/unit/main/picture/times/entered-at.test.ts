import { expect, it } from 'vitest'
import {
  enteredAt,
  enteredBy,
  isClearlyOlder,
  isEnteredBefore,
  leftOut,
  momentEntered,
} from '../../../../../src/main/picture/times/entered-at.ts'

const at = (time: string): number => Date.parse(`2026-11-24T${time}+05:30`)
const row = (time: string) => ({ orderentrytime: `Nov 24 2026 ${time}` })

it('is what a row says, and nothing where it says nothing', () => {
  expect(enteredAt(row('10:20:05'))).toBe(at('10:20:05'))
  expect(enteredAt({ orderentrytime: null })).toBeNull()
  expect(enteredAt({})).toBeNull()
})

it('is nothing where a row says when a clock begins', () => {
  expect(enteredAt({ orderentrytime: 'Jan 01 1980 00:00:00' })).toBeNull()
  expect(enteredBy({ orderentrytime: 'Jan 01 1970 05:30:00' })).toBeNull()
})

it('is any time of the day where a row says the day alone', () => {
  expect(enteredBy(row('10:20:05'))).toBe(at('10:20:05'))
  expect(enteredBy(row('00:00:00'))).toBe(at('00:00:00') + 24 * 3_600_000)
})

it('is no moment where a row says the day alone', () => {
  expect(momentEntered(row('10:20:05'))).toBe(at('10:20:05'))
  expect(momentEntered(row('00:00:00'))).toBeNull()
})

it('is before a moment by what it leaves out: a second, or a minute', () => {
  expect(isEnteredBefore(at('10:20:05'), at('10:20:06'))).toBe(false)
  expect(isEnteredBefore(at('10:20:05'), at('10:20:06') + 1)).toBe(true)
  expect(isEnteredBefore(at('10:20:00'), at('10:21:00'))).toBe(false)
  expect(isEnteredBefore(at('10:20:00'), at('10:21:00') + 1)).toBe(true)
})

it('leaves out seconds only where none of several has any', () => {
  expect(leftOut(at('10:20:00'), at('10:21:00'))).toBe(60_000)
  expect(leftOut(at('10:20:00'), at('10:20:05'))).toBe(1000)
})

it('is clearly older than another by more than a minute', () => {
  expect(isClearlyOlder(at('10:20:00'), at('10:21:00'))).toBe(false)
  expect(isClearlyOlder(at('10:19:59'), at('10:21:00'))).toBe(true)
  expect(isClearlyOlder(at('10:20:00'), -Infinity)).toBe(false)
})
