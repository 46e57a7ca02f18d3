import { apartFromPractice, isPractice } from '../../shared/accounts/accounts.ts'
import { figure, unitsFilled } from '../../shared/service/order-units.ts'
import { isSameOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { type OrderState, sideOfWord, stateOfOrder } from '../../shared/service/words.ts'
import { formatAmount, quantity } from '../components/amounts.ts'
import type { Column, GroupDoubt, Total } from '../components/grid/columns.ts'
import { sum } from '../core/sums.ts'
import type { SentPart } from './book-additions.ts'
import { type ColumnChoice, textOrDash } from './column-kinds.ts'
import { orderKey } from './order-key.ts'
import { stateTitles } from './order-status.ts'
import { eachOrderOnce } from './one-order.ts'
import { namesOf, notKnownOf, type OwnedRow } from './owned-rows.ts'

import { areOfOne, asWritten, type RowName } from './row-names.ts'

type OrderRow = OwnedRow<OrderRecord>

/** The worst comes first: that is what a trader has to see of thirty. */
const worstFirst: readonly OrderState[] = [
  'rejected',
  'unknown',
  'cancelled',
  'partly-filled',
  'open',
  'pending',
  'complete',
]

/**
 * Accounts of one login show the same orders, and each may have sent one of them: an order counts
 * once, whichever of them shows it, and however often. Practice money is in no sum with real money.
 */
function ordersOnce(rows: readonly OrderRow[]): OrderRow[] {
  const accounts = new Set(rows.map(({ account }) => account))
  const real = new Set(apartFromPractice([...accounts]))
  const shownBy = new Map<string, string>()
  const shown = rows.filter(({ account, record }) => {
    if (!real.has(account)) return false
    const order = orderKey(account.login, record.order_id)
    const first = shownBy.get(order) ?? account.id
    shownBy.set(order, first)
    return first === account.id
  })
  return eachOrderOnce(shown)
}

/** How many are in each state. */
export function statesOf(rows: readonly OrderRow[]): Total {
  const counted = Map.groupBy(ordersOnce(rows), ({ record }) => stateOfOrder(record))
  const states = worstFirst.filter((state) => counted.has(state))
  const text = states
    .map((state) => `${counted.get(state)!.length} ${stateTitles[state].toLowerCase()}`)
    .join(' · ')
  const [worst] = states
  return worst === undefined
    ? { text: '' }
    : { text, value: worstFirst.indexOf(worst), look: `state ${worst}`, tip: text }
}

/** Filled of the total, of orders that are for the same. */
export function filledOf(rows: readonly OrderRow[], nameOf: RowName = asWritten): Total {
  if (!areAlike(rows, nameOf)) return { text: '' }
  const counted = ordersOnce(rows)
  const [filled, all] = figures.map((of) => sum(counted.map(({ record }) => of(record))))
  const isWhole = !filled!.partial && !all!.partial && filled!.value !== null && all!.value !== null
  const text = `${quantity(filled!.value)} / ${quantity(all!.value)}`
  if (isWhole && !haveParts(counted)) return { text, value: all!.value }
  const missing = notKnownOf(counted, (record) =>
    figures.some((of) => of(record) === null) ? null : 0,
  )
  return { text: `${text} ?`, value: all!.value, tip: isWhole ? countsTwice : missing }
}

/** Null where a row says nothing of it, or zero beside words that nobody knows or that say otherwise. */
const unitsOfFills = (record: OrderRecord): number | null => {
  const said = figure(record.fillshares)
  if (stateOfOrder(record) === 'unknown') return said === 0 ? null : said
  return unitsFilled(record) || said
}
const figures = [unitsOfFills, ({ quantity: units }: OrderRecord) => units] as const

/** Some services refer the slices of an order to it, and show it as well. */
function haveParts(rows: readonly OrderRow[]): boolean {
  const ids = new Set(rows.map(({ account, record }) => orderKey(account.login, record.order_id)))
  return rows.some(({ account: { login }, record: { order_id: own, parentorderid: parent } }) => {
    if (parent === null || isSameOrderId(parent, own)) return false
    return ids.has(orderKey(login, parent))
  })
}
const countsTwice = 'Some of these orders are parts of others here, and may count twice'

/** At what they were filled, weighed by how much; none where a fill has no price. */
export function averageFill(rows: readonly OrderRow[], nameOf: RowName = asWritten): Total {
  if (!areAlike(rows, nameOf)) return { text: '' }
  const filled = ordersOnce(rows).filter(({ record }) => record.fillshares !== 0)
  if (filled.length === 0) return { text: '–' }
  const worthOf = ({ fillshares, avgprc }: OrderRecord): number | null =>
    fillshares === null || avgprc === null || avgprc <= 0 ? null : fillshares * avgprc
  const worth = sum(filled.map(({ record }) => worthOf(record)))
  if (worth.value === null || worth.partial) return { text: '–', tip: notKnownOf(filled, worthOf) }
  const value = worth.value / sum(filled.map(({ record }) => record.fillshares)).value!
  return { text: formatAmount(value), value }
}

const areAlike = (rows: readonly OrderRow[], nameOf: RowName): boolean =>
  areOfOne(rows, nameOf) && rows.every(({ record }) => record.action === rows[0]!.record.action)

/** What was sent from here with one confirmation; an order from elsewhere stands by itself. */
export function groupOrderColumn(choice: ColumnChoice): Column<OrderRow> {
  const known = choice.confirmations()
  const of = ({ id, account, record }: OrderRow): string => {
    const ids = [record.order_id, record.parentorderid]
    const found = ids.flatMap((one) => known.get(orderKey(account.id, one ?? '')) ?? [])
    return found[0] ?? id
  }
  return {
    id: 'together',
    title: 'Group order',
    width: 92,
    hidden: true,
    value: of,
    text: (row) => (of(row) === row.id ? '' : of(row).slice(0, 8)),
    look: () => 'faint',
    group: of,
    groupTitle: (rows) =>
      groupOrderTitle(rows, choice.nameOf) +
      (choice.isMixed && arePractice(rows) ? ' · practice' : ''),
    folds: true,
    leavesAlone: true,
    doubt: (rows) => {
      const sent = rows[0] === undefined ? [] : choice.sentWith(of(rows[0]), arePractice(rows))
      return joined(unseenOf(sent, choice.isInBook), choice.doubtOf(rows, 'no account'))
    },
  }
}

const arePractice = (rows: readonly OrderRow[]): boolean =>
  rows.every(({ account }) => isPractice(account))

/** 'BUY INFY', both sides where some bought and others sold; else how many symbols it is of. */
export function groupOrderTitle(rows: readonly OrderRow[], nameOf: RowName = asWritten): string {
  const [name, ...others] = new Set(rows.map(nameOf))
  if (others.length > 0) return `${others.length + 1} symbols`
  const sides = new Set(
    rows.map(({ record: { action } }) => sideOfWord(action) ?? textOrDash(action)),
  )
  return `${[...sides].toSorted().join(' · ')} ${name}`
}

function joined(one: GroupDoubt | null, other: GroupDoubt | null): GroupDoubt | null {
  if (one === null || other === null) return one ?? other
  return {
    text: `${one.text}, ${other.text}`,
    tip: `${one.tip}. ${other.tip}`,
    isPartial: one.isPartial || other.isPartial,
  }
}

/** Of what was sent together, what no book shows, and what is known of it. */
export function unseenOf(
  sent: readonly SentPart[],
  isInBook: (order: string) => boolean,
): GroupDoubt | null {
  const unseen = sent.filter(({ order }) => order === null || !isInBook(order))
  if (unseen.length === 0) return null
  const kinds = [...Map.groupBy(unseen, ({ became }) => became)].toSorted(
    ([, one], [, other]) => Number(one[0]!.isAbsent) - Number(other[0]!.isAbsent),
  )
  const whose = (parts: readonly SentPart[]) => namesOf(parts)
  return {
    text: kinds.map(([became, parts]) => `${parts.length} ${became}`).join(', '),
    tip: kinds.map(([became, parts]) => `${sentence(became)}: ${whose(parts)}`).join('. '),
    isPartial: unseen.some(({ isAbsent }) => !isAbsent),
  }
}

const sentence = (words: string): string => words[0]!.toUpperCase() + words.slice(1)
