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

/** What several accounts make together, in lines that join sums of the same accounts alone. */
export interface SummedPoints {
  /** All are known; null where one is not. */
  whole: PnlPoint[]
  /** All are in it, each with what was known of it last; null where of one nothing ever was. */
  withOld: PnlPoint[]
  /** Those of whom something was known, where that is not all of them. */
  part: PnlPoint[]
}

/** What stands where the whole is not known. */
export type BesideGaps = Omit<SummedPoints, 'whole'>

interface Pair {
  net: (figures: PnlFigures) => number | null
  names: readonly (keyof PnlFigures)[]
}
/** An account is in a sum with both of its figures, or with none. */
const pairs: readonly Pair[] = [
  { net: serviceNet, names: ['realised', 'unrealised'] },
  { net: ownNet, names: ['ownRealised', 'ownUnrealised'] },
]

/** Milliseconds in which nobody is known, after which what was known before is of another session. */
const longestSilence = 60_000

export function summedPoints(curves: readonly PnlCurve[]): SummedPoints {
  const summed: SummedPoints = { whole: [], withOld: [], part: [] }
  const sums = pairs.map((pair) => new PairSum(pair))
  let before = ''
  for (const { at, accounts, isAnew } of momentsOfAll(curves)) {
    // Of another client, nothing that was known before goes on.
    if (isAnew) for (const sum of sums) sum.forget()
    const whole: PnlPoint = { at, ...noFigures, ...(isAnew && { isAnew }) }
    const withOld = { at, ...noFigures }
    const part = { at, ...noFigures }
    const sets = sums.map((sum) => sum.add({ at, accounts, whole, withOld, part }))
    const set = sets.join(' ')
    // Another set begins: who joined or left made no profit by it.
    if ((isAnew || set !== before) && summed.part.length > 0) endLine(summed.part, at)
    before = set
    summed.whole.push(whole)
    summed.withOld.push(withOld)
    summed.part.push(part)
  }
  return summed
}

function endLine(line: PnlPoint[], at: number): void {
  const last = line.at(-1)
  const isOpen = last !== undefined && (serviceNet(last) !== null || ownNet(last) !== null)
  if (isOpen) line.push({ at: (last.at + at) / 2, ...noFigures })
}

/** Every moment at which something was learned of one, and what was known of each then. */
function* momentsOfAll(
  curves: readonly PnlCurve[],
): Generator<{ at: number; accounts: readonly PnlFigures[]; isAnew: boolean }> {
  const places = curves.map(() => 0)
  const moments = [...new Set(curves.flatMap(({ points }) => points.map(({ at }) => at)))]
  for (const at of moments.toSorted((one, other) => one - other)) {
    let isAnew = false
    const accounts = curves.map(({ points }, curve) => {
      for (; places[curve]! < points.length && points[places[curve]!]!.at <= at; places[curve]!++)
        isAnew ||= points[places[curve]!]!.isAnew === true
      return points[places[curve]! - 1] ?? noFigures
    })
    yield { at, accounts, isAnew }
  }
}

/** One pair of figures, summed from moment to moment. */
class PairSum {
  readonly #pair: Pair
  /** What was known of each last: the bar counts an account that answers late with the same. */
  #last: readonly (PnlFigures | null)[] = []
  #silentSince: number | null = null

  constructor(pair: Pair) {
    this.#pair = pair
  }

  forget(): void {
    this.#last = []
  }

  /** Writes the sums of a moment, and answers who is in the part. */
  add(moment: {
    at: number
    accounts: readonly PnlFigures[]
    whole: PnlPoint
    withOld: PnlPoint
    part: PnlPoint
  }): string {
    const { at, accounts, whole, withOld, part } = moment
    const now = accounts.map((figures) => (this.#pair.net(figures) === null ? null : figures))
    if (now.every((figures) => figures === null)) {
      this.#silentSince ??= at
      return ''
    }
    const isOver = this.#silentSince !== null && at - this.#silentSince > longestSilence
    this.#silentSince = null
    this.#last = now.map(
      (figures, place) => figures ?? (isOver ? null : (this.#last[place] ?? null)),
    )
    if (!now.includes(null)) this.#write(whole, now)
    if (!this.#last.includes(null)) {
      this.#write(withOld, this.#last)
      return ''
    }
    this.#write(part, this.#last)
    return this.#last.flatMap((figures, place) => (figures === null ? [] : place)).join()
  }

  #write(sum: PnlPoint, accounts: readonly (PnlFigures | null)[]): void {
    for (const name of this.#pair.names)
      sum[name] = accounts.reduce((all, one) => all + (one?.[name] ?? 0), 0)
  }
}

/** A sum that is drawn where this curve, whose sum it is a part of, is not known. */
export function besideGaps(part: readonly PnlPoint[], whole: PnlCurve): PnlPoint[] {
  const isKnown = knownAt(part, whole)
  return part.map((point, place) => (isKnown[place] ? { at: point.at, ...noFigures } : point))
}

/**
 * As `besideGaps`, of a sum of the same accounts: it begins and ends where the curve is known. A gap
 * on whose either side they differ is one of other accounts than there are now.
 */
export function overGaps(sum: readonly PnlPoint[], whole: PnlCurve): PnlPoint[] {
  const isKnown = knownAt(sum, whole)
  const netOf = new Map(whole.points.map((point) => [point.at, serviceNet(point)]))
  const differs = ({ at, ...point }: PnlPoint): boolean => {
    const [own, other] = [serviceNet(point), netOf.get(at) ?? null]
    return own !== null && other !== null && Math.abs(own - other) > 0.005
  }
  const stands: boolean[] = sum.map(() => false)
  for (let from = 0; from < sum.length; from++) {
    if (isKnown[from] !== false) continue
    let to = from
    while (isKnown[to + 1] === false) to++
    const sides = [sum[from - 1], sum[to + 1]].filter((side) => side !== undefined)
    if (!sides.some(differs))
      for (let place = from; place <= to; place++) stands[place] = serviceNet(sum[place]!) !== null
    from = to
  }
  return sum.map((point, place) =>
    stands[place - 1] === true || stands[place] === true || stands[place + 1] === true
      ? point
      : { at: point.at, ...noFigures },
  )
}

/** Whether a curve is known at each of these moments. */
function knownAt(moments: readonly PnlPoint[], { points }: PnlCurve): boolean[] {
  let place = 0
  return moments.map(({ at }) => {
    while (place < points.length && points[place]!.at <= at) place++
    const before = points[place - 1]
    return before !== undefined && serviceNet(before) !== null
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
