import type { FundsRecord } from './records.ts'

/**
 * What is left to trade with. The service names no such figure; this is what its own figures leave:
 * the opening balance and what came in, less what went out and what is in use. Null where a part is
 * missing, is no money, or may be written with the other sign.
 */
export function availableFunds(funds: FundsRecord): number | null {
  const { openingbalance, credits, payinamt, payoutamt, utilizedamount } = funds
  // What is missing or cannot be read is not nothing.
  if (openingbalance === null || credits === null || payinamt === null) return null
  if (payoutamt === null || utilizedamount === null) return null
  // Some write as less than zero what goes out: then it may have gone, or be back.
  if (payoutamt < 0 || utilizedamount < 0) return null
  const available = openingbalance + credits + payinamt - payoutamt - utilizedamount
  const all = [openingbalance, credits, payinamt, payoutamt, utilizedamount, available]
  return all.every((figure) => Math.abs(figure) <= mostRupees) ? available : null
}

/**
 * What may have to be taken off it as well: what was debited, and what the day has lost. Brokers differ in
 * whether these are in what is in use already.
 */
export function perhapsTakenOff(funds: FundsRecord): number {
  const { utilizedamount, bookedpnl, realisedmtom, unbookedpnl, unrealisedmtom } = funds
  const debits = Math.abs(funds.debits ?? 0)
  // One figure under two names: it is taken off as what is in use.
  const isInUse = debits === utilizedamount
  const loss = (...figures: (number | null)[]): number =>
    Math.max(0, ...figures.map((figure) => -(figure ?? 0)))
  return (isInUse ? 0 : debits) + loss(bookedpnl, realisedmtom) + loss(unbookedpnl, unrealisedmtom)
}

/** No number tells its paise apart beyond this. */
const mostRupees = Number.MAX_SAFE_INTEGER / 100
