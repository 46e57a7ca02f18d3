import type { JournalRow } from '../../shared/journal/journal.ts'
import { quantity, unknown } from '../components/amounts.ts'
import type { Column } from '../components/grid/columns.ts'
import { type OutcomeTone, outcomeLooks } from '../components/outcome-looks.ts'
import { moment } from '../components/times.ts'
import {
  type RequestSummary,
  requestSummary,
  orderIdsOf,
  outcomeManner,
  outcomeReason,
  outcomeTitle,
  tellEvent,
} from '../orders/intent-words.ts'

/** A line of the journal, as its grid shows it. */
export interface JournalLine {
  id: string
  at: number
  row: JournalRow
  account: string
  asked: RequestSummary
  outcome: string
  manner: OutcomeTone
  orderIds: string
  message: string
}

export function journalLine(row: JournalRow): JournalLine {
  const { seq, at, intent, event } = row
  const base = { id: String(seq), at, row }
  if (intent === null) {
    const { title, detail, manner } = tellEvent(event)
    const nothing = { side: null, what: title, quantity: null, terms: '' }
    return {
      ...base,
      account: '',
      asked: nothing,
      outcome: '',
      manner,
      orderIds: '',
      message: detail,
    }
  }
  return {
    ...base,
    account: `${intent.accountName} · ${intent.broker.toUpperCase()}`,
    asked: requestSummary(intent),
    outcome: outcomeTitle(intent),
    manner: outcomeManner(intent),
    orderIds: orderIdsOf(intent).join(', '),
    message: outcomeReason(intent),
  }
}

const words = (
  id: string,
  title: string,
  width: number,
  value: (line: JournalLine) => string,
  more: Partial<Column<JournalLine>> = {},
): Column<JournalLine> => ({
  id,
  title,
  width,
  value,
  text: (line) => value(line) || (line.row.intent === null ? '' : unknown),
  look: () => 'dim',
  tip: (line) => value(line) || undefined,
  ...more,
})

export const journalColumns = (now: number): Column<JournalLine>[] => [
  {
    id: 'time',
    title: 'Time',
    width: 98,
    grow: 0.2,
    value: ({ at }) => at,
    text: ({ at }) => moment(at, now),
    look: () => 'dim',
  },
  {
    id: 'side',
    title: 'Side',
    width: 56,
    grow: 0.1,
    value: (line) => line.asked.side,
    group: (line) => line.asked.side,
    text: (line) => line.asked.side ?? '',
    look: (line) =>
      line.asked.side === 'BUY' ? 'side buy' : line.asked.side === 'SELL' ? 'side sell' : '',
  },
  words('what', 'Order', 144, (line) => line.asked.what, {
    grow: 1.4,
    look: () => 'strong',
    group: (line) => line.asked.what,
  }),
  words('account', 'Account', 116, ({ account }) => account, { group: ({ account }) => account }),
  {
    id: 'qty',
    title: 'Qty',
    width: 58,
    grow: 0.4,
    align: 'end',
    value: (line) => line.asked.quantity,
    text: (line) => (line.asked.side === null ? '' : quantity(line.asked.quantity)),
  },
  words('terms', 'Type and price', 152, (line) => line.asked.terms, { grow: 1.2 }),
  words('outcome', 'Outcome', 118, ({ outcome }) => outcome, {
    group: ({ outcome }) => outcome,
    look: ({ outcome, manner }) => (outcome === '' ? '' : outcomeLooks[manner]),
  }),
  words('order', 'Order id', 128, ({ orderIds }) => orderIds, { look: () => 'faint' }),
  words('message', 'Message', 120, ({ message }) => message, { grow: 3 }),
]
