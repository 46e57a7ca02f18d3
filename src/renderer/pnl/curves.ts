/** One line of a chart. */
export interface Curve {
  id: string
  name: string
  /** The name of a colour in styles/tokens.css, without its dashes. */
  colour: string
  /** Lengths of dashes and gaps; none for an unbroken line. */
  dash: readonly number[]
  /** Milliseconds, in order. */
  at: readonly number[]
  /** Null where it is not known: the line has a gap there. */
  values: readonly (number | null)[]
}

/** The curve's value at a moment: that of the last point before it. */
export function valueAt({ at, values }: Curve, moment: number): number | null {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (at[middle]! <= moment) low = middle + 1
    else high = middle
  }
  return low === 0 ? null : (values[low - 1] ?? null)
}

/** The latest of what was known. */
export function lastKnown({ at, values }: Curve): { at: number; value: number } | null {
  const place = values.findLastIndex((value) => value !== null)
  const value = values[place] ?? null
  return value === null ? null : { at: at[place]!, value }
}

/** All moments of several curves, in order, each once. */
export const momentsOf = (curves: readonly Curve[]): number[] =>
  [...new Set(curves.flatMap(({ at }) => at))].toSorted((one, other) => one - other)

/** The one of these moments, in order, that is nearest to a point in time; null where there is none. */
export function nearestOf(moments: readonly number[], time: number): number | null {
  const after = moments.find((at) => at >= time)
  const before = moments.findLast((at) => at < time)
  if (after === undefined || before === undefined) return after ?? before ?? null
  return time - before < after - time ? before : after
}
