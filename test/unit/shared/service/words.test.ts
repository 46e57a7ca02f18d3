import { expect, test } from 'vitest'
import { foldState, isFinished } from '../../../../src/shared/service/words.ts'

test.each([
  ['complete', 'complete'],
  ['COMPLETE', 'complete'],
  ['Fully Executed', 'complete'],
  ['open', 'open'],
  ['pending', 'pending'],
  ['Trigger Pending', 'pending'],
  ['trigger_pending', 'pending'],
  ['TRIGGER-PENDING', 'pending'],
  ['AMO REQ RECEIVED', 'pending'],
  ['partially filled', 'partly-filled'],
  ['rejected', 'rejected'],
  ['Cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['Parked At Venue', 'unknown'],
  ['', 'unknown'],
  ['constructor', 'unknown'],
  ['__proto__', 'unknown'],
  [null, 'unknown'],
] as const)('the status %j is %s', (word, state) => {
  expect(foldState(word)).toBe(state)
})

test('what is unknown is not finished', () => {
  expect(isFinished('unknown')).toBe(false)
  expect(isFinished('partly-filled')).toBe(false)
  for (const state of ['complete', 'rejected', 'cancelled'] as const)
    expect(isFinished(state)).toBe(true)
})
