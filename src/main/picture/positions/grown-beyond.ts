import { slowestPositions, untilBelieved } from '../times/book-lag.ts'
import type { ContradictedPosition } from './contradictions.ts'
import type { PositionName } from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'

/** A position that changed by more than orders and trades explain. */
export interface GrownPosition {
  of: PositionName
  /** Signed. */
  units: number
  /** When it did, on the monotonic clock. */
  at: number
}

/**
 * Of positions that the orders contradict, those that were what they explain until a moment, and by how
 * much they changed then: for longer than either book lags behind the other.
 */
export const grownBeyond = (
  contradicting: readonly ContradictedPosition[],
  { baselines, at }: Pick<BookSeen, 'baselines' | 'at'>,
): readonly GrownPosition[] =>
  contradicting.flatMap(({ of, held, expected }) => {
    const strayedAt = baselines.strayedAt(of)
    const lasts =
      at - strayedAt >= untilBelieved && at - baselines.changedAt(of) >= slowestPositions
    return strayedAt === -Infinity || !lasts ? [] : [{ of, units: held - expected, at: strayedAt }]
  })
