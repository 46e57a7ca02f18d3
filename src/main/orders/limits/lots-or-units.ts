import { countsUnits } from '../../../shared/service/words.ts'
import type { AccountContext } from '../planning/order-context.ts'

/**
 * How the orders of today are counted of an instrument of which some brokers count units and some lots: the
 * size of one that is no whole number of lots, and so tells that they count these; whether they show that
 * they count units; and neither where there is none. Null on exchanges that count units.
 */
export function countingOf(
  account: Pick<AccountContext, 'orderSizes'>,
  { exchange, symbol, lot }: { exchange: string; symbol: string; lot: number },
): { inLots: number | null; areUnits: boolean } | null {
  if (countsUnits(exchange)) return null
  const sizes = account.orderSizes({ exchange, symbol })
  const inLots = sizes.find((size) => size % lot !== 0) ?? null
  return { inLots, areUnits: inLots === null && sizes.length > 0 }
}
