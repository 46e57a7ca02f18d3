import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzyMatch } from '../../../../../src/renderer/core/fuzzy.ts'
import { hasSide } from '../../../../../src/renderer/palette/order-text/complete-ticket.ts'
import { isOrderText, parseOrder } from '../../../../../src/renderer/palette/order-text/parser.ts'
import type {
  Nameable,
  TypedOrderParts,
  ParsedOrder,
} from '../../../../../src/renderer/palette/order-text/order-text.ts'
import { written } from './parsing.ts'
import { Exchange } from '../../../../../src/shared/service/words.ts'
import { sampleCount } from '../../../../sample-count.ts'

const known: Nameable = {
  accounts: [
    { id: 'a1', name: 'Everyday' },
    { id: 'a2', name: 'Family' },
    { id: 'p1', name: 'Playground' },
  ],
  tagged: [{ id: 'a1' }, { id: 'a2', tags: ['Long term'] }, { id: 'p1' }],
  groups: [{ id: 'g1', name: 'Both of us', members: [{ account: 'a1' }, { account: 'a2' }] }],
  everyone: ['a1', 'a2'],
  symbols: [
    { exchange: 'NSE', symbol: 'INFY-EQ' },
    { exchange: 'NSE', symbol: 'SBIN-EQ' },
    { exchange: 'BSE', symbol: 'SBIN' },
    { exchange: 'NSE', symbol: 'RELIANCE-EQ' },
    { exchange: 'NFO', symbol: 'NIFTY26NOV24500CE' },
    { exchange: 'NFO', symbol: 'NIFTY26NOV24600CE' },
  ],
  held: (to) =>
    to !== undefined && 'accounts' in to && to.accounts.includes('p1')
      ? [{ exchange: 'NSE', symbol: 'ITC-EQ' }]
      : [
          { exchange: 'NSE', symbol: 'INFY-EQ' },
          { exchange: 'NSE', symbol: 'SBIN-EQ' },
          { exchange: 'NSE', symbol: 'TCS', name: 'TCS' },
          { exchange: 'NSE', symbol: 'TCS-EQ', name: 'TCS' },
        ],
}

const parsed = (text: string): ParsedOrder => {
  const order = parseOrder(text, known)
  if (order === null) throw new Error(`‘${text}’ is no order.`)
  return order
}
const partsOf = (text: string): TypedOrderParts => {
  const { parts, troubles } = parsed(text)
  expect(troubles).toEqual([])
  return parts
}
const infy = { symbol: 'INFY-EQ', exchange: 'NSE' } as const

