import { expect, it } from 'vitest'
import {
  fillAlertWords,
  refusedWords,
  rejectedWords,
} from '../../../../src/main/alerts/order-words.ts'
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
    fillAlertWords({ ...orderRow(), quantity: 100, fillshares }, { isOurs: true }).message
  expect(told(100)).toMatch(/^All 100 filled/)
  expect(told(null)).toMatch(/^The broker calls the order complete, and does not say how much/)
})

it('an order whose row shows fewer units than were sent is not told as filled in whole', () => {
  const row = { ...orderRow(), quantity: 4, fillshares: 4 }
  const told = (sent: number | null) => fillAlertWords(row, { isOurs: true, sent }).message
  expect(told(10)).toMatch(/^4 filled.*, of 10 that were sent\./)
  for (const sent of [4, null]) expect(told(sent)).toMatch(/^All 4 filled/)
})

it('a rejection beside units that are filled names them first', () => {
  const told = (fillshares: number | null) =>
    rejectedWords(
      { ...orderRow(), quantity: 10, fillshares },
      { reason: null, isOurs: true, traded: 0 },
    )
  expect(told(10)).toMatchObject({
    title: expect.stringMatching(/^Rejected, with a fill: /),
    message: expect.stringContaining('By the same row 10 of 10 are filled'),
  })
  for (const none of [0, null])
    expect(told(none)).toMatchObject({
      title: expect.stringMatching(/^Rejected: /),
      message: expect.stringContaining(
        'By its row, and by the trades that were read so far, nothing of it is in the market.',
      ),
    })
})

it('a rejection of what the trade book has trades of says so, whatever its row says', () => {
  const row = { ...orderRow(), quantity: 100, fillshares: 0 }
  const reason = 'price band'
  const { title, message } = rejectedWords(row, { reason, isOurs: true, traded: 60 })
  expect(title).toMatch(/^Rejected, with a fill: /)
  expect(message).toContain('the trade book tells of 60 of 100: look at the position before')
  expect(message).not.toContain('in the market')
})

it('what went wrong is said in plain words, with what to do, and after them as it came', () => {
  const plain = 'There is not enough money or margin in the account.'
  const todo = 'Lower the quantity, free margin, or add funds.'
  const reason = 'RMS:Margin Exceeds'
  const { message } = rejectedWords(orderRow(), { reason, isOurs: true, traded: 0 })
  expect(message).toMatch(
    new RegExp(`then rejected it\\. ${plain} .*${todo} It said: RMS:Margin Exceeds\\.$`),
  )
  const intent = inDoubt()
  const parts = [{ ...intent.parts[0]!, state: 'refused' as const, detail: reason }]
  expect(refusedWords({ ...intent, parts }).message).toBe(
    `${plain} It is not at the broker. ${todo} The service said: RMS:Margin Exceeds.`,
  )
  const unknown = rejectedWords(orderRow(), { reason: 'E-9917', isOurs: true, traded: 0 })
  expect(unknown.message).toMatch(/then rejected it\. It said: E-9917\. /)
})
