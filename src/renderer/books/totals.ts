import { availableFunds } from '../../shared/service/funds.ts'
import type { FundsRecord, PositionRecord } from '../../shared/service/records.ts'
import { nothingKnown, type Sum, sum, total } from '../core/sums.ts'

/** The books of one account, as far as they were read; null where one never was. */
export interface AccountBooks {
  positions: readonly PositionRecord[] | null
  funds: FundsRecord | null
}

export interface AccountsTotals {
  realised: Sum
  unrealised: Sum
  net: Sum
  available: Sum
  used: Sum
}

const known = (position: PositionRecord): number | null =>
  position.realisedprofitloss === null || position.unrealisedprofitloss === null
    ? null
    : position.realisedprofitloss + position.unrealisedprofitloss

export function totals(accounts: readonly AccountBooks[]): AccountsTotals {
  const ofPositions = (figure: (position: PositionRecord) => number | null): Sum =>
    total(
      accounts.map(({ positions }) =>
        positions === null ? nothingKnown : sum(positions.map(figure)),
      ),
    )
  const ofFunds = (figure: (funds: FundsRecord) => number | null): Sum =>
    total(accounts.map(({ funds }) => (funds === null ? nothingKnown : sum([figure(funds)]))))

  return {
    realised: ofPositions((position) => position.realisedprofitloss),
    unrealised: ofPositions((position) => position.unrealisedprofitloss),
    net: ofPositions(known),
    available: ofFunds(availableFunds),
    used: ofFunds((funds) => funds.utilizedamount),
  }
}
