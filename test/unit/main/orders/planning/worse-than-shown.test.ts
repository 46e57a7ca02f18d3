import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { worseThanShown } from '../../../../../src/main/orders/planning/worse-than-shown.ts'
import { compare, minus, plus } from '../../../../../src/shared/core/decimal.ts'
import { lastPrice, priceOrder } from '../../../../../src/main/orders/planning/pricing.ts'
import type { PlannedOrder, ShownOrder } from '../../../../../src/shared/orders/placing.ts'
import type { Ticket } from '../../../../../src/shared/orders/tickets.ts'

type Side = PlannedOrder['action']
const now: PlannedOrder = {
  account: 'a',
  symbol: 'INFY-EQ',
  underlying: null,
  action: 'BUY',
  quantity: 10,
  slices: [10],
  price: '1500',
  value: 15_000,
  funds: null,
  ltp: 1490,
  tick: '0.05',
  isTickAssumed: false,
  lot: 1,
  freeze: null,
  says: null,
}
const seen: ShownOrder = { action: 'BUY', quantity: 10, price: '1500' }
const limit = { pricing: { type: 'LIMIT', price: '1500' } } as const
const market = (protection: string) => ({ pricing: { type: 'MARKET' as const, protection } })
const changes = (
  shown: ShownOrder | null,
  order: Partial<PlannedOrder> = {},
  ticket: Pick<Ticket, 'pricing'> = limit,
) => worseThanShown([shown], [{ index: 0, ticket, shown: { ...now, ...order } }])

describe('an order that was seen', () => {
  it('goes as it was, and at a better limit', () => {
    expect(changes(seen)).toEqual([])
    expect(changes(seen, { price: '1499' })).toEqual([])
    expect(changes({ ...seen, action: 'SELL' }, { action: 'SELL', price: '1501' })).toEqual([])
    expect(changes({ ...seen, price: '0' }, { price: '0' })).toEqual([])
  })

  it('goes at a limit that is one tick worse, and not at two', () => {
    expect(changes(seen, { price: '1500.05' })).toEqual([])
    expect(changes(seen, { price: '1500.1' })).toMatchObject([
      {
        order: 0,
        level: 'refuse',
        code: 'changed',
        message: expect.stringContaining('price step'),
      },
    ])
    const sale = { ...seen, action: 'SELL' } as const
    expect(changes(sale, { action: 'SELL', price: '1499.95' })).toEqual([])
    expect(changes(sale, { action: 'SELL', price: '1499.9' })).toHaveLength(1)
  })

  it('does not go for an option of another underlying than the one that was seen', () => {
    const option = { symbol: null, underlying: 'NIFTY' }
    expect(changes({ ...seen, ...option }, option)).toEqual([])
    const other = { symbol: null, underlying: 'NIFTY 50' }
    expect(changes({ ...seen, ...option }, other)).toMatchObject([
      { level: 'refuse', code: 'changed', message: expect.stringContaining('NIFTY 50') },
    ])
  })

  it('does not go under another symbol than the one that was seen', () => {
    expect(changes({ ...seen, symbol: now.symbol })).toEqual([])
    expect(changes({ ...seen, symbol: 'RELIANCE' }, { symbol: 'RELIANCE-EQ' })).toMatchObject([
      { level: 'refuse', code: 'changed', message: expect.stringContaining('RELIANCE-EQ now') },
    ])
  })

  it.each<Partial<PlannedOrder>>([{ action: 'SELL' }, { quantity: 11 }, { price: '0' }])(
    'does not go with %j',
    (order) => expect(changes(seen, order)).toHaveLength(1),
  )

  it('does not go where it could not be planned, or was not among those seen', () => {
    expect(changes(null)).toHaveLength(1)
    expect(worseThanShown([], [{ index: 0, ticket: limit, shown: now }])).toHaveLength(1)
    expect(changes({ ...seen, price: '0' })).toHaveLength(1)
  })

  it('is not looked for where nothing was shown', () => {
    expect(worseThanShown(undefined, [{ index: 0, ticket: limit, shown: now }])).toEqual([])
  })

  it('never costs more, nor brings less, than a tick beyond what was seen', () => {
    const paise = fc.integer({ min: 5, max: 1_000_000 }).map((count) => (count / 100).toFixed(2))
    fc.assert(
      fc.property(
        paise,
        paise,
        fc.constantFrom('BUY' as const, 'SELL' as const),
        (was, is, action) => {
          const found = changes({ ...seen, action, price: was }, { action, price: is })
          const most = action === 'BUY' ? plus(was, '0.05') : minus(was, '0.05')
          const isBeyond = action === 'BUY' ? compare(is, most) > 0 : compare(is, most) < 0
          expect(found.length).toBe(isBeyond ? 1 : 0)
        },
      ),
    )
  })
})

