import type { DatabaseSync } from 'node:sqlite'
import type { Intent } from '../../shared/orders/intents.ts'
import type { JournalFilter } from '../../shared/journal/journal.ts'
import { type EntryRow, entriesOf, replayEntries, readEntry } from './entries.ts'
import { timeOf } from '../../shared/core/india.ts'
import { type SheetCell, csvLine } from '../../shared/core/spreadsheets.ts'
import { symbolOf } from './projection.ts'
import { deskEventsThat, ordersThat } from './search.ts'

/** Entries that one part looks at: a few milliseconds of work. */
const partLength = 500

/** One part of the export; the next one begins at `next`. */
export function exportPart(
  db: DatabaseSync,
  filter: JournalFilter,
  { format, from }: { format: 'csv' | 'jsonl'; from: number },
): { text: string; next: number | null } {
  const orders = ordersThat(filter)
  const events = deskEventsThat(filter)
  const until = from + partLength
  const rows = db
    .prepare(
      `SELECT e.* FROM entries e LEFT JOIN intents i ON i.id = e.intent
       WHERE e.seq >= ? AND e.seq < ? AND ((i.id IS NOT NULL AND ${orders.sql}) OR (${events.sql}))
       ORDER BY e.seq`,
    )
    .all(from, until, ...orders.values, ...events.values) as unknown as EntryRow[]
  const isLast = db.prepare('SELECT 1 FROM entries WHERE seq >= ? LIMIT 1').get(until) === undefined
  const text = format === 'csv' ? csvOf(rows, db, from === 0) : rows.map(jsonLine).join('')
  return { text, next: isLast ? null : until }
}

/** All that an entry's hash covers, so that the chain can be checked without Quarterdeck. */
function jsonLine({ seq, at, day, intent, account, symbol, kind, body, hash }: EntryRow): string {
  const time = `${timeOf(at)} IST`
  return `${JSON.stringify({ seq, at, time, day, intent, account, symbol, kind, body, hash })}\n`
}

interface Line {
  row: EntryRow
  /** The order after this entry; null for what the desk did, and for what cannot be read. */
  intent: Intent | null
}

const columns: readonly { name: string; of(line: Line): SheetCell }[] = [
  { name: 'Time (IST)', of: ({ row }) => timeOf(row.at) },
  { name: 'Day', of: ({ row }) => row.day },
  { name: 'Account', of: ({ row, intent }) => intent?.accountName ?? row.account },
  { name: 'Broker', of: ({ intent }) => intent?.broker ?? null },
  { name: 'Symbol', of: ({ intent }) => intent && symbolOf(intent) },
  { name: 'Operation', of: ({ intent }) => intent?.operation ?? null },
  { name: 'Action', of: ({ intent }) => intent?.params['action'] ?? null },
  { name: 'Quantity', of: ({ intent }) => intent?.params['quantity'] ?? null },
  { name: 'Price type', of: ({ intent }) => intent?.params['pricetype'] ?? null },
  { name: 'Price', of: ({ intent }) => intent?.params['price'] ?? null },
  { name: 'Event', of: ({ row }) => row.kind },
  { name: 'State', of: ({ intent }) => intent?.state ?? null },
  { name: 'Order ids', of: ({ intent }) => intent && joined(intent, ({ orderId }) => orderId) },
  {
    name: 'Message',
    of: ({ intent }) =>
      intent && joined(intent, ({ rejection, message }) => rejection?.reason ?? message),
  },
  { name: 'Entry', of: ({ row }) => row.seq },
  { name: 'Order in the journal', of: ({ row }) => row.intent },
  { name: 'Hash', of: ({ row }) => row.hash },
]

function csvOf(rows: readonly EntryRow[], db: DatabaseSync, withHeader: boolean): string {
  const entries = entriesOf(db)
  const after = new Map<number, Intent>()
  for (const id of new Set(rows.map(({ intent }) => intent)))
    if (id !== null)
      for (const { row, intent } of replayEntries(entries(id))) after.set(row.seq, intent)
  const lines = rows.map((row) => {
    const intent = readEntry(row) === null ? null : (after.get(row.seq) ?? null)
    return columns.map(({ of }) => of({ row, intent }))
  })
  const header = columns.map(({ name }) => name)
  return (withHeader ? [header, ...lines] : lines).map(csvLine).join('')
}

const joined = ({ parts }: Intent, of: (part: Intent['parts'][number]) => string | null): string =>
  [...new Set(parts.map(of))].filter((text) => text !== null).join(' ')
