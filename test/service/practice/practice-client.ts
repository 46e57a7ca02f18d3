import { onTestFinished } from 'vitest'
import { type Practice, type PracticeOptions, startPractice } from '../../../src/practice/server.ts'
import type { OperationName } from '../../../src/shared/service/operations.ts'

/** A Tuesday on which a weekly NIFTY series still has a week to go, 10:15 in India. */
export const START = Date.parse('2026-11-17T04:45:00Z')

export interface Answer {
  status: number
  headers: Headers
  text: string
  body: unknown
}

export const keys = (client: 1 | 2 = 1) => ({
  api_key: `practice-${client}`,
  api_secret: `practice-${client}`,
})

export const regular = (over: Record<string, string> = {}) => ({
  broker: 'PX',
  strategy: 'TEST',
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  product: 'MIS',
  pricetype: 'MARKET',
  quantity: '10',
  price: '0',
  ...over,
})

export const bracket = (over: Record<string, string> = {}) => ({
  broker: 'PX',
  strategy: 'TEST',
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  pricetype: 'MARKET',
  quantity: '10',
  price: '0',
  squareoff: '20',
  stoploss: '10',
  trailing_stoploss: '1',
  ...over,
})

export const option = (over: Record<string, string> = {}) => ({
  broker: 'PX',
  strategy: 'TEST',
  spot_symbol: 'NIFTY',
  expiry_date: '24NOV26',
  action: 'BUY',
  product: 'NRML',
  pricetype: 'MARKET',
  quantity: '65',
  price: '0',
  option_type: 'CE',
  strike_int: '50',
  ...over,
})

/** A request of the operation that succeeds on an empty account, where one can. */
export const samples: Record<OperationName, unknown> = {
  PlaceMultiOrder: {
    orders: [
      { ...keys(), data: regular() },
      { ...keys(2), data: regular() },
    ],
  },
  PlaceSmartOrder: regular({ position_size: '10' }),
  PlaceMultiFOOptionsOrder: { orders: [{ ...keys(), data: option() }] },
  PlaceMultiBOOrder: { orders: [{ ...keys(), data: bracket() }] },
  PlaceCOOrder: withoutProduct(regular({ stop_price: '1560' })),
  PlaceBOOrder: bracket(),
  CancelAllOrder: { broker: 'PX' },
  SquareOffAllPosition: { broker: 'PX' },
  OrderHistory: { broker: 'PX', order_id: '26111700000001' },
  OrderBook: { broker: 'PX' },
  TradeBook: { broker: 'PX' },
  PositionBook: { broker: 'PX' },
  OpenPositions: { broker: 'PX' },
  AllPositions: { broker: 'PX', exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' },
  Funds: { broker: 'PX' },
  Holdings: { broker: 'PX' },
  Profile: { broker: 'PX' },
}

export function withoutProduct({ product: _, ...rest }: Record<string, string>) {
  return rest
}

export class PracticeClient {
  readonly practice: Practice

  constructor(practice: Practice) {
    this.practice = practice
  }

  /** Asks as a client of the service does. */
  async call(operation: string, data: unknown, client: 1 | 2 = 1): Promise<Answer> {
    return this.post(`/v1/${operation}`, JSON.stringify({ ...keys(client), data }))
  }

  async post(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
    return this.fetch(path, { method: 'POST', body })
  }

  async fetch(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(this.practice.url + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      ...init,
    })
    const text = await response.text()
    const { status, headers } = response
    return { status, headers, text, body: parsed(text) }
  }

  /** The `data` of the one envelope that a read answers with. */
  async read<Data = Record<string, unknown>[]>(
    operation: string,
    data: unknown = { broker: 'PX' },
    client: 1 | 2 = 1,
  ): Promise<Data> {
    const { body } = await this.call(operation, data, client)
    const envelope = (Array.isArray(body) ? body[0] : body) as { data: Data }
    return envelope.data
  }

  /** Places regular orders and gives their ids. */
  async place(...orders: Record<string, string>[]): Promise<string[]> {
    const { body } = await this.call('PlaceMultiOrder', {
      orders: orders.map((data) => ({ ...keys(), data })),
    })
    return (body as { data: { orderid: string } }[]).map(({ data }) => data.orderid)
  }

  async order(id: string | undefined): Promise<Record<string, unknown> | undefined> {
    const orders = await this.read('OrderBook')
    return orders.find((order) => order['order_id'] === id)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A broker with empty books and a stopped clock, unless asked otherwise. Gone after the test. */
export async function openPractice(options: PracticeOptions = {}): Promise<PracticeClient> {
  const practice = await startPractice({
    seed: 7,
    speed: 0,
    opening: 'empty',
    now: () => START,
    ...options,
  })
  onTestFinished(() => practice.stop())
  return new PracticeClient(practice)
}
