import * as z from 'zod'
import { Exchange } from '../service/words.ts'

/** Something that a book once showed, to complete what is typed; nothing is decided by it. */
export const KnownSymbol = z.strictObject({
  exchange: Exchange,
  symbol: z.string().min(1).max(100),
  lot: z.number().positive().nullable(),
  tick: z.number().positive().nullable(),
  /** Which accounts alone have shown it; absent where both did, or nobody knows. */
  of: z.enum(['real', 'practice']).optional(),
})
export type KnownSymbol = z.infer<typeof KnownSymbol>
