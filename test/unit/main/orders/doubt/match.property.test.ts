import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Verdict } from '../../../../../src/main/orders/doubt/match.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import type { OrderRecord } from '../../../../../src/shared/service/records.ts'
import { inDoubt, match, onTheWire, orderRow } from './doubts.ts'
import { sampleCount } from '../../../../sample-count.ts'

/** An order as somebody sent it; words and sizes are few, so that many look alike. */
const Order = fc.record({
  symbol: fc.constantFrom('INFY-EQ', 'TCS-EQ'),
  action: fc.constantFrom('BUY', 'SELL'),
  product: fc.constantFrom('MIS', 'CNC'),
  type: fc.constantFrom('MARKET', 'LIMIT'),
  price: fc.constantFrom('100', '100.5'),
  quantity: fc.constantFrom(10, 20),
})
type Order = typeof Order extends fc.Arbitrary<infer T> ? T : never

const World = fc.record({
  doubts: fc.array(fc.record({ order: Order, arrived: fc.boolean() }), { maxLength: 4 }),
  onTheWire: fc.array(fc.record({ order: Order, arrived: fc.boolean() }), { maxLength: 1 }),
  /** Placed elsewhere, or held by another intent, or known before anything was sent. */
  foreign: fc.array(Order, { maxLength: 2 }),
  claimed: fc.array(Order, { maxLength: 2 }),
  known: fc.array(Order, { maxLength: 2 }),
  shuffle: fc.infiniteStream(fc.nat()),
})
type World = typeof World extends fc.Arbitrary<infer T> ? T : never

const paramsOf = ({ symbol, action, product, type, price, quantity }: Order) => ({
  symbol,
  action,
  product,
  pricetype: type,
  price: type === 'MARKET' ? '0' : price,
  quantity: String(quantity),
})

function rowOf(order: Order, id: string): OrderRecord {
  const { symbol, action, product, type, price, quantity } = order
  // A market order becomes a limit at brokers that protect it.
  const shown = type === 'MARKET' ? { pricetype: 'LIMIT', price: 100 } : { pricetype: type, price }
  return orderRow({ order_id: id, symbol, action, product, quantity, ...shown })
}

/** Written anew and plainly, so that it shares no mistake with what it checks. */
const canBe = (order: Order, row: OrderRecord): boolean =>
  row.symbol === order.symbol &&
  row.action === order.action &&
  row.product === order.product &&
  row.quantity === order.quantity &&
  (order.type === 'MARKET' || row.price === Number(order.price))

const turned = (order: Order): Order => ({
  ...order,
  action: order.action === 'BUY' ? 'SELL' : 'BUY',
})

interface Played {
  doubts: { intent: Intent; order: Order; trueId: string | null }[]
  wire: { order: Order }[]
  rows: OrderRecord[]
  claimed: Set<string>
  known: Set<string>
  verdicts: Map<string, Verdict>
}

function play(world: World): Played {
  let lastId = 0
  const rows: OrderRecord[] = []
  const enter = (order: Order): string => {
    const id = String(++lastId)
    rows.push(rowOf(order, id))
    return id
  }
  const known = new Set(world.known.map(enter))
  const claimed = new Set(world.claimed.map(enter))
  const doubts = world.doubts.map(({ order, arrived }) => ({
    order,
    intent: inDoubt({
      params: paramsOf(order),
      quantities: [order.quantity],
      bookAge: 500,
      rivals: [...known],
    }),
    trueId: arrived ? enter(order) : null,
  }))
  const wire = world.onTheWire.map(({ order, arrived }) => {
    if (arrived) enter(order)
    const params = paramsOf(order)
    const quantities = [order.quantity]
    return { order, intent: onTheWire({ params, quantities, bookAge: 500, rivals: [...known] }) }
  })
  for (const order of world.foreign) enter(order)
  const places = world.shuffle
  rows.sort(() => (places.next().value! % 2 === 0 ? 1 : -1))
  const verdicts = match(
    doubts.map(({ intent }) => ({
      intent,
      clock: 'presumed',
      appearanceOf: () => ({ seenAfter: 500, wasThere: 'no' }),
      mayHaveOthers: false,
    })),
    {
      rows,
      isClaimed: (id) => (claimed.has(id) ? 'yes' : 'no'),
      onTheWire: wire.map(({ intent }) => intent),
    },
  )
  return { doubts, wire, rows, claimed, known, verdicts }
}

