import { noBaselines } from '../../../../../src/main/picture/traded/baselines.ts'
import { describe, expect, it } from 'vitest'
import { gatherContext } from '../../../../../src/main/orders/context/gather-context.ts'
import { ReachedLosses } from '../../../../../src/main/orders/context/reached-losses.ts'
import { AccountRecords } from '../../../../../src/main/picture/account-records.ts'
import type { BookSeen } from '../../../../../src/main/picture/login-facts.ts'
import { LoginPicture } from '../../../../../src/main/picture/login-picture.ts'
import type { Account } from '../../../../../src/shared/accounts/accounts.ts'
import { type BookName, bookNames, books } from '../../../../../src/shared/books/books.ts'
import { isCurrent, isStale } from '../../../../../src/shared/books/staleness.ts'
import { unitsFilled } from '../../../../../src/shared/service/order-units.ts'
import { type Limits, noLimits, usualTrading } from '../../../../../src/shared/orders/limits.ts'
import type { BrokerSymbol } from '../../../../../src/shared/orders/broker-symbols.ts'
import { SymbolNames } from '../../../../../src/shared/orders/symbol-names.ts'
import type { Failure } from '../../../../../src/shared/core/errors.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { type Row, keyed } from '../../../../../src/shared/core/patch.ts'
import { operations } from '../../../../../src/shared/service/operations.ts'
import { defaultSettings } from '../../../../../src/shared/settings/settings.ts'
import { accepted, after, inDoubt, onTheWire, recordedEvent } from '../doubt/doubts.ts'
import { market } from '../planning/contexts.ts'

interface Seen {
  age?: number | null
  unreadable?: string[]
  trouble?: Failure | null
  rows: object[]
}
type Books = Partial<Record<BookName, Seen>>

const never: Seen = { age: null, rows: [] }

/** Rows as the poller keeps them: read with the operation's own record, and keyed. */
function rowsOf(book: BookName, raw: readonly object[]): Map<string, Row> {
  const { record } = operations[books[book].operation]
  const rows = raw.map((one) => record.parse(one) as Row)
  return keyed(rows, (row) => books[book].key.map((field) => String(row[field])).join('|'))
}

function knowing(
  accounts: Record<string, Books>,
  more: {
    disabled?: string
    /** Accounts of the practice broker. */
    practice?: string[]
    /** Accounts that are one login. */
    twins?: string[]
    limits?: Partial<Limits>
    inFlight?: Intent[]
    isBeingSquaredOff?: boolean
    /** Of earlier questions. */
    reached?: ReachedLosses
    /** Whether all fills of the order book came up a moment ago. */
    isJustFilled?: boolean
    symbols?: BrokerSymbol[]
    /** By account. */
    brokers?: Record<string, string>
    onRead?: () => void
  } = {},
) {
  const seen = (account: string, book: BookName): BookSeen | null => {
    const { age = 100, rows, unreadable = [], trouble = null } = accounts[account]?.[book] ?? never
    if (age === null) return null
    const meta = { age, every: 1000, trouble }
    const keyedRows = rowsOf(book, rows)
    const read = [...keyedRows.values()]
    return {
      rows: keyedRows,
      at: 0,
      firstAt: 0,
      readAt: 0,
      hasShown: read.length > 0,
      isOld: isStale(age, 1000),
      isCurrent: isCurrent(meta),
      unreadable: unreadable.length,
      unreadableMissing: 0,
      isOddlyEmpty: false,
      vanished: [],
      missing: [],
      dropped: [],
      lastFills: () => [],
      baselines: noBaselines,
      fills:
        book === 'orders' && more.isJustFilled === true
          ? read.flatMap((row) => ({ row, units: unitsFilled(row), age: 0 }))
          : [],
    }
  }
  const squareOff = after([recordedEvent({ operation: 'SquareOffAllPosition' })])
  const intents = [
    ...(more.inFlight ?? []),
    ...(more.isBeingSquaredOff === true ? [{ ...squareOff, ticket: null }] : []),
  ]
  const picture = (account: string): LoginPicture =>
    new LoginPicture({
      orders: seen(account, 'orders'),
      positions: seen(account, 'positions'),
      intents,
      slicesAtMost: intents.flatMap(({ ticket, parts }) => (ticket === null ? [] : parts)).length,
      exits: [],
      squareOffs: [],
      trades: null,
      tradedLater: [],
      protecting: [],
      earlierOrders: [],
      unlisted: [],
      openedOvernight: [],
      unknownClient: null,
    })
  const profiles = Object.keys(accounts).map((id): Account => ({
    id,
    name: id,
    broker: more.brokers?.[id] ?? 'ZE',
    service:
      more.practice?.includes(id) === true
        ? { kind: 'practice', client: 'practice-1' }
        : { kind: 'url', url: 'https://service.example' },
    strategy: 'Manual',
    colour: 'blue',
    enabled: id !== more.disabled,
    polls: {},
    readsPerSecond: 10,
    trading: usualTrading,
    login: more.twins?.includes(id) === true ? more.twins.toSorted()[0]! : id,
    hasKeys: true,
    health: { last: null, p99: null, isSlow: false, trouble: null },
  }))
  return gatherContext({
    reachedLosses: more.reached ?? new ReachedLosses(),
    roster: { known: () => profiles, keyless: () => () => null, keysRefused: () => null },
    pictures: {
      of: picture,
      ofEach: (account) =>
        (more.twins?.includes(account) === true ? more.twins : [account]).map(picture),
      recordsOf: (account) => {
        const known = new Map(bookNames.map((book) => [book, seen(account, book)]))
        return new AccountRecords((book) => {
          more.onRead?.()
          return known.get(book) ?? null
        })
      },
    },
    dispatch: () => ({
      lastMinute: (account) => (account === 'a' ? 3 : 4),
      isRepeated: (account, { symbol }) => account === 'a' && symbol === 'INFY-EQ',
    }),
    settings: () => ({ ...defaultSettings, limits: { ...noLimits, value: 7, ...more.limits } }),
    market,
    symbols: { names: new SymbolNames(more.symbols), unsaid: () => [] },
    isStopped: () => true,
    now: () => 1234,
  })
}

