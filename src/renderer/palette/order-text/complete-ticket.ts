import type { ParseState } from './parse-state.ts'
import type { OrderParts } from './order-text.ts'

/** Price and trigger say the type of an order together. */
export function settlePrice({ said, troubles }: ParseState): void {
  const { type, price, trigger, protection } = said
  if (type === 'MARKET' && (price !== undefined || trigger !== undefined))
    troubles.push('A market order has no price.')
  else if (protection !== undefined && type !== 'MARKET')
    troubles.push('Only a market order is protected: say ‘mkt’.')
  else if (trigger !== undefined) said.type = price === undefined ? 'SL-M' : 'SL'
  else if (price !== undefined) said.type = 'LIMIT'
}

/** What a ticket still needs. */
export function missingOf(said: OrderParts): string[] {
  if (said.deed === 'cancel-all') return said.symbol === undefined ? ['‘all’'] : []
  if (said.deed === 'exit-all') return []
  const symbol = said.symbol === undefined && 'symbol'
  if (said.deed !== 'order') return symbol === false ? [] : [`${symbol} or ‘all’`]
  const isSmart = said.kind === 'smart'
  return [
    !isSmart && said.action === undefined && 'buy or sell',
    isSmart && said.position === undefined && 'position to reach, such as ‘to 100’',
    !isSmart && said.quantity === undefined && 'quantity',
    symbol,
    said.type === undefined && 'price, or ‘mkt’',
    said.kind === 'bracket' && said.target === undefined && 'target, in points',
    said.kind === 'bracket' && said.stop === undefined && 'stop, in points',
    said.kind === 'cover' && said.stopPrice === undefined && 'stop price',
  ].filter((one) => one !== false)
}
