import type { UnknownClient } from '../../../../src/shared/accounts/unknown-client.ts'
import { exitEnd } from '../../../../src/main/exits/exit-outcome.ts'
import type { Watched } from '../../../../src/main/exits/exit-watch.ts'
import { noBaselines } from '../../../../src/main/picture/traded/baselines.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ExitGoal,
  chosenGoal,
  hasLeft,
  noOrders,
  noPositions,
  noneOfStrategy,
  nothingAtAll,
} from '../../../../src/main/exits/exit-goal.ts'
import { isFlat, leftOf, remainderOf } from '../../../../src/main/exits/remainder.ts'
import { todoOf } from '../../../../src/main/exits/left-words.ts'
import { LoginPicture } from '../../../../src/main/picture/login-picture.ts'
import type { Intent } from '../../../../src/shared/orders/intents.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'
import { inDoubt } from '../orders/doubt/doubts.ts'

const order = (order_id: string, more: Row = {}): Row => ({
  ...{ order_id, symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS', action: 'SELL' },
  ...{ status: 'open' },
  ...more,
})
const position = (symbol: string, netqty: number | null, more: Row = {}): Row => ({
  ...{ symbol, exchange: 'NSE', product: 'MIS', netqty },
  ...more,
})
const seen = (rows: [string, Row][], unreadable = 0) => ({
  ...{ rows: new Map(rows), unreadable, unreadableMissing: 0, isOddlyEmpty: false },
  ...{
    at: 0,
    firstAt: -60_000,
    readAt: 0,
    isOld: false,
    hasShown: rows.length > 0,
    isCurrent: true,
    vanished: [],
    missing: [],
  },
  ...{ fills: [], dropped: [], lastFills: () => [], baselines: noBaselines },
})
const books = (
  orders: Row[],
  positions: Row[] = [],
  {
    unreadable = 0,
    intents = [],
    unknownClient = null,
  }: { unreadable?: number; intents?: Intent[]; unknownClient?: UnknownClient | null } = {},
): LoginPicture =>
  new LoginPicture({
    orders: seen(orders.map((row) => [String(row['order_id']), row])),
    positions: seen(
      positions.map((row, index) => [String(index), row]),
      unreadable,
    ),
    intents,
    exits: [],
    squareOffs: [],
    trades: null,
    tradedLater: [],
    protecting: [],
    earlierOrders: [],
    unlisted: [],
    openedOvernight: [],
    slicesAtMost: 0,
    unknownClient,
  })
const flat = (picture: LoginPicture, goal: ExitGoal): boolean => isFlat(remainderOf(picture, goal))
const todo = (picture: LoginPicture, goal: ExitGoal): string => todoOf(remainderOf(picture, goal))

const statuses = [
  'open',
  'complete',
  'CANCELLED',
  'rejected',
  'trigger pending',
  'OPEN',
  'gibberish',
]
const someBooks = fc.record({
  orders: fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 30 }),
      status: fc.constantFrom(null, ...statuses),
      symbol: fc.constantFrom('A', 'B', 'C'),
    }),
    { maxLength: 8 },
  ),
  positions: fc.array(
    fc.record({
      symbol: fc.constantFrom('A', 'B', 'C'),
      netqty: fc.oneof(fc.constant(null), fc.integer({ min: -200, max: 200 })),
    }),
    { maxLength: 6 },
  ),
  unreadable: fc.integer({ min: 0, max: 1 }),
})
type SomeBooks = typeof someBooks extends fc.Arbitrary<infer Of> ? Of : never
const booksOf = ({ orders, positions, unreadable }: SomeBooks): LoginPicture =>
  books(
    orders.map(({ id, status, symbol }) => order(String(id), { status, symbol })),
    positions.map(({ symbol, netqty }) => position(symbol, netqty)),
    { unreadable },
  )
const finished = new Set(['complete', 'CANCELLED', 'rejected'])

