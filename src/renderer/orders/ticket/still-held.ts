import { netUnitsOf } from '../../../shared/books/open-rows.ts'
import { parseTime } from '../../../shared/core/times.ts'
import { comparable } from '../../../shared/core/visible-text.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import { figure, unitsFilled } from '../../../shared/service/order-units.ts'
import type { OrderRecord, PositionRecord } from '../../../shared/service/records.ts'
import { lettersOfShare } from '../../../shared/service/symbol-words.ts'
import { Exchange, productOfWord, sideOfWord, stateOfOrder } from '../../../shared/service/words.ts'

/** What a position book shows, as it is now. */
export interface ShownPositions {
  rows: readonly PositionRecord[]
  /** Whether what is not among them is not open. */
  isWhole: boolean
}

interface Books {
  orders: readonly OrderRecord[]
  /** Null where they are not those of now. */
  positions: ShownPositions | null
}

/** Units that a row says an order was filled with; null where it does not say it, or says two things. */
export function unitsOf(row: OrderRecord): number | null {
  if (stateOfOrder(row) === 'unknown') return null
  const units = unitsFilled(row) || figure(row.fillshares)
  return units === null || units < 0 ? null : units
}

/**
 * Units that are held of a position on the side to which an order changed it, below zero where it
 * stands on the other; null where the books do not say it, or do not agree yet. A position is believed
 * once it shows all that its orders were filled with: its book may be behind theirs.
 */
export function stillHeld(order: OrderRecord, { orders, positions }: Books): number | null {
  const fills = fillsBySide(order, orders)
  if (fills === null || positions === null) return null
  const rows = rowsOf(order, positions.rows)
  if (rows === null) return null
  const [row] = rows
  // Closed by its orders alone; or the book has not come to it yet, or has lost it.
  if (row === undefined) return positions.isWhole && fills.same <= fills.other ? 0 : null
  const net = netUnitsOf(rows)
  if (net === null) return null
  const isBuy = sideOfWord(order.action) === 'BUY'
  const held = isBuy ? net : -net
  return shows(row, { ...fills, isBuy, held }) ? held + 0 : null
}

/** Units that orders on the other side took of a position since an order, whosever they are: at least and at most. */
export function leftSince(
  own: readonly OrderRecord[],
  orders: readonly OrderRecord[],
): { least: number; most: number } | null {
  const [order] = own
  const side = order && sideOfWord(order.action)
  if (order === undefined || side === undefined) return null
  const times = own.map(({ orderentrytime }) => parseTime(orderentrytime))
  const since = times.includes(null) ? null : Math.min(...times.flatMap((time) => time ?? []))
  const left = { least: 0, most: 0 }
  for (const row of orders) {
    if (!isOfPosition(order, row) || sideOfWord(row.action) === side) continue
    const units = unitsOf(row)
    if (units === null) return null
    const at = parseTime(row.orderentrytime)
    const isUnknown = at === null || since === null
    if (!isUnknown && at > since) left.least += units
    if (isUnknown || at >= since) left.most += units
  }
  return left
}

/** What all orders of a position were filled with, on the side of this one and on the other; null where one does not say. */
function fillsBySide(
  order: OrderRecord,
  orders: readonly OrderRecord[],
): { same: number; other: number } | null {
  const own = sideOfWord(order.action)
  const fills = { same: 0, other: 0 }
  // Some books show one order in two rows.
  const rows = new Map(orders.map((row) => [comparableOrderId(row.order_id), row]))
  for (const row of rows.values()) {
    if (!isOfPosition(order, row)) continue
    const [units, side] = [unitsOf(row), sideOfWord(row.action)]
    if (units === null || side === undefined || own === undefined) return null
    fills[side === own ? 'same' : 'other'] += units
  }
  return fills
}

/** Its own rows of the position book, or the one in another spelling; null where that may be several positions. */
function rowsOf(order: OrderRecord, all: readonly PositionRecord[]): PositionRecord[] | null {
  const alike = all.filter(
    (row) => lettersOfShare(row.symbol) === lettersOfShare(order.symbol) && mayBePlaced(order, row),
  )
  const own = alike.filter((row) => isOfPosition(order, row))
  if (own.length > 0) return own
  return alike.length > 1 ? null : alike
}

/** Whether a position shows what its orders were filled with. Brokers leave its figures out, or at zero. */
function shows(
  { bqty, sqty, cfbuyqty, cfsellqty, product }: PositionRecord,
  of: { same: number; other: number; held: number; isBuy: boolean },
): boolean {
  const { same, other, held, isBuy } = of
  const [bought, sold] = [bqty, sqty].map((units) => Math.abs(figure(units) ?? 0)) as [
    number,
    number,
  ]
  if (bought + sold > 0)
    return isBuy ? bought >= same && sold >= other : sold >= same && bought >= other
  const [broughtIn, broughtOut] = [figure(cfbuyqty), figure(cfsellqty)]
  const ofDay = productOfWord(product) === 'MIS' ? 0 : null
  const brought =
    broughtIn === null || broughtOut === null ? ofDay : broughtIn - Math.abs(broughtOut)
  const moved = held - (same - other)
  return brought === null ? moved >= 0 : moved === (isBuy ? brought : -brought)
}

type Placed = Pick<OrderRecord, 'exchange' | 'symbol' | 'product'>

const isOfPosition = (one: Placed, other: Placed): boolean =>
  comparable(one.symbol) === comparable(other.symbol) &&
  comparable(one.exchange ?? '') === comparable(other.exchange ?? '') &&
  wordOf(one) === wordOf(other)

const wordOf = ({ product }: Pick<Placed, 'product'>): string =>
  productOfWord(product) ?? comparable(product ?? '')

/** Words that nobody knows may mean any. */
function mayBePlaced(one: Placed, other: Placed): boolean {
  const [exchange, another] = [exchangeOf(one), exchangeOf(other)]
  const [product, otherProduct] = [productOfWord(one.product), productOfWord(other.product)]
  return (
    (exchange === undefined || another === undefined || exchange === another) &&
    (product === undefined || otherProduct === undefined || product === otherProduct)
  )
}

const exchangeOf = ({ exchange }: Pick<Placed, 'exchange'>): Exchange | undefined =>
  Exchange.safeParse(comparable(exchange ?? '')).data
