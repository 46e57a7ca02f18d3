import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'
import { type CallRows, type EventRows, nothing, typed } from '../core/contract-rows.ts'
import type { Reply } from '../core/errors.ts'
import type { Intent } from '../orders/intents.ts'
import type { HistoryRecord } from '../service/records.ts'
import { type JournalEntry, JournalFilter, type JournalRow, type JournalStatus } from './journal.ts'

/** One order, from both sides. */
export interface Timeline {
  /** Our own part in it, where it was placed from here. */
  intent: Intent | null
  entries: JournalEntry[]
  /** What the broker says of it, in the order in which it tells it; or why that could not be read. */
  history: Reply<HistoryRecord[]>
  /** What it told instead of another order, where it did: by its number none of it is this one's. */
  others?: HistoryRecord[]
  /** How many of its records could not be read, as those without a number; absent where all could. */
  unreadable?: number
}

export const journalCalls = {
  readJournal: {
    input: z.strictObject({
      filter: JournalFilter,
      /** Rows older than this entry; from the newest on where it is absent. */
      before: z.int().min(1).optional(),
      limit: z.int().min(1).max(500),
    }),
    output: typed<{ rows: JournalRow[]; hasMore: boolean }>(),
    whileLocked: 'refused, late answer withheld',
  },
  readIntent: {
    input: z.strictObject({ intent: z.uuid() }),
    output: typed<{ intent: Intent; entries: JournalEntry[] }>(),
    whileLocked: 'refused, late answer withheld',
  },
  readTimeline: {
    input: z.strictObject({ account: AccountId, orderId: z.string().min(1).max(200) }),
    output: typed<Timeline>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** One part of the export; more follow while `next` is not null. */
  exportJournal: {
    input: z.strictObject({
      filter: JournalFilter,
      format: z.enum(['csv', 'jsonl']),
      from: z.int().min(0),
    }),
    output: typed<{ text: string; next: number | null }>(),
    whileLocked: 'refused, late answer withheld',
  },
  verifyJournal: {
    input: nothing,
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
} satisfies CallRows

export const journalEvents = {
  journal: { carries: typed<JournalStatus>(), whileLocked: 'dropped' },
} satisfies EventRows
