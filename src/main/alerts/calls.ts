import type { alertCalls } from '../../shared/alerts/calls.ts'
import type { Emit } from '../../shared/contract.ts'
import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import type { DeskAlerts } from './alerts.ts'

export interface AlertParts {
  alerts: DeskAlerts
  emit: Emit
}

export const alertAnswers = ({ alerts, emit }: AlertParts) =>
  ({
    readAlerts: (input) => alerts.read(input),
    markAlerts: (which) => {
      const marked = alerts.markRead(which)
      if (marked.ok && 'ids' in which) emit('alertsRead', { ids: which.ids })
      return marked
    },
    clearAlerts: () => alerts.clear(),
    muteAlerts: ({ minutes }) => alerts.mute(minutes),
    savePriceAlert: (input) => alerts.savePrice(input),
    deletePriceAlert: ({ id }) => alerts.removePrice(id),
  }) satisfies HandlersOf<typeof alertCalls>
