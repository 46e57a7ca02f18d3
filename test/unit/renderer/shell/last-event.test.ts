import { describe, expect, it } from 'vitest'
import { lastEvent } from '../../../../src/renderer/shell/last-event.ts'
import { intent } from '../intents.ts'

const stop = { on: false, at: null }

describe('the last thing that happened', () => {
  it('is nothing on a fresh day', () => {
    expect(lastEvent({ intents: [], exits: [], stop })).toBeNull()
  })

  it('is the order that changed last, and leads to it', () => {
    const intents = [
      { ...intent({ id: 'new' }), at: 20, changedAt: 20 },
      { ...intent({ id: 'old' }), at: 10, changedAt: 30 },
    ]
    expect(lastEvent({ intents, exits: [], stop })).toMatchObject({
      at: 30,
      open: { kind: 'intent', id: 'old' },
    })
  })

  it('is the stop, where that came later', () => {
    const intents = [{ ...intent({}), changedAt: 20 }]
    const text = lastEvent({ intents, exits: [], stop: { on: true, at: 21 } })?.text
    expect(text).toBe('The stop was put on')
  })
})
