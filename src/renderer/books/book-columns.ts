import type { BookRecord } from '../../shared/books/books.ts'
import { investedIn, worthOfHolding } from '../../shared/pnl/holdings.ts'
import { serviceFigures } from '../../shared/pnl/service-figures.ts'
import type {
  HoldingRecord,
  OrderRecord,
  PositionRecord,
  TradeRecord,
} from '../../shared/service/records.ts'
import { stateOfOrder } from '../../shared/service/words.ts'
import {
  change,
  formatAmount,
  formatPrice,
  quantity,
  signedQuantity,
  tone,
} from '../components/amounts.ts'
import type { Column, Total } from '../components/grid/columns.ts'
import {
  accountColumns,
  averageColumn,
  type ColumnChoice,
  expiryColumn,
  figureColumn,
  groupingColumn,
  honestGroups,
  instrumentColumn,
  profitColumn,
  sideColumn,
  strategyColumn,
  symbolColumn,
  textOrDash,
  timeColumn,
  totalOf,
  underlyingColumn,
  wordsColumn,
} from './column-kinds.ts'
import { heldFigures, heldText, heldTip, heldTotal } from './holding-sums.ts'
import { averageFill, filledOf, groupOrderColumn, statesOf } from './order-groups.ts'
import { stateTitles, statusText } from './order-status.ts'
import { worthOfTrade } from './orders-filter.ts'
import type { OwnedRow } from './owned-rows.ts'
import { areOfOne, type Traded } from './row-names.ts'
import {
  grossValue,
  heldAverage,
  lastPriceOfAll,
  heldNet,
  netProfit,
  positionTotal,
  positionValue,
} from './position-sums.ts'
import {
  comparisonTip,
  holdingPnlText,
  holdingTip,
  ownHolding,
  ownHoldingText,
  ownPnl,
  ownPnlText,
  pnlText,
} from '../pnl/pnl-words.ts'

type Maker<Record> = (choice: ColumnChoice) => readonly Column<OwnedRow<Record>>[]

/** Room for the own figure, of rows where it differs. */
const withOwn = { width: 128 }

/** What a file says where the screen has an own figure beside the service's. */
const noteOfMark = (text: string, tip: string | undefined): string | null =>
  text.includes('≠') ? (tip ?? null) : null

/** What the P&L is made of, and what it is held against: there for whoever asks. */
const partColumn = (
  { repeated }: ColumnChoice,
  id: string,
  title: string,
  value: (position: PositionRecord) => number | null,
): Column<OwnedRow<PositionRecord>> =>
  profitColumn(id, title, value, {
    hidden: true,
    total: totalOf((position) => (repeated().has(position) ? null : value(position)), {
      text: change,
      look: tone,
    }),
  })

/** How much one is in, and where: of options at their premium, not their strike. */
const valueColumn = (
  { repeated }: ColumnChoice,
  id: string,
  title: string,
  figure: (position: PositionRecord) => number | null,
  text: (value: number | null) => string,
): Column<OwnedRow<PositionRecord>> =>
  figureColumn(id, title, figure, text, {
    width: 92,
    hidden: true,
    flash: true,
    total: (rows) => positionTotal(rows, { repeated: repeated(), figure, text }),
  })

/** In a narrow window what is made or lost stays in sight, and the last price goes out of it. */
const lastPriceColumn = <Record extends Traded & { ltp: number | null }>({
  isNarrow = false,
  nameOf,
}: ColumnChoice): Column<OwnedRow<Record>> =>
  figureColumn('ltp', 'LTP', ({ ltp }: Record) => ltp, formatPrice, {
    flash: true,
    ...(isNarrow && { givesWay: true }),
    total: (rows) => lastPriceOfAll(rows, nameOf),
  })

