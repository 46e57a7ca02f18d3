import type { FundsRecord } from './records.ts'

/**
 * What is left to trade with. The service names no such figure; this is what its own figures leave:
 * the opening balance and what came in, less what went out and what is in use.
 */
export function availableFunds(funds: FundsRecord): number | null {
  const { openingbalance, credits, payinamt, payoutamt, utilizedamount } = funds
  if (openingbalance === null || utilizedamount === null) return null
  return openingbalance + (credits ?? 0) + (payinamt ?? 0) - (payoutamt ?? 0) - utilizedamount
}
