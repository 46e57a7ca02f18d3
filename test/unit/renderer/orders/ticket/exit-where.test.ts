import { describe, expect, it } from 'vitest'
import { wayBackOf } from '../../../../../src/renderer/orders/ticket/exit-where.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import type { OrderRecord } from '../../../../../src/shared/service/records.ts'
import { account } from '../../memory-desk.ts'
import { intent, part, regular } from '../../intents.ts'
import { order } from '../../records.ts'

const at = (name: string, state: Intent['state'], orderId: string | null = null): Intent => {
  const ticket = regular({ account: name })
  const of = { account: name, accountName: name, ticket }
  return intent({
    ...of,
    at: 10,
    state,
    parts: [part(state === 'partly' ? 'accepted' : state, { orderId })],
  })
}

const filled = (orderId: string, fillshares: number | null, more: Partial<OrderRecord> = {}) =>
  order({ order_id: orderId, quantity: 100, fillshares, status: 'complete', ...more })

function way(
  intents: readonly Intent[],
  rows: Record<string, OrderRecord[] | null>,
  since: Intent[] = [],
) {
  return wayBackOf(intents, {
    account: (id) => account(id, id === 'a2' ? { login: 'a' } : {}),
    orders: (id) => rows[id] ?? null,
    all: [...intents, ...since],
  })
}

const mixed = [at('a', 'accepted', '1'), at('b', 'refused'), at('c', 'accepted', '2')]

