import { expect, it } from 'vitest'
import { refusedWords } from '../../../../src/main/alerts/order-words.ts'
import type { PartState } from '../../../../src/shared/orders/intents.ts'
import { intent, part } from '../../renderer/intents.ts'

it.each([
  ['accepted', 'Partly refused'],
  ['matched', 'Partly refused'],
  ['settled', 'Partly refused'],
  ['not-sent', 'Refused'],
] satisfies [PartState, string][])('an order of which a part is %s is %s', (state, title) => {
  const words = refusedWords(intent({ parts: [part(state), part('refused')] }))
  expect(words.title).toMatch(new RegExp(`^${title}: `))
  expect(words.message.includes('It is not at the broker.')).toBe(title === 'Refused')
})
