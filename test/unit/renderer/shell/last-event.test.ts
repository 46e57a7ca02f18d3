import { describe, expect, it } from 'vitest'
import { lastEvent } from '../../../../src/renderer/shell/last-event.ts'
import { intent, part } from '../intents.ts'
import { order } from '../records.ts'

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

  it('says of what was taken how much the order book shows as filled since', () => {
    const one = (id: string) => ({
      ...intent({
        ...{ id, account: id, state: 'accepted' },
        params: { action: 'BUY', symbol: 'INFY' },
        parts: [part('accepted', { quantity: 10, orderId: `OF-${id.toUpperCase()}` })],
      }),
      changedAt: 20,
    })
    const row = (id: string, fillshares: number, status: string) =>
      new Map([
        [
          `OF-${id.toUpperCase()}`,
          order({ order_id: `OF-${id.toUpperCase()}`, quantity: 10, fillshares, status }),
        ],
      ])
    const books = new Map([
      ['a', row('a', 5, 'open')],
      ['b', row('b', 10, 'complete')],
      ['c', row('c', 0, 'open')],
    ])
    const textOf = (...ids: string[]) =>
      lastEvent({
        ...{ intents: ids.map(one), exits: [], stop },
        rowsOf: (account) => books.get(account),
      })?.text
    expect(textOf('c')).toBe('Accepted: buy 10 INFY')
    expect(textOf('a')).toBe('Accepted, 5 of 10 filled since: buy 10 INFY')
    expect(textOf('b')).toBe('Accepted, filled since: buy 10 INFY')
    expect(textOf('a', 'b', 'c')).toBe(
      '3 of 3 accepted, 1 filled since, 1 filled in part: buy 10 INFY',
    )
    expect(textOf('of-nobody')).toBe('Accepted: buy 10 INFY')
  })

  it('is the stop, where that came later', () => {
    const intents = [{ ...intent({}), changedAt: 20 }]
    const text = lastEvent({ intents, exits: [], stop: { on: true, at: 21 } })?.text
    expect(text).toBe('The stop was put on')
  })
})