/** All ways to deal rows out to orders, each row once, with as many served as can be. */
function dealings(orders: readonly Order[], rows: readonly OrderRecord[]): (string | null)[][] {
  const [first, ...others] = orders
  if (first === undefined) return [[]]
  const ways = [
    ...dealings(others, rows).map((rest) => [null, ...rest]),
    ...rows
      .filter((row) => canBe(first, row))
      .flatMap((row) =>
        dealings(
          others,
          rows.filter((other) => other !== row),
        ).map((rest) => [row.order_id, ...rest]),
      ),
  ]
  const most = Math.max(...ways.map(served))
  return ways.filter((way) => served(way) === most)
}
const served = (way: readonly (string | null)[]): number => way.filter((id) => id !== null).length

const runs = { numRuns: sampleCount(3000) }

test('no order is matched that was known, is held by another, or is not the same', () => {
  fc.assert(
    fc.property(World, (world) => {
      const { doubts, rows, claimed, known, verdicts } = play(world)
      const taken = new Set<string>()
      for (const { intent, order } of doubts)
        for (const { part, orderId } of verdicts.get(intent.id)!.found) {
          expect(intent.parts[part]?.state).toBe('in-doubt')
          expect(known.has(orderId) || claimed.has(orderId) || taken.has(orderId)).toBe(false)
          expect(
            canBe(
              order,
              rows.find(({ order_id }) => order_id === orderId)!,
            ),
          ).toBe(true)
          taken.add(orderId)
        }
    }),
    runs,
  )
})

test('no order is matched while another dealing is possible that means something else', () => {
  fc.assert(
    fc.property(World, (world) => {
      const { doubts, wire, rows, claimed, known, verdicts } = play(world)
      const open = rows.filter(({ order_id: id }) => !claimed.has(id) && !known.has(id))
      const orders = [...doubts, ...wire].map(({ order }) => order)
      const meanings = orders.map((order) => JSON.stringify(paramsOf(order)))
      const ways = dealings(orders, open)
      doubts.forEach(({ intent }, place) => {
        for (const { orderId } of verdicts.get(intent.id)!.found)
          for (const way of ways) {
            const holder = way.indexOf(orderId)
            expect(meanings[holder]).toBe(meanings[place])
            expect(holder).toBeLessThan(doubts.length)
          }
      })
    }),
    runs,
  )
})

test('every order that only one row can be, and whose row no other order can be, is matched', () => {
  let matched = 0
  fc.assert(
    fc.property(World, (world) => {
      const { doubts, wire, rows, claimed, known, verdicts } = play(world)
      const open = rows.filter(({ order_id: id }) => !claimed.has(id) && !known.has(id))
      for (const { intent, order, trueId } of doubts) {
        const own = open.filter((row) => canBe(order, row))
        const [only] = own
        if (only === undefined || own.length > 1) continue
        const seekers = [...doubts, ...wire].filter((other) => canBe(other.order, only))
        if (seekers.length > 1) continue
        // One that is lost may have been made on the other side.
        const isLost = ({ intent: other }: (typeof doubts)[number]): boolean =>
          verdicts.get(other.id)!.found.length === 0
        const lost = [...doubts.filter(isLost), ...wire]
        if (lost.some((other) => canBe(turned(other.order), only))) continue
        const expected = { part: 0, orderId: only.order_id }
        expect(verdicts.get(intent.id)).toMatchObject({ found: [expected], candidates: [] })
        if (trueId !== null) expect(trueId).toBe(only.order_id)
        matched += 1
      }
    }),
    runs,
  )
  expect(matched).toBeGreaterThan(runs.numRuns / 6)
})

test('no order is matched that one which is not may have been made into on the other side', () => {
  let left = 0
  fc.assert(
    fc.property(World, (world) => {
      const { doubts, wire, rows, verdicts } = play(world)
      const [lost, found] = [true, false].map((isLost) =>
        doubts.filter(({ intent }) => (verdicts.get(intent.id)!.found.length === 0) === isLost),
      )
      for (const { intent } of found!)
        for (const { orderId } of verdicts.get(intent.id)!.found) {
          const row = rows.find(({ order_id }) => order_id === orderId)!
          expect([...lost!, ...wire].filter(({ order }) => canBe(turned(order), row))).toEqual([])
        }
      left += lost!.length
    }),
    runs,
  )
  expect(left).toBeGreaterThan(runs.numRuns / 6)
})

test('what is not matched names every order that it can be', () => {
  fc.assert(
    fc.property(World, (world) => {
      const { doubts, rows, claimed, known, verdicts } = play(world)
      const dealt = new Set(
        [...verdicts.values()].flatMap(({ found }) => found.map(({ orderId }) => orderId)),
      )
      for (const { intent, order } of doubts) {
        const { found, candidates } = verdicts.get(intent.id)!
        if (found.length > 0) continue
        const possible = rows.filter(
          (row) =>
            canBe(order, row) && ![known, claimed, dealt].some((ids) => ids.has(row.order_id)),
        )
        expect(new Set(candidates)).toEqual(new Set(possible.map(({ order_id }) => order_id)))
      }
    }),
    runs,
  )
})
