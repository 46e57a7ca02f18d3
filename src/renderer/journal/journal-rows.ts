import type { Intent } from '../../shared/orders/intents.ts'
import type { JournalRow } from '../../shared/journal/journal.ts'

/** What is newer of an order is shown in its line; the others stay the same objects. */
export function replaceIntents(
  rows: readonly JournalRow[],
  intents: readonly Intent[],
): readonly JournalRow[] {
  const byId = new Map(intents.map((intent) => [intent.id, intent]))
  let isChanged = false
  const next = rows.map((row) => {
    const intent = row.intent === null ? undefined : byId.get(row.intent.id)
    if (intent === undefined || row.intent === null) return row
    isChanged = true
    return { ...row, intent }
  })
  return isChanged ? next : rows
}

/**
 * The newest lines, put above the older ones that are held. Where lines are missing between the two,
 * the newest stand alone, and what is older is read again when it is asked for.
 */
export function joinHead(
  rows: readonly JournalRow[],
  head: { rows: readonly JournalRow[]; hasMore: boolean },
): { rows: readonly JournalRow[]; isAnew: boolean } {
  const last = head.rows.at(-1)?.seq
  if (!head.hasMore || last === undefined) return { rows: head.rows, isAnew: true }
  const older = rows.filter(({ seq }) => seq < last)
  const isJoined = rows.some(({ seq }) => seq >= last)
  return isJoined && older.length > 0
    ? { rows: [...head.rows, ...older], isAnew: false }
    : { rows: head.rows, isAnew: true }
}
