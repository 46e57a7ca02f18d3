import { contractWords } from '../../../shared/service/contracts.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { netOf, positionOfRow } from './instruments.ts'

/**
 * Whether a row shows shares that were sold of a holding: it stands below zero until they are
 * delivered, and nothing is open that an exit could close.
 */
export function isSoldHolding(row: Row): boolean {
  const { exchange, symbol, product } = positionOfRow(row)
  const isShare = ofShares.test(exchange) && contractWords(symbol) === null
  return product === 'CNC' && isShare && (netOf(row) ?? 0) < 0
}

/** Some books write contracts as deliveries, too, and call where they are traded after the shares' exchange. */
const ofShares = /^[NB]SE(?!.*(F&?N?O|CD|COM))/
