import { describe, expect, it } from 'vitest'
import { KnownSymbols } from '../../../../src/main/books/known-symbols.ts'
import { openConf, temporaryFolder } from '../accounts/places.ts'
import { FakeClock } from '../core/fake-clock.ts'

const row = (symbol: string, more = {}) => ({ exchange: 'nse ', symbol, ...more })

function open(dataDir = temporaryFolder()) {
  const clock = new FakeClock()
  return { seen: new KnownSymbols({ open: openConf, dataDir, clock }), clock, dataDir }
}

describe('symbols that the books have shown', () => {
  it('are there at the next start, the latest first, with what is known of them', () => {
    const { seen, dataDir } = open()
    seen.see('orders', [row('INFY-EQ'), row('TCS-EQ')], 'real')
    seen.see('positions', [row('INFY-EQ', { lot_size: 75, tick_size: 0.05 })], 'real')
    seen.write()
    expect(open(dataDir).seen.list()).toEqual([
      { exchange: 'NSE', symbol: 'INFY-EQ', lot: 75, tick: 0.05, of: 'real' },
      { exchange: 'NSE', symbol: 'TCS-EQ', lot: null, tick: null, of: 'real' },
    ])
  })

  it('lose no figure to a book that does not carry it', () => {
    const { seen } = open()
    seen.see('positions', [row('INFY-EQ', { lot_size: 75 })], 'real')
    seen.see('orders', [row('INFY-EQ')], 'real')
    expect(seen.list()).toMatchObject([{ lot: 75 }])
  })

  it('are known as those of practice, or of real accounts, as long as none of the other kind shows them', () => {
    const { seen, dataDir } = open()
    seen.see('orders', [row('TRIED'), row('BOTH')], 'practice')
    seen.see('orders', [row('HELD'), row('BOTH')], 'real')
    seen.see('orders', [row('BOTH')], 'practice')
    seen.write()
    const kinds = Object.fromEntries(
      open(dataDir)
        .seen.list()
        .map(({ symbol, of }) => [symbol, of]),
    )
    expect(kinds).toEqual({ TRIED: 'practice', HELD: 'real', BOTH: undefined })
  })

  it('are bounded, and the oldest make room', () => {
    const { seen } = open()
    seen.see(
      'orders',
      Array.from({ length: 2500 }, (_, count) => row(`S${count}`)),
      'real',
    )
    expect(seen.list()).toHaveLength(2000)
    expect(seen.list()[0]).toMatchObject({ symbol: 'S2499' })
  })

  it('are none that a ticket could not name, and no funds', () => {
    const { seen } = open()
    const odd = [{ exchange: 'MOON', symbol: 'X' }, row(''), row('x'.repeat(101)), { symbol: 'A' }]
    seen.see('orders', [...odd, { exchange: 7, symbol: {} }], 'real')
    seen.see('funds', [row('INFY-EQ')], 'real')
    expect(seen.list()).toEqual([])
  })
})
