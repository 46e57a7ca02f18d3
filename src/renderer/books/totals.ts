import { repeatedPositions } from '../../shared/books/repeated-positions.ts'
import { serviceFigures, type ServiceFigures } from '../../shared/pnl/service-figures.ts'
import { availableFunds } from '../../shared/service/funds.ts'
import type { FundsRecord, PositionRecord } from '../../shared/service/records.ts'
import { nothingKnown, type Sum, sum, total } from '../core/sums.ts'

/** The books of one account, as far as they were read; null where one never was. */
export interface AccountBooks {
  positions: ReadonlyMap<string, PositionRecord> | null
  /** Positions that could not be read, or that the book leaves out: each may be any profit or loss. */
  unknown: number
  funds: FundsRecord | null
}

type Figure = 'realised' | 'unrealised' | 'net' | 'available' | 'used'

export interface AccountsTotals extends Record<Figure, Sum> {
  /** The accounts, by their places, of which a part of a figure is not known. */
  lackingIn(figure: Figure): readonly number[]
}

/** `earlier`: positions whose figures are of a day before that of the others. */
export function totals(
  accounts: readonly AccountBooks[],
  earlier: ReadonlySet<PositionRecord> = new Set(),
): AccountsTotals {
  const figures = accounts.map(({ positions, unknown }) =>
    positions === null
      ? null
      : [...figuresOfEach(positions, earlier), ...Array.from({ length: unknown }, () => null)],
  )
  const ofPositions = (figure: keyof ServiceFigures): Sum[] =>
    figures.map((rows) => (rows === null ? nothingKnown : sum(rows.map((row) => row?.[figure]))))
  const ofFunds = (figure: (funds: FundsRecord) => number | null): Sum[] =>
    accounts.map(({ funds }) => (funds === null ? nothingKnown : sum([figure(funds)])))
  const ofEach = {
    realised: ofPositions('realised'),
    unrealised: ofPositions('unrealised'),
    net: ofPositions('net'),
    available: ofFunds(availableFunds),
    used: ofFunds((funds) => funds.utilizedamount),
  }
  return {
    realised: total(ofEach.realised),
    unrealised: total(ofEach.unrealised),
    net: total(ofEach.net),
    available: total(ofEach.available),
    used: total(ofEach.used),
    lackingIn: (figure) =>
      ofEach[figure].flatMap(({ value, partial }, at) => (value === null || partial ? at : [])),
  }
}

/** Null for a position of which there are two rows, or that did not trade when others did. */
function figuresOfEach(
  positions: ReadonlyMap<string, PositionRecord>,
  earlier: ReadonlySet<PositionRecord>,
): (ServiceFigures | null)[] {
  const repeated = repeatedPositions(positions)
  return [...positions.values()].map((position) =>
    repeated.has(position) || earlier.has(position) ? null : serviceFigures(position),
  )
}
