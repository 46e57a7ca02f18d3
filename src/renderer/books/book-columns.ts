import type { BookRecord } from '../../shared/books/books.ts'
import { serviceFigures } from '../../shared/pnl/service-figures.ts'
import type {
  HoldingRecord,
  OrderRecord,
  PositionRecord,
  TradeRecord,
} from '../../shared/service/records.ts'
import { type OrderState, sideOfWord, stateOfOrder } from '../../shared/service/words.ts'
import { parseTime } from '../../shared/core/times.ts'
import {
  change,
  formatAmount,
  formatPrice,
  quantity,
  signedQuantity,
  tone,
} from '../components/amounts.ts'
import type { CellLook, Column, Total } from '../components/grid/columns.ts'
import { serviceTime } from '../components/times.ts'
import { orderKey } from './order-key.ts'
import type { OwnedRow } from './owned-rows.ts'
import type { BookAdditions } from './book-additions.ts'
import type { Session } from '../core/session.svelte.ts'
import { each, sum } from '../core/sums.ts'
import { underlyingOf } from './underlying.ts'
import {
  comparisonTip,
  holdingTip,
  ownHolding,
  ownHoldingText,
  ownPnl,
  ownPnlText,
} from '../pnl/pnl-words.ts'

export interface ColumnChoice {
  /** Whose a row is matters only where several accounts are shown. */
  withAccount: boolean
  /** Tells today's times from others. */
  now: number
  /** Under which strategy orders were placed from here, by `orderKey`. */
  strategies: () => ReadonlyMap<string, string>
}

export const columnChoice = (
  session: Session,
  { strategies }: Pick<BookAdditions, 'strategies'>,
): ColumnChoice => ({
  withAccount: session.shown.length > 1,
  now: session.clock.today,
  strategies: () => strategies(session),
})

type Maker<Record> = (choice: ColumnChoice) => readonly Column<OwnedRow<Record>>[]

const said = (text: string | null): string => (text === null || text === '' ? '–' : text)

/** The sum of a group; where something of it is not known, it says so. */
const totalOf =
  <Record>(
    value: (record: Record) => number | null,
    {
      text,
      look,
    }: { text: (value: number | null) => string; look?: (value: number | null) => CellLook },
  ) =>
  (rows: readonly OwnedRow<Record>[]): Total => {
    const known = sum(each(rows, ({ record }) => value(record)))
    return {
      text: known.partial ? `${text(known.value)} ?` : text(known.value),
      look: look?.(known.value) ?? '',
      tip: known.partial ? 'Something that belongs to this sum is unknown' : undefined,
    }
  }

const figure = <Record>(
  id: string,
  title: string,
  value: (record: Record) => number | null,
  text: (value: number | null) => string,
  more: Partial<Column<OwnedRow<Record>>> = {},
): Column<OwnedRow<Record>> => ({
  id,
  title,
  width: 76,
  align: 'end',
  value: ({ record }) => value(record),
  text: ({ record }) => text(value(record)),
  ...more,
})

const profit = <Record>(
  id: string,
  title: string,
  value: (record: Record) => number | null,
): Column<OwnedRow<Record>> =>
  figure(id, title, value, change, {
    width: 86,
    look: ({ record }) => tone(value(record)),
    flash: true,
    total: totalOf(value, { text: change, look: tone }),
  })

const words = <Record>(
  id: string,
  title: string,
  width: number,
  value: (record: Record) => string | null,
  look: CellLook = 'dim',
): Column<OwnedRow<Record>> => ({
  id,
  title,
  width,
  value: ({ record }) => value(record),
  text: ({ record }) => said(value(record)),
  look: () => look,
})

interface Traded {
  symbol: string
  exchange: string | null
}

const symbol = <Record extends Traded>(
  more: Partial<Column<OwnedRow<Record>>> = {},
): Column<OwnedRow<Record>> => ({
  id: 'symbol',
  title: 'Symbol',
  // A strike is at the end of a symbol: cut off, one option looks like another.
  width: 166,
  grow: 2,
  value: ({ record }) => record.symbol,
  text: ({ record }) => record.symbol,
  look: () => 'strong',
  tip: ({ record }) => `${record.symbol} · ${said(record.exchange)}`,
  ...more,
})

/** An average has as many decimals as prices have there; all of them are in its tip. */
const averagePrice = <Record extends { exchange: string | null }>(
  value: (record: Record) => number | null,
  more: Partial<Column<OwnedRow<Record>>> = {},
): Column<OwnedRow<Record>> => ({
  ...figure('avg', 'Avg', value, formatPrice),
  text: ({ record }) => (record.exchange === 'CDS' ? formatPrice : formatAmount)(value(record)),
  tip: ({ record }) => formatPrice(value(record)),
  ...more,
})

/** Of a future or an option; shares belong together. */
const underlying = <Record extends Traded>(): Column<OwnedRow<Record>> => {
  const of = ({ record }: OwnedRow<Record>) => underlyingOf(record)
  return {
    id: 'underlying',
    title: 'Underlying',
    width: 92,
    hidden: true,
    value: of,
    text: (row) => of(row) ?? 'Shares',
    look: () => 'dim',
    group: (row) => of(row) ?? 'Shares',
  }
}

