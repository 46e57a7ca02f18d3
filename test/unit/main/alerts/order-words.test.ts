import { expect, it } from 'vitest'
import { filledWords, refusedWords } from '../../../../src/main/alerts/order-words.ts'
import type { PartState } from '../../../../src/shared/orders/intents.ts'
import { inDoubt, orderRow } from '../orders/doubt/doubts.ts'

it.each([
  ['accepted', 'Partly refused'],
  ['matched', 'Partly refused'],
  ['settled', 'Partly refused'],
  ['not-sent', 'Refused'],
] satisfies [PartState, string][])('an order of which a part is %s is %s', (state, title) => {
  const intent = inDoubt({ quantities: [60, 40] })
  const [first, second] = intent.parts
  const parts = [
    { ...first!, state },
    { ...second!, state: 'refused' as const },
  ]
  const words = refusedWords({ ...intent, parts })
  expect(words.title).toMatch(new RegExp(`^${title}: `))
  expect(words.message.includes('It is not at the broker.')).toBe(title === 'Refused')
})

it('an order that is called complete without a figure is not told as filled in whole', () => {
  const told = (fillshares: number | null) =>
    filledWords({ ...orderRow(), quantity: 100, fillshares }, { isOurs: true }).message
  expect(told(100)).toMatch(/^All 100 filled/)
  expect(told(null)).toMatch(/^The broker calls the order complete, and does not say how much/)
})
