import { expect, it } from 'vitest'
import { nextChange } from '../../../../src/renderer/shell/market-words.ts'

/** 13:15 in India. */
const wall = Date.UTC(2026, 10, 20, 7, 45, 0)
const minutes = (count: number): number => wall + count * 60_000

it('counts down to the close and to the opening, names a day, and says what is not known', () => {
  expect(nextChange({ phase: 'open', until: minutes(134) }, wall)).toEqual({
    label: 'Closes in',
    value: '2:14:00',
  })
  expect(nextChange({ phase: 'pre-open', until: minutes(9) }, wall)).toEqual({
    label: 'Opens in',
    value: '0:09:00',
  })
  expect(nextChange({ phase: 'weekend', until: minutes(3 * 24 * 60 - 240) }, wall)).toEqual({
    label: 'Opens',
    value: 'Mon 09:15',
  })
  expect(nextChange({ phase: 'holiday', until: null }, wall)).toEqual({
    label: 'Opens',
    value: 'not known',
  })
})