/** Words that rows can be grouped by, and that are shown when asked for. */
const grouping = <Record>(
  id: string,
  title: string,
  value: (record: Record) => string | null,
  more: Partial<Column<OwnedRow<Record>>> = {},
): Column<OwnedRow<Record>> => ({
  ...words(id, title, 74, value),
  group: ({ record }) => value(record),
  ...more,
})

const account = <Record>({ withAccount }: ColumnChoice): Column<OwnedRow<Record>>[] =>
  withAccount
    ? [
        {
          id: 'account',
          title: 'Account',
          width: 122,
          grow: 1.6,
          value: (row) => row.account.name,
          text: (row) => `${row.account.name} · ${row.account.broker.toUpperCase()}`,
          look: () => 'dim',
          tip: (row) => `${row.account.name} · ${row.account.broker.toUpperCase()}`,
          group: (row) => `${row.account.name} · ${row.account.broker.toUpperCase()}`,
        },
      ]
    : []

const time = <Record>(
  { now }: ColumnChoice,
  value: (record: Record) => string | null,
): Column<OwnedRow<Record>> => ({
  id: 'time',
  title: 'Time',
  // Of another day it has a date as well.
  width: 92,
  grow: 0.2,
  value: ({ record }) => parseTime(value(record)) ?? value(record),
  text: ({ record }) => serviceTime(value(record), now),
  look: () => 'dim',
  tip: ({ record }) => value(record) ?? undefined,
})

const side = <Record extends { action: string | null }>(): Column<OwnedRow<Record>> => ({
  group: ({ record }) => sideOfWord(record.action) ?? record.action,
  id: 'side',
  title: 'Side',
  width: 56,
  grow: 0.1,
  value: ({ record }) => record.action,
  text: ({ record }) => said(record.action).toUpperCase(),
  look: ({ record }) => {
    const known = sideOfWord(record.action)
    return known === undefined ? '' : known === 'BUY' ? 'side buy' : 'side sell'
  },
})

/** The books name none: it is what was said of an order that was placed from here. */
const strategy = <Record>(
  { strategies }: ColumnChoice,
  orderIds: (record: Record) => readonly (string | null)[],
): Column<OwnedRow<Record>> => {
  const known = strategies()
  const of = ({ account, record }: OwnedRow<Record>): string | null => {
    const found = orderIds(record).flatMap((id) => known.get(orderKey(account.id, id ?? '')) ?? [])
    return found[0] ?? null
  }
  return {
    id: 'strategy',
    title: 'Strategy',
    width: 92,
    hidden: true,
    value: of,
    text: (row) => of(row) ?? '',
    look: () => 'dim',
    group: (row) => of(row) ?? 'Not known',
  }
}

export const positionColumns: Maker<PositionRecord> = (choice) => [
  symbol({ pinned: true }),
  grouping('product', 'Product', ({ product }) => product, { width: 58 }),
  underlying(),
  grouping('exchange', 'Exchange', ({ exchange }) => exchange, { hidden: true }),
  ...account<PositionRecord>(choice),
  figure('netqty', 'Net qty', ({ netqty }) => netqty, signedQuantity, {
    width: 62,
    look: ({ record }) => (record.netqty === 0 ? 'faint' : (record.netqty ?? 0) < 0 ? 'down' : ''),
    flash: true,
  }),
  averagePrice(({ netavgprc }: PositionRecord) => netavgprc),
  figure('ltp', 'LTP', ({ ltp }) => ltp, formatPrice, { flash: true }),
  profit('realised', 'Realised', (position) => serviceFigures(position).realised),
  profit('unrealised', 'Unrealised', (position) => serviceFigures(position).unrealised),
  profit('net', 'P&L', (position) => serviceFigures(position).net),
  {
    ...profit('own', 'P&L (own)', ownPnl),
    width: 88,
    text: ({ record }) => ownPnlText(record),
    tip: ({ record }) => comparisonTip(record),
  },
]

export const holdingColumns: Maker<HoldingRecord> = (choice) => [
  // Shares have no strikes.
  symbol({ pinned: true, width: 140 }),
  grouping('exchange', 'Exchange', ({ exchange }) => exchange, { width: 70 }),
  grouping('product', 'Product', ({ product }) => product, { hidden: true }),
  ...account<HoldingRecord>(choice),
  figure('qty', 'Qty', ({ holdqty }) => holdqty, quantity, { width: 58, flash: true }),
  figure('sellable', 'Sellable', ({ sellable_qty }) => sellable_qty, quantity, { width: 66 }),
  averagePrice(({ average_price }: HoldingRecord) => average_price),
  figure('ltp', 'LTP', ({ ltp }) => ltp, formatPrice, { flash: true }),
  figure('invested', 'Invested', ({ invest_val }) => invest_val, formatAmount, {
    width: 88,
    total: totalOf(({ invest_val }) => invest_val, { text: formatAmount }),
  }),
  figure('value', 'Value', ({ hld_val }) => hld_val, formatAmount, {
    width: 88,
    flash: true,
    total: totalOf(({ hld_val }) => hld_val, { text: formatAmount }),
  }),
  profit('pl', 'P&L', ({ PL }) => PL),
  {
    ...profit('own', 'P&L (own)', ownHolding),
    width: 88,
    text: ({ record }) => ownHoldingText(record),
    tip: ({ record }) => holdingTip(record),
  },
]

