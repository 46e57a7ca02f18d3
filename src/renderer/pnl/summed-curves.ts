import {
  emptyDay,
  noFigures,
  ownNet,
  type PnlCurve,
  type PnlDay,
  type PnlFigures,
  type PnlKey,
  type PnlPoint,
  serviceNet,
  withPoint,
} from '../../shared/pnl/history.ts'

/** What several accounts make together: where all are known, and of the others where one is not. */
export interface SummedPoints {
  whole: PnlPoint[]
  /** Null where the whole is known, or nobody is. */
  part: PnlPoint[]
}

interface Pair {
  net: (figures: PnlFigures) => number | null
  names: readonly (keyof PnlFigures)[]
}
/** An account is in a sum with both of its figures, or with none. */
const pairs: readonly Pair[] = [
  { net: serviceNet, names: ['realised', 'unrealised'] },
  { net: ownNet, names: ['ownRealised', 'ownUnrealised'] },
]

export function summedPoints(curves: readonly PnlCurve[]): SummedPoints {
  const places = curves.map(() => 0)
  const moments = [...new Set(curves.flatMap(({ points }) => points.map(({ at }) => at)))]
  const summed: SummedPoints = { whole: [], part: [] }
  for (const at of moments.toSorted((one, other) => one - other)) {
    const now = curves.map(({ points }, curve) => {
      while (places[curve]! < points.length && points[places[curve]!]!.at <= at) places[curve]!++
      return points[places[curve]! - 1] ?? noFigures
    })
    const { whole, part } = sumAt(now)
    summed.whole.push({ at, ...whole })
    summed.part.push({ at, ...part })
  }
  return summed
}

function sumAt(accounts: readonly PnlFigures[]): { whole: PnlFigures; part: PnlFigures } {
  const [whole, part] = [{ ...noFigures }, { ...noFigures }]
  for (const { net, names } of pairs) {
    const known = accounts.filter((figures) => net(figures) !== null)
    if (known.length === 0) continue
    const sum = known.length === accounts.length ? whole : part
    for (const name of names) sum[name] = known.reduce((all, one) => all + one[name]!, 0)
  }
  return { whole, part }
}

/** A sum that is drawn where this curve, whose sum it is a part of, is not known. */
export function besideGaps(part: readonly PnlPoint[], { points }: PnlCurve): PnlPoint[] {
  let place = 0
  return part.map((point) => {
    while (place < points.length && points[place]!.at <= point.at) place++
    const before = points[place - 1]
    const isKnown = before !== undefined && serviceNet(before) !== null
    return isKnown ? { at: point.at, ...noFigures } : point
  })
}

export const curveOf = (key: PnlKey, day: string, points: PnlPoint[]): PnlCurve => ({
  key,
  points,
  summary: points.reduce(withPoint, emptyDay(day)),
})

/** How the days of several accounts ended together; what happened between is not known of a sum. */
export function summedDays(series: readonly (readonly PnlDay[])[]): PnlDay[] {
  const days = [...new Set(series.flatMap((one) => one.map(({ day }) => day)))].toSorted()
  return days.map((day) => {
    const each = series.map((one) => one.find((other) => other.day === day))
    const sumOf = (figure: 'open' | 'close' | 'ownClose'): number | null =>
      each.reduce<number | null>((all, one) => {
        const value = one?.[figure] ?? null
        return all === null || value === null ? null : all + value
      }, 0)
    return {
      ...emptyDay(day),
      open: sumOf('open'),
      close: sumOf('close'),
      ownClose: sumOf('ownClose'),
    }
  })
}
