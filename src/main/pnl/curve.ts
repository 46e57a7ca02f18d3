import { type PnlPoint, noFigures, ownNet, serviceNet } from '../../shared/pnl/history.ts'

/** Longer than two samples of a thinned day can be apart: nobody was watching then. */
const longestStep = 150_000

const figureOf = (point: PnlPoint): number | null => serviceNet(point) ?? ownNet(point)

/** A stretch without samples is a gap: a point of which nothing is known stands in it. */
export function withGaps(points: readonly PnlPoint[]): PnlPoint[] {
  const all: PnlPoint[] = []
  let last: PnlPoint | undefined
  for (const point of points) {
    if (last !== undefined && point.at - last.at > longestStep && figureOf(last) !== null)
      all.push({ at: last.at + 1, ...noFigures })
    all.push(point)
    last = point
  }
  return all
}

/** Of a stretch, at most its first, last, highest and lowest point and one gap. */
const mostOfStretch = 5

/** Fewer points with the same shape: no peak, no trough and no gap goes missing. */
export function thinned(points: readonly PnlPoint[], most: number): readonly PnlPoint[] {
  const first = points[0]
  const last = points.at(-1)
  if (points.length <= most || first === undefined || last === undefined) return points
  const stretches = Math.max(1, Math.floor(most / mostOfStretch))
  const width = (last.at - first.at + 1) / stretches
  const kept: PnlPoint[] = []
  let begin = 0
  for (let stretch = 1; stretch <= stretches && begin < points.length; stretch++) {
    const limit = stretch === stretches ? Infinity : first.at + stretch * width
    let end = begin
    while (end < points.length && points[end]!.at < limit) end++
    kept.push(...shapeOf(points, begin, end))
    begin = end
  }
  return kept
}

function shapeOf(points: readonly PnlPoint[], begin: number, end: number): PnlPoint[] {
  const places = new Set<number>()
  let high: number | null = null
  let low: number | null = null
  let highest = -1
  let lowest = -1
  let gap = -1
  for (let place = begin; place < end; place++) {
    const figure = figureOf(points[place]!)
    if (figure === null) {
      if (gap === -1 || points[gap]!.isAnew !== true) gap = place
      continue
    }
    if (high === null || figure > high) [high, highest] = [figure, place]
    if (low === null || figure < low) [low, lowest] = [figure, place]
  }
  for (const place of [begin, highest, lowest, gap, end - 1])
    if (place >= begin && place < end) places.add(place)
  return [...places].toSorted((one, other) => one - other).map((place) => points[place]!)
}