const positionList: Maker<PositionRecord> = (choice) => [
  symbolColumn({ pinned: true, width: 204, grow: 1.6 }),
  groupingColumn('product', 'Product', ({ product }) => product, {
    width: 58,
    grow: 0.5,
    givesWay: true,
  }),
  instrumentColumn(choice),
  underlyingColumn(choice),
  expiryColumn(choice),
  groupingColumn('exchange', 'Exchange', ({ exchange }) => exchange, { hidden: true }),
  ...accountColumns<PositionRecord>(choice),
  figureColumn('netqty', 'Net qty', ({ netqty }) => netqty, signedQuantity, {
    width: 62,
    look: ({ record }) => (record.netqty === 0 ? 'faint' : (record.netqty ?? 0) < 0 ? 'down' : ''),
    flash: true,
    total: (rows) => heldNet(rows, choice.repeated(), choice.nameOf),
  }),
  averageColumn(({ netavgprc }: PositionRecord) => netavgprc, {
    givesWay: true,
    total: (rows) => heldAverage(rows, choice.repeated(), choice.nameOf),
  }),
  lastPriceColumn(choice),
  valueColumn(choice, 'value', 'Value', positionValue, change),
  valueColumn(choice, 'gross', 'Gross', grossValue, formatAmount),
  partColumn(choice, 'realised', 'Realised', (position) => serviceFigures(position).realised),
  partColumn(choice, 'unrealised', 'Unrealised', (position) => serviceFigures(position).unrealised),
  profitColumn('net', 'P&L', (position) => serviceFigures(position).net, {
    ...withOwn,
    text: ({ record }) => pnlText(record),
    tip: ({ record }) => comparisonTip(record),
    note: ({ record }) => noteOfMark(pnlText(record), comparisonTip(record)),
    total: (rows) => netProfit(rows, choice.repeated()),
  }),
  {
    ...partColumn(choice, 'own', 'P&L (reckoned)', ownPnl),
    width: 88,
    text: ({ record }) => ownPnlText(record),
    tip: ({ record }) => comparisonTip(record),
  },
]

/** Units of one symbol; of several they have no sum. */
const unitsOf =
  <Record extends { symbol: string; exchange: string | null }>(
    { nameOf }: ColumnChoice,
    units: (record: Record) => number | null,
  ) =>
  (rows: readonly OwnedRow<Record>[]): Total =>
    areOfOne(rows, nameOf) ? totalOf(units, { text: quantity })(rows) : { text: '' }

const holdingList: Maker<HoldingRecord> = (choice) => [
  // Shares have no strikes.
  symbolColumn({ pinned: true, width: 140, grow: 1.4 }),
  groupingColumn('exchange', 'Exchange', ({ exchange }) => exchange, {
    width: 70,
    givesWay: true,
  }),
  instrumentColumn(choice),
  groupingColumn('product', 'Product', ({ product }) => product, { hidden: true }),
  ...accountColumns<HoldingRecord>(choice),
  figureColumn('qty', 'Qty', ({ holdqty }) => holdqty, quantity, {
    width: 58,
    flash: true,
    total: unitsOf(choice, (holding) =>
      choice.repeatedHoldings().has(holding) ? null : holding.holdqty,
    ),
  }),
  figureColumn('sellable', 'Sellable', ({ sellable_qty }) => sellable_qty, quantity, {
    width: 66,
    givesWay: true,
  }),
  averageColumn(({ average_price }: HoldingRecord) => average_price, { givesWay: true }),
  lastPriceColumn(choice),
  figureColumn('invested', 'Invested', ({ invest_val }) => invest_val, formatAmount, {
    width: 88,
    givesWay: true,
    text: ({ record }) => heldText(investedIn(record), formatAmount),
    tip: ({ record }) => heldTip(investedIn(record), 'average'),
    note: ({ record }) => heldTip(investedIn(record), 'average') ?? null,
    total: heldTotal(heldFigures.invested, {
      repeated: choice.repeatedHoldings,
      text: formatAmount,
    }),
  }),
  figureColumn('value', 'Value', ({ hld_val }) => hld_val, formatAmount, {
    width: 88,
    flash: true,
    text: ({ record }) => heldText(worthOfHolding(record), formatAmount),
    tip: ({ record }) => heldTip(worthOfHolding(record), 'last price'),
    note: ({ record }) => heldTip(worthOfHolding(record), 'last price') ?? null,
    total: heldTotal(heldFigures.value, { repeated: choice.repeatedHoldings, text: formatAmount }),
  }),
  profitColumn('pl', 'P&L', ({ PL }) => PL, {
    ...withOwn,
    text: ({ record }) => holdingPnlText(record),
    tip: ({ record }) => holdingTip(record),
    note: ({ record }) => noteOfMark(holdingPnlText(record), holdingTip(record)),
    total: heldTotal(heldFigures.gain, {
      ...{ repeated: choice.repeatedHoldings, text: change, look: tone },
    }),
  }),
  {
    ...profitColumn('own', 'P&L (reckoned)', ownHolding),
    hidden: true,
    width: 88,
    text: ({ record }) => ownHoldingText(record),
    tip: ({ record }) => holdingTip(record),
  },
]

const filled = (order: OrderRecord): string =>
  `${quantity(order.fillshares)} / ${quantity(order.quantity)}`

/** A market order's price is written as 0, and is none. */
const limit = (order: OrderRecord): number | null =>
  order.price === 0 && order.pricetype?.toUpperCase() !== 'LIMIT' ? null : order.price

