import * as z from 'zod'
import { type CallRows, type EventRows, nothing, typed } from '../core/contract-rows.ts'
import {
  type PnlCurve,
  PnlDate,
  type PnlDay,
  type PnlIndex,
  PnlKey,
  type PnlSample,
  mostCurves,
} from './history.ts'

const PnlKeys = z.array(PnlKey).min(1).max(mostCurves)

export const pnlCalls = {
  listPnl: {
    input: nothing,
    output: typed<PnlIndex>(),
    whileLocked: 'refused, late answer withheld',
  },
  readPnl: {
    input: z.strictObject({ day: PnlDate, keys: PnlKeys }),
    output: typed<PnlCurve[]>(),
    whileLocked: 'refused, late answer withheld',
  },
  readPnlDays: {
    input: z.strictObject({ from: PnlDate, to: PnlDate, keys: PnlKeys }),
    output: typed<{ key: PnlKey; days: PnlDay[] }[]>(),
    whileLocked: 'refused, late answer withheld',
  },
} satisfies CallRows

export const pnlEvents = {
  pnl: { carries: typed<PnlSample>(), whileLocked: 'dropped' },
} satisfies EventRows
