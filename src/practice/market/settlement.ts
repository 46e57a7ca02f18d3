import { type PracticeAccount } from './account.ts'
import { instrumentKey } from './instruments.ts'
import { type Position, applyFill, netQuantity, positionKey } from './positions.ts'

/**
 * What the clearing does between two days, at the last prices: intraday positions and expired
 * contracts are closed, results are booked, delivered shares move into or out of the holdings,
 * and the rest is carried forward at its average.
 */
export function closeDay(account: PracticeAccount, { day }: { day: number }): void {
  for (const position of [...account.positions.values()]) {
    const { instrument, product } = position
    const expired = instrument.contract !== undefined && instrument.contract.day <= day
    if (expired || (product !== 'CNC' && product !== 'NRML')) closeAtLast(account, position)
    if (product === 'CNC') deliver(account, position)
    else carry(account, position)
  }
  account.clearDay()
}

function closeAtLast(account: PracticeAccount, position: Position): void {
  const net = netQuantity(position)
  if (net === 0) return
  applyFill(position, {
    action: net > 0 ? 'SELL' : 'BUY',
    quantity: Math.abs(net),
    price: account.price(position.instrument),
    strategy: '',
  })
}

function deliver(account: PracticeAccount, position: Position): void {
  const { net, average, realised } = account.figuresOf(position)
  const key = instrumentKey(position.instrument)
  account.cash += realised - net * average
  account.positions.delete(positionKey(position))
  const held = account.holdings.get(key) ?? {
    instrument: position.instrument,
    quantity: 0,
    average: 0,
  }
  const quantity = held.quantity + net
  if (quantity === 0) {
    account.holdings.delete(key)
    return
  }
  const bought = Math.max(net, 0)
  const cost = held.quantity * held.average + bought * average
  account.holdings.set(key, {
    instrument: position.instrument,
    quantity,
    average: bought === 0 ? held.average : cost / (held.quantity + bought),
  })
}

function carry(account: PracticeAccount, position: Position): void {
  const { net, average, realised } = account.figuresOf(position)
  account.cash += realised
  if (net === 0) {
    account.positions.delete(positionKey(position))
    return
  }
  Object.assign(position, {
    carried: net,
    carriedAverage: average,
    bought: 0,
    boughtValue: 0,
    sold: 0,
    soldValue: 0,
  })
}
