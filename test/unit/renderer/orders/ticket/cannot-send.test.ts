import { describe, expect, it } from 'vitest'
import { whoCannotSend } from '../../../../../src/renderer/orders/ticket/cannot-send.ts'
import { type Problem, problemCodes } from '../../../../../src/shared/orders/problems.ts'
import { regular } from '../../intents.ts'

const tickets = [regular({ account: 'main' }), regular({ account: 'swing' })]
const refusal = (more: Partial<Problem> = {}): Problem => ({
  order: 1,
  field: null,
  level: 'refuse',
  code: 'keys',
  message: 'Swing: Its keys are locked.',
  ...more,
})
const nameOf = (id: string): string => id[0]!.toUpperCase() + id.slice(1)
const found = (...problems: Problem[]) => [...whoCannotSend({ tickets, problems, nameOf })]

describe('who cannot send', () => {
  it('is the account that something of its own stands against, with every reason', () => {
    const readOnly = refusal({ code: 'read-only', message: 'Swing: It is read-only.' })
    expect(found(refusal(), readOnly)).toEqual([['swing', 'Its keys are locked. It is read-only.']])
  })

  it('is an account of which nobody knows what it holds, where the order goes by that', () => {
    const unread = refusal({ code: 'position', message: 'Swing: What is held is not known.' })
    expect(found(unread)).toEqual([['swing', 'What is held is not known.']])
  })

  it('is nobody whose order only may fail, or is wrong as it was typed, or is held up with all', () => {
    for (const code of problemCodes)
      for (const level of ['ask', 'note'] as const)
        expect(found(refusal({ level, code }))).toEqual([])
    for (const code of ['tick', 'lot', 'price', 'slice'] as const)
      expect(found(refusal({ code }))).toEqual([])
    expect(found(refusal({ order: null, code: 'stopped' }))).toEqual([])
  })

  const asked = refusal({ level: 'ask', message: 'Swing: Its keys are refused.' })

  it('is whose keys a read says are refused, unless a person ticked it by itself', () => {
    const leftOut = (meant: readonly string[], ...problems: Problem[]) => [
      ...whoCannotSend({ tickets, problems, nameOf, meant: new Set(meant) }),
    ]
    expect(leftOut([], asked)).toEqual([['swing', 'Its keys are refused.']])
    expect(leftOut(['main'], asked)).toEqual([['swing', 'Its keys are refused.']])
    expect(leftOut(['swing'], asked)).toEqual([])
    // Where those are all, they are not left out; one that cannot be sent from is, as ever.
    expect(leftOut([], asked, { ...asked, order: 0 })).toEqual([])
    const sure = refusal({ order: 0, code: 'read-only', message: 'Main: It is read-only.' })
    expect(leftOut([], asked, sure)).toEqual([['main', 'It is read-only.']])
    expect(leftOut([], refusal({ level: 'note' }))).toEqual([])
  })

  it('is nobody where it is all of them', () => {
    expect(found(refusal(), refusal({ order: 0, message: 'Main: Its keys are locked.' }))).toEqual(
      [],
    )
  })
})