const position = (more: object = {}) => ({
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  product: 'MIS',
  netqty: '50',
  ltp: '1531.90',
  tick_size: '0.10',
  lot_size: '1',
  realisedprofitloss: '10',
  unrealisedprofitloss: '-4.5',
  ...more,
})
const order = (more: object = {}) => ({
  order_id: String(Math.random()).slice(2),
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  product: 'MIS',
  action: 'SELL',
  quantity: 30,
  fillshares: 10,
  status: 'OPEN',
  tick_size: 0.05,
  lot_size: 25,
  ...more,
})
const holding = (more: object = {}) => ({
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  isin: 'INE009A01021',
  product: 'CNC',
  ltp: 1530,
  ...more,
})

const one = (seen: Books, more: Parameters<typeof knowing>[1] = {}) =>
  knowing({ a: seen }, more).accounts.get('a')!

describe('what is known of an account', () => {
  it('is nothing before its books were read', () => {
    const account = one({ positions: { rows: [], age: null } })
    expect(account.held({ exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' })).toBeNull()
    expect(account.listing({ exchange: 'NSE', symbol: 'INFY-EQ' })).toBeUndefined()
    expect(account).toMatchObject({
      ...{ funds: null, openOrders: null, openOrdersAtMost: null, profit: null },
    })
    expect(account).toMatchObject({ exchanges: null, products: null, stale: new Set() })
  })

  it('is what it holds: 0 where the book was read and has no such position', () => {
    const account = one({
      positions: { rows: [position(), position({ product: 'NRML', netqty: -5 })] },
    })
    expect(account.held({ exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' })).toBe(50)
    expect(account.held({ exchange: 'NSE', symbol: 'INFY-EQ', product: 'NRML' })).toBe(-5)
    expect(account.held({ exchange: 'NSE', symbol: 'INFY-EQ', product: 'CNC' })).toBe(0)
    expect(account.held({ exchange: 'BSE', symbol: 'INFY-EQ', product: 'MIS' })).toBe(0)
    expect(account.held({ exchange: 'NSE', symbol: 'TCS-EQ', product: 'MIS' })).toBe(0)
  })

  it('is not known where the book has a position in two rows', () => {
    const account = one({ positions: { rows: [position(), position({ netqty: -20 })] } })
    expect(account.held({ exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' })).toBeNull()
  })

  it('is not what it holds where a row leaves that open', () => {
    for (const more of [
      { netqty: 'NA' },
      { product: 'margin' },
      { product: null },
      { exchange: '' },
    ])
      expect(
        one({ positions: { rows: [position(more)] } }).held({
          exchange: 'NSE',
          symbol: 'INFY-EQ',
          product: 'MIS',
        }),
      ).toBeNull()
  })

  it('is what its working orders would still do', () => {
    const account = one({
      orders: {
        rows: [
          order(),
          order({ quantity: 5, fillshares: null, action: 'S' }),
          order({ status: 'complete', fillshares: 30 }),
          order({ action: 'BUY' }),
          order({ product: 'NRML' }),
          order({ symbol: 'TCS-EQ' }),
        ],
      },
    })
    const of = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
    expect(account.underWay(of)).toEqual({ buys: 20, sells: 25, unknown: [] })
    expect(account.openOrders).toBe(5)
  })

  it('is also what was confirmed and is not in the order book yet', () => {
    const waiting = after([recordedEvent({ quantities: [10, 5] })])
    const taken = after([
      recordedEvent(),
      { kind: 'sent', rivals: [], bookAge: 0 },
      { kind: 'answered', parts: [accepted('77')] },
    ])
    const refused = after([recordedEvent(), { kind: 'called-off', why: 'person' }])
    const inFlight = [waiting, onTheWire(), inDoubt(), taken, refused]
    const of = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
    const before = knowing({ a: { orders: { rows: [] } } }, { inFlight }).accounts.get('a')!
    expect(before.underWay(of)).toEqual({ buys: 15 + 100 + 100 + 100, sells: 0, unknown: [] })
    expect(before.openOrders).toBe(5)
    const shown = { orders: { rows: [order({ order_id: '77', action: 'BUY', quantity: 100 })] } }
    const later = knowing({ a: shown }, { inFlight }).accounts.get('a')!
    expect(later.underWay(of)).toMatchObject({ buys: 15 + 100 + 100 + 90, sells: 0 })
    expect(later.openOrders).toBe(5)
    // Told sooner, and no fewer: as if no order of ours were shown.
    for (const { openOrders, openOrdersAtMost } of [before, later])
      expect(openOrdersAtMost).toBeGreaterThanOrEqual(openOrders!)
    expect(later.openOrdersAtMost).toBe(before.openOrdersAtMost! + 1)
  })

  it('is not known where a row that cannot be read may say otherwise', () => {
    const account = one({
      positions: { rows: [position()], unreadable: ['{}'] },
      orders: { rows: [order()], unreadable: ['{}'] },
    })
    expect(account.held({ exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' })).toBe(50)
    expect(account.held({ exchange: 'NSE', symbol: 'TCS-EQ', product: 'MIS' })).toBeNull()
    expect(account).toMatchObject({ profit: null, openOrders: 2 })
  })

  it('is all of an order whose units its broker writes below zero, since it sells', () => {
    const rows = [order(), order({ quantity: -500, fillshares: 0 })]
    const of = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
    expect(one({ orders: { rows } }).underWay(of)).toMatchObject({ sells: 520 })
  })

  it('is also what was filled, and is not in a position book that lags behind', () => {
    const of = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
    const filled = { order_id: '77', status: 'complete', quantity: 100, fillshares: 100 }
    const underWay = (netqty: number, more: object = {}, isJustFilled = true) =>
      one(
        {
          orders: { rows: [order({ ...filled, ...more })] },
          positions: { rows: [position({ netqty, cfbuyqty: 100 })] },
        },
        { isJustFilled },
      ).underWay(of)
    expect(underWay(100)).toEqual({ buys: 0, sells: 100, unknown: [] })
    expect(underWay(100, { fillshares: null })).toMatchObject({ sells: 100 })
    expect(underWay(60)).toMatchObject({ sells: 60 })
    expect(underWay(0)).toMatchObject({ buys: 0, sells: 0 })
    // Others bought meanwhile: no more than was filled can be missing.
    expect(underWay(500)).toMatchObject({ sells: 100 })
    expect(underWay(-50)).toMatchObject({ buys: 0, sells: 0 })
    // After a while the position is taken for what it says.
    expect(underWay(100, {}, false)).toMatchObject({ buys: 0, sells: 0 })
  })

  it('is also what was sold again before the position book showed that it was bought', () => {
    const filled = { status: 'complete', quantity: 100, fillshares: 100 }
    const rows = [
      order({ order_id: '1', action: 'BUY', ...filled }),
      order({ order_id: '2', action: 'SELL', ...filled }),
    ]
    const underWay = (netqty: number) =>
      one(
        { orders: { rows }, positions: { rows: [position({ netqty })] } },
        { isJustFilled: true },
      ).underWay({ exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' })
    expect(underWay(100)).toMatchObject({ buys: 0, sells: 100 })
    expect(underWay(0)).toEqual({ buys: 0, sells: 0, unknown: [] })
    expect(underWay(-100)).toMatchObject({ buys: 100, sells: 0 })
  })

  it('is not known to the last unit where a square-off is under way, or the order book says too little', () => {
    const of = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
    const unknown = (seen: Books, more: { isBeingSquaredOff?: boolean } = {}) =>
      knowing({ a: seen }, more).accounts.get('a')!.underWay(of).unknown
    expect(unknown({})).toEqual(['the order book was not read'])
    expect(unknown({ orders: { rows: [] } })).toEqual([])
    expect(unknown({ orders: { rows: [], age: 5000 } })).toEqual(['the order book is old'])
    expect(unknown({ orders: { rows: [], unreadable: ['{}'] } })).toEqual([
      '1 row of the order book could not be read',
    ])
    for (const more of [{ action: 'both' }, { quantity: null }])
      expect(unknown({ orders: { rows: [order(more)] } })).toHaveLength(1)
    expect(unknown({ orders: { rows: [] } }, { isBeingSquaredOff: true })).toEqual([
      'a square-off of the account may still close it',
    ])
  })

  it('is what is available, by the sum that the window shows', () => {
    const funds = { openingbalance: 100, credits: 5, payinamt: 0, payoutamt: 3 }
    expect(one({ funds: { rows: [{ ...funds, utilizedamount: 20 }] } }).funds).toBe(82)
    expect(one({ funds: { rows: [funds] } }).funds).toBeNull()
  })

  it('is the profit, unless a position does not say it', () => {
    expect(one({ positions: { rows: [position(), position({ symbol: 'X' })] } }).profit).toBe(11)
    const closed = position({ symbol: 'X', netqty: 0, unrealisedprofitloss: 'NA' })
    expect(one({ positions: { rows: [position(), closed] } }).profit).toBe(15.5)
    const open = position({ symbol: 'X', unrealisedprofitloss: 'NA' })
    expect(one({ positions: { rows: [position(), open] } }).profit).toBeNull()
    const endless = [1.7e308, 1.7e308, -1.7e308].map((realisedprofitloss, at) =>
      position({ symbol: `X${at}`, realisedprofitloss }),
    )
    expect(one({ positions: { rows: endless } }).profit).toBeNull()
  })

  it('is what the profile record opens, where it speaks in known codes', () => {
    const account = one({ profile: { rows: [{ exarr: ['mf', 'nse'], prarr: 'CNC,MIS' }] } })
    expect(account.exchanges).toEqual(new Set(['MF', 'NSE']))
    expect(account.products).toEqual(new Set(['CNC', 'MIS']))
    const stranger = one({ profile: { rows: [{ exarr: [], prarr: ['Delivery'] }] } })
    expect(stranger).toMatchObject({ exchanges: null, products: null })
  })

  it('is old after two intervals', () => {
    const account = one({
      positions: { rows: [position()], age: 2001 },
      orders: { rows: [], age: 2000 },
      funds: { rows: [], age: 9000 },
    })
    expect(account.stale).toEqual(new Set(['positions', 'funds']))
    expect(account.listing({ exchange: 'NSE', symbol: 'INFY-EQ' })).toMatchObject({
      ltp: 1531.9,
      isOld: true,
    })
  })

  it('is what the desk remembers of its orders', () => {
    const account = one({})
    expect(account.lastMinute).toBe(3)
    expect(account.isRepeated({ symbol: 'INFY-EQ' })).toBe(true)
    expect(account.isRepeated({ symbol: 'TCS-EQ' })).toBe(false)
  })
})

describe('a symbol', () => {
  const at = { exchange: 'NSE', symbol: 'INFY-EQ' }

  it('is shown by what is held and by orders, but by none that was rejected', () => {
    expect(one({ positions: { rows: [position()] } }).shows(at)).toBe(true)
    expect(one({ holdings: { rows: [holding()] } }).shows(at)).toBe(true)
    expect(one({ orders: { rows: [order()] } }).shows(at)).toBe(true)
    expect(one({ orders: { rows: [order({ status: 'REJECTED' })] } }).shows(at)).toBe(false)
    expect(one({ orders: { rows: [order({ exchange: 'BSE' })] } }).shows(at)).toBe(false)
  })
})

describe('a listing', () => {
  it('is found at another broker by that one’s own symbol, and not by another’s', () => {
    const symbols: BrokerSymbol[] = [
      { exchange: 'NSE', name: 'INFY', broker: 'PX', symbol: 'INFY-EQ', origin: 'typed' },
      { exchange: 'NSE', name: 'TCS', broker: 'AB', symbol: 'TATA', origin: 'typed' },
    ]
    const { accounts } = knowing(
      {
        a: { positions: { rows: [] } },
        b: { positions: { rows: [position()] } },
        c: { positions: { rows: [position({ symbol: 'TATA' })] } },
      },
      { symbols, brokers: { a: 'ZE', b: 'PX', c: 'AB' } },
    )
    const account = accounts.get('a')!
    expect(account.listing({ exchange: 'NSE', symbol: 'INFY' })?.ltp).toBe(1531.9)
    expect(account.listing({ exchange: 'NSE', symbol: 'INFY-EQ' })).toBeUndefined()
    expect(account.listing({ exchange: 'NSE', symbol: 'TATA' })).toBeUndefined()
  })

  it('is what the positions say, then the holdings, then the orders', () => {
    const account = one({
      positions: { rows: [position({ lot_size: 0 })] },
      holdings: { rows: [holding(), holding({ symbol: 'TCS-EQ', ltp: 3100 })] },
      orders: { rows: [order()] },
    })
    expect(account.listing({ exchange: 'NSE', symbol: 'INFY-EQ' })).toEqual({
      ltp: 1531.9,
      tick: 0.1,
      lot: 25,
      isOld: false,
    })
    expect(account.listing({ exchange: 'NSE', symbol: 'TCS-EQ' })).toEqual({
      ltp: 3100,
      tick: null,
      lot: null,
      isOld: false,
    })
    expect(account.listing({ exchange: 'BSE', symbol: 'INFY-EQ' })).toBeUndefined()
  })

  it('has no last price of 0, and prefers one that is not old', () => {
    const account = one({
      positions: { rows: [position(), position({ symbol: 'TCS-EQ', ltp: 0 })], age: 9000 },
      holdings: { rows: [holding()] },
    })
    expect(account.listing({ exchange: 'NSE', symbol: 'INFY-EQ' })).toMatchObject({
      ltp: 1530,
      isOld: false,
    })
    expect(account.listing({ exchange: 'NSE', symbol: 'TCS-EQ' })?.ltp).toBeNull()
  })

  it('is completed from other accounts that write the symbol alike', () => {
    const { accounts } = knowing({ a: {}, b: { positions: { rows: [position()] } } })
    expect(accounts.get('a')!.listing({ exchange: 'NSE', symbol: 'INFY-EQ' })).toEqual({
      ltp: 1531.9,
      tick: 0.1,
      lot: 1,
      isOld: false,
    })
    expect(accounts.get('a')!.listing({ exchange: 'NSE', symbol: 'INFY' })).toBeUndefined()
  })

  it('takes neither tick nor lot from accounts that differ in it', () => {
    const { accounts } = knowing({
      a: {},
      b: { positions: { rows: [position()] } },
      c: { positions: { rows: [position({ tick_size: 0.05 })] } },
    })
    expect(accounts.get('a')!.listing({ exchange: 'NSE', symbol: 'INFY-EQ' })).toMatchObject({
      tick: null,
      lot: 1,
    })
  })

  it('is never completed from practice for a real account, nor the other way round', () => {
    const known = { positions: { rows: [position()] }, holdings: { rows: [holding()] } }
    for (const practice of ['a', 'b']) {
      const { accounts } = knowing({ a: {}, b: known }, { practice: [practice] })
      expect(accounts.get('a')!.listing({ exchange: 'NSE', symbol: 'INFY-EQ' })).toBeUndefined()
      expect(accounts.get('a')!.spot('INFY')).toBeNull()
    }
  })

  it('that no book has is looked for once in each, however many accounts ask', () => {
    let reads = 0
    const { accounts } = knowing({ a: {}, b: {}, c: {} }, { onRead: () => reads++ })
    const infy = { exchange: 'NSE', symbol: 'INFY-EQ' }
    const listedAt = (id: string) => accounts.get(id)!.listing(infy)
    expect(listedAt('a')).toBeUndefined()
    const once = reads
    expect([listedAt('b'), listedAt('c')]).toEqual([undefined, undefined])
    expect(reads).toBe(once)
  })

  it('by orders is that of the first one which tells all: hundreds of others are not looked at', () => {
    const row = { exchange: 'NSE', symbol: 'INFY-EQ', status: 'open', tick_size: 0.05, lot_size: 1 }
    const notLookedAt = Object.defineProperty({ ...row }, 'exchange', {
      get: () => expect.fail('the first one tells all'),
    })
    const rows = new Map([
      ['1', row],
      ['2', notLookedAt],
    ])
    const records = new AccountRecords((book) =>
      book === 'orders' ? { rows, isOld: false } : null,
    )
    const infy = { exchange: 'NSE', symbol: 'INFY-EQ' }
    expect(records.listing(infy)).toMatchObject({ ltp: null, tick: 0.05, lot: 1 })
    expect(records.shows(infy)).toBe(true)
  })

  it('stays the same however often a book is asked', () => {
    const rows = Array.from({ length: 50 }, (_, n) => holding({ symbol: `S${n}`, ltp: n + 1 }))
    const account = one({ holdings: { rows } })
    for (let n = 0; n < 50; n++)
      expect(account.listing({ exchange: 'NSE', symbol: `S${n}` })?.ltp).toBe(n + 1)
    expect(account.listing({ exchange: 'NSE', symbol: 'S50' })).toBeUndefined()
  })
})

describe('the price of a position', () => {
  it('is found in any spelling of its exchange and product', () => {
    const held = position({ exchange: ' nse', product: 'Intraday', ltp: 1531.9 })
    expect(
      one({ positions: { rows: [held] } }).listing({ exchange: 'NSE', symbol: held.symbol })?.ltp,
    ).toBe(1531.9)
  })
})

describe('a spot', () => {
  it('is the last price of the underlying, as an index or a share', () => {
    const nifty = position({ symbol: 'NIFTY', ltp: 26_130.4 })
    const account = one({ positions: { rows: [nifty, position()] } })
    expect(account.spot('NIFTY')).toBe(26_130.4)
    expect(account.spot('INFY')).toBe(1531.9)
    expect(account.spot('BANKNIFTY')).toBeNull()
  })

  it('is none of a book that is old, and is found in any spelling of its exchange', () => {
    const nifty = position({ symbol: 'NIFTY', exchange: 'nse ', ltp: 26_130.4 })
    expect(one({ positions: { rows: [nifty] } }).spot('NIFTY')).toBe(26_130.4)
    expect(one({ positions: { rows: [nifty], age: 5000 } }).spot('NIFTY')).toBeNull()
  })

  it('is never that of a contract, and may come from another account', () => {
    const future = position({ exchange: 'NFO', symbol: 'NIFTY' })
    expect(one({ positions: { rows: [future] } }).spot('NIFTY')).toBeNull()
    const { accounts } = knowing({ a: {}, b: { holdings: { rows: [holding()] } } })
    expect(accounts.get('a')!.spot('INFY')).toBe(1530)
  })

  it('is looked for once, whether one is found or not, however many legs ask', () => {
    let reads = 0
    const { accounts } = knowing({ a: {}, b: {} }, { onRead: () => reads++ })
    const spot = () => accounts.get('a')!.spot('NIFTY')
    expect(spot()).toBeNull()
    const once = reads
    expect(once).toBeGreaterThan(0)
    expect(spot()).toBeNull()
    expect(reads).toBe(once)
  })

  it('comes from another account under the symbol that its broker has for it', () => {
    const symbols: BrokerSymbol[] = [
      { exchange: 'NSE', name: 'NIFTY', broker: 'PX', symbol: 'NIFTY 50', origin: 'typed' },
    ]
    const nifty = position({ symbol: 'NIFTY 50', ltp: 26_130.4 })
    const books = { a: {}, b: { positions: { rows: [nifty] } } }
    const brokers = { b: 'PX' }
    expect(knowing(books, { symbols, brokers }).accounts.get('a')!.spot('NIFTY')).toBe(26_130.4)
    expect(knowing(books, { brokers }).accounts.get('a')!.spot('NIFTY')).toBeNull()
  })
})

describe('what is known altogether', () => {
  it('sums the accounts that are switched on', () => {
    const books = { orders: { rows: [order(), order()] }, positions: { rows: [position()] } }
    const all = knowing({ a: books, b: books, c: books }, { disabled: 'c' })
    expect(all).toMatchObject({ openOrders: 4, openOrdersAtMost: 4, lastMinute: 7, profit: 11 })
    expect(all).toMatchObject({ isStopped: true, wall: 1234, limits: { ...noLimits, value: 7 } })
  })

  it('sums practice by itself once there is a real account, be it switched off', () => {
    const books = { orders: { rows: [order()] }, positions: { rows: [position()] } }
    const two = { orders: { rows: [order(), order()] }, positions: { rows: [] } }
    const mixed = knowing({ a: two, b: books }, { practice: ['b'] })
    expect(mixed).toMatchObject({ openOrders: 2, lastMinute: 3, profit: 0 })
    expect(mixed.practice).toMatchObject({ openOrders: 1, lastMinute: 4, profit: 5.5 })
    const off = knowing({ a: two, b: books }, { practice: ['b'], disabled: 'a' })
    expect(off).toMatchObject({ openOrders: 0, lastMinute: 0, profit: 0 })
    expect(off.practice).toMatchObject({ openOrders: 1 })
  })

  it('knows the sum of real money though no practice book was read', () => {
    const read = { orders: { rows: [] }, positions: { rows: [] } }
    const all = knowing({ a: read, b: {} }, { practice: ['b'] })
    expect(all).toMatchObject({ openOrders: 0, profit: 0, practice: { openOrders: null } })
  })

  it('sums practice where there is nothing else', () => {
    const books = { orders: { rows: [order()] }, positions: { rows: [position()] } }
    const all = knowing({ a: books, b: books }, { practice: ['a', 'b'] })
    expect(all).toMatchObject({ openOrders: 2, practice: null })
  })

  it('is unknown as soon as one of them is', () => {
    const all = knowing({ a: { orders: { rows: [] }, positions: { rows: [] } }, b: {} })
    expect(all).toMatchObject({ openOrders: null, profit: null })
  })

  const noAnswer: Failure = { code: 'no-answer', message: 'No answer came.' }
  it.each<[string, Partial<Seen>]>([
    ['old', { age: 2001 }],
    ['in trouble, however fresh', { trouble: noAnswer }],
  ])('counts no account as it was whose books are %s', (_what, seen) => {
    const lost = position({ realisedprofitloss: '-500' })
    const books = (more: Partial<Seen>): Books => ({
      positions: { rows: [lost], ...more },
      orders: { rows: [order()], ...more },
    })
    const all = knowing({ a: books({}), b: books(seen) }, { limits: { loss: 2000 } })
    expect(all).toMatchObject({ openOrders: null, profit: null })
    // Each account has a limit of its own, which its own age is held against.
    expect(all.accounts.get('b')).toMatchObject({ openOrders: 1, profit: -504.5 })
  })

  it('counts the books of a login once, however many accounts show them', () => {
    const gain: Books = { positions: { rows: [position({ realisedprofitloss: '1000' })] } }
    const books: Books = { ...gain, orders: { rows: [order()] } }
    const lost: Books = {
      positions: { rows: [position({ realisedprofitloss: '-1800' })] },
      orders: { rows: [] },
    }
    const all = knowing({ a: books, b: books, c: lost }, { twins: ['a', 'b'] })
    expect(all).toMatchObject({ openOrders: 1, profit: 1000 - 1800 - 9 })
  })

  it('is the worse of what two keys of a login are shown, whichever was read last', () => {
    const books = (profit: string | null, ...orders: object[]): Books => ({
      positions: { rows: [position({ realisedprofitloss: profit, unrealisedprofitloss: '0' })] },
      orders: { rows: orders },
    })
    const known = (a: Books, b: Books, limits: Partial<Limits> = {}) =>
      knowing({ a, b }, { twins: ['a', 'b'], limits })
    const fine = books('100', order())
    const lost = books('-5000', order(), order({ order_id: '2' }))
    for (const all of [known(fine, lost), known(lost, fine)]) {
      expect(all).toMatchObject({ openOrders: 2, profit: -5000 })
      expect(all.accounts.get('a')).toMatchObject({ openOrders: 2, profit: -5000 })
    }
    // What one of them does not say may be worse, but not better than a loss at its limit.
    expect(known(fine, books(null)).profit).toBeNull()
    expect(known(lost, books(null)).profit).toBeNull()
    expect(known(lost, books(null), { loss: 5000 }).profit).toBe(-5000)
  })

  it('does not open what a loss had closed by a book that leaves it out, or an account that is switched off', () => {
    const reached = new ReachedLosses()
    const lost = (profit: string): Books => ({
      positions: { rows: [position({ realisedprofitloss: profit, unrealisedprofitloss: '0' })] },
    })
    const of = (a: Books, b: Books, disabled?: string) =>
      knowing({ a, b }, { reached, limits: { loss: 2000 }, ...(disabled && { disabled }) })
    expect(of(lost('-1500'), lost('-700')).profit).toBe(-2200)
    expect(of(lost('-1500'), { positions: { rows: [], trouble: noAnswer } }).profit).toBe(-2200)
    expect(of(lost('-1500'), lost('-700'), 'b').profit).toBe(-2200)
    expect(of(lost('-1500'), lost('-400')).profit).toBe(-1900)
    expect(of(lost('-1500'), lost('-700'), 'b').profit).toBe(-1500)
  })

  it('does not open by a book that failed what its last figures had closed', () => {
    const lost = position({ realisedprofitloss: '-5000' })
    const failed = { trouble: noAnswer }
    const all = knowing(
      {
        a: { positions: { rows: [lost] }, orders: { rows: [order(), order()] } },
        b: { positions: { rows: [], ...failed }, orders: { rows: [], ...failed } },
      },
      { limits: { loss: 2000, openOrders: 2 } },
    )
    expect(all).toMatchObject({ openOrders: 2, profit: -5004.5 })
  })
})

describe('two last prices of one instrument', () => {
  const INFY = { exchange: 'NSE', symbol: 'INFY-EQ' }
  const rows = (ltp: string, more: object = {}) => [position({ ltp, ...more })]
  const otherOf = (books: Books) => one(books).listing(INFY)?.otherLtp

  it('are told where they are far apart, in two books or two rows of one', () => {
    const holdings = { rows: [holding({ ltp: 100 })] }
    expect(otherOf({ positions: { rows: rows('1') }, holdings })).toBe(100)
    expect(otherOf({ positions: { rows: rows('110') }, holdings })).toBe(100)
    const both = [...rows('1'), ...rows('90', { product: 'NRML' })]
    expect(otherOf({ positions: { rows: both } })).toBe(90)
    expect(otherOf({ positions: { rows: both }, holdings })).toBe(100)
    const inOtherWords = [...rows('1'), ...rows('90', { exchange: 'nse', product: 'carry' })]
    expect(otherOf({ positions: { rows: inOtherWords } })).toBe(90)
  })

  it('are the last one and what a share was traded at today, where it lost more than shares do in a day', () => {
    const traded = (more: object) => otherOf({ positions: { rows: rows('1', more) } })
    expect(traded({ bqty: '10', buyavgprc: '1500' })).toBe(1500)
    expect(traded({ bqty: '10', buyavgprc: '1500', sqty: '5', sellavgprc: '1600' })).toBe(1600)
    expect(traded({ bqty: '10', buyavgprc: '1.9' })).toBeUndefined()
    // Held since another day.
    expect(
      traded({ bqty: '0', sqty: '0', buyavgprc: '1500', netbuyavgprc: '1500' }),
    ).toBeUndefined()
    const option = { exchange: 'NFO', symbol: 'NIFTY26NOV24000CE' }
    const row = position({ ...option, ltp: '1', bqty: '50', buyavgprc: '150' })
    expect(one({ positions: { rows: [row] } }).listing(option)?.otherLtp).toBeUndefined()
  })

  it('are one where they are near each other, another exchange’s, or old', () => {
    const positions = { rows: rows('103') }
    expect(otherOf({ positions, holdings: { rows: [holding({ ltp: 100 })] } })).toBeUndefined()
    const elsewhere = [holding({ ltp: 1, exchange: 'BSE' })]
    expect(otherOf({ positions, holdings: { rows: elsewhere } })).toBeUndefined()
    const old = { rows: [holding({ ltp: 1 })], age: 1e9 }
    expect(otherOf({ positions, holdings: old })).toBeUndefined()
  })
})
