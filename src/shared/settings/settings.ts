import * as z from 'zod'
import { type Bounds, numberWithin } from '../core/bounds.ts'
import { Limits, noLimits } from '../orders/limits.ts'
import { AlertSettings, usualAlerts } from '../alerts/alert-settings.ts'
import { GridLooks } from '../workspace/grid-looks.ts'
import { NamedLayouts } from '../workspace/layouts.ts'
import { ClosedWindow } from '../workspace/windows.ts'
import { NamedWorkspaces } from '../workspace/workspaces.ts'
import { PnlLook, usualPnlLook } from '../pnl/pnl-settings.ts'
import { OwnShortcuts } from './shortcuts.ts'
import { Places, Presets, RecentSymbols } from '../orders/ticket-settings.ts'

/** Seconds. */
export const armedForBounds: Bounds = { least: 10, most: 3600, isWhole: true }

export const Settings = z.strictObject({
  theme: z.enum(['system', 'dark', 'light', 'contrast']),
  colours: z.enum(['standard', 'colour-blind']),
  density: z.enum(['compact', 'normal']),
  /** Whether a cell lights up for a moment when it changes. */
  flash: z.boolean(),
  layouts: NamedLayouts,
  workspaces: NamedWorkspaces,
  closedWindow: ClosedWindow,
  /** Panels show the rows of the symbol that was chosen in another. */
  linked: z.boolean(),
  grids: GridLooks,
  /** What orders may be at most over all accounts together. */
  limits: Limits,
  alerts: AlertSettings,
  shortcuts: OwnShortcuts,
  /** Seconds that one-key sending stays armed. */
  armedFor: numberWithin(armedForBounds),
  /** Whether what arming means was read once. */
  knowsArming: z.boolean(),
  /** Minutes without a touch after which the screen is locked; null never locks. */
  lockAfter: z.int().min(1).max(480).nullable(),
  presets: Presets,
  /** Orders for several accounts leave one after the other, up to the first that is not accepted. */
  oneByOne: z.boolean(),
  recent: RecentSymbols,
  places: Places,
  /** What was typed into the palette, the latest first. */
  said: z.array(z.string().min(1).max(200)).max(50),
  pnl: PnlLook,
  /** Whether the first look around was taken or declined. */
  toured: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const defaultSettings: Settings = {
  theme: 'system',
  colours: 'standard',
  density: 'compact',
  flash: true,
  layouts: [],
  workspaces: [],
  closedWindow: 'ask',
  linked: true,
  grids: {},
  limits: noLimits,
  alerts: usualAlerts,
  shortcuts: {},
  armedFor: 300,
  knowsArming: false,
  lockAfter: null,
  presets: [],
  oneByOne: false,
  recent: [],
  places: {},
  said: [],
  pnl: usualPnlLook,
  toured: false,
}
