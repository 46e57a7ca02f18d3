import type { PositionRecord } from '../service/records.ts'
import { type Figures, isContradictory } from './reckoned-pnl.ts'

export interface ServiceFigures extends Figures {
  /** Null where one of its parts is. */
  net: number | null
}

/**
 * The service's figures of a position. Services leave the unrealised figure of a closed row out:
 * where the quantity is known to be zero, and what was bought and sold does not speak against that,
 * nothing is unrealised. A row of unknown quantity, or without a realised figure, is unknown, and
 * never zero.
 */
export function serviceFigures(position: PositionRecord): ServiceFigures {
  const { realisedprofitloss: realised, unrealisedprofitloss, netqty } = position
  const unrealised = unrealisedprofitloss ?? (netqty === 0 && !isContradictory(position) ? 0 : null)
  return { realised, unrealised, net: sumOrUnknown(realised, unrealised) }
}

/** Rows can hold numbers whose sum no number holds: it is unknown, as that of an unknown one. */
export function sumOrUnknown(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return null
  const sum = one + other
  return Number.isFinite(sum) ? sum : null
}
