import { expect, test } from 'vitest'
import type { OrderDraft } from '../../../../src/practice/market/orders.ts'
import { type Floor, draft, instrument, net, openFloor } from './trading.ts'

const place = ({ engine, account, infy }: Floor, over: Partial<OrderDraft> = {}) =>
  engine.place(account, draft({ instrument: infy, ...over }))

const move = ({ engine }: Floor, price: number): void => engine.setPrice('NSE', 'INFY-EQ', price)

test('a market order fills at once at the market', () => {
  const floor = openFloor()
  expect(place(floor)).toMatchObject({ status: 'complete', filled: 10, value: 15_000 })
})

test('a limit beyond the market fills at the market, one that rests fills at its own price', () => {
  const floor = openFloor()
  const crossing = place(floor, { pricetype: 'LIMIT', price: 1510 })
  const resting = place(floor, { pricetype: 'LIMIT', price: 1490 })
  expect(crossing).toMatchObject({ status: 'complete', value: 15_000 })
  expect(resting.status).toBe('open')
  move(floor, 1480)
  expect(resting).toMatchObject({ status: 'complete', value: 14_900 })
})

test('a stop waits for its trigger, then is a limit or a market order', () => {
  const floor = openFloor()
  const limited = place(floor, { pricetype: 'SL', trigger: 1510, price: 1512 })
  const free = place(floor, { pricetype: 'SL-M', trigger: 1510 })
  move(floor, 1509)
  expect([limited.status, free.status]).toEqual(['trigger pending', 'trigger pending'])
  move(floor, 1515)
  expect([limited.status, free.status]).toEqual(['open', 'complete'])
  expect(free.value).toBe(15_150)
  move(floor, 1511)
  expect(limited).toMatchObject({ status: 'complete', value: 15_120 })
})

test('a large order fills in parts, tick by tick', () => {
  const floor = openFloor()
  const order = place(floor, { quantity: 600 })
  expect(order.status).toBe('open')
  expect(order.filled).toBeGreaterThan(0)
  floor.engine.advance(30_000)
  expect(order).toMatchObject({ status: 'complete', filled: 600 })
  const fills = order.history.map(({ filled }) => filled)
  expect(fills.length).toBeGreaterThan(4)
  expect(fills).toEqual(fills.toSorted((a, b) => a - b))
})

test.each<[reason: RegExp, over: Partial<OrderDraft>]>([
  [/Margin is short/, { quantity: 100_000 }],
  [/multiple of the tick size/, { pricetype: 'LIMIT', price: 1500.03 }],
  [/Trigger price 1500.03/, { pricetype: 'SL-M', trigger: 1500.03 }],
  [/outside the price band/, { pricetype: 'LIMIT', price: 1100 }],
  [/beyond the limit price/, { pricetype: 'SL', trigger: 1520, price: 1510 }],
  [/Holdings are short/, { product: 'CNC', action: 'SELL' }],
  [/needs a bracket order/, { product: 'BO' }],
  [/needs a cover order/, { product: 'CO' }],
  [/wrong side/, { product: 'CO', protection: { kind: 'cover', stopPrice: 1510 } }],
  [
    /leg at .* outside the price band/,
    { product: 'BO', protection: { kind: 'bracket', target: 900, stop: 5, trail: 0 } },
  ],
])('an order is rejected with its reason: %s', (reason, over) => {
  const floor = openFloor()
  const order = place(floor, over)
  expect(order).toMatchObject({ status: 'rejected', filled: 0, exchangeId: '' })
  expect(order.reason).toMatch(reason)
  expect(floor.account.totals().margin).toBe(0)
})

test.each<[reason: RegExp, symbol: string, over: Partial<OrderDraft>]>([
  [/lot size 65/, 'NIFTY24NOV26F', { quantity: 100 }],
  [/freeze quantity 1800/, 'NIFTY24NOV26F', { quantity: 65 * 28 }],
  [/Product CNC is not allowed on NFO/, 'NIFTY24NOV26F', { quantity: 65, product: 'CNC' }],
])('a contract is rejected with its reason: %s', (reason, symbol, over) => {
  const floor = openFloor()
  const contract = instrument(floor.engine, 'NFO', symbol)
  expect(place(floor, { instrument: contract, ...over }).reason).toMatch(reason)
})

test('an index is not for sale', () => {
  const floor = openFloor()
  const nifty = instrument(floor.engine, 'NSE', 'NIFTY')
  expect(place(floor, { instrument: nifty }).reason).toMatch(/index/)
})

test('holdings can be sold once, and what is on its way out cannot be sold again', () => {
  const floor = openFloor()
  const { account, infy } = floor
  account.holdings.set('NSE:INFY-EQ', { instrument: infy, quantity: 30, average: 1400 })
  const sale: Partial<OrderDraft> = { product: 'CNC', action: 'SELL', quantity: 20 }
  expect(place(floor, { ...sale, pricetype: 'LIMIT', price: 1600 }).status).toBe('open')
  expect(place(floor, sale).reason).toMatch(/20 to sell, 10 available/)
  expect(place(floor, { ...sale, quantity: 10 }).status).toBe('complete')
  expect(account.totals().delivered).toBe(15_000)
})

