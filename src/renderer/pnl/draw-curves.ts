import { amountTicks, pixelOf, type Scale, timeTicks } from './chart-scales.ts'
import type { Curve } from './curves.ts'

interface Drawing {
  context: CanvasRenderingContext2D
  time: Scale
  amount: Scale
  curves: readonly Curve[]
  /** Every point has a dot, and not only one that no line leads to. */
  hasDots: boolean
  timeText: (at: number, span: number) => string
  amountText: (amount: number) => string
  /** A canvas knows no style sheet: of a colour of styles/tokens.css, what it is now. */
  colour: (name: string) => string
  font: string
}

/** Pixels between an axis and what is written beside it. */
const gap = 6

/** Draws the curves into an empty canvas, with both axes. */
export function drawCurves(drawing: Drawing): void {
  const { context, time, amount, curves } = drawing
  drawAxes(drawing)
  context.save()
  context.beginPath()
  context.rect(time.start, amount.end, time.end - time.start, amount.start - amount.end)
  context.clip()
  for (const curve of curves) drawCurve(drawing, curve)
  context.restore()
}

function drawAxes({ context, time, amount, timeText, amountText, colour, font }: Drawing): void {
  context.font = font
  context.fillStyle = colour('dim')
  context.textAlign = 'center'
  context.textBaseline = 'top'
  const span = time.to - time.from
  for (const at of timeTicks(time))
    context.fillText(timeText(at, span), pixelOf(time, at), amount.start + gap)
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  for (const tick of amountTicks(amount)) {
    const y = pixelOf(amount, tick)
    context.fillText(amountText(tick), time.start - gap, y)
    line(context, { y, time, stroke: colour('line') })
  }
  if (amount.from <= 0 && amount.to >= 0)
    line(context, { y: pixelOf(amount, 0), time, stroke: colour('edge') })
}

function line(
  context: CanvasRenderingContext2D,
  { y, time, stroke }: { y: number; time: Scale; stroke: string },
): void {
  // In the middle of a pixel, or it would be two pixels of half the colour.
  const middle = Math.round(y) + 0.5
  context.strokeStyle = stroke
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(time.start, middle)
  context.lineTo(time.end, middle)
  context.stroke()
}

function drawCurve({ context, time, amount, hasDots, colour }: Drawing, curve: Curve): void {
  const { at, values } = curve
  context.strokeStyle = context.fillStyle = colour(curve.colour)
  context.lineWidth = 1.6
  context.lineJoin = 'round'
  context.setLineDash([...curve.dash])
  context.beginPath()
  const dots: [x: number, y: number][] = []
  for (const [place, value] of values.entries()) {
    if (value === null) continue
    const [x, y] = [pixelOf(time, at[place]!), pixelOf(amount, value)]
    const isLed = (values[place - 1] ?? null) !== null
    if (isLed) context.lineTo(x, y)
    else context.moveTo(x, y)
    if (hasDots || (!isLed && (values[place + 1] ?? null) === null)) dots.push([x, y])
  }
  context.stroke()
  context.setLineDash([])
  for (const [x, y] of dots) {
    context.beginPath()
    context.arc(x, y, 2.5, 0, 2 * Math.PI)
    context.fill()
  }
}
