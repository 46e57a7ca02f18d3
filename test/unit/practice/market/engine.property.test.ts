import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY } from '../../../../src/practice/market/clock.ts'
import { type Order, isWorkingOrder, signOf } from '../../../../src/practice/market/orders.ts'
import { netQuantity, positionKey } from '../../../../src/practice/market/positions.ts'
import { type Floor, draft, openFloor, totalNet, worth } from './trading.ts'
import { sampleCount } from '../../../sample-count.ts'

const products = ['MIS', 'NRML', 'CNC', 'BO', 'CO'] as const

const placing = fc.record({
  kind: fc.constant('place' as const),
  share: fc.constantFrom('INFY-EQ', 'SBIN-EQ'),
  action: fc.constantFrom('BUY' as const, 'SELL' as const),
  product: fc.constantFrom(...products),
  pricetype: fc.constantFrom('MARKET' as const, 'LIMIT' as const, 'SL' as const, 'SL-M' as const),
  quantity: fc.integer({ min: 1, max: 1200 }),
  away: fc.integer({ min: -30, max: 30 }),
  trail: fc.integer({ min: 0, max: 5 }),
  strategy: fc.constantFrom('A', 'B'),
})
const moving = fc.record({
  kind: fc.constant('move' as const),
  share: fc.constantFrom('INFY-EQ', 'SBIN-EQ'),
  steps: fc.integer({ min: -40, max: 40 }),
})
const event = fc.oneof(
  { weight: 5, arbitrary: placing },
  { weight: 4, arbitrary: moving },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('exit' as const),
      strategy: fc.constantFrom('A', 'B', undefined),
    }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer Of> ? Of : never

function play({ engine, account }: Floor, happening: Event): void {
  switch (happening.kind) {
    case 'place': {
      const { share, away, trail, product, ...rest } = happening
      const found = engine.listing.find({ exchange: 'NSE', symbol: share })
      if (!found) throw new Error('not listed')
      const near = Number((engine.market.price(found) + away * found.tick).toFixed(2))
      const up = rest.action === 'BUY' ? 1 : -1
      engine.place(
        account,
        draft({
          ...rest,
          instrument: found,
          product,
          price: rest.pricetype === 'LIMIT' || rest.pricetype === 'SL' ? near : 0,
          trigger: rest.pricetype === 'SL' || rest.pricetype === 'SL-M' ? near : 0,
          ...(product === 'BO' && {
            protection: { kind: 'bracket', target: 2, stop: 1.5, trail: trail / 4 },
          }),
          ...(product === 'CO' && {
            protection: {
              kind: 'cover',
              stopPrice: Number((near - up * 40 * found.tick).toFixed(2)),
            },
          }),
        }),
      )
      return
    }
    case 'move': {
      const found = engine.listing.find({ exchange: 'NSE', symbol: happening.share })
      if (!found) throw new Error('not listed')
      const price = engine.market.price(found) + happening.steps * found.tick
      engine.setPrice('NSE', happening.share, Number(price.toFixed(2)))
      return
    }
    case 'wait':
      return engine.advance(1000)
    case 'cancel': {
      const orders = [...account.working]
      const order = orders[happening.which % Math.max(1, orders.length)]
      if (order) engine.cancel(account, order)
      return
    }
    case 'exit':
      for (const position of [...account.positions.values()])
        engine.squareOff(account, position, happening.strategy)
  }
}

const runs = { seed: 20261121, numRuns: sampleCount(150) }
const events = fc.array(event, { minLength: 1, maxLength: 40 })

/** Plays the events and looks at the floor after each. */
const always = (look: (floor: Floor) => void): void =>
  fc.assert(
    fc.property(events, (list) => {
      const floor = openFloor()
      for (const happening of list) {
        play(floor, happening)
        look(floor)
      }
    }),
    runs,
  )

test('no order ever fills more than it asks for, nor at a worse price than its limit', () => {
  always(({ account }) => {
    for (const order of account.orders.values()) {
      expect(order.filled).toBeLessThanOrEqual(order.quantity)
      expect(order.status === 'complete').toBe(
        order.filled === order.quantity && order.status !== 'cancelled' && order.filled > 0,
      )
    }
    for (const trade of account.trades) {
      const order = account.orders.get(trade.order.id)
      if (order?.pricetype !== 'LIMIT' && order?.pricetype !== 'SL') continue
      if (order.action === 'BUY') expect(trade.price).toBeLessThanOrEqual(order.price)
      else expect(trade.price).toBeGreaterThanOrEqual(order.price)
    }
  })
})

