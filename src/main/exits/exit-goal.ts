import type { ExitLeft } from '../../shared/exits/exits.ts'
import { counted } from '../../shared/core/figures.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'
import { orderIn } from '../../shared/books/books.ts'
import { type Intent, isSurelyNotThere } from '../../shared/orders/intents.ts'
import { isOpenPosition, isWorkingRow } from '../../shared/books/open-rows.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'

/**
 * What flat means: every row of the books could be read, no order that concerns the exit works,
 * and every position that concerns it is where it should be. An unknown quantity is not zero, an
 * unknown status is not finished, and a book that was not read shows nothing.
 */
export interface ExitGoal {
  /** Whether an order, while it works, stands in the way. */
  concerns(order: Row): boolean
  /** Whether a position is where the exit wants it; null where positions do not matter. */
  isOut: ((position: Row) => boolean) | null
  /** Units of a position that are to stay. */
  keeps(position: Row): number
  /** Orders of ours that may still come, and that these orders do not show: until then nothing is flat. */
  awaited(orders: Rows): number
}

export interface BookSeen {
  rows: Rows
  unreadable: number
}

/** Both read after the answer; the orders first (see `look` in exit-watch.ts). */
export interface ExitBooks {
  orders: BookSeen
  positions: BookSeen | null
}

/** What stands between the books and flat. */
export interface Remainder {
  orders: readonly Row[]
  positions: readonly { row: Row; keeps: number }[]
  unreadable: number
  awaited: number
  /** All working orders of the account: one of them may be closing what is left. */
  working: readonly Row[]
}

export function remainderOf({ orders, positions }: ExitBooks, aim: ExitGoal): Remainder {
  const { isOut } = aim
  const relevant = isOut === null ? null : positions
  const working = [...orders.rows.values()].filter(isWorkingRow)
  const open = [...(relevant?.rows.values() ?? [])].filter((row) => isOut?.(row) === false)
  return {
    orders: working.filter((order) => aim.concerns(order)),
    positions: open.map((row) => ({ row, keeps: aim.keeps(row) })),
    unreadable: orders.unreadable + (relevant?.unreadable ?? 0),
    awaited: aim.awaited(orders.rows),
    working,
  }
}

export const isFlat = ({ orders, positions, unreadable, awaited }: Remainder): boolean =>
  orders.length === 0 && positions.length === 0 && unreadable === 0 && awaited === 0

export const leftOf = ({ orders, positions }: Remainder): ExitLeft => ({
  positions: positions.map(({ row }) => ({
    exchange: textOf(row['exchange']),
    symbol: String(row['symbol']),
    product: textOf(row['product']),
    net: netOf(row),
  })),
  orders: orders.map((row) => ({
    orderId: String(row['order_id']),
    symbol: String(row['symbol']),
    status: textOf(row['status']),
  })),
})

const all = (): boolean => true
const isZero = (position: Row): boolean => !isOpenPosition(position)
const none = { keeps: () => 0 }

type Awaited = ExitGoal['awaited']

/**
 * Of orders that left, or wait to: those whose answer is still to come, and those that the service
 * took and that the book, which may lag behind it, does not show.
 */
export const awaitedAmong =
  (intents: () => readonly Intent[]): Awaited =>
  (orders) =>
    intents().filter(({ parts }) =>
      parts.some(
        ({ state, orderId }) =>
          !isSurelyNotThere(state) && (orderId === null || orderIn(orders, orderId) === undefined),
      ),
    ).length

export const noOrders = (awaited: Awaited): ExitGoal => ({
  ...none,
  awaited,
  concerns: all,
  isOut: null,
})
export const nothingAtAll = (awaited: Awaited): ExitGoal => ({
  ...none,
  awaited,
  concerns: all,
  isOut: isZero,
})

/**
 * No position, and none on its way: orders that worked before are the person's own and stay, since
 * only positions were to go, but one that came since may be what closes a position, or opens one.
 */
export const noPositions = (before: ReadonlySet<string>, awaited: Awaited): ExitGoal => ({
  ...none,
  awaited,
  concerns: (order) => !before.has(keyOf(order)),
  isOut: isZero,
})

/** What is known of a strategy, which no book shows. Ids of orders are such as can be compared. */
export interface OfStrategy {
  /** Whether the service named an order as the strategy's, or the journal knows it as such. */
  isOurs(orderKey: string): boolean
  /** Symbols that the service said it closed; null where positions were not to be closed. */
  closed: ReadonlySet<string> | null
  before: ReadonlySet<string>
  awaited: Awaited
}

export const noneOfStrategy = ({ isOurs, closed, before, awaited }: OfStrategy): ExitGoal => ({
  ...none,
  awaited,
  concerns: (order) =>
    isOurs(keyOf(order)) || (isNamed(closed, order) && !before.has(keyOf(order))),
  isOut: closed === null ? null : (position) => !isNamed(closed, position) || isZero(position),
})

