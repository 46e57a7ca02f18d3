import type { FundsRecord } from './records.ts'

/**
 * What is left to trade with. The service names no such figure; this is what its own figures leave:
 * the opening balance and what came in, less what went out and what is in use.
 */
export function availableFunds(funds: FundsRecord): number | null {
  const { openingbalance, credits, payinamt, payoutamt, utilizedamount } = funds
  // What is missing or cannot be read is not nothing.
  if (openingbalance === null || credits === null || payinamt === null) return null
  if (payoutamt === null || utilizedamount === null) return null
  return openingbalance + credits + payinamt - payoutamt - utilizedamount
}
