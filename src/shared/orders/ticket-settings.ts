import * as z from 'zod'
import { nameOf } from '../core/names.ts'
import { Exchange, PriceType, Product } from '../service/words.ts'

/** What a ticket begins with, for some symbols of some accounts. */
export const Preset = z.strictObject({
  id: z.uuid(),
  name: nameOf(40),
  /** Symbols that begin so, or are it; an asterisk stands for anything. */
  symbols: z.string().trim().min(1, 'must not be empty').max(200),
  exchange: Exchange.nullable(),
  /** Accounts that the preset is for; an empty list stands for all. */
  accounts: z.array(z.string().min(1).max(64)).max(200),
  product: Product.extract(['CNC', 'MIS', 'NRML']).nullable(),
  type: PriceType.nullable(),
  quantity: z.string().max(20).nullable(),
  unit: z.enum(['units', 'lots']).nullable(),
  slice: z.string().max(20).nullable(),
  protection: z.string().max(20).nullable(),
})
export type Preset = z.infer<typeof Preset>
export const Presets = z.array(Preset).max(100)

/** Symbols that were traded from here, the latest first. */
export const RecentSymbols = z
  .array(z.strictObject({ exchange: Exchange, symbol: z.string().min(1).max(100) }))
  .max(30)
export type RecentSymbols = z.infer<typeof RecentSymbols>

const pixel = z.int().min(-10_000).max(20_000)
/** Where windows that float were left, by their kind. */
export const Places = z.record(
  z.string().min(1).max(40),
  z.strictObject({ left: pixel, top: pixel }),
)