describe('an account', () => {
  it('is flat exactly where no order works, every position is known to be zero and every row was read', () => {
    fc.assert(
      fc.property(someBooks, (some) => {
        const seen = booksOf(some)
        // The last row with an id is the one that counts.
        const orders = new Map(some.orders.map(({ id, status }) => [id, status]))
        const isDone =
          [...orders.values()].every((status) => finished.has(String(status))) &&
          some.positions.every(({ netqty }) => netqty === 0) &&
          some.unreadable === 0
        expect(flat(seen, nothingAtAll)).toBe(isDone)
      }),
    )
  })

  it('is never called flat and told to do something, nor the other way round', () => {
    fc.assert(
      fc.property(someBooks, (some) => {
        for (const aim of [nothingAtAll, noOrders, noPositions(new Set(['1', '2', '3']))]) {
          const remainder = remainderOf(booksOf(some), aim)
          expect(todoOf(remainder) === '').toBe(isFlat(remainder))
        }
      }),
    )
  })

  it('that is flat is flat for every narrower aim', () => {
    const named = fc.constantFrom('A', 'B', 'C')
    fc.assert(
      fc.property(someBooks, fc.array(named), (some, symbols) => {
        const seen = booksOf(some)
        if (!flat(seen, nothingAtAll)) return
        const before = new Set<string>()
        for (const aim of [
          noOrders,
          noPositions(before),
          noneOfStrategy({
            isOurs: () => true,
            closed: new Set(symbols),
            before,
            awaits: () => true,
          }),
        ])
          expect(flat(seen, aim)).toBe(true)
      }),
    )
  })

  it('is not flat while a position does not show yet what the order book came up with', () => {
    const filled = { status: 'complete', quantity: 20, fillshares: 20 }
    const bought = order('7', { ...filled, action: 'BUY' })
    const now = (orders: Row[], positions: Row[], age = 0): LoginPicture =>
      new LoginPicture({
        orders: {
          ...seen(orders.map((row) => [String(row['order_id']), row])),
          fills: orders.map((row) => ({ row, units: 20, age })),
        },
        positions: seen(positions.map((row) => [String(row['symbol']), row])),
        intents: [],
        exits: [],
        squareOffs: [],
        trades: null,
        tradedLater: [],
        protecting: [],
        earlierOrders: [],
        unlisted: [],
        openedOvernight: [],
        slicesAtMost: 0,
        unknownClient: null,
      })
    expect(flat(now([bought], []), nothingAtAll)).toBe(false)
    expect(todo(now([bought], []), nothingAtAll)).toMatch(/^1 position does not show yet/)
    expect(flat(now([bought], []), noOrders)).toBe(true)
    // At a service whose books never agree it is said later; not of one that leaves the position out.
    expect(flat(now([bought], [position('INFY-EQ', 0)]), nothingAtAll)).toBe(false)
    expect(flat(now([bought], [position('INFY-EQ', 0)], 10_000), nothingAtAll)).toBe(true)
    expect(flat(now([bought], [], 10_000), nothingAtAll)).toBe(false)
    expect(todo(now([bought], [], 10_000), nothingAtAll)).toMatch(/^INFY-EQ is missing from the/)
    // Sold since by another order: the position is zero, and is no older.
    const sold = order('8', filled)
    expect(flat(now([bought, sold], [position('INFY-EQ', 0)]), nothingAtAll)).toBe(true)
  })

  it('is not flat while its profile may yet tell whose its new keys are, and says afterwards that nothing does', () => {
    const end = (unknownClient: UnknownClient | null) => {
      const remainder = remainderOf(books([], [], { unknownClient }), nothingAtAll)
      const why = isFlat(remainder) ? 'flat' : 'time'
      const seen = { why, remainder, trouble: null } as Watched
      return exitEnd(seen, { what: 'both', strategy: null })
    }
    expect(end(null)).toMatchObject({ step: 'flat', todo: null })
    expect(end('unread')).toMatchObject({
      step: 'left',
      todo: expect.stringMatching(/was not read with them yet.* is not known/),
    })
    expect(end('unread for long')).toMatchObject({
      step: 'flat',
      todo: expect.stringMatching(/not read with them, though its books were.* is not known/),
    })
    expect(end('unnamed')).toMatchObject({
      step: 'flat',
      todo: expect.stringMatching(
        /names no client with them: .* counts as another’s.* is not known/,
      ),
    })
  })

  it('is not flat while an order that worked is gone from the book without an end', () => {
    const vanished = [order('7')]
    const lacking = new LoginPicture({
      orders: { ...seen([]), vanished },
      positions: seen([]),
      intents: [],
      exits: [],
      squareOffs: [],
      trades: null,
      tradedLater: [],
      protecting: [],
      earlierOrders: [],
      unlisted: [],
      openedOvernight: [],
      slicesAtMost: 0,
      unknownClient: null,
    })
    expect(flat(lacking, nothingAtAll)).toBe(false)
    expect(flat(lacking, noOrders)).toBe(false)
    expect(flat(lacking, noPositions(new Set(['7'])))).toBe(true)
    expect(todo(lacking, noOrders)).toMatch(/^1 order that worked is gone from the order book/)
  })

  it('is not flat while a position that was open is gone and no fill closed it', () => {
    const row = position('INFY-EQ', 100, { cfbuyqty: 100, cfsellqty: 0, bqty: 0, sqty: 0 })
    const missing = [
      {
        row,
        seenAt: 0,
        since: 0,
        goneAt: null,
        loss: 0,
        isLossDoubted: false,
        isOfEarlierDay: false,
        isBeforeFills: false,
      },
    ]
    const now = (orders: Row[]): LoginPicture =>
      new LoginPicture({
        orders: seen(orders.map((row) => [String(row['order_id']), row])),
        positions: { ...seen([]), missing },
        intents: [],
        exits: [],
        squareOffs: [],
        trades: null,
        tradedLater: [],
        protecting: [],
        earlierOrders: [],
        unlisted: [],
        openedOvernight: [],
        slicesAtMost: 0,
        unknownClient: null,
      })
    expect(flat(now([]), nothingAtAll)).toBe(false)
    expect(flat(now([]), noOrders)).toBe(true)
    expect(todo(now([]), nothingAtAll)).toMatch(
      /^INFY-EQ is missing from the position book, and no/,
    )
    expect(leftOf(remainderOf(now([]), nothingAtAll)).positions).toMatchObject([
      { symbol: 'INFY-EQ', net: null },
    ])
    const closing = order('5', { status: 'complete', quantity: 100, fillshares: 100 })
    expect(flat(now([closing]), nothingAtAll)).toBe(true)
  })

  it('is not flat where a position of two rows, or one that contradicts itself, may be open', () => {
    const row = position('INFY-EQ', 100)
    const zero = position('INFY-EQ', 0, { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 0 })
    const of = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
    const out = {
      ...{ ownOrders: new Map(), intents: new Set<string>() },
      isStranger: () => false,
    }
    const sold = chosenGoal({
      leaving: [{ ...of, held: null, ordered: -100, closedBeside: 0, converted: 0 }],
      ...out,
    })
    for (const rows of [[row, row], [row, position('INFY-EQ', 0)], [zero]])
      for (const goal of [nothingAtAll, sold]) {
        expect(flat(books([], rows), goal)).toBe(false)
        expect(todo(books([], rows), goal)).toMatch(/^How many units of INFY-EQ are open is not/)
        expect(leftOf(remainderOf(books([], rows), goal)).positions).toEqual([{ ...of, net: null }])
      }
  })

  it('without working orders may hold positions, where only orders were to go', () => {
    expect(flat(books([order('1', { status: 'complete' })], [position('A', 100)]), noOrders)).toBe(
      true,
    )
    expect(flat(books([order('1')]), noOrders)).toBe(false)
  })

  it('leaves alone what was sold of a holding before it, and nothing that it turned round', () => {
    const sold = position('TCS-EQ', -10, { product: 'CNC' })
    const aim = (held: readonly Row[] | null): ExitGoal => ({
      ...nothingAtAll,
      squareOff: {
        ...{ intent: 'x', held, before: new Set(), isTakenUp: false, named: [] },
        found: null,
      },
    })
    const seen = books([], [sold])
    expect(flat(seen, aim([sold]))).toBe(true)
    expect(remainderOf(seen, aim([sold])).soldHoldings).toHaveLength(1)
    for (const held of [null, [], [{ ...sold, netqty: 10 }]])
      expect(flat(seen, aim(held))).toBe(false)
    expect(todo(seen, aim(null))).toMatch(/Do not buy it back/)
    const short = position('TCS-EQ', -10)
    expect(flat(books([], [short]), aim([short]))).toBe(false)
  })

  it('with an order of unknown status is not without orders', () => {
    expect(flat(books([order('1', { status: null })]), noOrders)).toBe(false)
    expect(flat(books([order('1', { status: 'somewhere' })]), noOrders)).toBe(false)
  })

  it('without positions may have orders from before, but none that came since', () => {
    const before = new Set(['1'])
    expect(flat(books([order('1')], [position('A', 0)]), noPositions(before))).toBe(true)
    expect(flat(books([order('1'), order('2')], [position('A', 0)]), noPositions(before))).toBe(
      false,
    )
  })
})

