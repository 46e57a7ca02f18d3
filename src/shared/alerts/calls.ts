import * as z from 'zod'
import { type CallRows, type EventRows, nothing, typed } from '../core/contract-rows.ts'
import {
  type Alert,
  AlertFilter,
  AlertsPutAway,
  type AlertsState,
  type PriceAlert,
  PriceAlertInput,
} from './alerts.ts'

export const alertCalls = {
  readAlerts: {
    input: z.strictObject({
      filter: AlertFilter,
      /** Alerts older than this one, by `seq`; from the newest on where it is absent. */
      before: z.int().min(1).optional(),
      limit: z.int().min(1).max(500),
    }),
    output: typed<{ rows: Alert[]; hasMore: boolean }>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** Those that stay until they are put away, and that this window is to show: its own, and those that no other shows. */
  takeAlerts: {
    input: nothing,
    output: typed<Alert[]>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** The alert of this id was shown: no other window needs to. */
  alertShown: {
    input: z.strictObject({ id: z.uuid() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Marks as read: all up to a place in the log, or those named. */
  markAlerts: {
    input: AlertsPutAway,
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  clearAlerts: {
    input: nothing,
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** For so many minutes nothing is shown or heard; null lets them be again. */
  muteAlerts: {
    input: z.strictObject({ minutes: z.int().min(1).max(480).nullable() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Without an id, a new one. */
  savePriceAlert: {
    input: PriceAlertInput.extend({ id: z.uuid().optional() }),
    output: typed<PriceAlert>(),
    whileLocked: 'refused, late answer told',
  },
  deletePriceAlert: {
    input: z.strictObject({ id: z.uuid() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
} satisfies CallRows

export const alertEvents = {
  /** New, or one that counts more by now. */
  alert: { carries: typed<Alert>(), whileLocked: 'held' },
  alerts: { carries: typed<AlertsState>(), whileLocked: 'dropped' },
  /** Somebody put them away, in whichever window. */
  alertsRead: { carries: typed<AlertsPutAway>(), whileLocked: 'dropped' },
} satisfies EventRows
