import { describe, expect, it } from 'vitest'
import { lastEvent } from '../../../../src/renderer/shell/last-event.ts'
import { intent, part } from '../intents.ts'

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

  it('is what became of all orders that were confirmed together, with what is the same of them', () => {
    const one = (
      id: string,
      state: 'accepted' | 'refused',
      quantity: number,
      changedAt: number,
    ) => ({
      ...intent({
        id,
        state,
        params: { action: 'BUY', symbol: 'INFY' },
        parts: [part(state, { quantity })],
      }),
      changedAt,
    })
    const textOf = (...quantities: [number, number]) =>
      lastEvent({
        intents: [one('a', 'refused', quantities[0], 20), one('b', 'accepted', quantities[1], 30)],
        exits: [],
        stop,
      })?.text
    expect(textOf(10, 10)).toBe('1 refused, 1 of 2 accepted: buy 10 INFY')
    expect(textOf(10, 20)).toBe('1 refused, 1 of 2 accepted: buy INFY')
  })

  it('is the stop, where that came later', () => {
    const intents = [{ ...intent({}), changedAt: 20 }]
    const text = lastEvent({ intents, exits: [], stop: { on: true, at: 21 } })?.text
    expect(text).toBe('The stop was put on')
  })
})