describe('a way out where an order went through', () => {
  it('is the opposite of exactly what was filled, and names what still works', () => {
    const partly = filled('2', 40, { status: 'open' })
    const found = way(mixed, { a: [filled('1', 100)], c: [partly] })!
    expect(found.tickets).toMatchObject([
      { account: 'a', action: 'SELL', quantity: '100', exit: true, symbol: 'INFY-EQ' },
      { account: 'c', action: 'SELL', quantity: '40', exit: true },
    ])
    expect(found.working).toEqual(['c'])
    expect(found.unknown).toEqual([])
  })

  it('takes nothing for zero that is not known', () => {
    const odd = filled('2', 0, { status: 'complete' })
    for (const rows of [
      { a: null, c: null },
      { a: [], c: [odd] },
      { a: [filled('7', 100)], c: [filled('2', null, { status: 'open' })] },
    ])
      expect(way(mixed, rows)).toMatchObject({ tickets: [], unknown: ['a', 'c'] })
  })

  it('is not offered where it went through everywhere or nowhere, or for a way out', () => {
    const rows = { a: [filled('1', 100)], c: [filled('2', 100)] }
    expect(way([mixed[0]!, mixed[2]!], rows)).toBeNull()
    expect(way([mixed[1]!, at('d', 'not-sent')], rows)).toBeNull()
    expect(
      way(
        mixed.map((one) => ({ ...one, exit: true })),
        rows,
      ),
    ).toBeNull()
    const other = { ...at('b', 'refused'), ticket: regular({ account: 'b', symbol: 'SBIN-EQ' }) }
    expect(way([mixed[0]!, other], rows)).toBeNull()
  })

  it('does not leave again what was left since, or may have been', () => {
    const rows = { a: [filled('1', 100)], c: [filled('2', 100)] }
    const exit = (state: Intent['state'], quantity: number, more: Partial<Intent> = {}) =>
      intent({
        ...{ account: 'a', at: 20, exit: true, state, params: { symbol: 'INFY-EQ' } },
        parts: [part('accepted', { quantity })].map((one) => ({ ...one, state: state as 'sent' })),
        ...more,
      })
    const left = (...since: Intent[]) =>
      way(mixed, rows, since)!.tickets.map(({ quantity }) => quantity)
    expect(left()).toEqual(['100', '100'])
    expect(left(exit('refused', 100))).toEqual(['100', '100'])
    expect(left(exit('in-doubt', 60))).toEqual(['40', '100'])
    expect(left(exit('accepted', 100))).toEqual(['100'])
    const squareOff = exit('accepted', 0, { ticket: null, operation: 'SquareOffAllPosition' })
    expect(way(mixed, rows, [squareOff])).toMatchObject({ unknown: ['a'] })
  })

  it('takes no order for one that a basket has beside it', () => {
    const option = (strike: 'CE' | 'PE'): Intent['ticket'] => ({
      ...{ kind: 'option', account: 'a', underlying: 'NIFTY', expiry: '26NOV', offset: '0' },
      ...{ optionType: strike, strikeStep: '50', action: 'BUY', quantity: '100', product: 'MIS' },
      ...{ pricing: { type: 'MARKET', protection: null }, slice: null },
    })
    const both = [at('a', 'accepted', '1'), at('a', 'accepted', '2'), at('b', 'refused')]
    const of = (...tickets: Intent['ticket'][]) =>
      both.map((one, place) => ({ ...one, ticket: tickets[place]! }))
    const rows = { a: [filled('1', 100), filled('2', 100)] }
    expect(way(of(option('CE'), option('PE'), option('CE')), rows)).toBeNull()
    const delivered = regular({ product: 'CNC' })
    expect(way(of(regular(), delivered, regular()), rows)).toBeNull()
    const other = { a: [filled('1', 100), filled('2', 100, { product: 'CNC' })] }
    expect(way(both, other)).toMatchObject({ tickets: [], unknown: ['a'] })
  })

  it('believes no row that is none of the order, or says more of it than was sent', () => {
    for (const row of [
      filled('1', 100, { action: 'SELL' }),
      filled('1', 101, { quantity: 101 }),
      filled('1', -5, { status: 'open' }),
    ])
      expect(way(mixed, { a: [row], c: [filled('2', 100)] })).toMatchObject({
        tickets: [{ account: 'c' }],
        unknown: ['a'],
      })
    const spelt = filled('1', 100, { action: 'buy' })
    expect(way(mixed, { a: [spelt], c: [] })!.tickets).toMatchObject([{ action: 'SELL' }])
  })

  it('names accounts that may have got it, and says only of others that they did not', () => {
    const rows = { a: [filled('1', 100)] }
    const unsure = [at('a', 'accepted', '1'), at('b', 'in-doubt')]
    expect(way(unsure, rows)).toMatchObject({ unknown: ['b'], isMissed: false })
    expect(way([...unsure, at('c', 'refused'), at('d', 'sent')], rows)).toMatchObject({
      unknown: ['b', 'd'],
      isMissed: true,
    })
  })

  it('is offered where the broker rejected it later, and not where another try brought the rest', () => {
    const late = at('b', 'accepted', '2')
    const rejected = {
      ...late,
      parts: late.parts.map((one) => ({ ...one, rejection: { reason: null } })),
    }
    const rows = {
      a: [filled('1', 100)],
      b: [filled('2', 0, { status: 'rejected' }), filled('3', 50)],
    }
    expect(way([at('a', 'accepted', '1'), rejected], rows)).toMatchObject({
      tickets: [{ account: 'a' }],
      isMissed: true,
    })
    const partly = at('b', 'partly', '3')
    const rest = { ...at('b', 'accepted', '4'), resends: partly.id }
    expect(way([at('a', 'accepted', '1'), partly], rows)).not.toBeNull()
    expect(way([at('a', 'accepted', '1'), partly, rest], rows)).toBeNull()
  })

  it('counts of what was confirmed since only what is on the other side of the same position, by its fills', () => {
    const closing = { symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS', action: 'SELL' }
    const exit = (more: Partial<Intent['params']>, of: Partial<Intent['parts'][number]> = {}) =>
      intent({
        ...{ account: 'a', at: 20, exit: true, state: 'accepted' },
        params: { ...closing, ...more },
        parts: [{ ...part('accepted', { orderId: '9', quantity: 100 }), ...of }],
      })
    const rowOf = (more: Partial<OrderRecord>) =>
      filled('9', 100, { exchange: 'NSE', product: 'MIS', action: 'SELL', ...more })
    const left = (since: Intent, row = rowOf({})) => {
      const entry = filled('1', 100, { exchange: 'NSE', product: 'MIS', action: 'BUY' })
      const found = way(mixed, { a: [entry, row], c: [] }, [since])!
      return [found.tickets[0]?.quantity ?? null, found.unknown.includes('a')]
    }
    expect(left(exit({}))).toEqual([null, false])
    for (const other of [{ exchange: 'BSE' }, { product: 'CNC' }, { action: 'BUY' }])
      expect(left(exit(other))).toEqual(['100', false])
    expect(left(exit({}, { rejection: { reason: null } }))).toEqual(['100', false])
    const cancelled = { status: 'cancelled', fillshares: 30 }
    expect(left(exit({}), rowOf(cancelled))).toEqual(['70', false])
    expect(left(exit({}), rowOf({ status: 'open', fillshares: 30 }))).toEqual([null, false])
    const doubtful = { state: 'in-doubt', orderId: null } as const
    expect(left({ ...exit({}, doubtful), state: 'in-doubt' })).toEqual([null, true])
  })

  it('knows an exit of the same position in other letters, and from another account of the login', () => {
    const rows = { a: [filled('1', 100)], c: [filled('2', 100)] }
    const exit = (of: string, symbol: string) =>
      intent({
        ...{ account: of, at: 20, exit: true, state: 'accepted', params: { symbol } },
        parts: [part('accepted', { quantity: 100 })],
      })
    const left = (...since: Intent[]) =>
      way(mixed, rows, since)!.tickets.map((ticket) => ticket.account)
    expect(left(exit('a', 'infy-eq '))).toEqual(['c'])
    expect(left(exit('a2', 'INFY-EQ'))).toEqual(['c'])
  })
})
