import type { Row } from '../../shared/core/patch.ts'
import { netOf, positionOfRow } from './instruments.ts'

/**
 * Whether a row shows shares that were sold of a holding: it stands below zero until they are
 * delivered, and nothing is open that an exit could close.
 */
export function isSoldHolding(row: Row): boolean {
  const { exchange, product } = positionOfRow(row)
  return product === 'CNC' && /^(NSE|BSE)/.test(exchange) && (netOf(row) ?? 0) < 0
}
