import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BrokerSymbol } from '../../../../src/shared/orders/broker-symbols.ts'
import { SymbolNames } from '../../../../src/shared/orders/symbol-names.ts'

const entry = (name: string, broker: string, symbol: string): BrokerSymbol => ({
  exchange: 'NSE',
  name,
  broker,
  symbol,
  origin: 'typed',
})

const brokers = ['PX', 'ZE', 'AB'] as const
const words = ['RELIANCE', 'RELIANCE-EQ', 'RIL', 'INFY', 'INFY-EQ'] as const
const anyEntries = fc.array(
  fc
    .record({
      exchange: fc.constantFrom('NSE', 'BSE'),
      name: fc.constantFrom(...words),
      broker: fc.constantFrom(...brokers),
      symbol: fc.constantFrom(...words),
    })
    .map((one): BrokerSymbol => ({ ...one, origin: 'typed' })),
  { maxLength: 12 },
)
const anySymbol = fc.record({
  exchange: fc.constant('NSE' as const),
  symbol: fc.constantFrom(...words, 'TCS'),
  broker: fc.constantFrom(...brokers),
})

describe('the symbols of each broker', () => {
  const names = new SymbolNames([
    entry('RELIANCE', 'PX', 'RELIANCE-EQ'),
    entry('RELIANCE', 'AB', 'RIL'),
  ])
  const own = (symbol: string, broker: string) => names.ownOf({ exchange: 'NSE', symbol, broker })

  it('are found by the name, whatever the case of its letters', () => {
    expect(own('RELIANCE', 'PX')).toEqual({ symbol: 'RELIANCE-EQ' })
    expect(own('reliance', 'px')).toEqual({ symbol: 'RELIANCE-EQ' })
  })

  it('are the name where nobody said another', () => {
    expect(own('RELIANCE', 'ZE')).toEqual({ symbol: 'RELIANCE' })
    expect(own('TCS', 'PX')).toEqual({ symbol: 'TCS' })
    expect(names.ownOf({ exchange: 'BSE', symbol: 'RELIANCE', broker: 'PX' })).toEqual({
      symbol: 'RELIANCE',
    })
  })

  it('are found by what another broker calls it', () => {
    const readAs = { broker: 'PX', name: 'RELIANCE' }
    expect(own('RELIANCE-EQ', 'AB')).toMatchObject({ symbol: 'RIL', readAs })
    expect(own('RELIANCE-EQ', 'ZE')).toMatchObject({ symbol: 'RELIANCE', readAs })
  })

  it('name both where a symbol is two instruments at two brokers', () => {
    const two = new SymbolNames([entry('INFY', 'PX', 'X'), entry('TCS', 'AB', 'X')])
    expect(two.ownOf({ exchange: 'NSE', symbol: 'X', broker: 'ZE' })).toEqual({
      names: ['INFY', 'TCS'],
    })
    expect(two.ownOf({ exchange: 'NSE', symbol: 'X', broker: 'PX' })).toEqual({ symbol: 'X' })
  })

  it('never put a row together with a name that is something else at its broker', () => {
    const nameOf = (symbol: string, broker: string) =>
      names.nameOf({ exchange: 'NSE', symbol, broker })
    expect([nameOf('RELIANCE-EQ', 'PX'), nameOf('RIL', 'AB')]).toEqual(['RELIANCE', 'RELIANCE'])
    expect(nameOf('RELIANCE', 'ZE')).toBe('RELIANCE')
    expect(nameOf('RELIANCE', 'PX')).toBe('RELIANCE of PX')
    expect(nameOf('RELIANCE-EQ', 'ZE')).toBe('RELIANCE-EQ')
  })

  it('say what contradicts one', () => {
    const against = (name: string, broker: string, symbol: string) =>
      names.against(entry(name, broker, symbol)).map((other) => `${other.broker} ${other.symbol}`)
    expect(against('RELIANCE', 'PX', 'RELIANCE-BE')).toEqual(['PX RELIANCE-EQ'])
    expect(against('RELIANCE LTD', 'PX', 'RELIANCE-EQ')).toEqual(['PX RELIANCE-EQ'])
    expect(against('INFY', 'ZE', 'RELIANCE')).toEqual(['PX RELIANCE-EQ', 'AB RIL'])
    expect(against('RIL', 'ZE', 'RIL-A')).toEqual(['AB RIL'])
    expect(against('INFY', 'PX', 'INFY-EQ')).toEqual([])
  })

  it('change nothing where there are none', () => {
    const none = new SymbolNames()
    fc.assert(
      fc.property(anySymbol, (at) => {
        expect(none.ownOf(at)).toEqual({ symbol: at.symbol })
        expect(none.nameOf(at)).toBe(at.symbol)
        expect(none.symbolOf({ ...at, name: at.symbol })).toBe(at.symbol)
      }),
      { numRuns: 20 },
    )
  })

  it('are never ambiguous, whatever was said', () => {
    fc.assert(
      fc.property(anyEntries, anySymbol, (entries, at) => {
        const some = new SymbolNames(entries)
        const found = some.ownOf(at)
        if (!('symbol' in found)) return
        // Taken over once, it stays.
        expect(some.ownOf({ ...at, symbol: found.symbol })).toEqual({ symbol: found.symbol })
        // Two names are never one symbol at a broker.
        const each = new Set(
          some.entries.filter((one) => one.exchange === 'NSE').map((one) => one.name),
        )
        const symbols = [...each].map((name) => some.ownOf({ ...at, symbol: name }))
        expect(new Set(symbols.map((one) => JSON.stringify(one))).size).toBe(each.size)
        // What is sent for a name is counted under it.
        for (const name of each) {
          const own = some.symbolOf({ ...at, name })
          if (own !== null) expect(some.nameOf({ ...at, symbol: own })).toBe(name)
        }
      }),
      { numRuns: 300 },
    )
  })
})
