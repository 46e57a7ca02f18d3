import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'
import { type Intent, type IntentEvent, intentStates } from '../orders/intents.ts'

/** What stands in the journal beside what happened to orders. */
export const DeskEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stopped') }),
  z.strictObject({ kind: z.literal('lifted') }),
])
export type DeskEvent = z.infer<typeof DeskEvent>

export const JournalFilter = z.strictObject({
  /** An Indian day, such as 2026-11-23. */
  day: z.iso.date().optional(),
  account: AccountId.optional(),
  /** Part of a symbol, whatever its case. */
  symbol: z.string().trim().max(60).optional(),
  state: z.enum(intentStates).optional(),
  /** Found anywhere in what is kept of an order. */
  text: z.string().trim().max(100).optional(),
})
export type JournalFilter = z.infer<typeof JournalFilter>

/** One link of the chain. */
export interface JournalEntry {
  seq: number
  /** Wall-clock milliseconds. */
  at: number
  intent: string | null
  event: IntentEvent | DeskEvent
  hash: string
}

/** One line of the Journal panel: an order or an exit with its state, or something the desk did. */
export type JournalRow =
  | { seq: number; at: number; intent: Intent; event: null }
  | { seq: number; at: number; intent: null; event: DeskEvent }

export interface JournalStatus {
  state: 'checking' | 'sound' | 'broken' | 'failed'
  /** Entries checked so far, and in all. */
  checked: number
  total: number
  /** Wall-clock milliseconds of the last check's end. */
  at: number | null
  /** The first entry that does not fit. */
  brokenAt: number | null
  /** What is wrong; of a sound journal, what the check could not show. */
  message: string | null
}
