import { expect, test } from 'vitest'
import {
  type OperationName,
  operationNames,
  operations,
} from '../../../src/shared/service/operations.ts'
import {
  type Answer,
  bracket,
  keys,
  openPractice,
  option,
  regular,
  samples,
  withoutProduct,
} from './practice-client.ts'

// The document's records, field by field, written here once more: the broker must not be held to
// its own idea of them.
const text = 'string'
const number = 'number'
const feed = { exchange: text, token: text }
const fields = (names: string, type: unknown): Record<string, unknown> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]))

const records = {
  placement: fields('broker orderid', text),
  cancel: fields('orderid', text),
  close: fields('symbol status', text),
  history: {
    ...fields('exchange symbol product pricetype action ret avgprc fillshares', text),
    ...fields('orderusermessage exchordid order_id status rejreason exchtimestamp', text),
    ...fields('price trigger_price quantity disclosed_quantity', number),
  },
  order: {
    ...fields('exchange token symbol product pricetype action Ret remarks exchordid', text),
    ...fields('parentorderid order_id orderentrytime exchconfrmtime status ordvaldate', text),
    ...fields('rejreason broker_exchange broker_token', text),
    ...fields('price trigger_price quantity disclosed_quantity avgprc fillshares', number),
    ...fields('tick_size lot_size', number),
    ws_msg: feed,
  },
  position: {
    ...fields('exchange product symbol token broker_exchange broker_token', text),
    ...fields('cfbuyqty cfsellqty bqty sqty netqty cfbuyavgprc cfsellavgprc buyavgprc', number),
    ...fields('sellavgprc netbuyavgprc netsellavgprc netavgprc netamt ltp bep', number),
    ...fields('realisedprofitloss unrealisedprofitloss mtm tick_size lot_size', number),
    ws_msg: feed,
  },
  holding: {
    ...fields('exchange token symbol isin product coll_type broker_exchange', text),
    ...fields('broker_token holdtype', text),
    ...fields('holdqty btst_qty sellable_qty coll_qty average_price ltp invest_val', number),
    ...fields('hld_val PL tick_size lot_size', number),
    ws_msg: feed,
  },
  funds: {
    ...fields('bookedpnl unbookedpnl openingbalance credits payinamt utilizedamount', number),
    ...fields('payoutamt varmargin spanmargin realisedmtom unrealisedmtom debits', number),
  },
  profile: { ...fields('client_id name email phone', text), exarr: [text], prarr: [text] },
  trade: {
    ...fields('exchange product symbol pricetype action exchordid order_id exchtime', text),
    ...fields('quantity price', number),
  },
}

const success = (data: unknown): unknown => ({ status: text, data })

/** The form of each operation's answer, where the account holds what it asks about. */
const forms: Record<OperationName, unknown> = {
  PlaceMultiOrder: [success(records.placement)],
  PlaceSmartOrder: success(records.placement),
  PlaceMultiFOOptionsOrder: [success(records.placement)],
  PlaceMultiBOOrder: [success(records.placement)],
  PlaceCOOrder: success(records.placement),
  PlaceBOOrder: success(records.placement),
  CancelAllOrder: [success(records.cancel)],
  SquareOffAllPosition: [success(records.close)],
  OrderHistory: success([records.history]),
  OrderBook: success([records.order]),
  TradeBook: [success([records.trade])],
  PositionBook: [success([records.position])],
  OpenPositions: success([records.position]),
  AllPositions: success(records.position),
  Funds: success(records.funds),
  Holdings: success([records.holding]),
  Profile: success(records.profile),
}

