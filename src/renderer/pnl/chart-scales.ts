import { dayLength, istOffset } from '../../shared/core/india.ts'
import type { Curve } from './curves.ts'

/** Where values stand along one side of a chart: `from` at the pixel `start`, `to` at `end`. */
export interface Scale {
  from: number
  to: number
  start: number
  end: number
}

/** A stretch of time, of which a chart shows nothing else. */
export type Stretch = readonly [from: number, to: number]

/** Pixels at the edges: for times below, for amounts at the left, and so that no label is cut. */
const edge = { top: 12, right: 30, bottom: 28, left: 68 }

export const pixelOf = ({ from, to, start, end }: Scale, value: number): number =>
  start + ((value - from) / (to - from)) * (end - start)

export const valueAtPixel = ({ from, to, start, end }: Scale, place: number): number =>
  from + ((place - start) / (end - start)) * (to - from)

/** How far curves reach in time; a single moment gets a minute around it. */
export function stretchOf(curves: readonly Curve[]): Stretch | null {
  const from = Math.min(...curves.map(({ at }) => at[0] ?? Infinity))
  const to = Math.max(...curves.map(({ at }) => at.at(-1) ?? -Infinity))
  if (from > to) return null
  return from === to ? [from - 30_000, to + 30_000] : [from, to]
}

/** The scales of a chart of this size, of a part where one was chosen; null where there is nothing. */
export function scalesOf(
  curves: readonly Curve[],
  { width, height, part }: { width: number; height: number; part: Stretch | null },
): { time: Scale; amount: Scale } | null {
  const stretch = part ?? stretchOf(curves)
  if (stretch === null) return null
  const [from, to] = stretch
  const [low, high] = around(reachIn(curves, stretch), part === null)
  return {
    time: { from, to, start: edge.left, end: Math.max(edge.left + 1, width - edge.right) },
    amount: {
      from: low,
      to: high,
      start: Math.max(edge.top + 1, height - edge.bottom),
      end: edge.top,
    },
  }
}

/** The lowest and the highest value within a stretch. */
function reachIn(curves: readonly Curve[], [from, to]: Stretch): [number, number] | null {
  let low = Infinity
  let high = -Infinity
  for (const { at, values } of curves)
    for (const [place, value] of values.entries()) {
      if (value === null || at[place]! < from || at[place]! > to) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  return low > high ? null : [low, high]
}

/**
 * With some air above and below. A whole day has zero in it: profit and loss have nothing to be
 * measured against without the line between them.
 */
function around(reach: [number, number] | null, withZero: boolean): [number, number] {
  const zero = withZero || reach === null ? [0] : []
  const [from, to] = [Math.min(...zero, ...(reach ?? [])), Math.max(...zero, ...(reach ?? []))]
  const air = Math.max(5, (to - from) * 0.08)
  return [from === 0 ? -air / 2 : from - air, to === 0 ? air / 2 : to + air]
}

/** Rupees between two lines of the grid: its labels have no decimals. */
const amountSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

const [second, minute, hour] = [1000, 60_000, 3_600_000]
const timeSteps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * dayLength),
]

export const amountTicks = (scale: Scale): number[] => ticksOf(scale, amountSteps, { apart: 30 })

/** They stand at whole hours of India, wherever this machine is. */
export const timeTicks = (scale: Scale): number[] =>
  ticksOf(scale, timeSteps, { apart: 72, offset: istOffset })

/** Multiples of the smallest step that keeps them so many pixels apart. */
function ticksOf(
  { from, to, start, end }: Scale,
  steps: readonly number[],
  { apart, offset = 0 }: { apart: number; offset?: number },
): number[] {
  const least = (apart * (to - from)) / Math.abs(end - start)
  const step = steps.find((one) => one >= least) ?? steps.at(-1)!
  const ticks: number[] = []
  for (let at = Math.ceil((from + offset) / step) * step - offset; at <= to; at += step)
    ticks.push(at)
  return ticks
}