describe('an order as it is typed', () => {
  it.each<[string, Partial<TypedOrderParts>]>([
    [
      'buy 50 infy-eq limit 1500 mis @everyday',
      {
        ...infy,
        action: 'BUY',
        quantity: '50',
        unit: 'units',
        type: 'LIMIT',
        price: '1500',
        product: 'MIS',
        to: { accounts: ['a1'] },
      },
    ],
    [
      'sell 2 lots nifty26nov24500ce mkt',
      {
        action: 'SELL',
        quantity: '2',
        unit: 'lots',
        symbol: 'NIFTY26NOV24500CE',
        exchange: 'NFO',
        type: 'MARKET',
      },
    ],
    [
      'b 100 infy 812.5',
      { ...infy, action: 'BUY', quantity: '100', type: 'LIMIT', price: '812.5' },
    ],
    [
      'buy 10 reliance @everyday,@family mkt',
      { symbol: 'RELIANCE-EQ', to: { accounts: ['a1', 'a2'] } },
    ],
    ['buy 10 infy mkt @bothofus', { to: { group: 'g1' } }],
    ['buy 10 infy mkt @everyone', { to: { accounts: ['a1', 'a2'] } }],
    [
      'bracket buy 75 nifty26nov24500ce 120 target 10 stop 5 trail 1',
      { kind: 'bracket', quantity: '75', price: '120', target: '10', stop: '5', trail: '1' },
    ],
    [
      'cover sell 100 nse sbin mkt stop 820',
      { kind: 'cover', action: 'SELL', exchange: 'NSE', symbol: 'SBIN-EQ', stopPrice: '820' },
    ],
    ['smart infy to -50 limit 1500 amo', { kind: 'smart', position: '-50', amo: 'YES' }],
    ['smart infy to 0 trigger 1490', { kind: 'smart', type: 'SL-M', trigger: '1490' }],
    ['buy 100 infy 1500 slice 25 #SWING', { slice: '25', strategy: 'SWING' }],
    ['buy 1 mcx:CRUDEOIL26DECFUT 5000', { symbol: 'CRUDEOIL26DECFUT', exchange: 'MCX' }],
    ['buy 1,500 infy mkt plain', { quantity: '1500', protection: 'none' }],
    ['exit infy', { verb: 'exit', ...infy }],
    ['exit 50% infy @family', { verb: 'exit', percent: 50, to: { accounts: ['a2'] } }],
    ['reverse infy', { verb: 'reverse', ...infy }],
    ['exit tcs', { verb: 'exit', symbol: 'TCS' }],
    ['exit tcs-eq', { verb: 'exit', symbol: 'TCS-EQ' }],
    ['exit infy @bothofus', { verb: 'exit', ...infy, to: { group: 'g1' } }],
    ['exit itc @bothofus,@playground', { verb: 'exit', to: { accounts: ['p1', 'a1', 'a2'] } }],
    ['exit all @both-of-us @family', { verb: 'exit-all', to: { accounts: ['a2', 'a1'] } }],
    ['exit infy @#long-term', { verb: 'exit', to: { accounts: ['a2'] } }],
    ['exit all', { verb: 'exit-all' }],
    ['cancel all @everyday', { verb: 'cancel-all', to: { accounts: ['a1'] } }],
  ])('%s', (text, expected) => {
    expect(partsOf(text)).toMatchObject(expected)
    expect(parsed(text).missing).toEqual([])
  })

  it('is one only behind a word that orders begin with', () => {
    expect(['buy ', 'b 1', 's infy', 'exit all'].map(isOrderText)).not.toContain(false)
    expect(['', 'b', 'buy', 'buyers', 'show orders'].map(isOrderText)).not.toContain(true)
  })

  it('names what it still needs, and takes nothing for granted', () => {
    expect(parsed('buy infy').missing).toEqual(['quantity', 'price, or ‘mkt’'])
    expect(parsed('bracket 75 infy 120').missing).toEqual([
      'buy or sell',
      'target, in points',
      'stop, in points',
    ])
    expect(partsOf('buy infy')).not.toHaveProperty('quantity')
  })

  it('offers the symbols that may be meant, and takes none of them by itself', () => {
    const two = parsed('buy 10 sbin mkt')
    expect(two.parts).not.toHaveProperty('symbol')
    expect(two.choices.map(({ text }) => text).toSorted()).toEqual(['bse:SBIN', 'nse:SBIN-EQ'])
    expect(partsOf('buy 10 sbin bse mkt')).toMatchObject({ symbol: 'SBIN', exchange: 'BSE' })
    const near = parsed('buy 75 nifty26nov mkt')
    expect(near.troubles).toEqual([expect.stringContaining('No book of these accounts shows')])
    expect(near.choices).toHaveLength(2)
  })

  it.each(Exchange.options)('takes %s in front of a symbol that no book has shown', (exchange) => {
    const text = `buy 10 ${exchange.toLowerCase()}:OTHER mkt`
    expect(partsOf(text)).toMatchObject({ symbol: 'OTHER', exchange })
  })

  it('marks what it does not understand, and what was typed twice', () => {
    const text = 'buy 10 infy mkt cnx'
    const { troubles, spans } = parsed(text)
    expect(troubles).toEqual(['‘cnx’ is not understood.'])
    expect(
      spans.filter(({ as }) => as === 'unknown').map((one) => text.slice(one.from, one.to)),
    ).toEqual(['cnx'])
    expect(parsed('buy 10 infy limit 1 limit 2').troubles).toHaveLength(1)
    // Lots are a quantity, and never a price.
    for (const text of [
      'sell 75 infy 2lots',
      'sell 75 infy 2lots mkt',
      'sell infy 75 2lots 2lots',
    ]) {
      const { parts, troubles } = parsed(text)
      expect(troubles.length, text).toBeGreaterThan(0)
      expect(parts.price, text).not.toBe('2')
    }
    expect(parsed('buy 10 infy mkt 1500').troubles).toEqual(['A market order has no price.'])
    expect(parsed('buy 10 infy 1500 @nobody').troubles).toHaveLength(1)
    expect(parsed('buy 10 infy 1500 @everyday @bothofus').troubles).toHaveLength(1)
    expect(parsed('exit itc @everyday').troubles).toEqual([
      'No book that was read shows an open position called ‘itc’.',
    ])
  })

  it('takes a comma for a mark between digits only where it groups them', () => {
    expect(partsOf('buy 1,500 infy 1,00,000.5')).toMatchObject({
      quantity: '1500',
      price: '100000.5',
    })
    for (const text of ['buy 10 infy 12,50', 'buy 10 infy limit 1,5', 'buy 1,50 infy mkt'])
      expect(parsed(text).troubles).not.toEqual([])
  })

  it('names what stands for a quantity and is none, and not the symbol after it', () => {
    for (const word of ['1l', '2.5k', '10cr', '5lakh'])
      expect(parsed(`buy ${word} infy mkt @everyday`)).toMatchObject({
        troubles: [`‘${word}’ is no quantity: write all its digits, such as 1,00,000.`],
        parts: { symbol: 'INFY-EQ' },
      })
    // Where the quantity is said already, it may be a symbol.
    expect(parsed('buy 10 1l mkt').troubles).toEqual([
      expect.stringContaining('No book of these accounts shows ‘1l’'),
    ])
  })

  it('takes a percentage where one is meant, and names it everywhere else', () => {
    expect(partsOf('buy 10 infy mkt protect 2%')).toMatchObject({ protection: '2' })
    for (const [text, named] of [
      [
        'bracket buy 75 infy 120 target 2% stop 5',
        '‘2%’ is a percentage, and ‘target’ takes none.',
      ],
      ['bracket buy 75 infy 120 target 2 stop 5%', '‘5%’ is a percentage, and ‘stop’ takes none.'],
      ['buy 10 infy limit 1500%', '‘1500%’ is a percentage, and ‘limit’ takes none.'],
      ['smart infy to 50% mkt', '‘50%’ is a percentage, and ‘to’ takes none.'],
      ['buy 10 infy 1500 2%', '‘2%’ is not understood.'],
    ] as const)
      expect(parsed(text)).toMatchObject({ troubles: [named], missing: [] })
  })

  it.each([
    'buy 10 infy mkt mis mis',
    'buy buy 10 infy mkt',
    'buy 10 20 30 infy mkt',
    'buy 2lots lots infy mkt',
    'buy 10 infy nse nse mkt',
    'buy 10 infy mkt #A #B',
    'buy 10 infy mkt @everyday @everyday',
    'buy 10 infy mkt @everyday,@everyday',
    'buy 10 infy mkt @bothofus @bothofus',
    'bracket buy 75 infy 120 target 10 target 10 stop 5',
    'cancel all all',
    'exit 50% 50% infy',
  ])('names what is said twice: %s', (text) => {
    expect(parsed(text).troubles).not.toEqual([])
  })

  it('names a target that the kind of order has no place for', () => {
    expect(parsed('buy 10 infy 1500 target 20').troubles).toEqual([
      'A regular order has no place for ‘target’.',
    ])
  })

  it.each(['exit all nse', 'exit nse all', 'cancel all nfo', 'cancel nfo all'])(
    'leaves no exchange unsaid where all is meant: %s',
    (text) => {
      expect(parsed(text).troubles).toEqual([
        'All is all of an account: no exchange can be left out.',
      ])
    },
  )

  it.each(['buy 10 nse:IN\u200BFY mkt', 'buy 10 infy\u00AD mkt', 'buy 10 infy mkt #S\u2060X'])(
    'names a word with marks that cannot be seen: %j',
    (text) => {
      expect(parsed(text).troubles).toContainEqual(
        expect.stringMatching(/^‘.*\[U\+.*’ has marks that cannot be seen\.$/),
      )
    },
  )

  it('has no ticket to begin with as long as its side was not said', () => {
    expect(hasSide(parsed('bracket 75 infy 120 target 10 stop 5').parts)).toBe(false)
    expect(hasSide(parsed('bracket sell 75 infy 120').parts)).toBe(true)
    expect(hasSide(parsed('smart infy to 0 mkt').parts)).toBe(true)
  })

  it('offers a cover order where a plain one has no place for a stop', () => {
    const { troubles, choices } = parsed('b 100 infy 812.5 sl 810')
    expect(troubles).toEqual([
      'A regular order has no place for ‘sl’: a stop order is a smart one, which brings a position to a size: ‘smart infy to 100 sl 810’.',
    ])
    expect(partsOf('smart infy to 100 sl 810')).toMatchObject({ type: 'SL-M', trigger: '810' })
    expect(choices).toEqual([expect.objectContaining({ from: 0, to: 0, text: 'cover ' })])
    expect(partsOf('cover b 100 infy 812.5 sl 810')).toMatchObject({ stopPrice: '810' })
  })

  const word = fc.oneof(
    fc.constantFrom(
      ...'buy b sell s bracket cover smart exit reverse cancel all 50 1500.5 1,500 -5 2lots lots infy sbin nifty NSE:INFY-EQ limit at mkt sl stop trigger target trail slice protect plain disclose to mis cnc nse nfo amo #X @everyday @family,@everyday @bothofus @ 50% 33% @,,'.split(
        ' ',
      ),
    ),
    fc.string({ maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  const texts = fc.array(word, { maxLength: 12 }).map((some) => some.join(' '))

  it('never makes anything throw, and every word of it is accounted for', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const order = parseOrder(text, known)
        if (order === null) return
        let at = 0
        for (const { from, to } of order.spans) {
          expect(from).toBeGreaterThanOrEqual(at)
          expect(to).toBeGreaterThanOrEqual(from)
          at = to
        }
        const gaps = order.spans.reduceRight(
          (rest, { from, to }) => rest.slice(0, from) + rest.slice(to),
          text,
        )
        expect(gaps.replaceAll(',', '').trim()).toBe('')
      }),
      { numRuns: sampleCount(2000) },
    )
  })

  it('never has a side, a quantity or a price that was not typed', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const order = parseOrder(text, known)
        if (order === null) return
        const { action, quantity, price, trigger, stop, stopPrice, position } = order.parts
        const bare = text.toLowerCase().replaceAll(/(?<=\d),(?=\d)/g, '')
        for (const figure of [quantity, price, trigger, stop, stopPrice, position])
          if (figure !== undefined) expect(bare).toContain(figure)
        if (action === 'BUY') expect(bare).toMatch(/(^|\s)(buy|b)(\s|$)/)
        if (action === 'SELL') expect(bare).toMatch(/(^|\s)(sell|s)(\s|$)/)
      }),
      { numRuns: sampleCount(2000) },
    )
  })

  const figure = fc
    .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 99 }))
    .map(([whole, rest]) =>
      rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`,
    )
  const units = fc.integer({ min: 1, max: 99_999 }).map(String)
  const listed = fc.constantFrom(...known.symbols)
  const to = fc.option(
    fc.constantFrom<NonNullable<TypedOrderParts['to']>>(
      { accounts: ['a1'] },
      { accounts: ['a1', 'a2'] },
      { group: 'g1' },
    ),
    { nil: undefined },
  )
  const rest = fc.record({
    action: fc.constantFrom('BUY' as const, 'SELL' as const),
    quantity: units,
    unit: fc.constantFrom('units' as const, 'lots' as const),
    listed,
    to,
    product: fc.option(fc.constantFrom('MIS' as const, 'CNC' as const, 'NRML' as const), {
      nil: undefined,
    }),
    price: fc.option(figure, { nil: undefined }),
  })
  const orders = fc
    .tuple(rest, fc.constantFrom('regular' as const, 'bracket' as const, 'cover' as const), figure)
    .map(([{ listed, price, to, product, ...order }, kind, other]): TypedOrderParts => ({
      verb: 'order',
      kind,
      ...order,
      ...listed,
      ...(to && { to }),
      ...(product && { product }),
      ...(price === undefined ? { type: 'MARKET' } : { type: 'LIMIT', price }),
      ...(kind === 'bracket' && { target: other, stop: other }),
      ...(kind === 'cover' && { stopPrice: other }),
    }))

  it('is understood as the same order when it is written in its own words', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const { parts: again, troubles, missing } = parsed(written(order))
        expect(troubles).toEqual([])
        expect(missing).toEqual([])
        expect(again).toEqual(JSON.parse(JSON.stringify(order)))
      }),
    )
  })
})

describe('a search', () => {
  it('finds words by their beginnings first, and lights up what was typed', () => {
    expect(fuzzyMatch('ord', 'New order')).toMatchObject({ marks: [[4, 7]] })
    expect(fuzzyMatch('new ord', 'New order')).toMatchObject({
      marks: [
        [0, 3],
        [4, 7],
      ],
    })
    expect(fuzzyMatch('rdr', 'New order')?.marks).toEqual([
      [5, 7],
      [8, 9],
    ])
    expect(fuzzyMatch('xyz', 'New order')).toBe(null)
    expect(fuzzyMatch('ord', 'Orders')!.score).toBeGreaterThan(fuzzyMatch('ord', 'Records')!.score)
  })

  it('lights up only what is there', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 20 }), (query, text) => {
        let at = 0
        for (const [from, to] of fuzzyMatch(query, text)?.marks ?? []) {
          expect(from).toBeGreaterThanOrEqual(at)
          at = to
        }
        // Small letters may be longer than large ones, never by much.
        expect(at).toBeLessThanOrEqual(text.toLowerCase().length)
      }),
    )
  })
})

it('finds what has a printed mark by the one on a keyboard', () => {
  expect(fuzzyMatch("accounts' health", 'The accounts’ health')).not.toBeNull()
})
