import { describe, expect, it } from 'vitest'
import { fail } from '../../../../src/shared/core/errors.ts'
import type { PositionRecord } from '../../../../src/shared/service/records.ts'
import { SymbolNames } from '../../../../src/shared/orders/symbol-names.ts'
import {
  type KnownPositions,
  legsOf,
  type NamedExit,
  type PositionsBook,
  withoutLeg,
} from '../../../../src/renderer/exits/named-exit.ts'
import { account } from '../memory-desk.ts'
import { position } from '../records.ts'

const now = 100_000

function book(
  records: readonly PositionRecord[],
  more: Partial<PositionsBook> = {},
): PositionsBook {
  const meta = { seq: 1, age: 500, every: 1000, trouble: null, unreadable: [] }
  return {
    rows: new Map(records.map((record, at) => [String(at), record])),
    isRead: true,
    kept: null,
    lastAnswer: { meta, at: now },
    trouble: null,
    unreadable: [],
    leavesOut: null,
    ...more,
  }
}

const answered = (ago: number): Partial<PositionsBook> => ({
  lastAnswer: { meta: { ...book([]).lastAnswer!.meta }, at: now - ago },
})

const known = (books: Record<string, PositionsBook | undefined>): KnownPositions => ({
  accounts: [
    account('main', { broker: 'ZE' }),
    account('swing'),
    account('off', { enabled: false }),
    account('other'),
  ],
  symbolNames: new SymbolNames([
    { exchange: 'NSE', name: 'RELIANCE', broker: 'PX', symbol: 'RELIANCE-EQ', origin: 'typed' },
  ]),
  bookOf: (id) => books[id],
})

const named = (more: Partial<NamedExit> = {}): NamedExit => ({
  exchange: 'NSE',
  symbol: 'RELIANCE',
  accounts: ['main', 'swing', 'off'],
  percent: 100,
  ...more,
})

const reliance = position({ symbol: 'RELIANCE' })
const own = position({ symbol: 'RELIANCE-EQ' })
const messages = (books: Record<string, PositionsBook | undefined>, of = named()): string[] =>
  withoutLeg(of, known(books), now).map(({ message }) => message)
const ids = (books: Record<string, PositionsBook | undefined>, of = named()): string[] =>
  legsOf(of, known(books)).map(({ id }) => id)