describe('a strategy', () => {
  const aim = noneOfStrategy({
    isOurs: (id) => id === '7',
    closed: new Set(['INFY-EQ']),
    before: new Set(['1', '7']),
    awaits: () => true,
  })

  it("is out when its orders are finished and the symbols that it left are closed, whatever others' do", () => {
    const others = [order('1'), order('9', { symbol: 'TCS-EQ' })]
    const seen = books(others, [position('INFY-EQ', 0), position('TCS-EQ', 50)])
    expect(flat(seen, aim)).toBe(true)
  })

  it('is not out while a position that may be its own in another spelling is open', () => {
    const aimAt = (symbol: string): ExitGoal =>
      noneOfStrategy({
        ...{ isOurs: () => false, closed: new Set([symbol]), before: new Set() },
        awaits: () => true,
      })
    const option = aimAt('NIFTY26NOV24000CE')
    for (const [symbol, isIt] of [
      ['NFO:NIFTY26NOV24000CE', true],
      ['NIFTY 26 NOV 24000 CE', true],
      ['NIFTY26NOV26CE24000', true],
      ['NIFTY26NOV26C24000', true],
      ['NIFTY26N2624000CE', true],
      ['NIFTY26NOV24000PE', false],
      ['NIFTY26NOV25000CE', false],
      ['BANKNIFTY26NOV24000CE', false],
      ['NIFTY26NOVFUT', false],
      ['NIFTY', false],
    ] as const)
      expect(flat(books([], [position(symbol, 75)]), option), symbol).toBe(!isIt)
    expect(flat(books([], [position('NIFTY26NOV26F', 75)]), aimAt('NIFTY26NOVFUT'))).toBe(false)
  })

  it('is not out while one of its orders works, one that closes, or a symbol is open', () => {
    expect(flat(books([order('7')]), aim)).toBe(false)
    expect(flat(books([order('8')]), aim)).toBe(false)
    // The broker made it to close one of the strategy's.
    const leg = order('9', { symbol: 'TCS-EQ', parentorderid: '007' })
    expect(flat(books([leg]), aim)).toBe(false)
    expect(flat(books([], [position('INFY-EQ', 5)]), aim)).toBe(false)
  })
})

