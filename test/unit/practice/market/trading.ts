import type { PracticeAccount } from '../../../../src/practice/market/account.ts'
import { Engine } from '../../../../src/practice/market/engine.ts'
import type { Instrument } from '../../../../src/practice/market/instruments.ts'
import type { OrderDraft } from '../../../../src/practice/market/orders.ts'
import { netQuantity } from '../../../../src/practice/market/positions.ts'

/** A Tuesday, 10:15 in India. */
export const START = Date.parse('2026-11-17T04:45:00Z')

export interface Floor {
  engine: Engine
  account: PracticeAccount
  infy: Instrument
}

/** An engine with one empty account, and a share that stands at 1,500. */
export function openFloor(of: Partial<ConstructorParameters<typeof Engine>[0]> = {}): Floor {
  const engine = new Engine({
    at: START,
    seed: 7,
    hours: 'always',
    owners: [{ client: 'one', broker: 'PX' }],
    ...of,
  })
  const [account] = engine.accounts
  if (!account) throw new Error('no book')
  engine.setPrice('NSE', 'INFY-EQ', 1500)
  return { engine, account, infy: instrument(engine, 'NSE', 'INFY-EQ') }
}

export function instrument(engine: Engine, exchange: string, symbol: string): Instrument {
  const found = engine.listing.find({ exchange, symbol })
  if (!found) throw new Error(`${symbol} is not listed`)
  return found
}

export const draft = (over: Partial<OrderDraft> & { instrument: Instrument }): OrderDraft => ({
  strategy: 'TEST',
  action: 'BUY',
  product: 'MIS',
  pricetype: 'MARKET',
  quantity: 10,
  price: 0,
  trigger: 0,
  disclosed: 0,
  ...over,
})

/** All that the account is worth at this moment's prices. */
export function worth({ account }: Pick<Floor, 'account'>): number {
  const { realised, unrealised } = account.totals()
  const held = [...account.holdings.values()].reduce(
    (sum, holding) => sum + holding.quantity * account.price(holding.instrument),
    0,
  )
  return account.cash + realised + unrealised + held
}

export const net = ({ account, infy }: Floor, product: OrderDraft['product'] = 'MIS'): number =>
  account.netIn({ instrument: infy, product })

export const totalNet = (account: PracticeAccount): number =>
  [...account.positions.values()].reduce(
    (sum, position) => sum + Math.abs(netQuantity(position)),
    0,
  )
