import * as z from 'zod'

/** Keys by command, where they are not the usual ones; null where a command has none. */
export const OwnShortcuts = z
  .record(z.string().min(1).max(80), z.string().min(1).max(60).nullable())
  .refine((keys) => Object.keys(keys).length <= 500, 'must be at most 500')
export type OwnShortcuts = z.infer<typeof OwnShortcuts>
