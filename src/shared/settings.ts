import * as z from 'zod'
import { Limits, noLimits } from './orders/limits.ts'

export const Settings = z.strictObject({
  theme: z.enum(['system', 'dark', 'light', 'contrast']),
  colours: z.enum(['standard', 'colour-blind']),
  density: z.enum(['compact', 'normal']),
  /** The account shown, or 'all'. */
  selected: z.string().max(64),
  /** The panels' places, as the frame of the panels writes them. */
  layout: z.string().max(200_000).nullable(),
  /** What orders may be at most over all accounts together. */
  limits: Limits,
  /** Whether alarms are heard. */
  sounds: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const defaultSettings: Settings = {
  theme: 'system',
  colours: 'standard',
  density: 'compact',
  selected: 'all',
  layout: null,
  limits: noLimits,
  sounds: true,
}
