import type { CallOptions, Login, Params, ServiceClient } from '../../src/main/service/client.ts'
import type { ErrorCode } from '../../src/shared/core/errors.ts'
import { type OperationName, operations } from '../../src/shared/service/operations.ts'

export const canary = {
  apiKey: 'canary/key+0123456789"abcdef',
  apiSecret: 'canary/secret+9876543210"fedcba',
}

export const loginAt = (url: string, broker = 'ZE'): Login => ({ url, broker, keys: canary })

const regular = {
  strategy: 'S1',
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  product: 'MIS',
  pricetype: 'LIMIT',
  quantity: '10',
  price: '1500',
} as const

const { product: _none, ...withoutProduct } = regular
const bracket = {
  ...withoutProduct,
  squareoff: '10',
  stoploss: '5',
  trailing_stoploss: '1',
} as const

const option = {
  strategy: 'S1',
  spot_symbol: 'NIFTY',
  expiry_date: '23FEB',
  action: 'BUY',
  product: 'NRML',
  pricetype: 'LIMIT',
  quantity: '75',
  price: '100',
  option_type: 'CE',
  strike_int: '50',
} as const

/** Parameters that pass the table's check, for every operation. */
export const paramsOf = (login: Login): { [Name in OperationName]: Params<Name> } => ({
  PlaceMultiOrder: { orders: [{ login, params: regular }] },
  PlaceSmartOrder: { ...regular, position_size: '0' },
  PlaceMultiFOOptionsOrder: { orders: [{ login, params: option }] },
  PlaceMultiBOOrder: { orders: [{ login, params: bracket }] },
  PlaceCOOrder: { ...withoutProduct, stop_price: '1490' },
  PlaceBOOrder: bracket,
  CancelAllOrder: {},
  SquareOffAllPosition: {},
  OrderHistory: { order_id: '1' },
  OrderBook: {},
  TradeBook: {},
  PositionBook: {},
  OpenPositions: {},
  AllPositions: { symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS' },
  Funds: {},
  Holdings: {},
  Profile: {},
})

const position = {
  exchange: 'NSE',
  product: 'MIS',
  symbol: 'INFY-EQ',
  token: '1594',
  broker_exchange: 'NSE',
  broker_token: '',
  cfbuyqty: 5,
  cfsellqty: 5,
  bqty: 5,
  sqty: 5,
  netqty: 5,
  cfbuyavgprc: 5.5,
  cfsellavgprc: 5.5,
  buyavgprc: 5.5,
  sellavgprc: 5.5,
  netbuyavgprc: 5.5,
  netsellavgprc: 5.5,
  netavgprc: 5.5,
  netamt: 5.5,
  ltp: 5.5,
  bep: 5.5,
  realisedprofitloss: 5.5,
  unrealisedprofitloss: 5.5,
  mtm: 5.5,
  tick_size: 0.05,
  lot_size: 1,
  ws_msg: { exchange: 'NSE', token: '1594' },
}

/** One record of each operation, with every documented field and no number that is 0. */
export const sampleRecords: Record<OperationName, Record<string, unknown>> = {
  PlaceMultiOrder: { broker: 'ZE', orderid: '230112000012345' },
  PlaceSmartOrder: { broker: 'ZE', orderid: '230112000012345' },
  PlaceMultiFOOptionsOrder: { broker: 'ZE', orderid: '230112000012345' },
  PlaceMultiBOOrder: { broker: 'ZE', orderid: '230112000012345' },
  PlaceCOOrder: { broker: 'ZE', orderid: '230112000012345' },
  PlaceBOOrder: { broker: 'ZE', orderid: '230112000012345' },
  CancelAllOrder: { orderid: '230112000012345' },
  SquareOffAllPosition: { symbol: 'INFY-EQ', status: 'closed' },
  OrderHistory: {
    exchange: 'NSE',
    symbol: 'INFY-EQ',
    product: 'MIS',
    pricetype: 'LIMIT',
    action: 'BUY',
    ret: 'DAY',
    price: 1500.5,
    trigger_price: 1499.5,
    quantity: 10,
    disclosed_quantity: 1,
    avgprc: '',
    fillshares: '',
    orderusermessage: '',
    exchordid: '',
    order_id: '230112000012345',
    status: 'pending',
    rejreason: '',
    exchtimestamp: '',
  },
  OrderBook: {
    exchange: 'NSE',
    token: '1594',
    symbol: 'INFY-EQ',
    product: 'MIS',
    pricetype: 'LIMIT',
    action: 'BUY',
    Ret: 'DAY',
    price: 1500.5,
    trigger_price: 1499.5,
    quantity: 10,
    disclosed_quantity: 1,
    avgprc: 1500.25,
    fillshares: 10,
    remarks: 'R',
    exchordid: '1100000012345',
    parentorderid: '',
    order_id: '230112000012345',
    orderentrytime: 'Jan 12 2023 09:30:00',
    exchconfrmtime: '12-Jan-2023 09:30:01',
    status: 'complete',
    ordvaldate: '',
    rejreason: '',
    broker_exchange: 'NSE',
    broker_token: '1594',
    tick_size: 0.05,
    lot_size: 1,
    ws_msg: { exchange: 'NSE', token: '1594' },
  },
  TradeBook: {
    exchange: 'NSE',
    product: 'MIS',
    symbol: 'INFY-EQ',
    pricetype: 'LIMIT',
    action: 'BUY',
    quantity: 10,
    price: 1500.25,
    exchordid: '1100000012345',
    order_id: '230112000012345',
    exchtime: '2023-01-12 09:30:01',
  },
  PositionBook: position,
  OpenPositions: position,
  AllPositions: position,
  Funds: {
    bookedpnl: 5.5,
    unbookedpnl: 5.5,
    openingbalance: 5.5,
    credits: 5.5,
    payinamt: 5.5,
    utilizedamount: 5.5,
    payoutamt: 5.5,
    varmargin: 5.5,
    spanmargin: 5.5,
    realisedmtom: 5.5,
    unrealisedmtom: 5.5,
    debits: 5.5,
  },
  Holdings: {
    exchange: 'NSE',
    token: '1594',
    symbol: 'INFY-EQ',
    isin: 'INE009A01021',
    product: 'CNC',
    coll_type: 'WC',
    broker_exchange: 'NSE',
    broker_token: '1594',
    holdtype: 'HLD',
    holdqty: 5,
    btst_qty: 5,
    sellable_qty: 5,
    coll_qty: 5,
    average_price: 5.5,
    ltp: 5.5,
    invest_val: 5.5,
    hld_val: 5.5,
    PL: 5.5,
    tick_size: 0.05,
    lot_size: 1,
    ws_msg: { exchange: 'NSE', token: '1594' },
  },
  Profile: {
    client_id: 'AB1234',
    name: 'A Trader',
    email: '',
    phone: '',
    exarr: ['NSE', 'NFO'],
    prarr: ['CNC', 'MIS'],
  },
}

/** The answer of one operation in the document's form, or in the array form where it shows none. */
export function sampleAnswer(name: OperationName): unknown {
  const { kind, wire, holds } = operations[name]
  // The document shows one bare record for OpenPositions and AllPositions, for no other book.
  const isBare = name === 'OpenPositions' || name === 'AllPositions'
  const isList = kind === 'read' && holds === 'many' && !isBare
  const data = isList ? [sampleRecords[name]] : sampleRecords[name]
  const envelope = { status: 'success', data }
  return wire === 'envelope' ? envelope : [envelope]
}

/** How a call ended: a code, or 'ok' where every outcome is. */
export async function verdict(
  client: ServiceClient,
  name: OperationName,
  login: Login,
  options?: CallOptions,
): Promise<{ code: ErrorCode | 'ok'; reply: unknown }> {
  const reply = await client.call(name, login, paramsOf(login)[name] as never, options)
  if (!reply.ok) return { code: reply.error.code, reply }
  const { outcomes } = reply.value as {
    outcomes?: { ok: boolean; error?: { code: ErrorCode } }[][]
  }
  const failed = outcomes?.flat().find((outcome) => !outcome.ok)
  return { code: failed?.error?.code ?? 'ok', reply }
}

export const isRead = (name: OperationName): boolean => operations[name].kind === 'read'
