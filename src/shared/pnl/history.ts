import * as z from 'zod'
import { inIndia } from '../core/india.ts'
import { sumOrUnknown } from './service-figures.ts'

/** Whose P&L a curve is. */
export const PnlKey = z
  .string()
  .max(200)
  .regex(/^(total|practice|elsewhere|(account|strategy):.+)$/s, 'must be a curve that the list has')
export type PnlKey = z.infer<typeof PnlKey>

/** All real accounts. */
export const totalKey: PnlKey = 'total'
/** All practice accounts: apart from the real ones, or alone. */
export const practiceKey: PnlKey = 'practice'
/** The curve that 'all accounts' means. Practice money is in no curve that goes on with real money. */
export const keyOfAll = ({ arePractice }: { arePractice: boolean }): PnlKey =>
  arePractice ? practiceKey : totalKey
/** What is in the sum of all, and was not placed from here under a strategy. */
export const elsewhereKey: PnlKey = 'elsewhere'
export const accountKey = (id: string): PnlKey => `account:${id}`
export const strategyKey = (name: string): PnlKey => `strategy:${name}`

/** Of real accounts. Before it nothing trades in India, and books may still be yesterday's. */
export const firstPnlTime = '08:45'
export const isBeforePnl = (at: number): boolean =>
  inIndia(at).toISOString().slice(11, 16) < firstPnlTime

/** An Indian day, such as 2026-11-23. */
export const PnlDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, such as 2026-11-23')

/** Most curves that are read at a time: no one answer holds up a desk or a window for long. */
export const mostCurves = 4

/** Rupees; null where it was not known, which is a gap in its curve. */
export interface PnlFigures {
  realised: number | null
  unrealised: number | null
  ownRealised: number | null
  ownUnrealised: number | null
}
export const figureNames = ['realised', 'unrealised', 'ownRealised', 'ownUnrealised'] as const

export interface PnlPoint extends PnlFigures {
  /** Wall-clock milliseconds. */
  at: number
  /** What comes before it is another client's: no figure of the day is of both. */
  isAnew?: true
}

export interface PnlSample {
  at: number
  day: string
  figures: SampledFigures[]
}

export interface SampledFigures extends PnlFigures {
  key: PnlKey
  /** Where it is another client's now: since when it may be, in wall-clock milliseconds. */
  anewSince?: number
}

interface PnlSeries {
  key: PnlKey
  /** As the account was called last, or the strategy. */
  name: string
}

export interface PnlIndex {
  today: string
  /** Days that something is known of, the latest first. */
  days: string[]
  /** The first of them of which whole curves are kept; of those before, how they began and ended. */
  firstCurve: string
  series: PnlSeries[]
}

/** A day in a few figures, of the service's net P&L but for `ownClose`. */
export interface PnlDay {
  day: string
  open: number | null
  high: number | null
  low: number | null
  close: number | null
  ownClose: number | null
  /** The deepest fall from the highest point before it. */
  drawdown: number | null
}

export interface PnlCurve {
  key: PnlKey
  /** In the order of time; nothing known at one of them is a gap. */
  points: PnlPoint[]
  summary: PnlDay
}

export const noFigures: PnlFigures = {
  realised: null,
  unrealised: null,
  ownRealised: null,
  ownUnrealised: null,
}

export const serviceNet = ({ realised, unrealised }: PnlFigures): number | null =>
  sumOrUnknown(realised, unrealised)

export const ownNet = ({ ownRealised, ownUnrealised }: PnlFigures): number | null =>
  sumOrUnknown(ownRealised, ownUnrealised)

export const emptyDay = (day: string): PnlDay => ({
  day,
  open: null,
  high: null,
  low: null,
  close: null,
  ownClose: null,
  drawdown: null,
})

/** A day with one more point, which comes after all of its others. */
export function withPoint(former: PnlDay, point: PnlFigures & Pick<PnlPoint, 'isAnew'>): PnlDay {
  const before = point.isAnew === true ? emptyDay(former.day) : former
  const net = serviceNet(point)
  const ownClose = ownNet(point) ?? before.ownClose
  if (net === null) return { ...before, ownClose }
  const high = Math.max(before.high ?? net, net)
  return {
    day: before.day,
    open: before.open ?? net,
    high,
    low: Math.min(before.low ?? net, net),
    close: net,
    ownClose,
    drawdown: Math.max(before.drawdown ?? 0, high - net),
  }
}