test('positions are what the trades made them, and orders filled what the trades say', () => {
  always(({ account }) => {
    const nets = new Map<string, number>()
    const filled = new Map<string, number>()
    for (const { order, quantity } of account.trades) {
      const full = account.orders.get(order.id)
      if (!full) throw new Error('a trade without an order')
      const key = positionKey(full)
      nets.set(key, (nets.get(key) ?? 0) + signOf(order.action) * quantity)
      filled.set(order.id, (filled.get(order.id) ?? 0) + quantity)
    }
    for (const [key, position] of account.positions)
      expect(netQuantity(position)).toBe(nets.get(key) ?? 0)
    for (const order of account.orders.values())
      expect(order.filled).toBe(filled.get(order.id) ?? 0)
  })
})

test('what strategies hold sums to the position', () => {
  always(({ account }) => {
    for (const position of account.positions.values()) {
      const shares = [...position.strategies.values()].reduce((sum, share) => sum + share, 0)
      expect(shares).toBe(netQuantity(position))
    }
  })
})

test('profit is what the cash flows and the value of what is left make it', () => {
  always(({ account }) => {
    const flows = account.trades.reduce(
      (sum, { order, quantity, price }) => sum - signOf(order.action) * quantity * price,
      0,
    )
    const value = [...account.positions.values()].reduce(
      (sum, position) => sum + netQuantity(position) * account.price(position.instrument),
      0,
    )
    const { realised, unrealised } = account.totals()
    expect(realised + unrealised).toBeCloseTo(flows + value, 4)
  })
})

test('of a target and a stop, one at most fills for the units that the entry filled', () => {
  always(({ account }) => {
    for (const entry of account.orders.values()) {
      const legs = account.legsOf(entry)
      if (legs.length === 0) continue
      const exited = legs.reduce((sum, leg) => sum + leg.filled, 0)
      expect(exited).toBeLessThanOrEqual(entry.filled)
      if (exited === entry.filled)
        expect(legs.filter(isWorkingOrder), JSON.stringify(legs)).toEqual([])
      for (const leg of legs.filter(isWorkingOrder))
        expect(leg.quantity - leg.filled).toBe(entry.filled - exited)
    }
  })
})

test('a trailing stop never moves back', () => {
  always(({ account }) => {
    for (const order of account.orders.values()) {
      if (order.role !== 'stop') continue
      const triggers = order.history.map(({ trigger }) => trigger)
      const sorted = triggers.toSorted((a, b) => (order.action === 'SELL' ? a - b : b - a))
      expect(triggers).toEqual(sorted)
    }
  })
})

test('an order is taken only if the account can bear it', () => {
  always(({ account, engine }) => {
    const taken = ([...account.orders.values()] as Order[]).at(-1)
    if (taken?.placedAt !== engine.at || taken.role !== 'entry') return
    // Fills can cost more than the limit's margin by the walk of a tick, never by much.
    if (taken.status === 'open') expect(account.totals().available).toBeGreaterThan(-50_000)
  })
})

test('with all cancelled and squared off the account is flat, and nothing stays blocked', () => {
  fc.assert(
    fc.property(events, (list) => {
      const floor = openFloor()
      const { engine, account } = floor
      for (const happening of list) play(floor, happening)
      for (const order of [...account.working]) engine.cancel(account, order)
      for (const position of [...account.positions.values()]) engine.squareOff(account, position)
      engine.advance(60_000)
      expect(totalNet(account)).toBe(0)
      expect([...account.working]).toEqual([])
      const { margin, available, realised } = account.totals()
      expect(margin).toBe(0)
      expect(available).toBeCloseTo(account.cash + realised, 6)
    }),
    runs,
  )
})

test('squaring off twice closes once', () => {
  fc.assert(
    fc.property(events, (list) => {
      const floor = openFloor()
      const { engine, account } = floor
      for (const happening of list) play(floor, happening)
      for (const order of [...account.working]) engine.cancel(account, order)
      for (let again = 0; again < 3; again += 1)
        for (const position of [...account.positions.values()]) engine.squareOff(account, position)
      engine.advance(60_000)
      expect(totalNet(account)).toBe(0)
    }),
    runs,
  )
})

test('the turn of the day changes nothing in what the account is worth', () => {
  fc.assert(
    fc.property(events, (list) => {
      const floor = openFloor()
      for (const happening of list) play(floor, happening)
      const before = worth(floor)
      floor.engine.skipTo(floor.engine.at + DAY)
      expect(worth(floor)).toBeCloseTo(before, 4)
      expect([...floor.account.orders.values()]).toEqual([])
      for (const position of floor.account.positions.values()) expect(position.product).toBe('NRML')
    }),
    runs,
  )
})
