import { expect, it } from 'vitest'
import {
  outcomeManner,
  outcomeReason,
  outcomeTitle,
  partTitle,
  tellEvent,
} from '../../../../src/renderer/orders/intent-words.ts'
import { outcomesByAccount } from '../../../../src/renderer/orders/ticket/account-outcomes.ts'
import { worstFirst } from '../../../../src/renderer/orders/ticket/ticket-outcome.ts'
import { intent, part } from '../intents.ts'

it('a look says whose order book it was, where that may be another’s', () => {
  const look = { kind: 'looked' as const, reads: 2, candidates: [] }
  expect(tellEvent(look)).toMatchObject({ title: 'Looked for in the order book' })
  expect(tellEvent({ ...look, isOtherLogin: true as const })).toMatchObject({
    title: 'Looked for in a book of other keys',
  })
})

it('an order that no book shows is not called accepted without a word more, until one does', () => {
  const [taken, notShown] = [part('accepted', { orderId: '7' }), { reads: 9, isOver: false }]
  const whole = intent({ state: 'accepted', parts: [taken] })
  const missed = { ...whole, parts: [taken, { ...taken, notShown }] }
  expect(outcomeTitle(missed)).toBe('Accepted, not in the book')
  expect(outcomeManner(missed)).toBe('doubt')
  expect(outcomeReason(missed)).toContain('read 9 times since, does not show it')
  const byItself = { ...taken, notShown: { ...notShown, history: '‘complete’' } }
  expect(outcomeReason({ ...whole, parts: [byItself] })).toContain(
    'does not show it. By its own history it is ‘complete’. It counts as working',
  )
  const orderIds = ['7']
  const event = { kind: 'not-shown', orderIds, reads: 9 } as const
  expect(tellEvent({ ...event, histories: [{ orderId: '7', is: '‘open’' }] })).toMatchObject({
    detail: expect.stringContaining('did not show it. By its own history 7 is ‘open’.'),
  })
  expect(worstFirst([whole, missed])[0]).toBe(missed)
  expect(outcomesByAccount([missed]).get(missed.account)?.is).toBe('unsure')
  const over = { ...whole, parts: [{ ...taken, notShown: { ...notShown, isOver: true } }] }
  const said = [outcomeTitle(over), outcomeManner(over), outcomeReason(over)]
  expect(said).toEqual(['Accepted', 'good', ''])
})

it('an order is called found only where the service had named it, else one like it is', () => {
  const titles = (code: 'in-doubt' | null) => {
    const found = part('matched', { code, orderId: '7' })
    return [outcomeTitle(intent({ state: 'matched', parts: [found] })), partTitle(found)]
  }
  expect(titles('in-doubt')).toEqual(['Found one like it', 'Found one like it'])
  expect(titles(null)).toEqual(['Found', 'Found'])
})

it('of an order that was found it is not said any more that it may not have happened', () => {
  const message = 'No clear answer came: this may or may not have happened.'
  const lost = part('in-doubt', { code: 'in-doubt', message })
  const reason = (of: typeof lost) => outcomeReason(intent({ state: of.state, parts: [of] }))
  expect(reason(lost)).toContain('may or may not')
  expect(reason({ ...lost, state: 'matched', orderId: '7' })).toBe(
    'No clear answer had come. One like it, and no other, is in the order book: 7.',
  )
  const denied = { ...lost, state: 'matched' as const, orderId: '7', code: 'said-no' as const }
  expect(reason({ ...denied, detail: null })).toBe(
    'The service had refused it. One like it, and no other, is in the order book: 7.',
  )
})
