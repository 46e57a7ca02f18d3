import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { JournalFilter, JournalRow } from '../../shared/journal/journal.ts'
import { type EntryRow, readEntry } from './entries.ts'
import type { Projection } from './projection.ts'

interface Condition {
  sql: string
  values: SQLInputValue[]
}

/** Text is looked for as it stands: `instr` knows no wildcards. */
export function ordersThat({ day, account, symbol, state, text }: JournalFilter): Condition {
  return all([
    day !== undefined && { sql: 'i.day = ?', values: [day] },
    account !== undefined && { sql: 'i.account = ?', values: [account] },
    !!symbol && { sql: 'instr(i.symbol, ?) > 0', values: [needle(symbol)] },
    state !== undefined && { sql: 'i.state = ?', values: [state] },
    !!text && { sql: 'instr(i.words, ?) > 0', values: [needle(text)] },
  ])
}

/** What the desk itself did has no account, symbol or state. */
export function deskEventsThat({ day, account, symbol, state, text }: JournalFilter): Condition {
  if (account !== undefined || !!symbol || state !== undefined) return { sql: '0', values: [] }
  return all([
    { sql: 'e.intent IS NULL', values: [] },
    day !== undefined && { sql: 'e.day = ?', values: [day] },
    !!text && { sql: 'instr(e.kind, ?) > 0', values: [needle(text)] },
  ])
}

/** The newest first; those before an entry, where one is given. */
export function rowsThat(
  { db, projection }: { db: DatabaseSync; projection: Projection },
  filter: JournalFilter,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): { rows: JournalRow[]; hasMore: boolean } {
  const orders = ordersThat(filter)
  const found = projection.all(
    `i WHERE first < ? AND ${orders.sql} ORDER BY first DESC LIMIT ?`,
    ...[before, ...orders.values, limit + 1],
  )
  const events = deskEventsThat(filter)
  const done = db
    .prepare(`SELECT * FROM entries e WHERE seq < ? AND ${events.sql} ORDER BY seq DESC LIMIT ?`)
    .all(before, ...events.values, limit + 1) as unknown as EntryRow[]
  const rows: JournalRow[] = found.map(({ seq, intent }) => {
    return { seq, at: intent.at, intent, event: null }
  })
  for (const { seq, at, event, intent } of done.map(readEntry).filter((entry) => entry !== null))
    if (intent === null) rows.push({ seq, at, intent, event })
  rows.sort((one, other) => other.seq - one.seq)
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

function all(conditions: readonly (Condition | false)[]): Condition {
  const asked = conditions.filter((condition) => condition !== false)
  if (asked.length === 0) return { sql: '1', values: [] }
  return {
    sql: asked.map(({ sql }) => sql).join(' AND '),
    values: asked.flatMap(({ values }) => values),
  }
}

const needle = (text: string): string => text.toLowerCase().toWellFormed()
