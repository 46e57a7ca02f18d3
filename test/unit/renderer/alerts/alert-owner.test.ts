import { expect, it } from 'vitest'
import { ownerBeside } from '../../../../src/renderer/alerts/alert-owner.ts'

const nameOf = (): string => 'Refused keys'

it.each([
  ['Keys refused: Refused keys', null],
  ['Not known what the stop left in Refused keys', null],
  ['Filled: BUY 10 INFY', 'Refused keys'],
  ['Keys refused: Everyday', 'Refused keys'],
])('beside ‘%s’ an account is named where the title does not name it', (title, owner) => {
  expect(ownerBeside({ account: 'a', title }, nameOf)).toBe(owner)
  expect(ownerBeside({ account: null, title }, nameOf)).toBeNull()
})