/** A value's form: type names for values, one element for lists whose elements agree. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const distinct = new Map(value.map((one) => [JSON.stringify(formOf(one)), formOf(one)]))
    return [...distinct.values()]
  }
  if (typeof value !== 'object' || value === null) return typeof value
  const entries = Object.entries(value).map(([name, one]) => [name, formOf(one)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const refused = (status: number, message: RegExp) => ({
  status: 'error',
  error_msg: expect.stringMatching(message) as unknown,
  error_type: 'E',
  http: status,
})
const refusalOf = (answer: Answer) => ({
  ...(answer.body as object),
  http: answer.status,
})

test.each(operationNames)('%s answers in the documented form', async (operation) => {
  const client = await openPractice({ opening: 'demo' })
  const [first] = await client.read('OrderBook')
  const [position] = await client.read('OpenPositions')
  const asked: Partial<Record<OperationName, unknown>> = {
    OrderHistory: { broker: 'PX', order_id: first?.['order_id'] },
    AllPositions: {
      broker: 'PX',
      exchange: position?.['exchange'],
      symbol: position?.['symbol'],
      product: position?.['product'],
    },
  }
  const { status, headers, body } = await client.call(
    operation,
    asked[operation] ?? samples[operation],
  )
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/json')
  expect(formOf(body)).toEqual(forms[operation])
})

test.each(operationNames)(
  "%s answers records that the client's schema reads",
  async (operation) => {
    const client = await openPractice({ opening: 'demo' })
    const [first] = await client.read('OrderBook')
    const data =
      operation === 'OrderHistory'
        ? { broker: 'PX', order_id: first?.['order_id'] }
        : operation === 'AllPositions'
          ? { ...(samples.AllPositions as object), symbol: 'INFY-EQ', product: 'CNC' }
          : samples[operation]
    const { body } = await client.call(operation, data)
    const rows = [body].flat(2).flatMap((envelope) => (envelope as { data: unknown }).data)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(operations[operation].record.safeParse(row).success).toBe(true)
  },
)

test('times are written as the document shows them, in India', async () => {
  const client = await openPractice()
  const [id] = await client.place(regular())
  expect(await client.order(id)).toMatchObject({
    orderentrytime: 'November 17 2026 10:15:00',
    exchconfrmtime: '17-Nov-2026 10:15:00',
  })
  const [trade] = await client.read('TradeBook')
  expect(trade?.['exchtime']).toBe('2026-11-17 10:15:00')
})

test('history gives quantities as text, empty until there are any, and ends in the first state', async () => {
  const client = await openPractice()
  const [id = ''] = await client.place(regular())
  const history = await client.read('OrderHistory', { broker: 'px', order_id: id })
  expect(history.map(({ status, fillshares }) => ({ status, fillshares }))).toEqual([
    { status: 'complete', fillshares: '10' },
    { status: 'open', fillshares: '' },
    { status: 'pending', fillshares: '' },
  ])
})

test('broker codes are compared without case and answered in upper case', async () => {
  const client = await openPractice()
  const { body } = await client.call('PlaceBOOrder', bracket({ broker: 'py' }))
  expect(body).toMatchObject({ status: 'success', data: { broker: 'PY' } })
  expect(await client.read('OrderBook', { broker: 'Py' })).toHaveLength(3)
  expect(await client.read('OrderBook', { broker: 'PX' })).toHaveLength(0)
})

test('the slices of a split order stand inside the element of their order', async () => {
  const client = await openPractice()
  const { body } = await client.call('PlaceMultiOrder', {
    orders: [
      { ...keys(), data: regular() },
      { ...keys(2), data: regular({ splitorder: 'YES', split_quantity: '4' }) },
    ],
  })
  expect(body).toMatchObject([
    { status: 'success' },
    [{ status: 'success' }, { status: 'success' }, { status: 'success' }],
  ])
  const sizes = (await client.read('OrderBook', { broker: 'PX' }, 2)).map(
    ({ quantity }) => quantity,
  )
  expect(sizes).toEqual([4, 4, 2])
})

test('an element that fails is an error in its place; the others are placed', async () => {
  const client = await openPractice()
  const { status, body } = await client.call('PlaceMultiOrder', {
    orders: [
      { ...keys(), data: regular() },
      { ...keys(), data: regular({ symbol: 'NOSUCH' }) },
      { ...keys(), api_secret: 'wrong', data: regular() },
      'not an order',
      { ...keys(2), data: regular({ broker: 'PY' }) },
    ],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { status: 'success' },
    { status: 'error', error_msg: 'symbol NOSUCH is not known on NSE', error_type: 'E' },
    { status: 'error', error_msg: expect.stringContaining('api_secret') },
    { status: 'error' },
    { status: 'success', data: { broker: 'PY' } },
  ])
  expect(client.practice.ledger.entries).toHaveLength(2)
})

test('the strategy is not echoed in the order book', async () => {
  const client = await openPractice()
  await client.place(regular({ strategy: 'CANARY' }))
  const { text } = await client.call('OrderBook', { broker: 'PX' })
  expect(text).not.toContain('CANARY')
})

test.each([
  ['api_key is missing', { api_secret: 'practice-1', data: {} }, 400, /^api_key/],
  ['api_key is a number', { api_key: 7, api_secret: 'practice-1', data: {} }, 400, /^api_key/],
  ['api_secret is missing', { api_key: 'practice-1', data: {} }, 400, /^api_secret/],
  ['the secret is wrong', { ...keys(), api_secret: 'x', data: {} }, 401, /api_secret/],
  ['the client is unknown', { api_key: 'x', api_secret: 'x', data: {} }, 401, /api_key/],
  ['data is missing', keys(), 400, /^data/],
  ['data is a list', { ...keys(), data: [] }, 400, /^data/],
  ['the broker is missing', { ...keys(), data: {} }, 400, /^broker is missing/],
  ['the broker is unknown', { ...keys(), data: { broker: 'ZE' } }, 400, /^broker ZE/],
  ['a field is unknown', { ...keys(), data: { broker: 'PX', more: 1 } }, 400, /^more/],
  ['the request is a list', [], 400, /object/],
  ['the request is null', null, 400, /object/],
])('a request whose %s is refused', async (_, request, status, message) => {
  const client = await openPractice()
  const answer = await client.post('/v1/Funds', JSON.stringify(request))
  expect(refusalOf(answer)).toEqual(refused(status, message))
})

test.each<[field: string, operation: OperationName, data: unknown, message: RegExp]>([
  ['quantity', 'PlaceSmartOrder', regular({ position_size: '0', quantity: '0' }), /^quantity/],
  ['quantity', 'PlaceBOOrder', bracket({ quantity: '-1' }), /^quantity/],
  ['quantity', 'PlaceBOOrder', bracket({ quantity: '1.5' }), /^quantity/],
  ['action', 'PlaceBOOrder', bracket({ action: 'HOLD' }), /^action/],
  ['exchange', 'PlaceBOOrder', bracket({ exchange: 'NYSE' }), /^exchange/],
  ['price', 'PlaceBOOrder', bracket({ pricetype: 'LIMIT' }), /^price must be above zero/],
  ['trigger_price', 'PlaceBOOrder', bracket({ pricetype: 'SL-M' }), /^trigger_price is missing/],
  ['squareoff', 'PlaceBOOrder', bracket({ squareoff: '0' }), /^squareoff/],
  ['stop_price', 'PlaceCOOrder', withoutProduct(regular()), /^stop_price is missing/],
  ['position_size', 'PlaceSmartOrder', regular({ position_size: '1.5' }), /^position_size/],
  ['exchange', 'OpenPositions', { broker: 'PX', symbol: 'INFY-EQ' }, /^exchange is mandatory/],
  ['symbol', 'AllPositions', { broker: 'PX', exchange: 'NSE', product: 'MIS' }, /^symbol/],
  ['order_id', 'OrderHistory', { broker: 'PX', order_id: '1' }, /^order_id 1 is not/],
  ['orders', 'PlaceMultiOrder', {}, /^orders/],
  ['orders', 'PlaceMultiBOOrder', { orders: [] }, /^orders/],
])('a bad %s of %s is named', async (_, operation, data, message) => {
  const client = await openPractice()
  expect(refusalOf(await client.call(operation, data))).toEqual(refused(400, message))
})

test.each([
  ['spot_symbol', option({ spot_symbol: 'NOSUCH' }), /^spot_symbol/],
  ['expiry_date', option({ expiry_date: '25NOV26' }), /expiry_date/],
  ['strike_int', option({ strike_int: '37' }), /strike_int/],
  ['offset', option({ offset: '500' }), /offset/],
  ['split_quantity', option({ splitorder: 'YES' }), /^split_quantity/],
  ['split_quantity', regularSplit('1', '1000'), /split_quantity/],
])('a bad %s is named in its element', async (_, data, message) => {
  const client = await openPractice()
  const operation = 'spot_symbol' in data ? 'PlaceMultiFOOptionsOrder' : 'PlaceMultiOrder'
  const { body } = await client.call(operation, { orders: [{ ...keys(), data }] })
  expect(body).toEqual([
    { status: 'error', error_msg: expect.stringMatching(message), error_type: 'E' },
  ])
})

function regularSplit(split_quantity: string, quantity: string) {
  return regular({ splitorder: 'YES', split_quantity, quantity })
}

test.each(['/', '/v1/', '/v1/NoSuch', '/v1/toString', '/v1/funds', '/v2/Funds', '/control/ledger'])(
  '%s is no operation',
  async (path) => {
    const client = await openPractice()
    expect(refusalOf(await client.post(path, '{}'))).toEqual(refused(404, /not an operation/))
  },
)

test.each(['GET', 'PUT', 'DELETE'])('%s is not how an operation is asked for', async (method) => {
  const client = await openPractice()
  const answer = await client.fetch('/v1/Funds', { method })
  expect(refusalOf(answer)).toEqual(refused(405, /POST/))
  expect(answer.headers.get('allow')).toBe('POST')
})

test.each(['', '{', 'undefined', '{"api_key":NaN}'])('%j is not JSON', async (body) => {
  const client = await openPractice()
  expect(refusalOf(await client.post('/v1/Funds', body))).toEqual(refused(400, /not JSON/))
})

test('a body of more than a million bytes is refused', async () => {
  const client = await openPractice()
  const answer = await client.post('/v1/Funds', ' '.repeat(1_000_001))
  expect(refusalOf(answer)).toEqual(refused(413, /larger/))
})

test('instruments are listed without keys', async () => {
  const client = await openPractice()
  const { status, body } = await client.fetch('/instruments', {})
  const list = body as Record<string, unknown>[]
  expect(status).toBe(200)
  expect(list.length).toBeGreaterThanOrEqual(60)
  expect(new Set(list.map(({ exchange, token }) => `${exchange} ${token}`)).size).toBe(list.length)
  expect(new Set(list.map(({ exchange, symbol }) => `${exchange} ${symbol}`)).size).toBe(
    list.length,
  )
  const exchanges = new Set(list.map(({ exchange }) => exchange))
  for (const exchange of ['NSE', 'BSE', 'NFO', 'CDS', 'MCX']) expect(exchanges).toContain(exchange)
  for (const symbol of ['INFY-EQ', 'SBIN-EQ', 'RELIANCE-EQ', 'NIFTY', 'BANKNIFTY'])
    expect(list).toContainEqual(expect.objectContaining({ exchange: 'NSE', symbol }))
  expect(list).toContainEqual({
    exchange: 'NFO',
    symbol: 'NIFTY24NOV26C26000',
    token: expect.any(String) as unknown,
    kind: 'option',
    tick_size: 0.05,
    lot_size: 65,
    ltp: expect.any(Number) as unknown,
    underlying: 'NIFTY',
    expiry: '24NOV26',
    strike: 26_000,
    option_type: 'CE',
  })
})
