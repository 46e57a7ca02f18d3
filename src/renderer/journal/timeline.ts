import type { JournalEntry } from '../../shared/journal/journal.ts'
import type { HistoryRecord } from '../../shared/service/records.ts'
import { formatPrice, quantity } from '../components/amounts.ts'
import { mayBeSameInstrument } from '../../shared/service/symbol-words.ts'
import { isFinished, sideOfWord, stateOfOrder } from '../../shared/service/words.ts'
import { parseTime } from '../../shared/core/times.ts'

/** A field that differs from the snapshot before. */
export interface Change {
  field: keyof typeof fieldTitles
  before: string | null
  now: string
}

export type TimelineMoment =
  | { from: 'us'; at: number; entry: JournalEntry }
  /** `at` is null where the broker named no time; it then stands behind the one before. */
  | { from: 'broker'; at: number | null; record: HistoryRecord; changes: readonly Change[] }

export const fieldTitles = {
  status: 'Status',
  quantity: 'Quantity',
  price: 'Price',
  trigger_price: 'Trigger',
  fillshares: 'Filled',
  avgprc: 'Average',
  exchordid: 'Exchange order',
  orderusermessage: 'Message',
  rejreason: 'Reason',
} as const

/** The service writes 0 and empty text where there is nothing: a first snapshot does not say them. */
const isSaid = (value: string | number | null): value is string | number =>
  value !== null && value !== 0 && value !== ''

const prices: readonly string[] = ['price', 'trigger_price', 'avgprc']

/** Figures as they are written everywhere. */
const written = (field: string, value: string | number): string =>
  typeof value === 'string' ? value : (prices.includes(field) ? formatPrice : quantity)(value)

export function recordChanges(before: HistoryRecord | null, now: HistoryRecord): Change[] {
  return (Object.keys(fieldTitles) as (keyof typeof fieldTitles)[]).flatMap((field) => {
    const [was, is] = [before?.[field] ?? null, now[field]]
    if (is === was || is === null || (before === null && !isSaid(is))) return []
    return [
      {
        field,
        before: isSaid(was) ? written(field, was) : null,
        now: isSaid(is) ? written(field, is) : 'none',
      },
    ]
  })
}

/** What an order is of, as its row or the order that was sent says it. */
export interface OrderTerms {
  symbol?: string | null | undefined
  action?: string | null | undefined
}

/** What a snapshot of this order's number says that the order is not; null where it says nothing against it. */
export function contradictionOf(record: HistoryRecord, of: OrderTerms): string | null {
  const { symbol, action } = record
  const isOther = symbol?.trim() && of.symbol?.trim() && !mayBeSameInstrument(symbol, of.symbol)
  const [side, own] = [sideOfWord(action), sideOfWord(of.action)]
  const isTurned = side !== undefined && own !== undefined && side !== own
  return isOther || isTurned ? [side, symbol?.trim()].filter(Boolean).join(' ') : null
}

/** A snapshot of another order, in a few words. */
export const otherOrderWords = ({ order_id: id, symbol, action, quantity: units }: HistoryRecord) =>
  [...[id.trim(), sideOfWord(action), units === null ? null : quantity(units)], symbol?.trim()]
    .filter(Boolean)
    .join(' ')

/** The broker's times have whole seconds: what it did within one follows what we did in it. */
const endOfSecond = 999

const isDone = (record: HistoryRecord): boolean => isFinished(stateOfOrder(record))

/** Brokers tell it from either end, and some of their times are missing or the same. */
function oldestFirst(history: readonly HistoryRecord[]): readonly HistoryRecord[] {
  const times = history.flatMap(({ exchtimestamp }) => parseTime(exchtimestamp) ?? [])
  const [first, last] = [history[0], history.at(-1)]
  if (first === undefined || last === undefined) return history
  const isTurned =
    isDone(first) === isDone(last) ? (times[0] ?? 0) > (times.at(-1) ?? 0) : isDone(first)
  return isTurned ? history.toReversed() : history
}

/** Both sides of an order in order of time; the broker's own order is kept whatever its times say. */
export function joinTimeline(
  entries: readonly JournalEntry[],
  told: readonly HistoryRecord[],
): TimelineMoment[] {
  const history = oldestFirst(told)
  let latest = Number.NEGATIVE_INFINITY
  const theirs = history.map((record, index) => {
    const at = parseTime(record.exchtimestamp)
    latest = Math.max(latest, at === null ? latest : at + endOfSecond)
    const changes = recordChanges(history[index - 1] ?? null, record)
    return { order: latest, moment: { from: 'broker' as const, at, record, changes } }
  })
  // What has no time, and nothing before it that has one, cannot be older than what we sent.
  const sentAt = entries.find(({ event }) => event.kind === 'sent')?.at ?? latest
  const ours = entries.map((entry) => ({
    order: entry.at,
    moment: { from: 'us' as const, at: entry.at, entry },
  }))
  return [...ours, ...theirs.map((one) => ({ ...one, order: Math.max(one.order, sentAt) }))]
    .map((one, index) => ({ ...one, index }))
    .toSorted((one, other) => one.order - other.order || one.index - other.index)
    .map(({ moment }) => moment)
}
