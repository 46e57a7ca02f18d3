import type uPlot from 'uplot'
import { istOffset } from '../../shared/times.ts'
import type { Curve } from './curves.ts'

interface ChartParts {
  target: HTMLElement
  curves: readonly Curve[]
  hasDots: boolean
  timeText: (at: number, span: number) => string
  amountText: (amount: number) => string
  onmoment: (at: number | null) => void
  onzoom: (isZoomed: boolean) => void
}

/** uPlot draws on a canvas, which knows no style sheet: colours are read when it is made. */
export function chartOptions(parts: ChartParts): uPlot.Options {
  const { target, curves, hasDots, timeText, amountText, onmoment, onzoom } = parts
  const style = getComputedStyle(target)
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const font = `${colour('fs-s')} ${style.fontFamily}`
  const axis = { stroke: colour('dim'), font, ticks: { show: false }, gap: 6 }
  const grid = { stroke: colour('line'), width: 1 }
  return {
    width: Math.max(1, target.clientWidth),
    height: Math.max(1, target.clientHeight),
    ms: 1,
    // Ticks of the axis stand at whole hours of India, wherever this machine is.
    tzDate: (at) => {
      const there = new Date(at + istOffset)
      return new Date(there.getTime() + there.getTimezoneOffset() * 60_000)
    },
    legend: { show: false },
    padding: [12, 16, 0, 0],
    cursor: { y: false, drag: { x: true, y: false, dist: 6 }, points: { size: 7 } },
    scales: {
      // Profit and loss have nothing to be measured against without the line between them.
      y: { range: (_, low, high) => around(low, high) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 72,
        values: (self, splits) => splits.map((at) => timeText(at, spanOf(self))),
      },
      {
        ...axis,
        grid,
        size: 68,
        values: (_, splits) => splits.map((amount) => amountText(amount)),
      },
    ],
    series: [
      {},
      ...curves.map((curve): uPlot.Series => ({
        label: curve.name,
        stroke: colour(curve.colour),
        width: 1.6,
        dash: [...curve.dash],
        spanGaps: false,
        points: { show: hasDots, size: 6, fill: colour(curve.colour) },
      })),
    ],
    hooks: {
      drawAxes: [(self) => zeroLine(self, colour('edge'))],
      setCursor: [(self) => onmoment(momentUnder(self))],
      setScale: [
        (self, key) => {
          if (key === 'x') onzoom(isPart(self))
        },
      ],
    },
  }
}

const spanOf = ({ scales: { x } }: uPlot): number => (x?.max ?? 0) - (x?.min ?? 0)

/** Always with zero in it, and some air above and below. */
function around(low: number | null, high: number | null): [number, number] {
  const [from, to] = [Math.min(0, low ?? 0), Math.max(0, high ?? 0)]
  const air = Math.max(1, (to - from) * 0.08)
  return [from === 0 ? -air / 2 : from - air, to === 0 ? air / 2 : to + air]
}

function zeroLine(self: uPlot, stroke: string): void {
  const { ctx, bbox } = self
  const y = Math.round(self.valToPos(0, 'y', true)) + 0.5
  if (y < bbox.top || y > bbox.top + bbox.height) return
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.restore()
}

function momentUnder(self: uPlot): number | null {
  const { idx, left } = self.cursor
  return idx === null || idx === undefined || (left ?? -1) < 0 ? null : (self.data[0][idx] ?? null)
}

/** Whether a part of what there is fills the chart. */
function isPart({ data: [moments], scales: { x } }: uPlot): boolean {
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined || x?.min === undefined) return false
  return (x.min ?? first) > first || (x.max ?? last) < last
}