/** Nothing filled has no average; the service says 0. */
const averageOf = (order: OrderRecord): number | null =>
  order.avgprc === 0 && !order.fillshares ? null : order.avgprc

/** What it came to stays in sight in a narrow window, and its average goes out of it. */
const endOfOrder: Maker<OrderRecord> = ({ isNarrow = false, nameOf }) => {
  const total = (rows: readonly OwnedRow<OrderRecord>[]) => averageFill(rows, nameOf)
  const average = averageColumn(averageOf, { flash: true, total, givesWay: true })
  const status: Column<OwnedRow<OrderRecord>> = {
    id: 'status',
    title: 'Status',
    width: isNarrow ? 104 : 184,
    grow: 3,
    value: ({ record }) => statusText(record),
    text: ({ record }) => statusText(record),
    look: ({ record }) => `state ${stateOfOrder(record)}`,
    group: ({ record }) => stateTitles[stateOfOrder(record)],
    tip: ({ record }) => statusText(record),
    flash: true,
    total: statesOf,
  }
  return isNarrow ? [status, average] : [average, status]
}

const typeColumn = <Record extends { pricetype: string | null; product: string | null }>({
  isNarrow = false,
}: ColumnChoice): Column<OwnedRow<Record>> => ({
  id: 'type',
  title: 'Type',
  // All of 'MARKET · NRML', but where other columns need the room more.
  width: isNarrow ? 98 : 122,
  givesWay: true,
  value: ({ record }) => record.pricetype,
  text: ({ record }) => `${textOrDash(record.pricetype)} · ${textOrDash(record.product)}`,
  look: () => 'dim',
})

const orderList: Maker<OrderRecord> = (choice) => [
  timeColumn(choice, ({ orderentrytime }) => orderentrytime),
  sideColumn(),
  symbolColumn(),
  ...accountColumns<OrderRecord>(choice),
  groupOrderColumn(choice),
  instrumentColumn(choice),
  underlyingColumn(choice),
  groupingColumn('product', 'Product', ({ product }) => product, { hidden: true }),
  groupingColumn('exchange', 'Exchange', ({ exchange }) => exchange, { hidden: true }),
  // A leg that the broker made itself is its entry's.
  strategyColumn(choice, ({ order_id, parentorderid }) => [order_id, parentorderid]),
  typeColumn(choice),
  {
    id: 'qty',
    title: 'Filled / qty',
    width: 82,
    align: 'end',
    value: ({ record }) => record.quantity,
    text: ({ record }) => filled(record),
    plain: ({ record }) => filled(record),
    flash: true,
    total: (rows) => filledOf(rows, choice.nameOf),
  },
  figureColumn('price', 'Price', limit, formatPrice, { width: 74, givesWay: true }),
  ...endOfOrder(choice),
]

const tradeList: Maker<TradeRecord> = (choice) => [
  timeColumn(choice, ({ exchtime }) => exchtime),
  sideColumn(),
  symbolColumn(),
  groupingColumn('exchange', 'Exchange', ({ exchange }) => exchange, {
    width: 70,
    givesWay: true,
  }),
  instrumentColumn(choice),
  underlyingColumn(choice),
  groupingColumn('product', 'Product', ({ product }) => product, { hidden: true }),
  ...accountColumns<TradeRecord>(choice),
  typeColumn(choice),
  figureColumn('qty', 'Qty', (trade: TradeRecord) => trade.quantity, quantity, { width: 60 }),
  figureColumn('price', 'Price', (trade: TradeRecord) => trade.price, formatPrice),
  figureColumn('value', 'Value', worthOfTrade, formatAmount, {
    width: 96,
    total: totalOf(choice.worthOfTrade, { text: formatAmount }),
  }),
  strategyColumn(choice, ({ order_id }) => [order_id]),
  wordsColumn('order', 'Order', 128, ({ order_id }) => order_id, 'faint'),
]

const honest =
  <Record>(make: Maker<Record>): Maker<Record> =>
  (choice) =>
    honestGroups(make(choice), choice)

export const positionColumns = honest(positionList)
export const holdingColumns = honest(holdingList)
export const orderColumns = honest(orderList)
export const tradeColumns = honest(tradeList)

export const bookColumns = {
  positions: positionColumns,
  holdings: holdingColumns,
  orders: orderColumns,
  trades: tradeColumns,
} satisfies { [Name in 'positions' | 'holdings' | 'orders' | 'trades']: Maker<BookRecord<Name>> }

export const isBook = (name: string): name is keyof typeof bookColumns =>
  Object.hasOwn(bookColumns, name)
