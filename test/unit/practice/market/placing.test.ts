import { expect, test } from 'vitest'
import { type OrderTarget, planners } from '../../../../src/practice/market/placing.ts'
import { draft, openFloor } from './trading.ts'

const smart = (over: Record<string, string> = {}) => ({
  broker: 'PX',
  strategy: 'TEST',
  exchange: 'NSE' as const,
  symbol: 'INFY-EQ',
  action: 'BUY' as const,
  product: 'MIS' as const,
  pricetype: 'MARKET' as const,
  quantity: '100',
  price: '0',
  position_size: '0',
  ...over,
})

const option = (over: Record<string, string> = {}) => ({
  broker: 'PX',
  strategy: 'TEST',
  spot_symbol: 'NIFTY',
  expiry_date: '24NOV26',
  action: 'BUY' as const,
  product: 'NRML' as const,
  pricetype: 'MARKET' as const,
  quantity: '65',
  price: '0',
  option_type: 'CE' as const,
  strike_int: '50',
  ...over,
})

/** A desk whose account holds so many shares. */
function desk(held = 0): OrderTarget {
  const { engine, account, infy } = openFloor()
  engine.setPrice('NSE', 'NIFTY', 26_020)
  if (held !== 0) {
    const action = held > 0 ? 'BUY' : 'SELL'
    engine.place(account, draft({ instrument: infy, action, quantity: Math.abs(held) }))
    engine.advance(60_000)
  }
  return { account, listing: engine.listing, market: engine.market }
}

test.each([
  { held: 0, target: '50', does: 'BUY', quantity: 50 },
  { held: 0, target: '-50', does: 'SELL', quantity: 50 },
  { held: 30, target: '50', does: 'BUY', quantity: 20 },
  { held: 70, target: '50', does: 'SELL', quantity: 20 },
  { held: 70, target: '-30', does: 'SELL', quantity: 100 },
  { held: 70, target: '0', does: 'SELL', quantity: 70 },
  { held: -70, target: '0', does: 'BUY', quantity: 70 },
])(
  'from $held to $target a smart order does $does $quantity',
  ({ held, target, does, quantity }) => {
    const drafts = planners.PlaceSmartOrder(smart({ position_size: target }), desk(held))
    expect(drafts).toMatchObject([{ action: does, quantity }])
  },
)

test('from flat with a target of zero a smart order takes its action at its word', () => {
  expect(planners.PlaceSmartOrder(smart(), desk())).toMatchObject([
    { action: 'BUY', quantity: 100 },
  ])
})

test('a smart order whose target is reached is refused', () => {
  const run = () => planners.PlaceSmartOrder(smart({ position_size: '40' }), desk(40))
  expect(run).toThrow(/position_size is 40 already/)
})

test.each([
  ['CE', '0', 'NIFTY24NOV26C26000'],
  ['CE', '2', 'NIFTY24NOV26C26100'],
  ['CE', '-2', 'NIFTY24NOV26C25900'],
  ['PE', '2', 'NIFTY24NOV26P25900'],
  ['PE', '-2', 'NIFTY24NOV26P26100'],
])('%s at offset %s is %s', (option_type, offset, symbol) => {
  const [planned] = planners.PlaceMultiFOOptionsOrder(option({ option_type, offset }), desk())
  expect(planned?.instrument.symbol).toBe(symbol)
})

test('without an offset an option is at the money, and a wide strike interval rounds wider', () => {
  const [near] = planners.PlaceMultiFOOptionsOrder(option(), desk())
  const [wide] = planners.PlaceMultiFOOptionsOrder(option({ strike_int: '500' }), desk())
  expect(near?.instrument.symbol).toBe('NIFTY24NOV26C26000')
  expect(wide?.instrument.symbol).toBe('NIFTY24NOV26C26000')
})

test('an option is found by the share that it is written on, and by an expiry in any case', () => {
  const [planned] = planners.PlaceMultiFOOptionsOrder(
    option({ spot_symbol: 'infy-eq', expiry_date: '24nov26', strike_int: '20' }),
    desk(),
  )
  expect(planned?.instrument.symbol).toBe('INFY24NOV26C1500')
})

test.each([
  ['100', '30', [30, 30, 30, 10]],
  ['90', '30', [30, 30, 30]],
  ['20', '30', [20]],
])('%s split by %s makes %j', (quantity, split_quantity, slices) => {
  const drafts = planners.PlaceSmartOrder(
    smart({ quantity, splitorder: 'YES', split_quantity }),
    desk(),
  )
  expect(drafts.map((planned) => planned.quantity)).toEqual(slices)
})

test('split_quantity alone splits nothing', () => {
  const drafts = planners.PlaceSmartOrder(smart({ splitorder: 'NO', split_quantity: '5' }), desk())
  expect(drafts).toHaveLength(1)
})
