import { describe, expect, it } from 'vitest'
import { LearnedSymbols } from '../../../../../src/main/orders/symbols/learned-symbols.ts'
import type { BookName } from '../../../../../src/shared/books/books.ts'
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

  describe('where an order book has orders as they were placed, by the one name', () => {
    const isAt = 'RELIANCE at AB is RELIANCE-EQ'
    const books = (seen: readonly [BookName, Seen][], entries: readonly BrokerSymbol[] = []) => {
      const symbols = new LearnedSymbols()
      for (const [book, [broker, symbol, token]] of seen)
        symbols.see(at(broker), book, [{ exchange: 'NSE', symbol, token }])
      return symbols
        .of(new SymbolNames(entries))
        .map(({ name, broker, symbol }) => `${name} at ${broker} is ${symbol}`)
    }
    const echo: [BookName, Seen] = ['orders', ['AB', 'RELIANCE', '2885']]
    const held: [BookName, Seen] = ['positions', other]

    it('is what its other books say, whichever was read first', () => {
      expect(books([['positions', one], held, echo])).toEqual([isAt])
      expect(books([echo, ['positions', one], held])).toEqual([isAt])
    })

    it('stays known of the others where a broker shows nothing but such orders', () => {
      const others: [BookName, Seen][] = [
        ['positions', one],
        ['positions', ['AN', 'RELIANCE-EQ', '2885']],
      ]
      const both: [BookName, Seen][] = [echo, ['orders', ['AB', 'RELIANCE-EQ', '2885']]]
      expect(books([...others, ...both])).toEqual(['RELIANCE at AN is RELIANCE-EQ'])
    })

    it('is no second symbol either where the name is one that people gave', () => {
      const ril: BrokerSymbol = {
        ...{ exchange: 'NSE', name: 'RIL', broker: 'ZE', symbol: 'RELIANCE', origin: 'typed' },
      }
      const named: [BookName, Seen] = ['orders', ['AB', 'RIL', '2885']]
      expect(books([['positions', one], held, named], [ril])).toEqual(['RIL at AB is RELIANCE-EQ'])
    })

    it('is nothing where the broker’s order book has another instrument under the token', () => {
      expect(books([['positions', one], held, ['orders', ['AB', 'TCS-EQ', '2885']]])).toEqual([])
    })
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
