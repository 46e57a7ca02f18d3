import { describe, expect, it } from 'vitest'
import { LearnedSymbols } from '../../../../../src/main/orders/symbols/learned-symbols.ts'
import type { Account } from '../../../../../src/shared/accounts/accounts.ts'
import type { BrokerSymbol } from '../../../../../src/shared/orders/broker-symbols.ts'
import { SymbolNames } from '../../../../../src/shared/orders/symbol-names.ts'

type Seen = [broker: string, symbol: string, token: unknown, exchange?: string]

const at = (broker: string): Pick<Account, 'broker' | 'service'> => ({
  broker,
  service:
    broker === 'PX'
      ? { kind: 'practice', client: 'practice-1' }
      : { kind: 'url', url: 'https://service.example' },
})

function learned(seen: readonly Seen[], entries: readonly BrokerSymbol[] = []) {
  const symbols = new LearnedSymbols()
  for (const [broker, symbol, token, exchange = 'NSE'] of seen)
    symbols.see(at(broker), 'positions', [{ exchange, symbol, token }])
  return symbols.of(new SymbolNames(entries))
}
const short = (...from: Parameters<typeof learned>): string[] =>
  learned(...from).map(({ name, broker, symbol }) => `${name} at ${broker} is ${symbol}`)

const one: Seen = ['ZE', 'RELIANCE', '2885']
const other: Seen = ['ab', 'RELIANCE-EQ', '2885']

describe('what the books say of a token', () => {
  it('is one instrument under the names of two brokers', () => {
    expect(learned([one, other])).toEqual([
      {
        exchange: 'NSE',
        name: 'RELIANCE',
        broker: 'AB',
        symbol: 'RELIANCE-EQ',
        token: '2885',
        others: [{ broker: 'ZE', symbol: 'RELIANCE' }],
        against: [],
      },
    ])
  })

  it.each<[string, Seen[]]>([
    ['of one broker alone', [one, ['ZE', 'RELIANCE', '2885']]],
    [
      'that is empty',
      [
        ['ZE', 'RELIANCE', ''],
        ['AB', 'RELIANCE-EQ', ''],
      ],
    ],
    [
      'that is zero',
      [
        ['ZE', 'RELIANCE', '0'],
        ['AB', 'RELIANCE-EQ', '0'],
      ],
    ],
    [
      'that is a word for none',
      [
        ['ZE', 'RELIANCE', 'NA'],
        ['AB', 'RELIANCE-EQ', 'NA'],
      ],
    ],
    [
      'that is missing',
      [
        ['ZE', 'RELIANCE', null],
        ['AB', 'RELIANCE-EQ', null],
      ],
    ],
    ['of two exchanges', [one, ['AB', 'RELIANCE-EQ', '2885', 'BSE']]],
    ['under one name', [one, ['AB', 'reliance', '2885']]],
    ['that one broker has for two symbols', [one, other, ['AB', 'TCS-EQ', '2885']]],
    ['that a practice broker made up', [one, ['PX', 'RELIANCE-EQ', '2885']]],
    ['with a symbol that holds what nobody sees', [one, ['AB', 'RELI\u200bANCE', '2885']]],
    ['of an exchange that no order can name', [one, ['AB', 'RELIANCE-EQ', '2885', 'NYSE']]],
  ])('is nothing: a token %s', (_, seen) => {
    expect(short(seen)).toEqual([])
  })

  it('goes by the name that one of them has already', () => {
    const entries: BrokerSymbol[] = [
      { exchange: 'NSE', name: 'RIL', broker: 'ZE', symbol: 'RELIANCE', origin: 'typed' },
    ]
    expect(short([one, other], entries)).toEqual(['RIL at AB is RELIANCE-EQ'])
  })

  it('is nothing new where it was said already, and named where it says otherwise', () => {
    const said = (symbol: string): BrokerSymbol[] => [
      { exchange: 'NSE', name: 'RELIANCE', broker: 'AB', symbol, origin: 'typed' },
    ]
    expect(short([one, other], said('RELIANCE-EQ'))).toEqual([])
    expect(learned([one, other], said('RELIANCE-BE'))).toMatchObject([
      { symbol: 'RELIANCE-EQ', against: said('RELIANCE-BE') },
    ])
  })

  it('is learned again once something else is said', () => {
    const symbols = new LearnedSymbols()
    symbols.see(at('ZE'), 'holdings', [{ exchange: 'NSE', symbol: 'RELIANCE', token: '2885' }])
    expect(symbols.of(new SymbolNames())).toEqual([])
    symbols.see(at('AB'), 'orders', [{ exchange: 'nse', symbol: 'RELIANCE-EQ', token: '2885' }])
    symbols.see(at('AB'), 'trades', [{ exchange: 'nse', symbol: 'TCS-EQ', token: '2885' }])
    expect(symbols.of(new SymbolNames())).toHaveLength(1)
  })
})
