import { timeOf } from '../../shared/core/india.ts'
import {
  ownNet,
  type PnlCurve,
  type PnlDay,
  type PnlFigures,
  type PnlKey,
  type PnlPoint,
  practiceKey,
  serviceNet,
  totalKey,
} from '../../shared/pnl/history.ts'
import { accountColours } from '../../shared/accounts/accounts.ts'
import type { Curve } from './curves.ts'
import type { SheetCell } from '../../shared/core/spreadsheets.ts'
import { clockTime } from '../components/times.ts'
import type { FigureKind } from './pnl.svelte.ts'
import type { BesideGaps } from './summed-curves.ts'

/** What the lines are called, and what colour is theirs. */
interface Names {
  name: (key: PnlKey) => string
  /** The colour that a person chose for an account; none for what is no account. */
  colour: (key: PnlKey) => string | undefined
}

const serviceFigure: Record<FigureKind, (figures: PnlFigures) => number | null> = {
  net: serviceNet,
  realised: ({ realised }) => realised,
  unrealised: ({ unrealised }) => unrealised,
}
const ownFigure: Record<FigureKind, (figures: PnlFigures) => number | null> = {
  net: ownNet,
  realised: ({ ownRealised }) => ownRealised,
  unrealised: ({ ownUnrealised }) => ownUnrealised,
}
export const figureTitles: Record<FigureKind, string> = {
  net: 'Net',
  realised: 'Realised',
  unrealised: 'Unrealised',
}

/** Colours are not the only thing that tells lines apart. */
const dashes: readonly (readonly number[])[] = [[], [10, 4], [3, 3], [12, 3, 3, 3]]

const lookOf = (key: PnlKey, place: number, { colour }: Names) => ({
  colour:
    key === totalKey || key === practiceKey
      ? 'accent'
      : `account-${colour(key) ?? accountColours[place % accountColours.length]!}`,
  dash: dashes[place % dashes.length]!,
})

/** One curve with the own one beside it, or several of the service's. */
export function curvesOf(
  curves: readonly PnlCurve[],
  { figure, beside, ...names }: Names & { figure: FigureKind; beside: BesideGaps },
): Curve[] {
  const lines = curves.map(({ key, points }, place) => ({
    id: key,
    name: names.name(key),
    ...lookOf(key, place, names),
    at: points.map(({ at }) => at),
    values: points.map(serviceFigure[figure]),
  }))
  const [only] = curves
  if (only === undefined || curves.length > 1) return lines
  const own = {
    id: ownId,
    name: 'Quarterdeck',
    colour: 'warn',
    dash: [4, 4],
    at: only.points.map(({ at }) => at),
    values: only.points.map(ownFigure[figure]),
  }
  // Below the service's: it is seen where the two part.
  const whole = [own, ...lines.map((line) => ({ ...line, name: 'Service' }))]
  const standIns = [
    {
      id: withOldId,
      name: 'Last known',
      colour: whole[1]!.colour,
      dash: [2, 3],
      of: beside.withOld,
    },
    { id: partId, name: 'Partial', colour: 'warn', dash: [1, 3], of: beside.part },
  ]
  return [
    ...whole,
    ...standIns
      .filter(({ of }) => of.length > 0)
      .map(({ of, ...look }) => ({
        ...look,
        at: of.map(({ at }) => at),
        values: of.map(serviceFigure[figure]),
      })),
  ]
}
/** The sum of all, where one of them counts with an old figure. */
export const withOldId = 'with-old'
/** The sum of those that are known, where one is missing. */
export const partId = 'part'
export const ownId = 'own'

/** How days ended, at the beginning of each. */
export const dayCurvesOf = (
  series: readonly { key: PnlKey; days: readonly PnlDay[] }[],
  names: Names,
): Curve[] =>
  series.map(({ key, days }, place) => ({
    id: key,
    name: names.name(key),
    ...lookOf(key, place, names),
    at: days.map(({ day }) => Date.parse(`${day}T00:00:00+05:30`)),
    values: days.map(({ close }) => close),
  }))

export const timeText = (at: number, span: number): string =>
  span > 600_000 ? clockTime(at).slice(0, 5) : clockTime(at)

export const shortDay = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: 'short',
  })

const pointColumns: readonly [string, (point: PnlPoint) => number | null][] = [
  ['Realised', ({ realised }) => realised],
  ['Unrealised', ({ unrealised }) => unrealised],
  ['Net', serviceNet],
  ['Realised by Quarterdeck', ({ ownRealised }) => ownRealised],
  ['Unrealised by Quarterdeck', ({ ownUnrealised }) => ownUnrealised],
  ['Net by Quarterdeck', ownNet],
]

/** Every point that is drawn; nothing stands where nothing was known. */
export const pointsSheetOf = (
  curves: readonly PnlCurve[],
  name: (key: PnlKey) => string,
): SheetCell[][] => [
  ['Time (IST)', 'Whose', ...pointColumns.map(([title]) => title)],
  ...curves.flatMap(({ key, points }) =>
    points.map((point) => [
      timeOf(point.at).slice(0, 19),
      name(key),
      ...pointColumns.map(([, of]) => paise(of(point))),
    ]),
  ),
]

export const daysSheetOf = (
  series: readonly { key: PnlKey; days: readonly PnlDay[] }[],
  name: (key: PnlKey) => string,
): SheetCell[][] => [
  ['Day', 'Whose', 'Open', 'High', 'Low', 'Close', 'Close by Quarterdeck', 'Drawdown'],
  ...series.flatMap(({ key, days }) =>
    days.map(({ day, open, high, low, close, ownClose, drawdown }) => [
      day,
      name(key),
      ...[open, high, low, close, ownClose, drawdown].map(paise),
    ]),
  ),
]

const paise = (value: number | null): SheetCell =>
  value === null ? '' : Math.round(value * 100) / 100
