import {
  type HeldAmount,
  holdingComparisonOf,
  investedIn,
  knownGain,
  worthOfHolding,
} from '../../shared/pnl/holdings.ts'
import type { HoldingRecord } from '../../shared/service/records.ts'
import { money, quantity, signedMoney } from '../components/amounts.ts'
import type { CellLook, Total } from '../components/grid/columns.ts'
import { type Sum, sum } from '../core/sums.ts'
import { mark } from '../pnl/pnl-words.ts'
import { notKnownOf, rowsAddedUp, type OwnedRow } from './owned-rows.ts'

/** Holdings that their book may have twice. */
type Repeated = ReadonlySet<HoldingRecord>

type HoldingRow = OwnedRow<HoldingRecord>

/** A figure of holdings that has a sum. */
interface HeldFigure {
  /** Null where it is not known. */
  known(holding: HoldingRecord): number | null
  /** What it is by quantity and price, where the service's is far from that; null where it is not. */
  other(holding: HoldingRecord): number | null
  /** How a sentence writes it. */
  written(value: number | null): string
}

const amount = (of: (holding: HoldingRecord) => HeldAmount): HeldFigure => ({
  known: (holding) => {
    const { said, state } = of(holding)
    return state === 'none' ? null : said
  },
  other: (holding) => {
    const { own, state } = of(holding)
    return state === 'differs' ? own : null
  },
  written: money,
})

export const heldFigures = {
  invested: amount(investedIn),
  value: amount(worthOfHolding),
  gain: {
    known: knownGain,
    other: (holding) => {
      const { own, state, units } = holdingComparisonOf(holding)
      return state === 'differs' && units === null ? own : null
    },
    written: signedMoney,
  },
} satisfies Record<string, HeldFigure>

/** A holding that its book has twice has no figure that could be added up. */
export const heldSum = (
  rows: readonly HoldingRow[],
  repeated: Repeated,
  { known }: HeldFigure,
): Sum => sum(rowsAddedUp(rows).map(({ record }) => (repeated.has(record) ? null : known(record))))

/** What is said of a sum whose figures are far from quantities times prices. */
export function heldDifference(
  rows: readonly HoldingRow[],
  repeated: Repeated,
  { known, other, written }: HeldFigure,
): { own: number; tip: string } | null {
  let [said, own, differing] = [0, 0, 0]
  for (const { record } of rowsAddedUp(rows)) {
    const [figure, another] = [known(record), other(record)]
    if (repeated.has(record) || figure === null) continue
    said += figure
    own += another ?? figure
    if (another !== null) differing++
  }
  if (differing === 0) return null
  const which = differing === 1 ? 'One holding differs' : `${quantity(differing)} holdings differ`
  return {
    own,
    tip: `The service’s figures sum to ${written(said)}, and by quantities and prices it is ${written(own)}. ${which}, with a ≠ in Holdings.`,
  }
}

/** The sum of a group; where something of it is not known, or not what quantities come to, it says so. */
export const heldTotal =
  (
    figure: HeldFigure,
    {
      repeated,
      text,
      look,
    }: {
      repeated: () => Repeated
      text: (value: number | null) => string
      look?: (value: number | null) => CellLook
    },
  ) =>
  (rows: readonly HoldingRow[]): Total => {
    const twice = repeated()
    const { value, partial } = heldSum(rows, twice, figure)
    const isWhole = value !== null && !partial
    const difference = isWhole ? heldDifference(rows, twice, figure) : null
    const isKnown = (record: HoldingRecord): number | null =>
      twice.has(record) ? null : figure.known(record)
    return {
      value,
      text:
        difference !== null
          ? `${text(value)} ${mark}${text(difference.own)}`
          : text(value) + (partial ? ' ?' : ''),
      look: look?.(value) ?? '',
      tip: isWhole ? difference?.tip : notKnownOf(rowsAddedUp(rows), isKnown),
    }
  }

/** A figure of the service with a mark where it is far from what quantity and price come to, or is none. */
export function heldText(amountHeld: HeldAmount, text: (value: number | null) => string): string {
  const { said, state } = amountHeld
  if (state === 'differs') return `${mark}${text(said)}`
  return state === 'none' ? `${text(said)} ?` : text(said)
}

export function heldTip({ said, own, state }: HeldAmount, price: string): string | undefined {
  if (state === 'none') return 'The service says 0 of shares that are held: it is not known.'
  return state === 'differs'
    ? `The service says ${money(said)}; quantity times ${price} is ${money(own)}.`
    : undefined
}
