import { untilBelieved } from './book-lag.ts'
import { expectedSince, surelyOf } from './expected-units.ts'
import type { FilledUnits } from './filled-units.ts'
import type { PositionName } from './instruments.ts'
import type { BookSeen } from './login-facts.ts'
import { otherNameOf } from './lost-positions.ts'
import { isMadeAnother, unitsOfFormerName } from './made-another.ts'
import { type TradedBeyond, unitsBeyond } from './traded-beyond.ts'
import { longestMissed } from './vanished-rows.ts'

/** A position that is not what it was and what it was filled with since. */
export interface ContradictedPosition {
  of: PositionName
  held: number
  expected: number
}

/** What the books say of positions, and what else tells of them. */
interface Sayings {
  orders: BookSeen | null
  positions: BookSeen
  /** What may have been filled, as far as one answer alone told of it. */
  filledPerhaps: readonly FilledUnits[]
  beyondOrders: readonly TradedBeyond[]
  held(of: PositionName): number | null
}

/**
 * Positions that changed within the last hour, and not to what was held before and what orders were
 * filled with since, or trades tell of: one of the books is wrong, or the order book leaves out an
 * order. However long it lasts, what nobody sold is not known to be sold.
 */
export function contradictionsIn(sayings: Sayings): readonly ContradictedPosition[] {
  const { orders, positions, filledPerhaps, beyondOrders, held: heldOf } = sayings
  const found: ContradictedPosition[] = []
  for (const baseline of positions.baselines.all()) {
    const { of } = baseline
    const held = heldOf(of)
    const isShown = surelyOf(positions, of).length > 0
    const other = isShown ? undefined : otherNameOf(of, { positions })
    // One that is not shown at all is missed for longer.
    const lasts = isShown || other !== undefined ? longestMissed : untilBelieved
    if (held === null || positions.at - positions.baselines.changedAt(of) >= lasts) continue
    const beyond = unitsBeyond(beyondOrders, of) ?? NaN
    const renamed = unitsOfFormerName(of, positions)
    for (const filled of filledPerhaps) {
      const expected = expectedSince(baseline, { filled })
      if (expected === null || expected === held) continue
      if (expected + beyond === held || expected + renamed === held) continue
      // What came to it under its other name explains what that one holds.
      const more = other && filled.since(other, baseline.at)
      if (other && expected + (more ?? NaN) === heldOf(other)) continue
      const books = { orders, positions, filled }
      if (!isMadeAnother({ of, net: expected - held }, books)) found.push({ of, held, expected })
    }
  }
  return found
}
