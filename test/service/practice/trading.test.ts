import { expect, test } from 'vitest'
import { bracket, keys, openPractice, option, regular } from './practice-client.ts'

const resting = (over: Record<string, string> = {}) =>
  regular({ pricetype: 'LIMIT', price: '1500', ...over })

test('each client has a book of its own at each broker', async () => {
  const client = await openPractice()
  await client.call('PlaceBOOrder', bracket({ broker: 'PX' }), 1)
  const sizes = []
  for (const owner of [1, 2] as const)
    for (const broker of ['PX', 'PY'])
      sizes.push((await client.read('OrderBook', { broker }, owner)).length)
  expect(sizes).toEqual([3, 0, 0, 0])
})

test('cancel-all cancels what works, of one strategy when it is named', async () => {
  const client = await openPractice()
  const [a, b] = await client.place(resting({ strategy: 'A' }), resting({ strategy: 'B' }))
  await client.place(regular({ strategy: 'A' }))
  const one = await client.call('CancelAllOrder', { broker: 'PX', strategy: 'A' })
  expect(one.body).toEqual([{ status: 'success', data: { orderid: a } }])
  const all = await client.call('CancelAllOrder', { broker: 'PX' })
  expect(all.body).toEqual([{ status: 'success', data: { orderid: b } }])
  expect((await client.call('CancelAllOrder', { broker: 'PX' })).body).toEqual([])
})

test('square-off says closed at once, and is so a tick later', async () => {
  const client = await openPractice()
  await client.place(regular(), regular({ symbol: 'SBIN-EQ', action: 'SELL' }))
  const { body } = await client.call('SquareOffAllPosition', { broker: 'PX' })
  expect(body).toEqual([
    { status: 'success', data: { symbol: 'INFY-EQ', status: 'closed' } },
    { status: 'success', data: { symbol: 'SBIN-EQ', status: 'closed' } },
  ])
  expect(await client.read('OpenPositions')).toHaveLength(2)
  client.practice.advance(1000)
  expect(await client.read('OpenPositions')).toEqual([])
  expect(await client.read('PositionBook')).toHaveLength(2)
})

test('square-off of a strategy leaves the others in', async () => {
  const client = await openPractice()
  await client.place(
    regular({ strategy: 'A', quantity: '30' }),
    regular({ strategy: 'B', quantity: '20' }),
  )
  await client.call('SquareOffAllPosition', { broker: 'PX', strategy: 'B' })
  client.practice.advance(1000)
  expect(await client.read('OpenPositions')).toMatchObject([{ netqty: 30 }])
})

test('a placement that the exchange turns down is accepted, and then rejected in the book', async () => {
  const client = await openPractice()
  const [id] = await client.place(resting({ price: '1500.03' }))
  expect(await client.order(id)).toMatchObject({
    status: 'rejected',
    rejreason: 'Price 1500.03 is not a multiple of the tick size 0.1',
    exchordid: '',
  })
})

test('funds follow an order from its margin to its result', async () => {
  const client = await openPractice()
  client.practice.setPrice('NSE', 'INFY-EQ', 1500)
  const funds = () => client.read<Record<string, number>>('Funds')
  expect(await funds()).toMatchObject({ openingbalance: 1_000_000, utilizedamount: 0 })
  await client.place(regular())
  expect(await funds()).toMatchObject({ utilizedamount: 3000, varmargin: 3000, spanmargin: 0 })
  client.practice.setPrice('NSE', 'INFY-EQ', 1510)
  expect(await funds()).toMatchObject({ bookedpnl: 0, unbookedpnl: 100 })
  await client.place(regular({ action: 'SELL' }))
  expect(await funds()).toMatchObject({ bookedpnl: 100, unbookedpnl: 0, utilizedamount: 0 })
})

test("a position's record agrees with itself", async () => {
  const client = await openPractice()
  client.practice.setPrice('NSE', 'INFY-EQ', 1500)
  await client.place(regular({ quantity: '30' }))
  client.practice.setPrice('NSE', 'INFY-EQ', 1520)
  await client.place(regular({ quantity: '10', action: 'SELL' }))
  client.practice.setPrice('NSE', 'INFY-EQ', 1510)
  expect(await client.read('PositionBook')).toMatchObject([
    {
      bqty: 30,
      sqty: 10,
      netqty: 20,
      buyavgprc: 1500,
      sellavgprc: 1520,
      netavgprc: 1500,
      netamt: -29_800,
      ltp: 1510,
      bep: 1490,
      realisedprofitloss: 200,
      unrealisedprofitloss: 200,
      mtm: 400,
      cfsellavgprc: 0,
    },
  ])
})

test('an option order finds its contract', async () => {
  const client = await openPractice()
  client.practice.setPrice('NSE', 'NIFTY', 26_020)
  await client.call('PlaceMultiFOOptionsOrder', {
    orders: [{ ...keys(), data: option({ offset: '1', option_type: 'PE' }) }],
  })
  expect(await client.read('TradeBook')).toMatchObject([
    { exchange: 'NFO', symbol: 'NIFTY24NOV26P25950', quantity: 65 },
  ])
})

test('the legs of a bracket name their parent', async () => {
  const client = await openPractice()
  const { body } = await client.call('PlaceBOOrder', bracket())
  const { orderid } = (body as { data: { orderid: string } }).data
  expect(await client.read('OrderBook')).toMatchObject([
    { order_id: orderid, parentorderid: '', product: 'BO', status: 'complete' },
    { parentorderid: orderid, action: 'SELL', pricetype: 'LIMIT', status: 'open' },
    { parentorderid: orderid, action: 'SELL', pricetype: 'SL-M', status: 'trigger pending' },
  ])
})

test('the ledger tells what was really done, and nothing else', async () => {
  const client = await openPractice()
  const [id] = await client.place(resting({ strategy: 'A' }))
  await client.call('PlaceBOOrder', bracket({ symbol: 'NOSUCH' }))
  await client.read('Funds')
  await client.call('CancelAllOrder', { broker: 'px' })
  expect(client.practice.ledger.entries).toMatchObject([
    {
      operation: 'PlaceMultiOrder',
      client: 'practice-1',
      broker: 'PX',
      orderids: [id],
      data: { strategy: 'A', price: '1500' },
      at: client.practice.engine.at,
      wall: expect.any(Number) as unknown,
    },
    { operation: 'CancelAllOrder', orderids: [id], data: { broker: 'px' } },
  ])
})

test('an order book of five thousand rows is answered whole, and again when one changes', async () => {
  const client = await openPractice()
  const orders = Array.from({ length: 500 }, () => ({
    ...keys(),
    data: resting({
      symbol: 'YESBANK-EQ',
      price: '21',
      quantity: '10',
      splitorder: 'YES',
      split_quantity: '1',
    }),
  }))
  await client.call('PlaceMultiOrder', { orders })
  expect(await client.read('OrderBook')).toHaveLength(5000)
  await client.place(regular())
  const rows = await client.read('OrderBook')
  expect(rows).toHaveLength(5001)
  expect(rows.at(-1)).toMatchObject({ status: 'complete' })
})
