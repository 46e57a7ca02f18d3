import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../src/main/exits/remainder.ts'
import type { LoginFacts } from '../../../../src/main/picture/login-facts.ts'
import { LoginPicture } from '../../../../src/main/picture/login-picture.ts'
import type { RecentFill } from '../../../../src/main/picture/traded/recent-fills.ts'
import { unitsFilled } from '../../../../src/shared/service/order-units.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'
import type { Intent, IntentEvent } from '../../../../src/shared/orders/intents.ts'
import {
  accepted,
  after,
  inDoubt,
  onTheWire,
  recordedEvent,
  wireEvents,
} from '../orders/doubt/doubts.ts'
import { infosys, newPictures, order, position, seen } from './pictures.ts'
import { sampleCount } from '../../../sample-count.ts'

const pictureOf = (facts: Partial<LoginFacts>): LoginPicture =>
  new LoginPicture({
    orders: null,
    positions: null,
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
    ...facts,
  })

/** Whatever a service may write where a word or a figure belongs. */
const oddity = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 'NA', true, [], {}, NaN, Infinity, -0, -500, 2.5),
  fc.constantFrom<unknown>(
    'BUY',
    's',
    'NSE',
    'intraday',
    'Traded 50/100',
    'complete',
    'SL-PENDING',
  ),
  fc.string(),
  fc.double(),
)
const mostly = (word: string) => fc.oneof({ weight: 3, arbitrary: fc.constant(word) }, oddity)
const oddRow = fc.record(
  {
    order_id: oddity,
    exchange: mostly('NSE'),
    symbol: fc.constantFrom<unknown>('INFY-EQ', 'INFY-EQ', null, 7),
    product: mostly('MIS'),
    action: mostly('SELL'),
    quantity: oddity,
    fillshares: oddity,
    status: oddity,
    netqty: oddity,
    realisedprofitloss: oddity,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Row>
const oddRows = fc.array(oddRow, { maxLength: 6 })

const someIntent: fc.Arbitrary<Intent> = fc
  .constantFrom(
    () => after([recordedEvent()]),
    () => onTheWire(),
    () => inDoubt(),
    () => taken('1'),
    () => ({ ...after([recordedEvent({ operation: 'SquareOffAllPosition' })]), ticket: null }),
  )
  .map((make) => make())

const taken = (orderId: string, making: Parameters<typeof recordedEvent>[0] = {}): Intent =>
  after([
    recordedEvent(making),
    { kind: 'sent', rivals: [], bookAge: 0 },
    { kind: 'answered', parts: [accepted(orderId)] },
  ])

describe('a picture', () => {
  it('is total: whatever the rows are, each figure is one or is not known', () => {
    const isKnownOrNot = (figure: number | null) => figure === null || Number.isFinite(figure)
    fc.assert(
      fc.property(
        oddRows,
        oddRows,
        oddRows,
        fc.array(someIntent),
        (orders, gone, held, intents) => {
          const picture = pictureOf({
            orders: seen('orders', orders, { vanished: gone, fills: fillsOf(orders) }),
            positions: seen('positions', held, { vanished: gone }),
            intents,
            exits: intents,
          })
          const { buys, sells, unknown } = picture.underWay(infosys)
          expect(Math.min(buys, sells)).toBeGreaterThanOrEqual(0)
          expect(Number.isFinite(buys + sells)).toBe(true)
          expect(unknown.every((reason) => reason !== '')).toBe(true)
          expect(isKnownOrNot(picture.positions.held(infosys))).toBe(true)
          expect(isKnownOrNot(picture.pnl.profit)).toBe(true)
          expect(picture.orders.openCount).toBeGreaterThanOrEqual(picture.orders.working.length)
          for (const id of ['1', '', 'NA']) expect(picture.orders.standing(id)).toBeTypeOf('string')
          expect(picture.mayStillClose).toBeTypeOf('boolean')
          expect([...picture.orders.working, ...gone.values()]).toEqual(
            expect.arrayContaining(picture.closingOrders.map(({ row }) => row)),
          )
          expect(isFlat(remainderOf(picture, nothingAtAll))).toBeTypeOf('boolean')
        },
      ),
    )
  })

  it.each(['INFY', 'NSE:INFY-EQ', 'infy-be', 'INFY EQ'])(
    'does not know what is held where the book shows an open %s',
    (symbol) => {
      const heldBeside = (more: Row): number | null =>
        pictureOf({
          positions: seen('positions', [position(50, { symbol, ...more })]),
        }).positions.held(infosys)
      expect(heldBeside({})).toBeNull()
      expect(heldBeside({ exchange: 'NSE_EQ' })).toBeNull()
      expect(heldBeside({ netqty: 0 })).toBe(0)
      expect(heldBeside({ product: 'CNC' })).toBe(0)
      expect(heldBeside({ exchange: 'BSE' })).toBe(0)
    },
  )

  it('knows that nothing is held beside another symbol that begins alike', () => {
    const positions = seen('positions', [position(50, { symbol: 'INFYBEES-EQ' })])
    expect(pictureOf({ positions }).positions.held(infosys)).toBe(0)
  })

  it('without books knows nothing, and says so', () => {
    const picture = pictureOf({})
    expect([picture.orders.openCount, picture.pnl.profit]).toEqual([null, null])
    expect(picture.positions.held(infosys)).toBeNull()
    expect(picture.underWay(infosys).unknown).not.toEqual([])
    expect(picture.orders.standing('1')).toBe('not known')
  })
})

const fillsOf = (rows: readonly Row[]): RecentFill[] =>
  rows.map((row) => ({ row, units: unitsFilled(row), age: 0 }))

/** What happens to a position: orders leave and are filled, and the books come to know of it later. */
type Happening =
  | { kind: 'leaves'; side: 'BUY' | 'SELL'; units: number }
  | { kind: 'fills'; order: number; units: number }
  | { kind: 'is in the order book'; order: number; share: number }
  | { kind: 'is in the positions'; fills: number }

const units = fc.integer({ min: 1, max: 200 })
const anOrder = fc.nat(5)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    kind: fc.constant('leaves' as const),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    units,
  }),
  fc.record({ kind: fc.constant('fills' as const), order: anOrder, units }),
  fc.record({
    kind: fc.constant('is in the order book' as const),
    order: anOrder,
    share: fc.constantFrom(0.5, 1, 1),
  }),
  fc.record({ kind: fc.constant('is in the positions' as const), fills: fc.nat(10) }),
)

