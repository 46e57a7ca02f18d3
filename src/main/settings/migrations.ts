import { isObject } from '../../shared/core/json.ts'
import { defaultSettings } from '../../shared/settings/settings.ts'

/** The first version knew no orders, and so nothing to limit or to sound an alarm for. */
const withOrders = (value: unknown): unknown =>
  isObject(value) ? { ...value, limits: defaultSettings.limits, sounds: true } : value

/** The second had one switch for all sounds, one layout, and nothing of one's own in it. */
const withWorkstation = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { sounds, ...kept } = value
  const alerts = Object.entries(defaultSettings.alerts).map(([kind, ways]) => [
    kind,
    sounds === false ? { ...ways, sound: false } : ways,
  ])
  return { ...defaultSettings, ...kept, alerts: Object.fromEntries(alerts) }
}

/** From version 3 to 4: adds `pnl`, what the P&L panel shows. */
const withPnl = (value: unknown): unknown =>
  isObject(value) ? { ...value, pnl: defaultSettings.pnl } : value

/** From version 4 to 5: adds alerts of orders whose state is not understood, heard where others are. */
const withUnknownStates = (value: unknown): unknown => {
  if (!isObject(value) || !isObject(value['alerts'])) return value
  const { alerts } = value
  const isHeard = Object.values(alerts).some((ways) => isObject(ways) && ways['sound'] === true)
  const ways = defaultSettings.alerts['unknown-state']
  return {
    ...value,
    alerts: { ...alerts, 'unknown-state': { ...ways, sound: ways.sound && isHeard } },
  }
}

/** From version 5 to 6: adds how orders for several accounts leave. */
const withOneByOne = (value: unknown): unknown =>
  isObject(value) ? { ...value, oneByOne: defaultSettings.oneByOne } : value

/** From version 6 to 7: what one window shows is the workspace's, which takes it over (`workspaceOfBefore`). */
const withoutWindow = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { selected: _, layout: __, ...kept } = value
  return kept
}

/** From version 7 to 8: adds what becomes of a window that is closed while others stay. */
const withClosedWindow = (value: unknown): unknown =>
  isObject(value) ? { ...value, closedWindow: defaultSettings.closedWindow } : value

/** From version 8 to 9: adds sets of windows that have a name. */
const withWorkspaces = (value: unknown): unknown =>
  isObject(value) ? { ...value, workspaces: defaultSettings.workspaces } : value

/** By the version that they start from. */
export const settingsMigrations = {
  1: withOrders,
  2: withWorkstation,
  3: withPnl,
  4: withUnknownStates,
  5: withOneByOne,
  6: withoutWindow,
  7: withClosedWindow,
  8: withWorkspaces,
}

/** The version to which the last of them leads. */
export const settingsVersion = Object.keys(settingsMigrations).length + 1
