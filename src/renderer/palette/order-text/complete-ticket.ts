import { type FieldName, fieldNames, fieldRow } from '../../orders/ticket/field-table.ts'
import { fieldsOfKind } from '../../orders/ticket/ticket-shape.ts'
import type { ParseState } from './parse-state.ts'
import type { TypedOrderParts } from './order-text.ts'

/** Price and trigger say the type of an order together. */
export function settlePrice({ parts, troubles }: ParseState): void {
  const { type, price, trigger, protection } = parts
  if (type === 'MARKET' && (price !== undefined || trigger !== undefined))
    troubles.push('A market order has no price.')
  else if (protection !== undefined && type !== 'MARKET')
    troubles.push('Only a market order is protected: say ‘mkt’.')
  else if (trigger !== undefined) parts.type = price === undefined ? 'SL-M' : 'SL'
  else if (price !== undefined) parts.type = 'LIMIT'
}

/** Whether a side was said where one is needed: a ticket has none to leave open, and would begin as a buy. */
export const hasSide = ({ verb, kind, action }: TypedOrderParts): boolean =>
  verb !== 'order' || action !== undefined || !fieldsOfKind[kind].has('action')

/** As an order is typed: side, amount and symbol come before all prices. */
const asked = [...new Set<FieldName>(['action', 'position', 'quantity', 'symbol', ...fieldNames])]

/** What a ticket still needs. */
export function missingOf(parts: TypedOrderParts): string[] {
  if (parts.verb === 'cancel-all') return parts.symbol === undefined ? ['‘all’'] : []
  if (parts.verb === 'exit-all') return []
  const symbol = parts.symbol === undefined && 'symbol'
  if (parts.verb !== 'order') return symbol === false ? [] : [`${symbol} or ‘all’`]
  const typed: Partial<Record<FieldName, string>> = parts
  return asked
    .filter((field) => fieldsOfKind[parts.kind].has(field) && typed[field] === undefined)
    .flatMap((field) => fieldRow(field).palette?.needed ?? [])
}