describe('chosen positions', () => {
  const leaving = (held: number | null, ordered: number) => ({
    ...{
      exchange: 'NSE',
      symbol: 'INFY-EQ',
      product: 'MIS',
      held,
      ordered,
      closedBeside: 0,
      converted: 0,
    },
  })
  const chosen = (isStranger: (order: Row) => boolean = () => false): ExitGoal =>
    chosenGoal({
      ...{
        leaving: [leaving(100, -60)],
        ownOrders: new Map([['5', { sentAt: 0, answeredAt: 0 }]]),
      },
      intents: new Set(['ours']),
      isStranger,
    })

  it('are out between zero and what was to stay, on the side that they were held', () => {
    const units = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(
        units,
        fc.nat(10_000),
        fc.boolean(),
        fc.integer({ min: -20_000, max: 20_000 }),
        (held, share, isLong, net) => {
          const sign = isLong ? 1 : -1
          const sold = Math.min(held, share)
          const isOut = hasLeft(net, { held: sign * held, ordered: -sign * sold })
          expect(isOut).toBe(net * sign >= 0 && net * sign <= held - sold)
        },
      ),
    )
  })

  it('are not out where their size, or what was held, is not known, until they are zero', () => {
    expect(hasLeft(null, { held: 100, ordered: -100 })).toBe(false)
    expect(hasLeft(40, { held: null, ordered: -60 })).toBe(false)
    expect(hasLeft(0, { held: null, ordered: -60 })).toBe(true)
  })

  it('leave others alone, and a position that is gone from the book is closed', () => {
    expect(flat(books([order('1')], [position('TCS-EQ', 10)]), chosen())).toBe(true)
    const other = position('INFY-EQ', 100, { product: 'CNC' })
    expect(flat(books([], [other]), chosen())).toBe(true)
  })

  it('are found where the book writes words in another case', () => {
    const here = position('INFY-EQ', 100, { exchange: 'nse', product: 'Mis' })
    expect(flat(books([], [here]), chosen())).toBe(false)
  })

  it('are not done while one of their orders works or may still come', () => {
    const there = [position('INFY-EQ', 40)]
    expect(flat(books([], there), chosen())).toBe(true)
    expect(flat(books([order('5')], there), chosen())).toBe(false)
    const lost = inDoubt({ id: 'ours' })
    expect(flat(books([], there, { intents: [lost] }), chosen())).toBe(false)
    expect(flat(books([], there, { intents: [inDoubt()] }), chosen())).toBe(true)
  })

  it('are not done while one that is nobody’s, and came up since, would take more of them', () => {
    const there = [position('INFY-EQ', 40)]
    const isNew = ({ order_id: id }: Row): boolean => id === '9'
    const isDone = (...of: Parameters<typeof order>): boolean =>
      flat(books([order(...of)], there), chosen(isNew))
    expect(isDone('9')).toBe(false)
    expect(isDone('8')).toBe(true)
    expect(isDone('9', { action: 'BUY' })).toBe(true)
    expect(isDone('9', { action: 'odd' })).toBe(false)
    expect(isDone('9', { symbol: 'TCS-EQ' })).toBe(true)
    expect(isDone('9', { status: 'complete', fillshares: 100 })).toBe(true)
  })

  it('with an order in doubt are not done, whatever the position is: it may come later', () => {
    const intents = [inDoubt({ id: 'ours' })]
    expect(flat(books([], [], { intents }), chosen())).toBe(false)
    expect(flat(books([], [position('INFY-EQ', 40)], { intents }), chosen())).toBe(false)
  })

  it('are not out where a row in words that nobody knows may be theirs', () => {
    for (const product of ['INTRADAY', 'margin', null])
      expect(flat(books([], [position('INFY-EQ', 100, { product })]), chosen())).toBe(false)
  })

  it('that were to stay in part are told with what was to stay', () => {
    expect(todo(books([], [position('INFY-EQ', 100)]), chosen())).toBe(
      'Exit INFY-EQ again: 100 units are open, and 40 were to stay.',
    )
    const intents = [inDoubt({ id: 'ours' })]
    expect(todo(books([], [position('INFY-EQ', 100)], { intents }), chosen())).toMatch(
      /^Look in the order book before you exit again: .+ INFY-EQ: 100 units are open, and 40 were to stay\.$/,
    )
    expect(todo(books([], [position('INFY-EQ', -20)]), chosen())).toBe(
      'INFY-EQ turned round: −20 is open now, +100 was held, and +40 was to stay. Look at its orders before you exit what is open now.',
    )
  })
})