test('margin is blocked while an order works and released when it is cancelled', () => {
  const floor = openFloor()
  const { account, engine } = floor
  const order = place(floor, { pricetype: 'LIMIT', price: 1400, quantity: 100 })
  expect(account.totals()).toMatchObject({ margin: 28_000, available: 972_000 })
  engine.cancel(account, order)
  expect(account.totals()).toMatchObject({ margin: 0, available: 1_000_000 })
})

test('an order that reduces a position is taken however little is left', () => {
  const floor = openFloor()
  place(floor, { quantity: 3300 })
  floor.engine.advance(60_000)
  expect(net(floor)).toBe(3300)
  expect(place(floor, { quantity: 100 }).reason).toMatch(/Margin/)
  expect(place(floor, { quantity: 3300, action: 'SELL' }).reason).toBe('')
})

test('a bracket fills its target or its stop, never both', () => {
  const protection = { kind: 'bracket', target: 20, stop: 10, trail: 0 } as const
  for (const [price, expected] of [
    [1520, ['complete', 'complete', 'cancelled']],
    [1490, ['complete', 'cancelled', 'complete']],
  ] as const) {
    const floor = openFloor()
    const entry = place(floor, { product: 'BO', protection })
    expect(floor.account.legsOf(entry)).toMatchObject([
      { role: 'target', pricetype: 'LIMIT', price: 1520, parent: entry.id },
      { role: 'stop', pricetype: 'SL-M', trigger: 1490, parent: entry.id },
    ])
    move(floor, price)
    move(floor, 1500)
    move(floor, 1490)
    move(floor, 1520)
    expect([...floor.account.orders.values()].map(({ status }) => status)).toEqual(expected)
    expect(net(floor, 'BO')).toBe(0)
  }
})

test('an entry that is still filling is cancelled when a leg takes it out', () => {
  const floor = openFloor()
  const protection = { kind: 'bracket', target: 20, stop: 10, trail: 0 } as const
  const entry = place(floor, {
    product: 'BO',
    protection,
    pricetype: 'LIMIT',
    price: 1500,
    quantity: 2000,
  })
  const filled = entry.filled
  expect(filled).toBeGreaterThan(0)
  move(floor, 1520)
  expect(entry).toMatchObject({ status: 'cancelled', filled, reason: 'Position exited' })
  while (floor.account.working.size > 0) move(floor, 1520)
  expect(net(floor, 'BO')).toBe(0)
})

test('a trailing stop follows in whole steps, and does not come back', () => {
  const floor = openFloor()
  const protection = { kind: 'bracket', target: 100, stop: 10, trail: 4 } as const
  const entry = place(floor, { product: 'BO', protection })
  const stop = floor.account.legsOf(entry)[1]
  const triggers = [1503.9, 1504, 1500, 1512, 1505].map((price) => {
    move(floor, price)
    return stop?.trigger
  })
  expect(triggers).toEqual([1490, 1494, 1494, 1502, 1502])
  move(floor, 1502)
  expect(stop).toMatchObject({ status: 'complete', value: 15_020 })
})

test('a trailing stop of a short follows downwards', () => {
  const floor = openFloor()
  const protection = { kind: 'bracket', target: 100, stop: 10, trail: 4 } as const
  const entry = place(floor, { product: 'BO', action: 'SELL', protection })
  const stop = floor.account.legsOf(entry)[1]
  move(floor, 1495)
  move(floor, 1499)
  expect(stop?.trigger).toBe(1506)
})

test('a cover order is guarded by its stop alone', () => {
  const floor = openFloor()
  const entry = place(floor, { product: 'CO', protection: { kind: 'cover', stopPrice: 1480 } })
  expect(floor.account.legsOf(entry)).toMatchObject([{ role: 'stop', trigger: 1480 }])
  move(floor, 1475)
  expect(net(floor, 'CO')).toBe(0)
})

test('squaring off takes a tick, takes the legs along and leaves plain orders', () => {
  const floor = openFloor()
  const { engine, account } = floor
  place(floor)
  const plain = place(floor, { pricetype: 'LIMIT', price: 1400 })
  const protection = { kind: 'bracket', target: 20, stop: 10, trail: 0 } as const
  place(floor, { product: 'BO', protection })
  for (const position of [...account.positions.values()]) engine.squareOff(account, position)
  expect([net(floor), net(floor, 'BO')]).toEqual([10, 10])
  engine.advance(1000)
  expect([net(floor), net(floor, 'BO')]).toEqual([0, 0])
  expect([...account.working]).toEqual([plain])
})

test('squaring off one strategy leaves the part of another', () => {
  const floor = openFloor()
  const { engine, account } = floor
  place(floor, { strategy: 'A', quantity: 30 })
  place(floor, { strategy: 'B', quantity: 20 })
  for (const position of [...account.positions.values()]) engine.squareOff(account, position, 'A')
  engine.advance(1000)
  expect(net(floor)).toBe(20)
  expect([...account.positions.values()][0]?.strategies).toEqual(new Map([['B', 20]]))
})

