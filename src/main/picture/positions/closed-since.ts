import { figure, unitsFilled } from '../../../shared/service/order-units.ts'
import { orderIn, recordKey } from '../../../shared/books/books.ts'
import type { Row } from '../../../shared/core/patch.ts'
import type { FoundBySquareOff } from '../../../shared/orders/intents.ts'
import { comparableOrderId, orderKeyOf } from '../../../shared/service/order-ids.ts'
import { sideOfWord } from '../../../shared/service/words.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import type { FilledUnits } from '../traded/filled-units.ts'
import { type PositionName, isOf, isOfInstrument } from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'
import { otherSpellings } from '../rows/other-spellings.ts'

/** What a square-off found when it left. Ids of orders are such as can be compared. */
export interface FoundBefore {
  positions: FoundBySquareOff['positions']
  /** Units that orders were filled with which worked then. */
  working: ReadonlyMap<string, number>
  /** Orders that were in the book. */
  before: ReadonlySet<string>
}

export type FoundPosition = FoundBySquareOff['positions'][number]

interface Books {
  orders: BookSeen | null
  positions: BookSeen
  trades: BookSeen | null
  /** What may have been filled, as far as one answer alone told of it. */
  filledPerhaps: readonly FilledUnits[]
}

/** What came to a position since. */
interface Came {
  /** Signed; NaN where a side cannot be read. */
  net: number
  /** Of either side. */
  units: number
}

/**
 * Positions that a square-off found open, and that what was filled since does not close. A position
 * row alone closes nothing: it may say so while the order that is to do it still works.
 */
export const notClosedSince = (found: FoundBefore, books: Books): readonly PositionName[] =>
  found.positions.filter((of) =>
    books.filledPerhaps.some((filled) => !isClosed(of, { ...books, found, filled })),
  )

type Accounts = Books & { found: FoundBefore; filled: FilledUnits }

function isClosed(of: FoundPosition, accounts: Accounts): boolean {
  const came = cameTo(of, accounts)
  if (of.net === null) return came.units > 0
  if (of.perhaps !== undefined) return isClosedInAnyCase(of.net, of.perhaps, came.net)
  return of.net + came.net === 0 || isClosedInSum(of, accounts)
}

/** All that was known of it, and nothing that can only have turned it round. */
function isClosedInAnyCase(
  net: number,
  { buys, sells }: NonNullable<FoundPosition['perhaps']>,
  came: number,
): boolean {
  const left = net + came
  return net > 0
    ? left <= 0 && -left <= (buys ?? Infinity)
    : left >= 0 && left <= (sells ?? Infinity)
}

/** What was made another product meanwhile is closed under that one. */
function isClosedInSum(of: PositionName, { found, filled, trades, orders }: Accounts): boolean {
  const ofInstrument = found.positions.filter(
    ({ symbol, exchange }) => symbol === of.symbol && exchange === of.exchange,
  )
  const nets = ofInstrument.map(({ net, perhaps }) => (perhaps === undefined ? net : null) ?? NaN)
  const isOneSided = nets.every((net) => net > 0) || nets.every((net) => net < 0)
  const told = [...filled.toldOf(of)]
  const unshown = tradesOf(of.symbol, { trades, orders }).filter((row) => isOfInstrument(row, of))
  const came = sumOf([...told, ...unshown.map(traded)], found)
  return isOneSided && nets.reduce((sum, net) => sum + net, 0) + came.net === 0
}

function cameTo(of: PositionName, { found, filled, orders, positions, trades }: Accounts): Came {
  const spellings =
    orders === null ? [] : otherSpellings(of, { orders: orders.rows, positions: positions.rows })
  const symbols = [of.symbol, ...spellings]
  const told = symbols.flatMap((symbol) => [...filled.told({ ...of, symbol })])
  const unshown = symbols
    .flatMap((symbol) => tradesOf(symbol, { trades, orders }))
    .filter((row) => isOf(row, of) !== 'no')
  return sumOf([...told, ...unshown.map(traded)], found)
}

function sumOf(
  told: Iterable<{ row: Row; units: number }>,
  { before, working }: Pick<FoundBefore, 'before' | 'working'>,
): Came {
  const came = { net: 0, units: 0 }
  for (const { row, units } of told) {
    const key = orderKeyOf(row)
    const then = working.get(key) ?? (before.has(key) ? units : 0)
    const more = Math.max(0, units - then)
    if (more === 0) continue
    const side = sideOfWord(row['action'])
    came.units += more
    came.net += side === undefined ? NaN : side === 'BUY' ? more : -more
  }
  return came
}

const traded = (row: Row) => ({ row, units: figure(row['quantity']) ?? 0 })

/** Trades of orders that the order book neither shows nor had, each once. */
function tradesOf(
  symbol: string,
  { trades, orders }: Pick<Books, 'trades' | 'orders'>,
): readonly Row[] {
  if (trades === null) return []
  const dropped = new Set(orders?.dropped.map(({ row }) => orderKeyOf(row)))
  const isTold = (row: Row): boolean =>
    dropped.has(orderKeyOf(row)) ||
    (orders !== null && orderIn(orders.rows, String(row['order_id'])) !== undefined)
  const unshown = BySymbol.of(trades.rows)
    .find(symbol)
    .filter((row) => !isTold(row))
  return [...new Map(unshown.map((row) => [recordKey('trades', row), row])).values()]
}

/** As a square-off writes it down, and as it is compared later. */
export const foundBefore = (
  { positions, working }: FoundBySquareOff,
  rivals: readonly string[],
): FoundBefore => ({
  positions,
  working: new Map(
    working.map(({ orderId, filled }) => [comparableOrderId(orderId), filled] as const),
  ),
  before: new Set(rivals.map(comparableOrderId)),
})

/** What is open now, and what works. */
export const foundNow = (
  positions: readonly FoundPosition[],
  working: readonly Row[],
): FoundBySquareOff => ({
  positions: positions.map(({ exchange, symbol, product, net, perhaps }) => ({
    ...{ exchange, symbol, product, net },
    ...(perhaps === undefined ? {} : { perhaps }),
  })),
  working: working.map((row) => ({ orderId: String(row['order_id']), filled: unitsFilled(row) })),
})