describe('a protected market order that was seen', () => {
  const action = fc.constantFrom('BUY' as const, 'SELL' as const)
  const percent = fc.integer({ min: 1, max: 500 }).map((count) => (count / 100).toFixed(2))
  const tick = fc.constantFrom(0.01, 0.05, 0.1, 1)
  const last = fc.integer({ min: 1000, max: 5_000_000 }).map((paise) => paise / 100)

  /** Its limit, as the desk reckons it from a last price. */
  function limitOf(of: { ltp: number; protection: string; side: Side; tick: number }): string {
    const found = priceOrder({
      pricing: { type: 'MARKET', protection: of.protection },
      action: of.side,
      ltp: lastPrice({ ltp: of.ltp, tick: of.tick, lot: null, isOld: false }),
      tick: of.tick,
    })
    return 'price' in found ? found.price : '0'
  }

  it('goes with a market that moves by ticks, and asks once it moved by more than was agreed to', () => {
    expect(changes({ ...seen, price: '1437.9' }, { price: '1438.2' }, market('0.5'))).toEqual([])
    const far = changes({ ...seen, price: '1437.9' }, { price: '1446' }, market('0.5'))
    expect(far).toMatchObject([{ message: expect.stringContaining('its protection of 0.5 %') }])
  })

  it('names no limit but the one that the review shows', () => {
    const [change] = changes({ ...seen, price: '1400' }, { price: '1500' }, market('0.5'))
    expect(change!.message).not.toMatch(/1,[45]00/)
  })

  it('goes wherever the last price moved by no more than the protection', () => {
    fc.assert(
      fc.property(
        action,
        percent,
        tick,
        last,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (side, protection, step, was, share) => {
          const most = (was * Number(protection)) / 100
          const is = was + (side === 'BUY' ? most : -most) * share
          const of = { protection, side, tick: step }
          const before = limitOf({ ...of, ltp: was })
          const after = limitOf({ ...of, ltp: Math.max(is, 0.01) })
          fc.pre(before !== '0' && after !== '0')
          const shown = { ...seen, action: side, price: before }
          const order = { action: side, price: after, tick: String(step) }
          expect(changes(shown, order, market(protection))).toEqual([])
        },
      ),
      { numRuns: 500 },
    )
  })

  it('never goes at a limit beyond its protection, and a step, from the one that was seen', () => {
    fc.assert(
      fc.property(action, percent, last, last, (side, protection, was, is) => {
        const [before, after] = [was.toFixed(2), is.toFixed(2)]
        const found = changes(
          { ...seen, action: side, price: before },
          { action: side, price: after },
          market(protection),
        )
        const share = side === 'BUY' ? 1 : -1
        const bound = (was + 0.05 * share) * (1 + (share * Number(protection)) / 100)
        const isBeyond = side === 'BUY' ? is > bound + 1e-6 : is < bound - 1e-6
        if (isBeyond) expect(found).toHaveLength(1)
        else if (Math.abs(is - bound) > 1e-6) expect(found).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