interface Placed {
  intent: Intent
  side: 1 | -1
  units: number
  filled: number
  /** What the order book says is filled; null where it has no such order yet. */
  shown: number | null
}

/** Plays what happens, and gives what the desk can see beside what is true. */
function play(begin: number, happenings: readonly Happening[]) {
  const orders: Placed[] = []
  const fills: number[] = []
  let told = 0
  const shownPosition = () => begin + fills.slice(0, told).reduce((sum, fill) => sum + fill, 0)
  for (const one of happenings) {
    if (one.kind === 'leaves') {
      const intent = taken(String(orders.length + 1), {
        params: { action: one.side },
        quantities: [one.units],
      })
      const side = one.side === 'BUY' ? 1 : -1
      orders.push({ intent, side, units: one.units, filled: 0, shown: null })
    } else if (one.kind === 'is in the positions') told = Math.min(told + one.fills, fills.length)
    else {
      const placed = orders[one.order % orders.length]
      if (placed === undefined) continue
      if (one.kind === 'fills') {
        const fill = Math.min(one.units, placed.units - placed.filled)
        placed.filled += fill
        if (fill > 0) fills.push(placed.side * fill)
      } else {
        const news = Math.round((placed.filled - (placed.shown ?? 0)) * one.share)
        placed.shown = (placed.shown ?? 0) + news
      }
    }
  }
  const rows = orders.flatMap(({ shown, units: quantity, side, intent }) =>
    shown === null
      ? []
      : [
          order(intent.parts[0]!.orderId!, {
            ...{ quantity, fillshares: shown, action: side === 1 ? 'BUY' : 'SELL' },
            status: shown === quantity ? 'complete' : 'open',
          }),
        ],
  )
  const held = begin + fills.reduce((sum, fill) => sum + fill, 0)
  const left = (side: 1 | -1) =>
    orders
      .filter((placed) => placed.side === side)
      .reduce((sum, placed) => sum + placed.units - placed.filled, 0)
  return {
    truth: {
      least: held - left(-1),
      most: held + left(1),
      alive: orders.filter((one) => one.filled < one.units),
    },
    rows,
    intents: orders.map(({ intent }) => intent),
    position: position(shownPosition(), { cfbuyqty: begin }),
  }
}

const course = fc.array(happening, { maxLength: 25 })

