import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wayBackOf } from '../../../../../src/renderer/orders/ticket/exit-where.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import type { OrderRecord, PositionRecord } from '../../../../../src/shared/service/records.ts'
import { sampleCount } from '../../../../sample-count.ts'
import { account } from '../../memory-desk.ts'
import { intent, part, regular } from '../../intents.ts'
import { order, position } from '../../records.ts'

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

/** What a position book shows of these orders that has come to all of them; without what is closed. */
function positionsAfter(rows: readonly OrderRecord[]): PositionRecord[] {
  const keyOf = ({ exchange, symbol, product }: OrderRecord) =>
    JSON.stringify([exchange, symbol, product])
  return [...Map.groupBy(rows, keyOf).values()].flatMap((of) => {
    const [{ exchange, symbol, product }] = of as [OrderRecord]
    const sum = (side: string) =>
      of.reduce(
        (all, one) => all + (one.action?.toUpperCase() === side ? (one.fillshares ?? 0) : 0),
        0,
      )
    const [bqty, sqty] = [sum('BUY'), sum('SELL')]
    const netqty = bqty - sqty
    return netqty === 0 ? [] : [position({ exchange, symbol, product, bqty, sqty, netqty })]
  })
}

function way(
  intents: readonly Intent[],
  rows: Record<string, OrderRecord[] | null>,
  since: Intent[] = [],
  positions: Record<string, PositionRecord[] | null> = {},
) {
  return wayBackOf(intents, {
    account: (id) => account(id, id === 'a2' ? { login: 'a' } : {}),
    orders: (id) => rows[id] ?? null,
    positions: (id) => {
      const shown = id in positions ? positions[id] : positionsAfter(rows[id] ?? [])
      return shown ? { rows: shown, isWhole: true } : null
    },
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
      expect(left(exit(other), rowOf(other))).toEqual(['100', false])
    const rejected = { status: 'rejected', fillshares: 0 }
    expect(left(exit({}, { rejection: { reason: null } }), rowOf(rejected))).toEqual(['100', false])
    const cancelled = { status: 'cancelled', fillshares: 30 }
    expect(left(exit({}), rowOf(cancelled))).toEqual(['70', false])
    expect(left(exit({}), rowOf({ status: 'open', fillshares: 30 }))).toEqual([null, false])
    const doubtful = { state: 'in-doubt', orderId: null } as const
    const inDoubt = { ...exit({}, doubtful), state: 'in-doubt' } as const
    expect(left(inDoubt, rowOf(rejected))).toEqual([null, true])
    // What is sold already is left, whatever becomes of the doubt.
    expect(left(inDoubt)).toEqual([null, false])
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

  const sold = (units: number, more: Partial<OrderRecord> = {}) =>
    filled('9', units, { action: 'SELL', orderentrytime: 'November 21 2026 12:50:00', ...more })

  it('leaves nothing that somebody else left, and leaves out by itself who holds nothing of it any more', () => {
    const rows = { a: [filled('1', 100), sold(100)], c: [filled('2', 100), sold(40)] }
    expect(way(mixed, rows)).toMatchObject({
      tickets: [{ account: 'c', quantity: '60' }],
      gone: ['a'],
      unknown: [],
    })
    // A position that is shown as closed says the same before the orders do.
    const closed = position({ netqty: 0, bqty: 100, sqty: 100 })
    expect(way(mixed, { ...rows, a: [filled('1', 100)] }, [], { a: [closed] })).toMatchObject({
      tickets: [{ account: 'c' }],
      gone: ['a'],
    })
  })

  it('takes what was sold since for left, whatever else is held, and what was sold before for none of it', () => {
    const more = position({ netqty: 500, bqty: 100, sqty: 100, cfbuyqty: 500 })
    const left = (orderentrytime: string | null) => {
      const a = [filled('1', 100), sold(100, { orderentrytime })]
      const found = way(mixed, { a, c: [] }, [], { a: [more] })!
      return [found.tickets[0]?.quantity ?? null, found.gone, found.unknown.includes('a')]
    }
    expect(left('November 21 2026 12:50:00')).toEqual([null, [], false])
    expect(left('November 21 2026 12:00:00')).toEqual(['100', [], false])
    // In the same second, or at an unknown time, nobody knows which.
    for (const unknown of ['November 21 2026 12:44:10', null])
      expect(left(unknown)).toEqual([null, [], true])
  })

  it('says of no account what it holds by positions that are old, behind, contradictory or not whole', () => {
    const rows = { a: [filled('1', 100)], c: [] }
    const of = (positions: PositionRecord[] | null) => {
      const { tickets, gone, unknown } = way(mixed, rows, [], { a: positions })!
      return [tickets.length, gone.length, unknown.includes('a')]
    }
    for (const positions of [
      null,
      [],
      [position({ netqty: null })],
      [position({ netqty: 0, bqty: 0, sqty: 0 })],
      [position({ netqty: 40, bqty: 40 })],
      [position({ netqty: 0, bqty: 100, sqty: 0 })],
      [position({ netqty: 100, bqty: 100 }), position({ netqty: 100, bqty: 100 })],
    ])
      expect(of(positions)).toEqual([0, 0, true])
    expect(of([position({ netqty: 100, bqty: 100 })])).toEqual([1, 0, false])
    // Some brokers leave out what was bought and sold, and some spell a share otherwise there.
    expect(of([position({ netqty: 100, bqty: null, sqty: null })])).toEqual([1, 0, false])
    expect(of([position({ symbol: 'INFY', netqty: 100, bqty: 100 })])).toEqual([1, 0, false])
    const doubled = [position({ symbol: 'INFY' }), position({ symbol: 'INFY EQ' })]
    expect(of(doubled)).toEqual([0, 0, true])
    const missing = wayBackOf(mixed, {
      account: (id) => account(id),
      orders: (id) => (id === 'a' ? [filled('1', 100), sold(100)] : []),
      positions: () => ({ rows: [], isWhole: false }),
      all: mixed,
    })
    expect(missing).toMatchObject({ gone: [], unknown: ['a', 'c'] })
  })

  it('leaves what two accounts of one login hold together by one order, and never more', () => {
    const both = [at('a', 'accepted', '1'), at('a2', 'accepted', '2'), at('b', 'refused')]
    const book = [filled('1', 100), filled('2', 100), sold(150)]
    for (const rows of [{ a: book, a2: book }, { a: book }, { a2: book }])
      expect(way(both, rows, [], { a: positionsAfter(book), a2: null })).toMatchObject({
        tickets: [{ account: 'a', quantity: '50' }],
        unknown: [],
      })
  })

  it('never leaves more than is held, whoever traded and however far the positions lag', () => {
    const trades = fc.array(
      fc.record({
        units: fc.integer({ min: 1, max: 100 }),
        who: fc.constantFrom('group', 'group', 'own buy', 'own sell', 'elsewhere', 'exit'),
        isTimed: fc.nat(9).map((one) => one > 0),
        isBuy: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    )
    let offered = 0
    fc.assert(
      fc.property(trades, fc.nat(3), fc.boolean(), (some, lag, areTold) => {
        const rows: OrderRecord[] = []
        const intents: Intent[] = [at('b', 'refused')]
        const since: Intent[] = []
        for (const [place, { units, who, isBuy, isTimed }] of some.entries()) {
          const orderId = `${place + 1}`
          const isSell = who === 'own sell' || who === 'exit' || (who === 'elsewhere' && !isBuy)
          const action = isSell ? 'SELL' : 'BUY'
          const orderentrytime = isTimed ? `November 21 2026 12:44:1${place}` : null
          rows.push(filled(orderId, units, { quantity: units, action, orderentrytime }))
          const part0 = part('accepted', { orderId, quantity: units })
          const params = { symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS', action }
          if (who === 'group')
            intents.push({ ...at('a', 'accepted', orderId), parts: [part0], at: place })
          else if (who !== 'elsewhere')
            since.push(
              intent({
                ...{ account: 'a', state: 'accepted', at: place, parts: [part0], params },
                exit: who === 'exit',
              }),
            )
        }
        const seen = positionsAfter(rows.slice(0, Math.max(0, rows.length - lag)))
        const positions = areTold ? seen : seen.map((one) => ({ ...one, bqty: null, sqty: null }))
        const found = way(intents, { a: rows }, since, { a: positions })
        if (found === null) return
        const held = positionsAfter(rows).reduce((sum, { netqty }) => sum + netqty!, 0)
        const out = found.tickets.reduce((sum, { quantity }) => sum + Number(quantity), 0)
        const byGroup = some.reduce((sum, { who, units }) => sum + (who === 'group' ? units : 0), 0)
        offered += Number(out > 0)
        expect(out).toBeLessThanOrEqual(Math.max(0, held))
        expect(out).toBeLessThanOrEqual(byGroup)
        if (found.gone.length > 0) expect(held).toBeLessThanOrEqual(0)
        // Whose books are those of now, and without a doubt, is offered a way out, or has none.
        const isAllTimed = some.every(({ isTimed }) => isTimed)
        if (lag === 0 && isAllTimed) expect(found.unknown).toEqual([])
        expect(found.tickets.length + found.gone.length + found.unknown.length).toBeLessThanOrEqual(
          1,
        )
      }),
      { seed: 20261128, numRuns: sampleCount(2000) },
    )
    expect(offered).toBeGreaterThan(30)
  })
})
