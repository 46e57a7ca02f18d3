import { onTestFinished } from 'vitest'
import { openAlertLog } from '../../../../src/main/alerts/alert-log.ts'
import { AlertDispatch } from '../../../../src/main/alerts/alert-dispatch.ts'
import type { Alert } from '../../../../src/shared/alerts/alerts.ts'
import { usualAlerts } from '../../../../src/shared/alerts/alert-settings.ts'
import type { FakeClock } from '../core/fake-clock.ts'
import { sentAt } from '../orders/doubt/doubts.ts'

/** A teller on a real log in a folder, and all that it told. */
export function newTeller(of: {
  dir: string
  clock: FakeClock
  isMuted?: () => boolean
  isApart?: (account: string) => boolean
}) {
  const { dir, clock, isMuted = () => false, isApart = () => false } = of
  const now = (): number => sentAt + clock.now()
  const { log } = openAlertLog({ dataDir: dir, now })
  onTestFinished(() => log.close())
  const alerts: Alert[] = []
  const ways = () => usualAlerts
  const onAlert = (alert: Alert): number => alerts.push(alert)
  const teller = new AlertDispatch({ log, clock, now, ways, isMuted, isApart, onAlert })
  return { log, alerts, teller }
}
