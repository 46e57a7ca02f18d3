import { describe, expect, it } from 'vitest'
import { NamedRows, isOwn } from '../../../../../src/main/orders/doubt/named-rows.ts'
import type { Intent, IntentEvent } from '../../../../../src/shared/orders/intents.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { accepted, after, orderRow, recordedEvent, unanswered } from './doubts.ts'

const sent: IntentEvent = { kind: 'sent', rivals: [], bookAge: 0 }
/** An order whose slices were taken as these. */
const named = (orderIds: string[], making: Parameters<typeof recordedEvent>[0] = {}): Intent =>
  after([
    recordedEvent(making),
    sent,
    { kind: 'answered', parts: orderIds.map((orderId) => ({ ...accepted(orderId) })) },
  ])

const writesAsSent = { sent: new Set<string>(), inBook: () => true }
const unknownSpelling = { sent: new Set<string>(), inBook: () => false }

describe('the row under an id that the service named', () => {
  const verdict = (
    making: Parameters<typeof recordedEvent>[0],
    row: Parameters<typeof orderRow>[0],
    spelling: Parameters<typeof isOwn>[1]['spelling'] = writesAsSent,
  ) => {
    const intent = named(['7'], making)
    const { quantity } = intent.parts[0]!
    return isOwn(intent, { row: orderRow(row), quantity, spelling })
  }

  it('is its own where symbol, side and units are', () => {
    expect(verdict({}, {})).toBe('yes')
    expect(verdict({}, { symbol: 'INFY', price: 1, product: 'X' })).toBe('yes')
    expect(verdict({}, { quantity: 60, fillshares: 40 })).toBe('yes')
  })

  it('is another one on the other side, or with more units than were asked for', () => {
    expect(verdict({}, { action: 'SELL' })).toBe('no')
    expect(verdict({}, { quantity: 101 })).toBe('no')
    expect(verdict({ quantities: [50, 50] }, { quantity: 100 })).toBe('yes')
  })

  it('is another one under a symbol that was not sent, in a book that writes symbols as they were', () => {
    expect(verdict({}, { symbol: 'SBIN-EQ' })).toBe('no')
    expect(verdict({}, { symbol: 'SBIN-EQ' }, unknownSpelling)).toBe('unknown')
    const sentFor = { sent: new Set(['SBIN-EQ']), inBook: () => false }
    expect(verdict({}, { symbol: 'SBIN-EQ' }, sentFor)).toBe('no')
    for (const symbol of ['NSE:INFY-EQ', 'INFY_EQ', 'INFY.NS', 'infy'])
      expect(verdict({}, { symbol }), symbol).not.toBe('no')
  })

  it('may be its own with fewer units: brokers split orders', () => {
    expect(verdict({}, { quantity: 60 })).toBe('unknown')
    expect(verdict({ quantities: [50, 50] }, { quantity: 10 })).toBe('yes')
  })

  it('is not judged by units where a broker may count lots, nor of an order to a target', () => {
    const gold = { exchange: 'MCX', symbol: 'GOLDM26DECFUT' }
    expect(verdict({ params: gold, quantities: [10] }, { ...gold, quantity: 1000 })).toBe('yes')
    const smart = { operation: 'PlaceSmartOrder' } as const
    expect(verdict(smart, { action: 'SELL', quantity: 500 })).toBe('yes')
    expect(verdict(smart, { symbol: 'SBIN-EQ' })).toBe('no')
  })
})

describe('orders whose ids the service named', () => {
  function setUp(...intents: Intent[]) {
    const clock = new FakeClock()
    const closed: string[] = []
    const rows = new NamedRows({ clock, onClose: ({ id }) => closed.push(id) })
    for (const intent of intents) {
      rows.follow({ ...intent, state: 'sent' })
      rows.follow(intent)
    }
    const see = (...book: Parameters<typeof orderRow>[0][]) =>
      rows
        .see(new Map(book.map(orderRow).map((row) => [row.order_id, row])), () => true)
        .map(({ intent, orderId }) => [intent.id, orderId])
    return { clock, closed, rows, see }
  }

  it('keep a row of fewer units, also where another row is all of them: services slice', () => {
    const { see } = setUp(named(['1']))
    const whole = { order_id: '3', status: 'rejected' }
    const halves = ['1', '2'].map((order_id) => ({ order_id, quantity: 50 }))
    expect(see(...halves, whole)).toEqual([])
    // A quantity that counts down, beside one that was phoned in.
    expect(see({ order_id: '1', quantity: 40 }, { order_id: '2' })).toEqual([])
  })

  it('are disowned where another call’s answer has more units; that one keeps its fewer', () => {
    const small = named(['2'], { quantities: [10] })
    const large = named(['1'], { quantities: [25] })
    const { see } = setUp(small, large)
    const two = { order_id: '2', quantity: 25 }
    expect(see({ order_id: '1', quantity: 10 }, two)).toEqual([[small.id, '2']])
  })

  it('are compared until the row is their own, and no longer than a minute', async () => {
    const [own, odd] = [named(['1']), named(['2'])]
    const { see, closed, clock, rows } = setUp(own, odd)
    const strange = { order_id: '2', symbol: 'SCRIP 500209' }
    // The book has our symbol: it would write it so.
    expect(see(strange)).toEqual([])
    expect(closed).toEqual([])
    await clock.advance(60_001)
    expect(see(strange)).toEqual([])
    expect(closed).toEqual([odd.id])
    expect(see({ order_id: '1' })).toEqual([])
    expect(closed).toEqual([odd.id, own.id])
    expect(rows.isOpen(own.id)).toBe(false)
  })

  it('are compared in books of their own login alone, and those of this session', () => {
    const other = named(['1'])
    const rows = new NamedRows({ clock: new FakeClock(), onClose: () => undefined })
    const book = new Map([['1', orderRow({ order_id: '1', action: 'SELL' })]])
    rows.follow(other)
    expect(rows.see(book, () => true)).toEqual([])
    rows.follow({ ...other, state: 'sent' })
    rows.follow(other)
    expect(rows.see(book, () => false)).toEqual([])
    expect(rows.see(book, () => true)).toHaveLength(1)
    rows.follow(after([recordedEvent(), sent, { kind: 'answered', parts: [unanswered] }], other))
    expect(rows.isOpen(other.id)).toBe(false)
  })
})