const isNamed = (symbols: ReadonlySet<string> | null, row: Row): boolean =>
  symbols?.has(String(row['symbol'])) ?? false

/** A position that chosen orders leave, in part or all of it. */
export interface LeavingPosition {
  exchange: string
  symbol: string
  product: string
  /** Units held when the orders were planned; null where the books did not say. */
  held: number | null
  /** What the orders add to it, signed. */
  ordered: number
}

/** Ids of orders are such as can be compared. */
export interface Chosen {
  leaving: readonly LeavingPosition[]
  ours: ReadonlySet<string>
  awaited: Awaited
  /** Whether an order of these is in doubt: it may be any new order for a symbol that is left. */
  isInDoubt: boolean
  before: ReadonlySet<string>
}

export const chosenAim = ({ leaving, ours, awaited, isInDoubt, before }: Chosen): ExitGoal => ({
  awaited,
  concerns: (order) =>
    ours.has(keyOf(order)) ||
    (isInDoubt &&
      !before.has(keyOf(order)) &&
      leaving.some(({ symbol }) => symbol === order['symbol'])),
  isOut: (position) =>
    leaving.every((each) => !isPositionOf(each, position) || hasLeft(netOf(position), each)),
  keeps: (position) => {
    const of = leaving.find((each) => isPositionOf(each, position))
    return of === undefined ? 0 : unitsToStay(of)
  },
})

/** Units that are to stay: none where what was held is not known. */
const unitsToStay = ({ held, ordered }: Pick<LeavingPosition, 'held' | 'ordered'>): number =>
  held === null || Math.sign(held + ordered) !== Math.sign(held) ? 0 : held + ordered

/** Between zero and what is to stay; beyond zero the position would have been turned round. */
export function hasLeft(
  net: number | null,
  of: Pick<LeavingPosition, 'held' | 'ordered'>,
): boolean {
  if (net === null) return false
  const staying = unitsToStay(of)
  return staying < 0 ? staying <= net && net <= 0 : 0 <= net && net <= staying
}

type Instrument = Pick<LeavingPosition, 'exchange' | 'symbol' | 'product'>

/** Words of exchanges and products vary in case between a request and a book. */
export const isPositionOf = ({ exchange, symbol, product }: Instrument, row: Row): boolean =>
  row['symbol'] === symbol && isWord(row['exchange'], exchange) && isWord(row['product'], product)

const isWord = (value: unknown, word: string): boolean =>
  textOf(value)?.trim().toUpperCase() === word.toUpperCase()

const lookYourself = "look at the account in the broker's own terminal."
export const notRead = `The books could not be read: ${lookYourself}`

/** The next thing to do about what is left. */
export function todoOf(remainder: Remainder): string {
  const { orders, positions, unreadable, awaited, working } = remainder
  const said: string[] = []
  const [position, ...others] = positions
  if (position !== undefined) {
    said.push(aboutPosition(position, working))
    if (others.length > 0)
      said.push(`${counted(others.length, 'more position is', 'more positions are')} open.`)
  } else if (orders.length > 0) {
    said.push(`Cancel again: ${counted(orders.length, 'order still works', 'orders still work')}.`)
  }
  if (unreadable > 0)
    said.push(
      `${counted(unreadable, 'row', 'rows')} of the books could not be read: ${lookYourself}`,
    )
  if (awaited > 0)
    said.push(
      `${counted(awaited, 'order has', 'orders have')} no answer yet: look for it in the order book before you exit again.`,
    )
  return said.join(' ')
}

function aboutPosition(
  { row, keeps }: Remainder['positions'][number],
  working: readonly Row[],
): string {
  const symbol = String(row['symbol'])
  const net = netOf(row)
  if (net === null) return `How many units of ${symbol} are open is not known: ${lookYourself}`
  const units = counted(Math.abs(net), 'unit is', 'units are')
  const open =
    keeps === 0 ? `${units} still open` : `${units} open, and ${Math.abs(keeps)} were to stay`
  // A second exit beside the first would turn the position round.
  if (working.some((order) => closes(order, row['symbol'], net)))
    return `Wait for the order that closes ${symbol}, or cancel it before you exit again: ${open}.`
  return `Exit ${symbol} again: ${open}.`
}

const closes = (order: Row, symbol: unknown, net: number): boolean =>
  order['symbol'] === symbol && isWord(order['action'], net > 0 ? 'SELL' : 'BUY')

export const netOf = (position: Row): number | null => {
  const net = position['netqty']
  return typeof net === 'number' ? net : null
}

const keyOf = (order: Row): string => comparableOrderId(String(order['order_id']))

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
