import type uPlot from 'uplot'
import { inIndia } from '../../shared/core/india.ts'
import type { Curve } from './curves.ts'

interface ChartParts {
  target: HTMLElement
  curves: readonly Curve[]
  hasDots: boolean
  timeText: (at: number, span: number) => string
  amountText: (amount: number) => string
  onmoment: (at: number | null) => void
  /** Whether a part of what there is fills the chart. */
  isZoomed: () => boolean
  onzoom: (isZoomed: boolean) => void
}

/** uPlot draws on a canvas, which knows no style sheet: colours are read when it is made. */
export function chartOptions(parts: ChartParts): uPlot.Options {
  const { target, curves, hasDots, timeText, amountText, onmoment, isZoomed, onzoom } = parts
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
      const there = inIndia(at)
      return new Date(there.getTime() + there.getTimezoneOffset() * 60_000)
    },
    legend: { show: false },
    padding: [12, 30, 0, 0],
    cursor: {
      y: false,
      // The scales are set below, once it is known that a part is to fill the chart.
      drag: { x: true, y: false, dist: 6, setScale: false },
      bind: {
        dblclick: (_self, _target, handler) => (event) => {
          onzoom(false)
          return handler(event)
        },
      },
      points: { size: 7 },
    },
    scales: {
      y: { range: (_, low, high) => around(low, high, !isZoomed()) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 72,
        size: 28,
        values: (self, splits) => splits.map((at) => timeText(at, spanOf(self))),
      },
      {
        ...axis,
        grid,
        size: 68,
        incrs: wholeSteps,
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
        points: {
          show: true,
          size: 5,
          fill: colour(curve.colour),
          // All of them, or those that no line leads to.
          ...(!hasDots && { filter: lonely }),
        },
      })),
    ],
    hooks: {
      drawAxes: [(self) => zeroLine(self, colour('edge'))],
      setCursor: [(self) => onmoment(momentUnder(self))],
      setSelect: [
        (self) => {
          const { left, width } = self.select
          if (width === 0) return
          onzoom(true)
          self.setScale('x', {
            min: self.posToVal(left, 'x'),
            max: self.posToVal(left + width, 'x'),
          })
          self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
    },
  }
}

/** Rupees between two lines of the grid: its labels have no decimals. */
const wholeSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

const spanOf = ({ scales: { x } }: uPlot): number => (x?.max ?? 0) - (x?.min ?? 0)

/**
 * With some air above and below. A whole day has zero in it: profit and loss have nothing to be
 * measured against without the line between them.
 */
function around(low: number | null, high: number | null, withZero: boolean): [number, number] {
  const zero = withZero ? [0] : []
  const [from, to] = [Math.min(low ?? 0, ...zero), Math.max(high ?? 0, ...zero)]
  const air = Math.max(5, (to - from) * 0.08)
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

/** Points with a gap on either side. What is not there at all, for another line's sake, is none. */
function lonely({ data }: uPlot, line: number): number[] {
  const places: number[] = []
  let run: number[] = []
  const end = (): void => {
    if (run.length === 1) places.push(run[0]!)
    run = []
  }
  for (const [place, value] of [...(data[line] ?? [])].entries())
    if (value === null) end()
    else if (value !== undefined && run.length < 2) run.push(place)
  end()
  return places
}
