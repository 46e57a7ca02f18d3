import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usualTrading } from '../../../../src/shared/orders/limits.ts'
import { exitOf, exitPercents } from '../../../../src/renderer/orders/exit-part.ts'
import { account } from '../memory-desk.ts'
import { position } from '../records.ts'

const ticketOf = (...given: Parameters<typeof exitOf>) => {
  const exit = exitOf(...given)
  if (!exit.ok) throw new Error(exit.why)
  return exit.ticket
}

describe('the way out of a position', () => {
  it('is the opposite order of its exact size, as it is held, with the account’s protection', () => {
    expect(ticketOf(account('main'), position({ netqty: -150, product: 'NRML' }), 100)).toEqual({
      kind: 'regular',
      account: 'main',
      exchange: 'NSE',
      symbol: 'INFY-EQ',
      action: 'BUY',
      quantity: '150',
      product: 'NRML',
      pricing: { type: 'MARKET', protection: '0.5' },
      slice: null,
      exit: true,
    })
    const plain = account('main', { trading: { ...usualTrading, protection: null } })
    expect(ticketOf(plain, position(), 100).pricing).toEqual({ type: 'MARKET', protection: null })
  })

  it('knows the broker’s word for its product, also where its own orders close it', () => {
    expect(ticketOf(account('main'), position({ product: 'Intraday' }), 100).product).toBe('MIS')
    expect(exitOf(account('main'), position({ product: 'BRACKET' }), 100)).toEqual({
      ok: false,
      why: 'A bracket or cover position is closed by its own orders.',
    })
  })

  it('in part is whole lots, rounded down', () => {
    const held = position({ netqty: 225, lot_size: 75 })
    expect(ticketOf(account('main'), held, 50).quantity).toBe('75')
    expect(ticketOf(account('main'), held, 75).quantity).toBe('150')
    expect(exitOf(account('main'), held, 25)).toEqual({
      ok: false,
      why: '25 % of 225 is less than a lot of 75.',
    })
  })

  it('as a whole leaves nothing, also where what is held is no whole number of lots', () => {
    expect(ticketOf(account('main'), position({ netqty: 80, lot_size: 75 }), 100).quantity).toBe(
      '80',
    )
  })

  it.each([
    [{ netqty: null }, 'not known'],
    [{ netqty: 0, sqty: 200 }, 'closed already'],
    [{ netqty: 0 }, 'does not come to that'],
    [{ netqty: 1.5 }, 'not a whole number'],
    [{ product: 'BO' }, 'bracket or cover'],
    [{ exchange: 'XYZ' }, 'none that orders can name'],
    [{ product: null }, 'none that orders can name'],
  ])('is refused with the reason where %o', (more, why) => {
    const exit = exitOf(account('main'), position(more), 100)
    expect(!exit.ok && exit.why).toContain(why)
  })

  it('never turns a position round, and never takes part of a lot', () => {
    const whole = fc.integer({ min: -1_000_000, max: 1_000_000 })
    const lots = fc.option(fc.integer({ min: 0, max: 5000 }))
    fc.assert(
      fc.property(whole, lots, fc.constantFrom(...exitPercents), (netqty, lot_size, percent) => {
        const exit = exitOf(account('main'), position({ netqty, lot_size }), percent)
        if (!exit.ok) return
        const units = Number(exit.ticket.quantity)
        expect(exit.ticket.action).toBe(netqty > 0 ? 'SELL' : 'BUY')
        expect(units).toBeGreaterThan(0)
        expect(units).toBeLessThanOrEqual((Math.abs(netqty) * percent) / 100)
        if (percent === 100) expect(units).toBe(Math.abs(netqty))
        else expect(units % Math.max(1, lot_size ?? 1)).toBe(0)
      }),
    )
  })
})
