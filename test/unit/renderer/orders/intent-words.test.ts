import { expect, it } from 'vitest'
import { tellEvent } from '../../../../src/renderer/orders/intent-words.ts'

it('a look says whose order book it was, where that may be another’s', () => {
  const look = { kind: 'looked' as const, reads: 2, candidates: [] }
  expect(tellEvent(look)).toMatchObject({ title: 'Looked for in the order book' })
  expect(tellEvent({ ...look, isOtherLogin: true as const })).toMatchObject({
    title: 'Looked for in a book of other keys',
  })
})
