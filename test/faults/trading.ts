import { onTestFinished } from 'vitest'
import {
  createServiceClient,
  type Login,
  type Params,
  type ServiceClientOptions,
} from '../../src/main/service/client.ts'
import { startPractice } from '../../src/practice/server.ts'
import type { ErrorCode } from '../../src/shared/core/errors.ts'
import type { OperationName } from '../../src/shared/service/operations.ts'

export const practiceLogin = (url: string, client: 1 | 2 = 1, broker = 'PX'): Login => ({
  url,
  broker,
  keys: { apiKey: `practice-${client}`, apiSecret: `practice-${client}` },
})

const share = {
  strategy: 'S1',
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  pricetype: 'MARKET',
  quantity: '10',
  price: '0',
} as const
export const regular = { ...share, product: 'MIS' } as const
/** Far from the market, so that it stays in the book. */
const resting = { ...regular, pricetype: 'LIMIT' } as const

interface Instrument {
  exchange: string
  symbol: string
  ltp: number
  underlying?: string
  expiry?: string
  strike?: number
  lot_size: number
}

/** A practice broker with one share bought and one order resting, and a client at it. */
export async function trading(clientOptions: ServiceClientOptions = {}) {
  const practice = await startPractice({ seed: 1, speed: 0, opening: 'empty' })
  onTestFinished(() => practice.stop())
  const client = createServiceClient(clientOptions)
  onTestFinished(() => client.close())
  const here = practiceLogin(practice.url)

  const response = await fetch(`${practice.url}/instruments`)
  const instruments = (await response.json()) as Instrument[]
  const infy = instruments.find(({ symbol }) => symbol === 'INFY-EQ')!
  const low = (Math.floor(infy.ltp * 0.96 * 20) / 20).toFixed(2)
  const optionOf = instruments.find(
    ({ underlying, strike }) => underlying === 'NIFTY' && strike !== undefined,
  )!

  const bracket = { ...share, squareoff: '20', stoploss: '10', trailing_stoploss: '1' } as const
  const option = {
    strategy: 'S1',
    spot_symbol: 'NIFTY',
    expiry_date: String(optionOf.expiry),
    action: 'BUY',
    product: 'NRML',
    pricetype: 'MARKET',
    quantity: String(optionOf.lot_size),
    price: '0',
    option_type: 'CE',
    strike_int: '50',
    offset: '0',
  } as const

  const bought = await client.call('PlaceMultiOrder', here, {
    orders: [
      { login: here, params: regular },
      { login: here, params: { ...resting, price: low } },
    ],
  })
  practice.advance(5_000)
  const outcome = bought.ok ? bought.value.outcomes[0]?.[0] : undefined
  if (outcome?.ok !== true) throw new Error(JSON.stringify(bought))
  const order_id = outcome.value.orderid

  const params: { [Name in OperationName]: Params<Name> } = {
    PlaceMultiOrder: { orders: [{ login: here, params: regular }] },
    PlaceSmartOrder: { ...regular, position_size: '50' },
    PlaceMultiFOOptionsOrder: { orders: [{ login: here, params: option }] },
    PlaceMultiBOOrder: { orders: [{ login: here, params: bracket }] },
    PlaceCOOrder: { ...share, stop_price: low },
    PlaceBOOrder: bracket,
    CancelAllOrder: {},
    SquareOffAllPosition: {},
    OrderHistory: { order_id },
    OrderBook: {},
    TradeBook: {},
    PositionBook: {},
    OpenPositions: {},
    AllPositions: { symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS' },
    Funds: {},
    Holdings: {},
    Profile: {},
  }
  return { practice, client, here, params }
}

type Setting = Awaited<ReturnType<typeof trading>>

export const callOf = ({ client, here, params }: Setting, name: OperationName, deadline = 5_000) =>
  client.call(name, here, params[name] as never, { deadline })

/** 'ok', or the code of what failed first. */
export function codeOf(reply: Awaited<ReturnType<typeof callOf>>): ErrorCode | 'ok' {
  if (!reply.ok) return reply.error.code
  const { outcomes } = reply.value as {
    outcomes?: { ok: boolean; error?: { code: ErrorCode } }[][]
  }
  return outcomes?.flat().find(({ ok }) => !ok)?.error?.code ?? 'ok'
}