describe('what is left', () => {
  it('is named with the next thing to do', () => {
    const future = position('NIFTY24NOV26F', -65)
    expect(todo(books([], [future]), nothingAtAll)).toBe('Exit NIFTY24NOV26F again: −65 is open.')
    expect(todo(books([], [future, position('A', 1), position('B', 1)]), nothingAtAll)).toBe(
      'Exit NIFTY24NOV26F again: −65 is open. 2 more positions are open.',
    )
    expect(todo(books([order('1')]), noOrders)).toBe('Cancel again: 1 order still works.')
    expect(todo(books([order('1'), order('2')]), noOrders)).toBe(
      'Cancel again: 2 orders still work.',
    )
  })

  it('is looked at before it is exited again while it is not known what became of what was sent', () => {
    const intents = [inDoubt({ id: 'ours' })]
    expect(todo(books([], [position('A', -65)], { intents }), nothingAtAll)).toBe(
      'Look in the order book before you exit again: 1 order or exit was sent, and it does not show what became of it. A: −65 is open.',
    )
  })

  it('is not to be exited again while the order that closes it works', () => {
    const closing = order('1', { symbol: 'A', action: 'BUY' })
    expect(todo(books([closing], [position('A', -65)]), nothingAtAll)).toBe(
      'Wait for the order that closes A, or cancel it before you exit again: −65 is open.',
    )
    // An order on the same side would open more of it, and closes nothing.
    expect(todo(books([closing], [position('A', 65)]), nothingAtAll)).toMatch(/^Exit A again/)
  })

  const squaredOff = (...held: Row[]): ExitGoal => ({
    ...nothingAtAll,
    squareOff: {
      ...{ intent: '1', held, before: new Set<string>() },
      ...{ found: null, isTakenUp: false, named: null },
    },
  })

  it('is still open only where it is known to have been held on this side', () => {
    const goal = squaredOff(position('A', 100))
    expect(todo(books([], [position('A', 40)]), goal)).toBe(
      'Exit A again: 40 units are still open.',
    )
    expect(todo(books([], [position('B', 40)]), goal)).toBe('Exit B again: +40 is open.')
  })

  it('is said to have turned round, and first, where more was closed than was held', () => {
    const goal = squaredOff(position('A', 100), position('B', 5))
    const turned = 'A turned round: −100 is open now, +100 was held. Look at its orders'
    expect(todo(books([], [position('B', 5), position('A', -100)]), goal)).toBe(
      `${turned} before you exit what is open now. 1 more position is open.`,
    )
    const back = order('1', { symbol: 'A', action: 'BUY' })
    expect(todo(books([back], [position('A', -100)]), goal)).toBe(
      'Wait for the order that closes A, or cancel it before you exit again: turned round: −100 is open now, +100 was held.',
    )
  })

  it('is said by what both books say, where they differ on what stays', () => {
    const a = { exchange: 'NSE', symbol: 'A', product: 'MIS', held: -60, expected: 60 }
    const remainder = remainderOf(books([], []), nothingAtAll)
    expect(todoOf({ ...remainder, contradicting: [a, { ...a, symbol: 'B' }] })).toMatch(
      /^The position book shows −60 of A, and by the order book it is \+60; they differ on 1 other position as well\. /,
    )
  })

  const closedByName = (...named: string[]): ExitGoal => ({
    ...nothingAtAll,
    squareOff: {
      ...{ intent: '1', held: [], before: new Set(['1']), isTakenUp: false, named },
      found: { positions: [], working: new Map(), before: new Set(['1']) },
    },
  })

  it('is not flat where the service closed what no book shows', () => {
    const goal = closedByName('A', 'B')
    const others = order('1', { symbol: 'C', status: 'complete' })
    expect(todo(books([others], [position('C', 0)]), goal)).toMatch(
      /^The service said that it closed A and 1 other position, and neither book shows anything of it\./,
    )
    expect(todo(books([others], [position('A-EQ', 0)]), goal)).toMatch(/closed B, and neither/)
  })

  it('is flat where the service names what a book shows as closed, or what was filled since', () => {
    const goal = closedByName('A')
    expect(flat(books([], [position('A-EQ', 0)]), goal)).toBe(true)
    expect(flat(books([order('1', { symbol: 'A', status: 'cancelled' })]), goal)).toBe(true)
    // With nothing to close it may name none, or all.
    for (const name of ['', ' ', 'NA', '-', 'ALL', 'all positions'])
      expect(flat(books([], []), closedByName(name))).toBe(true)
    const contract = closedByName('NIFTY24NOV2026C24500')
    expect(flat(books([], [position('NIFTY26N2424500CE', 0)]), contract)).toBe(true)
    expect(flat(books([], [position('NIFTY26N1724500CE', 0)]), contract)).toBe(false)
    // Its own word for a position need not be that of its books.
    const closing = order('2', { symbol: 'A INDUSTRIES', status: 'complete', quantity: 5 })
    expect(flat(books([closing], [position('A INDUSTRIES', 0)]), goal)).toBe(true)
  })

  it('is not given a size that nobody knows', () => {
    const seen = books([], [position('A', null)])
    expect(todo(seen, nothingAtAll)).toMatch(/^How many units of A are open is not known/)
    expect(leftOf(remainderOf(seen, nothingAtAll)).positions).toEqual([
      { exchange: 'NSE', symbol: 'A', product: 'MIS', net: null },
    ])
  })

  it('counts rows that could not be read', () => {
    expect(todo(books([], [], { unreadable: 1 }), nothingAtAll)).toBe(
      '1 row of the books could not be read: look at the account in the broker’s own terminal.',
    )
  })
})