describe('books that lag', () => {
  it('never make what may still become of a position smaller than it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 200 }), course, (begin, happenings) => {
        const { truth, rows, intents, position: shown } = play(begin, happenings)
        const picture = pictureOf({
          orders: seen('orders', rows, { fills: fillsOf(rows) }),
          positions: seen('positions', [shown]),
          intents,
        })
        const { buys, sells } = picture.underWay(infosys)
        const held = picture.positions.held(infosys)!
        expect(held - sells).toBeLessThanOrEqual(truth.least)
        expect(held + buys).toBeGreaterThanOrEqual(truth.most)
      }),
      { numRuns: sampleCount(2000) },
    )
  })

  it('never make an order finished, or an account flat, that is not', () => {
    fc.assert(
      fc.property(course, (happenings) => {
        const { truth, rows, intents, position: shown } = play(0, happenings)
        const picture = pictureOf({
          orders: seen('orders', rows, { fills: fillsOf(rows) }),
          positions: seen('positions', [shown]),
          intents,
        })
        for (const { intent } of truth.alive) {
          expect(picture.orders.standing(intent.parts[0]!.orderId!)).not.toBe('finished')
          expect(picture.orders.mayStillFill(intent)).toBe(true)
        }
        if (isFlat(remainderOf(picture, nothingAtAll)))
          expect(truth).toEqual({ least: 0, most: 0, alive: [] })
        expect(picture.orders.openCount).toBeGreaterThanOrEqual(truth.alive.length)
      }),
      { numRuns: sampleCount(1000) },
    )
  })

  it('that lose rows once do not make a position, or what may come to it, smaller', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(units, fc.boolean()), { maxLength: 6 }), (all) => {
        const rows = all.map(([quantity], n) => order(String(n), { quantity }))
        const kept = rows.filter((_, n) => all[n]![1])
        const { pictures, answer } = newPictures()
        answer('a', 'orders', rows)
        const before = pictures.of('a').underWay(infosys)
        const open = pictures.of('a').orders.openCount
        answer('a', 'orders', kept)
        expect(pictures.of('a').underWay(infosys)).toEqual(before)
        expect(pictures.of('a').orders.openCount).toBe(open)
        const isLess = kept.length < rows.length
        expect(pictures.of('a').orders.vanished.length > 0).toBe(isLess)
      }),
    )
  })
})

describe('two accounts of one login', () => {
  it('have one picture, whichever is asked for, and in whichever order they are known', () => {
    const reading = fc.record({
      account: fc.constantFrom('a', 'b'),
      orders: fc.array(fc.record({ id: fc.nat(5), quantity: units }), { maxLength: 4 }),
      net: fc.integer({ min: -100, max: 100 }),
      age: fc.nat(3000),
      of: fc.constantFrom('a', 'b'),
    })
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 5 }), (readings) => {
        const told = [['a', 'b'] as const, ['b', 'a'] as const].flatMap((twins) => {
          const { pictures, answer } = newPictures({ twins })
          for (const { account, orders, net, age, of } of readings) {
            const rows = orders.map(({ id, quantity }) => order(String(id), { quantity }))
            answer(account, 'orders', rows, { age })
            answer(account, 'positions', [position(net)], { age })
            pictures.follow([onTheWire({ account: of, id: `${of} ${net}` })])
          }
          return twins.map((account) => {
            const picture = pictures.of(account)
            const [open, profit] = [picture.orders.openCount, picture.pnl.profit]
            return {
              open,
              profit,
              held: picture.positions.held(infosys),
              ...picture.underWay(infosys),
            }
          })
        })
        for (const other of told) expect(other).toEqual(told[0])
      }),
    )
  })
})

it.each([
  ['another exchange', { exchange: 'BSE' }],
  ['no units', { quantity: 0 }],
  ['another symbol', { symbol: 'INFOSYS' }],
  ['just what was sent', {}],
])('an exit of ours that works counts by its number, where its row tells of %s', (_, more) => {
  const answered: IntentEvent = { kind: 'answered', parts: [accepted('7')] }
  const of = { params: { action: 'SELL' } }
  const exit = after([...wireEvents(of), answered], of)
  const row = order('7', { quantity: 100, fillshares: 0, ...more })
  const facts = { orders: seen('orders', [row]), positions: seen('positions', [position(100)]) }
  expect(pictureOf({ ...facts, exits: [exit] }).underWay(infosys)).toMatchObject({ sells: 100 })
  const ended = { ...facts, orders: seen('orders', [{ ...row, status: 'cancelled' }]) }
  expect(pictureOf({ ...ended, exits: [exit] }).underWay(infosys)).toMatchObject({ sells: 0 })
})
