import { expect, it } from 'vitest'
import { saidOnce, unsaid } from '../../../../src/shared/core/sentences.ts'

const refused = 'The service refused the keys of this account.'
const unread = 'The books could not be read: look at 1.5 % of it.'

it('texts beside each other say each of their sentences once', () => {
  expect(saidOnce([refused, `${refused} ${unread}`, ''])).toBe(`${refused} ${unread}`)
  expect(saidOnce([])).toBe('')
})

it('a text has nothing left to say where all of it stands beside it', () => {
  expect(unsaid(`${refused} ${unread}`, [refused])).toBe(unread)
  expect(unsaid(refused, [unread, refused])).toBe('')
})