test('an exit of all takes from each strategy what it holds, also in parts', () => {
  const floor = openFloor()
  const { engine, account } = floor
  for (const strategy of ['A', 'B']) place(floor, { strategy, quantity: 300 })
  engine.advance(10_000)
  for (const position of [...account.positions.values()]) engine.squareOff(account, position)
  engine.advance(1000)
  const [position] = [...account.positions.values()]
  const left = [...(position?.strategies.values() ?? [])].reduce((sum, share) => sum + share, 0)
  expect(left).toBe(net(floor))
  expect(left).toBeGreaterThan(0)
  engine.advance(60_000)
  expect(position?.strategies).toEqual(new Map())
})

test('with the exchanges closed orders are rejected, and an after-market order waits for the opening', () => {
  const floor = openFloor({ hours: 'exchange', at: Date.parse('2026-11-16T12:00:00Z') })
  expect(place(floor).reason).toBe('Market is closed for NSE')
  const waiting = place(floor, { afterMarket: true })
  expect(waiting.status).toBe('pending')
  floor.engine.advance(12 * 3_600_000)
  expect(waiting.status).toBe('pending')
  floor.engine.advance(4 * 3_600_000)
  expect(waiting.status).toBe('complete')
})

test('prices stand still while their exchange is closed', () => {
  const { engine, infy } = openFloor({ hours: 'exchange', at: Date.parse('2026-11-16T12:00:00Z') })
  const crude = engine.listing.all.find(({ source }) => source === 'CRUDEOIL')
  const before = crude && engine.market.price(crude)
  engine.advance(3_600_000)
  expect(engine.market.price(infy)).toBe(1500)
  expect(crude && engine.market.price(crude)).not.toBe(before)
})

test('a day order ends with the session', () => {
  const floor = openFloor({ hours: 'exchange' })
  const order = place(floor, { pricetype: 'LIMIT', price: 1300 })
  floor.engine.advance(6 * 3_600_000)
  expect(order).toMatchObject({ status: 'cancelled', reason: 'Day validity ended' })
})

test('overnight, delivered shares become holdings and what is sold leaves them', () => {
  const floor = openFloor()
  const { engine, account, infy } = floor
  account.holdings.set('NSE:INFY-EQ', { instrument: infy, quantity: 30, average: 1200 })
  place(floor, { product: 'CNC', quantity: 10 })
  engine.skipTo(engine.at + 86_400_000)
  expect(account.holdings.get('NSE:INFY-EQ')).toMatchObject({ quantity: 40, average: 1275 })
  expect(account.cash).toBe(985_000)
  place(floor, { product: 'CNC', quantity: 40, action: 'SELL' })
  engine.skipTo(engine.at + 86_400_000)
  expect(account.holdings.size).toBe(0)
  expect(account.cash).toBe(1_045_000)
})

test('overnight, contracts are carried at their average until they expire', () => {
  const floor = openFloor()
  const { engine, account } = floor
  const future = instrument(engine, 'NFO', 'NIFTY24NOV26F')
  place(floor, { instrument: future, product: 'NRML', quantity: 65 })
  const paid = [...account.positions.values()][0]?.boughtValue ?? 0
  engine.skipTo(engine.at + 86_400_000)
  expect([...account.positions.values()]).toMatchObject([
    { carried: 65, carriedAverage: paid / 65, bought: 0, sold: 0 },
  ])
  engine.skipTo(engine.at + 8 * 86_400_000)
  expect(account.positions.size).toBe(0)
  expect(engine.listing.find({ exchange: 'NFO', symbol: 'NIFTY24NOV26F' })).toBeUndefined()
})

test('a contract that somebody holds trades on when the money has moved away from it', () => {
  const floor = openFloor()
  const { engine } = floor
  const held = instrument(engine, 'NFO', 'NIFTY01DEC26C26000')
  place(floor, { instrument: held, product: 'NRML', quantity: 65 })
  engine.setPrice('NSE', 'NIFTY', 29_000)
  engine.skipTo(engine.at + 86_400_000)
  expect(engine.listing.find({ exchange: 'NFO', symbol: 'NIFTY01DEC26P26000' })).toBeUndefined()
  const found = instrument(engine, 'NFO', 'NIFTY01DEC26C26000')
  const exit = place(floor, {
    instrument: found,
    product: 'NRML',
    quantity: 65,
    action: 'SELL',
  })
  expect(exit.reason).toBe('')
})

test("a day's price band is taken from the last price of the day before", () => {
  const { engine, infy } = openFloor()
  engine.advance(3_600_000)
  expect(engine.market.reference(infy)).toBe(1500)
  expect(engine.market.price(infy)).not.toBe(1500)
  engine.skipTo(engine.at + 86_400_000)
  expect(engine.market.reference(infy)).toBe(engine.market.price(infy))
})
