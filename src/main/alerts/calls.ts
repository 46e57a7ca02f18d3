import type { alertCalls } from '../../shared/alerts/calls.ts'
import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import type { DeskAlerts } from './alerts.ts'

export interface AlertParts {
  alerts: DeskAlerts
}

export const alertAnswers = ({ alerts }: AlertParts) =>
  ({
    readAlerts: (input) => alerts.read(input),
    markAlerts: (which) => alerts.markRead(which),
    clearAlerts: () => alerts.clear(),
    muteAlerts: ({ minutes }) => alerts.mute(minutes),
    savePriceAlert: (input) => alerts.savePrice(input),
    deletePriceAlert: ({ id }) => alerts.removePrice(id),
  }) satisfies HandlersOf<typeof alertCalls>
