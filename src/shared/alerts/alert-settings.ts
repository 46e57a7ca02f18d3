import * as z from 'zod'

/** What a trader can be told of. */
export const AlertKind = z.enum([
  'rejected',
  'unknown-state',
  'refused',
  'filled',
  'in-doubt',
  'exit',
  'stale',
  'account',
  'loss',
  'elsewhere',
  'price',
])
export type AlertKind = z.infer<typeof AlertKind>

/** What stays until somebody put it away: an order, or money, is not where it was meant to be. */
export const lastingAlerts: ReadonlySet<AlertKind> = new Set([
  'in-doubt',
  'refused',
  'rejected',
  'unknown-state',
  'exit',
  'elsewhere',
  'loss',
])

/** How they are told: on the screen, by a sound, by the system's own notifications. */
export const AlertWays = z.strictObject({
  toast: z.boolean(),
  sound: z.boolean(),
  system: z.boolean(),
})
export type AlertWays = z.infer<typeof AlertWays>

export const AlertSettings = z.record(AlertKind, AlertWays)
export type AlertSettings = z.infer<typeof AlertSettings>

const loud: AlertWays = { toast: true, sound: true, system: true }
const quiet: AlertWays = { toast: true, sound: false, system: false }

export const usualAlerts: AlertSettings = {
  rejected: loud,
  'unknown-state': loud,
  refused: loud,
  filled: quiet,
  'in-doubt': loud,
  exit: loud,
  stale: quiet,
  account: loud,
  loss: loud,
  elsewhere: loud,
  price: loud,
}

/** Whether any of them is heard. */
export const isHeard = (alerts: AlertSettings): boolean =>
  Object.values(alerts).some(({ sound }) => sound)

/** The same ways, with or without sounds: which were loud is not remembered. */
export const withSounds = (alerts: AlertSettings, sound: boolean): AlertSettings =>
  AlertSettings.parse(
    Object.fromEntries(
      Object.entries(alerts).map(([kind, ways]) => [
        kind,
        { ...ways, sound: sound && usualAlerts[AlertKind.parse(kind)].sound },
      ]),
    ),
  )
