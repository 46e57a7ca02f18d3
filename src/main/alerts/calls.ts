import type { alertCalls } from '../../shared/alerts/calls.ts'
import type { Alert } from '../../shared/alerts/alerts.ts'
import type { Emit } from '../../shared/contract.ts'
import type { Reply } from '../../shared/core/errors.ts'
import type { HandlersOf, LineId } from '../../shared/core/contract-rows.ts'
import type { DeskAlerts } from './alerts.ts'

export interface AlertParts {
  alerts: DeskAlerts
  /** Which window shows what. */
  windows: {
    takeAlerts(line: LineId | null): Reply<Alert[]>
    seeShown(line: LineId | null, id: string): Reply<null>
  }
  emit: Emit
}

export const alertAnswers = ({ alerts, windows, emit }: AlertParts) =>
  ({
    readAlerts: (input) => alerts.read(input),
    takeAlerts: (_, line) => windows.takeAlerts(line),
    alertShown: ({ id }, line) => windows.seeShown(line, id),
    markAlerts: (which) => {
      const marked = alerts.markRead(which)
      if (marked.ok) emit('alertsRead', which)
      return marked
    },
    clearAlerts: () => {
      const cleared = alerts.clear()
      if (cleared.ok) emit('alertsRead', { upTo: Number.MAX_SAFE_INTEGER })
      return cleared
    },
    muteAlerts: ({ minutes }) => alerts.mute(minutes),
    savePriceAlert: (input) => alerts.savePrice(input),
    deletePriceAlert: ({ id }) => alerts.removePrice(id),
  }) satisfies HandlersOf<typeof alertCalls>