const stateTitles: Record<OrderState, string> = {
  open: 'Open',
  pending: 'Pending',
  'partly-filled': 'Partly filled',
  complete: 'Complete',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  unknown: 'Unknown',
}

/** The folded state, and what a trader asks next: why, or at what. */
export function statusText(order: OrderRecord): string {
  const state = stateOfOrder(order)
  const title = state === 'unknown' ? said(order.status) : stateTitles[state]
  if (order.rejreason !== null && order.rejreason.trim() !== '')
    return `${title} · ${order.rejreason.trim()}`
  const waits = (state === 'pending' || state === 'open') && (order.trigger_price ?? 0) > 0
  return waits ? `${title} · trigger ${formatPrice(order.trigger_price)}` : title
}

const filled = (order: OrderRecord): string =>
  `${quantity(order.fillshares)} / ${quantity(order.quantity)}`

/** A market order's price is written as 0, and is none. */
const limit = (order: OrderRecord): number | null =>
  order.price === 0 && order.pricetype?.toUpperCase() !== 'LIMIT' ? null : order.price

/** Nothing filled has no average; the service says 0. */
const average = (order: OrderRecord): number | null =>
  order.avgprc === 0 && !order.fillshares ? null : order.avgprc

export const orderColumns: Maker<OrderRecord> = (choice) => [
  time(choice, ({ orderentrytime }) => orderentrytime),
  side(),
  symbol(),
  ...account<OrderRecord>(choice),
  underlying(),
  grouping('product', 'Product', ({ product }) => product, { hidden: true }),
  grouping('exchange', 'Exchange', ({ exchange }) => exchange, { hidden: true }),
  // A leg that the broker made itself is its entry's.
  strategy(choice, ({ order_id, parentorderid }) => [order_id, parentorderid]),
  {
    id: 'type',
    title: 'Type',
    width: 106,
    value: ({ record }) => record.pricetype,
    text: ({ record }) => `${said(record.pricetype)} · ${said(record.product)}`,
    look: () => 'dim',
  },
  {
    id: 'qty',
    title: 'Filled / qty',
    width: 84,
    align: 'end',
    value: ({ record }) => record.quantity,
    text: ({ record }) => filled(record),
    plain: ({ record }) => filled(record),
    flash: true,
  },
  figure('price', 'Price', limit, formatPrice),
  averagePrice(average, { flash: true }),
  {
    id: 'status',
    title: 'Status',
    width: 184,
    grow: 3,
    value: ({ record }) => statusText(record),
    text: ({ record }) => statusText(record),
    look: ({ record }) => `state ${stateOfOrder(record)}`,
    group: ({ record }) => stateTitles[stateOfOrder(record)],
    tip: ({ record }) => statusText(record),
    flash: true,
  },
]

const worthOf = ({ quantity: count, price: each }: TradeRecord): number | null =>
  count === null || each === null ? null : count * each

export const tradeColumns: Maker<TradeRecord> = (choice) => [
  time(choice, ({ exchtime }) => exchtime),
  side(),
  symbol(),
  grouping('exchange', 'Exchange', ({ exchange }) => exchange, { width: 70 }),
  underlying(),
  grouping('product', 'Product', ({ product }) => product, { hidden: true }),
  ...account<TradeRecord>(choice),
  {
    id: 'type',
    title: 'Type',
    width: 106,
    value: ({ record }) => record.pricetype,
    text: ({ record }) => `${said(record.pricetype)} · ${said(record.product)}`,
    look: () => 'dim',
  },
  figure('qty', 'Qty', (trade: TradeRecord) => trade.quantity, quantity, { width: 60 }),
  figure('price', 'Price', (trade: TradeRecord) => trade.price, formatPrice),
  figure('value', 'Value', worthOf, formatAmount, {
    width: 96,
    total: totalOf(worthOf, { text: formatAmount }),
  }),
  strategy(choice, ({ order_id }) => [order_id]),
  words('order', 'Order', 116, ({ order_id }) => order_id, 'faint'),
]

export const bookColumns = {
  positions: positionColumns,
  holdings: holdingColumns,
  orders: orderColumns,
  trades: tradeColumns,
} satisfies { [Name in 'positions' | 'holdings' | 'orders' | 'trades']: Maker<BookRecord<Name>> }

export const isBook = (name: string): name is keyof typeof bookColumns =>
  Object.hasOwn(bookColumns, name)
