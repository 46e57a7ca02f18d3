import { repeatedPositions } from '../../shared/books/repeated-positions.ts'
import type { PnlFigures } from '../../shared/pnl/history.ts'
import { ownFigures } from '../../shared/pnl/reckoned-pnl.ts'
import { sumOrUnknown, serviceFigures } from '../../shared/pnl/service-figures.ts'
import type { Rows } from '../../shared/core/patch.ts'
import type { PositionRecord } from '../../shared/service/records.ts'

export const added = (one: PnlFigures, other: PnlFigures): PnlFigures => ({
  realised: sumOrUnknown(one.realised, other.realised),
  unrealised: sumOrUnknown(one.unrealised, other.unrealised),
  ownRealised: sumOrUnknown(one.ownRealised, other.ownRealised),
  ownUnrealised: sumOrUnknown(one.ownUnrealised, other.ownUnrealised),
})

const negative = (figure: number | null): number | null => (figure === null ? null : -figure)

export const subtractFigures = (one: PnlFigures, other: PnlFigures): PnlFigures =>
  added(one, {
    realised: negative(other.realised),
    unrealised: negative(other.unrealised),
    ownRealised: negative(other.ownRealised),
    ownUnrealised: negative(other.ownUnrealised),
  })

export const zeroFigures: PnlFigures = {
  realised: 0,
  unrealised: 0,
  ownRealised: 0,
  ownUnrealised: 0,
}

const unknownFigures = (): PnlFigures => ({
  ...{ realised: null, unrealised: null, ownRealised: null, ownUnrealised: null },
})

const remembered = new WeakMap<Rows, PnlFigures>()

/** One position of unknown P&L, or of two rows, makes the sum unknown: a part of a sum is a wrong curve. */
export function pnlFiguresOf(positions: Rows): PnlFigures {
  const known = remembered.get(positions)
  if (known !== undefined) return known
  const figures = repeatedPositions(positions).size > 0 ? unknownFigures() : { ...zeroFigures }
  for (const row of positions.values()) {
    const position = row as PositionRecord
    const service = serviceFigures(position)
    const own = ownFigures(position)
    figures.realised = sumOrUnknown(figures.realised, service.realised)
    figures.unrealised = sumOrUnknown(figures.unrealised, service.unrealised)
    figures.ownRealised = sumOrUnknown(figures.ownRealised, own.realised)
    figures.ownUnrealised = sumOrUnknown(figures.ownUnrealised, own.unrealised)
  }
  remembered.set(positions, figures)
  return figures
}
