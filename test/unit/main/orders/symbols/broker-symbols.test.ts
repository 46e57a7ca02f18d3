import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BrokerSymbols } from '../../../../../src/main/orders/symbols/broker-symbols.ts'
import type { BrokerSymbol } from '../../../../../src/shared/orders/broker-symbols.ts'
import { openConf, temporaryFolder } from '../../accounts/places.ts'

const entry = (name: string, broker: string, symbol: string): BrokerSymbol => ({
  exchange: 'NSE',
  name,
  broker,
  symbol,
  origin: 'typed',
})

const openIn = (dataDir: string, onChange: (entries: BrokerSymbol[]) => void = () => undefined) =>
  new BrokerSymbols({ open: openConf, dataDir, onChange })

const put = (symbols: BrokerSymbols, ...entries: BrokerSymbol[]) =>
  symbols.save({ put: entries, drop: [], decline: [] })

const service = { kind: 'url', url: 'https://service.example' } as const
const seeReliance = (symbols: BrokerSymbols) => {
  const row = { exchange: 'NSE', token: '2885' }
  symbols.see({ broker: 'ZE', service }, 'positions', [{ ...row, symbol: 'RELIANCE' }])
  symbols.see({ broker: 'AB', service }, 'positions', [{ ...row, symbol: 'RELIANCE-EQ' }])
}

describe('the symbols of each broker', () => {
  it('are kept over a restart, and told of', () => {
    const dataDir = temporaryFolder()
    const told: BrokerSymbol[][] = []
    const one = entry('RELIANCE', 'AB', 'RELIANCE-EQ')
    expect(
      put(
        openIn(dataDir, (entries) => told.push(entries)),
        one,
      ).ok,
    ).toBe(true)
    expect(told).toEqual([[one]])
    expect(openIn(dataDir).list()).toEqual([one])
  })

  it('take the place of what had the name at the broker', () => {
    const symbols = openIn(temporaryFolder())
    put(symbols, entry('RELIANCE', 'AB', 'RELIANCE-EQ'))
    put(symbols, entry('reliance', 'AB', 'RELIANCE-BE'))
    expect(symbols.list().map(({ symbol }) => symbol)).toEqual(['RELIANCE-BE'])
  })

  it('refuse what cannot be true together, and change nothing then', () => {
    const symbols = openIn(temporaryFolder())
    put(symbols, entry('RELIANCE', 'AB', 'RELIANCE-EQ'))
    const reply = put(symbols, entry('INFY', 'AB', 'INFY-EQ'), entry('RIL', 'AB', 'RELIANCE-EQ'))
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid', field: 'put.1.symbol' } })
    expect(symbols.list()).toHaveLength(1)
    const instead = symbols.save({
      put: [entry('RIL', 'AB', 'RELIANCE-EQ')],
      drop: [{ exchange: 'NSE', name: 'RELIANCE', broker: 'AB' }],
      decline: [],
    })
    expect(instead.ok).toBe(true)
  })

  it('refuse a name that stands twice for one broker', () => {
    const symbols = openIn(temporaryFolder())
    const twice = put(symbols, entry('A', 'AB', 'A1'), entry('A', 'AB', 'A1'))
    expect(twice).toMatchObject({ ok: false, error: { field: 'put.1.symbol' } })
  })

  it('go by nothing that the books say before somebody agreed', () => {
    const symbols = openIn(temporaryFolder())
    seeReliance(symbols)
    const at = { exchange: 'NSE', symbol: 'RELIANCE', broker: 'AB' }
    expect(symbols.names.ownOf(at)).toEqual({ symbol: 'RELIANCE' })
    expect(symbols.unsaid(at)).toMatchObject([{ symbol: 'RELIANCE-EQ' }])
    expect(symbols.unsaid({ ...at, broker: 'ZE' })).toEqual([])
    // What the other broker writes is no symbol of this one either.
    expect(symbols.unsaid({ ...at, symbol: 'RELIANCE-EQ', broker: 'ZE' })).toMatchObject([
      { broker: 'ZE', symbol: 'RELIANCE' },
    ])
    expect(symbols.unsaid({ ...at, symbol: 'RELIANCE-EQ' })).toEqual([])
    const [learned] = symbols.known().learned
    put(symbols, { ...entry(learned!.name, learned!.broker, learned!.symbol), origin: 'learned' })
    expect(symbols.names.ownOf(at)).toEqual({ symbol: 'RELIANCE-EQ' })
    expect([symbols.unsaid(at), symbols.known().learned]).toEqual([[], []])
  })

  it('ask no more of what was declined, until it is said after all', () => {
    const dataDir = temporaryFolder()
    const symbols = openIn(dataDir)
    seeReliance(symbols)
    const [learned] = symbols.known().learned
    const { exchange, name, broker, symbol } = learned!
    symbols.save({ put: [], drop: [], decline: [{ exchange, name, broker, symbol }] })
    expect(symbols.known().learned).toEqual([])
    const later = openIn(dataDir)
    seeReliance(later)
    expect(later.known().learned).toEqual([])
  })

  it('keep of a damaged file what can be read, and is no contradiction', () => {
    const dataDir = temporaryFolder()
    const path = join(dataDir, 'broker-symbols.json')
    put(openIn(dataDir), entry('RELIANCE', 'AB', 'RELIANCE-EQ'))
    const file = JSON.parse(readFileSync(path, 'utf8'))
    file.value.entries.push({ exchange: 'MOON' }, entry('RIL', 'AB', 'RELIANCE-EQ'))
    writeFileSync(path, JSON.stringify(file))
    const symbols = openIn(dataDir)
    expect(symbols.setAside).not.toBeNull()
    expect(symbols.list()).toEqual([entry('RELIANCE', 'AB', 'RELIANCE-EQ')])
  })
})
