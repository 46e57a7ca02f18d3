import * as z from 'zod'

/** What the P&L panel shows. */
export const PnlLook = z.strictObject({
  /** One line, or one for each. */
  lines: z.enum(['one', 'accounts', 'strategies']),
  /** The line that stands alone; null for that of the account that is shown. */
  of: z.string().max(100).nullable(),
  figure: z.enum(['net', 'realised', 'unrealised']),
  /** The end of each day instead of the course of today. */
  isOverDays: z.boolean(),
})
export type PnlLook = z.infer<typeof PnlLook>

export const usualPnlLook: PnlLook = {
  lines: 'one',
  of: null,
  figure: 'net',
  isOverDays: false,
}