describe('an exit by name', () => {
  it('says nothing of an account whose leg another account of its login shows', () => {
    const of = known({ main: book([reliance]) })
    const accounts = of.accounts.map((one) =>
      one.id === 'swing' ? { ...one, login: 'main' } : one,
    )
    expect(withoutLeg(named({ accounts: ['main', 'swing'] }), { ...of, accounts }, now)).toEqual([])
  })

  it('goes to each account’s own leg, and to nobody who was not asked or is off', () => {
    const books = {
      main: book([reliance]),
      swing: book([own]),
      off: book([own]),
      other: book([own]),
    }
    expect(ids(books)).toEqual(['main/0', 'swing/0'])
  })

  it('means by one broker’s own symbol what the others call otherwise as well', () => {
    const books = { main: book([reliance]), swing: book([own]) }
    expect(ids(books, named({ symbol: 'RELIANCE-EQ' }))).toEqual(['main/0', 'swing/0'])
  })

  it('is of one exchange, and of what is open', () => {
    const closed = position({ symbol: 'RELIANCE', netqty: 0, sqty: 200 })
    const elsewhere = position({ symbol: 'RELIANCE', exchange: 'BSE' })
    expect(ids({ main: book([closed, elsewhere]), swing: book([own]) })).toEqual(['swing/0'])
    const odd = position({ symbol: 'RELIANCE', netqty: 0 })
    expect(ids({ main: book([odd]) })).toEqual(['main/0'])
  })

  it('says who has none by a book that is fresh, and who is off', () => {
    expect(messages({ main: book([reliance]), swing: book([]) })).toEqual([
      'Switched off, and left alone: Off.',
      'No position in RELIANCE on NSE in the books of Swing.',
    ])
  })

  it('says once why nothing is known of several', () => {
    const alike = book([position({ symbol: 'TCS-EQ' })])
    const books = { main: book([position({ symbol: 'TCS' })]), swing: alike, other: alike }
    const of = named({ symbol: 'TCS', accounts: ['main', 'swing', 'other'] })
    expect(messages(books, of)).toEqual([
      'Whether Swing, Other have a position in TCS is not known, of each: it holds TCS-EQ, and nobody has said whether its broker means the same by that.',
    ])
  })

  it('does not take another spelling that nobody spoke for as none', () => {
    const books = {
      main: book([position({ symbol: 'TCS' })]),
      swing: book([position({ symbol: 'TCS-EQ' })]),
    }
    const of = named({ symbol: 'TCS', accounts: ['main', 'swing'] })
    expect(ids(books, of)).toEqual(['main/0'])
    expect(messages(books, of)).toEqual([
      'Whether Swing has a position in TCS is not known: it holds TCS-EQ, and nobody has said whether its broker means the same by that.',
    ])
  })

  it.each<[string, Partial<PositionRecord>]>([
    ['it holds RELIANCE-EQ on NSE_EQ', { exchange: 'NSE_EQ', symbol: 'RELIANCE-EQ' }],
    ['it holds RELIANCE on no exchange that its row names', { exchange: '' }],
    ['it holds RELIANCE on no exchange that its row names', { exchange: null }],
    ['it holds RELIANCE on Cash', { exchange: 'Cash' }],
    ['it holds RELIANCE EQ', { symbol: 'RELIANCE EQ' }],
    ['it holds NSE:RELIANCE-EQ', { symbol: 'NSE:RELIANCE-EQ' }],
    ['it holds reliance', { symbol: 'reliance' }],
  ])('takes no row that may be of it as none: %s', (holds, of) => {
    const odd = position({ symbol: 'RELIANCE', ...of })
    expect(messages({ swing: book([odd]) }, named({ accounts: ['swing'] }))).toEqual([
      `Whether Swing has a position in RELIANCE is not known: ${holds}, and nobody has said whether its broker means the same by that.`,
    ])
  })

  it('knows a row on an exchange that nobody knows by the symbol that was said to be its broker’s', () => {
    const odd = position({ symbol: 'RIL', exchange: 'NSE_EQ' })
    const books = known({ swing: book([odd]) })
    const symbolNames = new SymbolNames([
      { exchange: 'NSE', name: 'RELIANCE', broker: 'PX', symbol: 'RIL', origin: 'typed' },
    ])
    const [first] = withoutLeg(named({ accounts: ['swing'] }), { ...books, symbolNames }, now)
    expect(first?.message).toContain('is not known: it holds RIL on NSE_EQ')
  })

  it('leaves out of doubt what was said to be something else', () => {
    const other = position({ symbol: 'RELIANCE-BE' })
    const books = known({ swing: book([other]) })
    const symbolNames = new SymbolNames([
      {
        exchange: 'NSE',
        name: 'RELIANCE OLD',
        broker: 'PX',
        symbol: 'RELIANCE-BE',
        origin: 'typed',
      },
    ])
    const of = named({ accounts: ['swing'] })
    expect(withoutLeg(of, { ...books, symbolNames }, now)).toEqual([
      { level: 'note', message: 'No position in RELIANCE on NSE in the books of Swing.' },
    ])
  })

  it('names the exchange that was looked for, and the one where it is', () => {
    const elsewhere = position({ symbol: 'RELIANCE', exchange: 'BSE' })
    expect(messages({ main: book([]), swing: book([elsewhere]) })).toEqual([
      'Switched off, and left alone: Off.',
      'No position in RELIANCE on NSE in the books of Main.',
      'No position in RELIANCE on NSE in the books of Swing; it has one on BSE.',
    ])
  })

  it.each<[string, PositionsBook]>([
    ['its positions are old, read 21 s ago', book([own], answered(20_000))],
    ['its positions have rows that cannot be read', book([own], { unreadable: ['?'] })],
    ['its book may leave out some of its positions', book([own], { leavesOut: 'rows' })],
    [
      'it holds RELIANCE on NSE_EQ, and nobody has said whether its broker means the same by that',
      book([own, position({ symbol: 'RELIANCE', exchange: 'NSE_EQ' })]),
    ],
  ])('says also of who has a leg when there may be more: %s', (why, of) => {
    const asked = named({ accounts: ['main', 'swing'] })
    expect(withoutLeg(asked, known({ main: book([reliance]), swing: of }), now)).toEqual([
      {
        level: 'ask',
        message: `Whether this is all that Swing holds of RELIANCE is not known: ${why}.`,
      },
    ])
  })

  it.each<[string, PositionsBook | undefined]>([
    ['its positions have not been read yet', undefined],
    ['its positions have not been read yet', book([], { isRead: false })],
    ['its positions have not been read yet', book([], { kept: 5 })],
    ['its positions are old, read 21 s ago', book([], answered(20_000))],
    ['its positions have rows that cannot be read', book([], { unreadable: ['?'] })],
    ['its book may leave out some of its positions', book([], { leavesOut: 'rows' })],
    [
      'its positions cannot be read now',
      book([], { trouble: fail('no-answer', 'The connection broke.').error }),
    ],
  ])('never says none where it is not known: %s', (why, of) => {
    const [first] = withoutLeg(named(), known({ main: book([reliance]), swing: of }), now)
    expect(first).toEqual({
      level: 'ask',
      message: `Whether Swing has a position in RELIANCE is not known: ${why}.`,
    })
    expect(messages({ main: book([reliance]), swing: of }).join(' ')).not.toContain('No position')
  })
})
