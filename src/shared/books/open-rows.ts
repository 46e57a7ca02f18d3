import type { Row } from '../core/patch.ts'
import { figure, unitsSold } from '../service/order-units.ts'
import { isFinished, productOfWord, stateOfOrder } from '../service/words.ts'
import type { BookName } from './books.ts'

type OrderFigures = Parameters<typeof stateOfOrder>[0]

/**
 * An order that may still be filled: one whose status is missing, or that nobody knows, or whose
 * figures say that there is more to come, is not finished.
 */
export const isWorkingRow = (row: OrderFigures): boolean => !isFinished(stateOfOrder(row))

type PositionFigures = Partial<
  Record<'netqty' | 'cfbuyqty' | 'cfsellqty' | 'bqty' | 'sqty', unknown>
>

/**
 * Net units of a position, as its row says; null where it does not say, or says zero beside units
 * that were bought, sold or brought forward and that do not come to it.
 */
function netUnits(row: PositionFigures): number | null {
  const net = figure(row.netqty)
  if (net !== 0) return net
  const [broughtIn, bought] = [figure(row.cfbuyqty), figure(row.bqty)]
  const [broughtOut, sold] = [unitsSold(row.cfsellqty), unitsSold(row.sqty)]
  if (broughtIn === null || broughtOut === null || bought === null || sold === null) return 0
  return broughtIn - broughtOut + bought - sold === 0 ? 0 : null
}

/**
 * What was bought, sold and brought forward of a position, where its row says so and that comes to
 * other units than the row's own net; null where nothing contradicts that. Brokers leave these figures
 * out, or at zero, and some count what was brought forward among what was traded today.
 */
export function unitsAgainstNet(
  row: PositionFigures,
): { net: number; bought: number; sold: number } | null {
  const net = figure(row.netqty)
  const [bought, sold] = [figure(row.bqty), figure(row.sqty)]
  if (net === null || bought === null || sold === null) return null
  const today = Math.abs(bought) - Math.abs(sold)
  const [into, out] = [row.cfbuyqty, row.cfsellqty].map((units) => Math.abs(figure(units) ?? 0))
  const all = { bought: Math.abs(bought) + into!, sold: Math.abs(sold) + out! }
  const isTold = all.bought !== 0 || all.sold !== 0
  const isBorneOut = net === today || net === all.bought - all.sold
  return isTold && !isBorneOut ? { net, ...all } : null
}

/** A position of unknown size counts as open. */
export const isOpenPosition = (row: PositionFigures): boolean => netUnits(row) !== 0

/**
 * Net units of a position by all rows that a book has of it. No book needs two: whether they are one
 * position twice or two parts of it, nobody knows.
 */
export function netUnitsOf(rows: readonly PositionFigures[]): number | null {
  const [net = 0, ...others] = rows.map(netUnits)
  return others.every((other) => other === 0 && net === 0) ? net : null
}

/** Whether something of this row is open; nothing is in books other than these two. */
export const isOpenRow = (book: BookName, row: Row): boolean =>
  book === 'orders' ? isWorkingRow(row) : book === 'positions' && isOpenPosition(row)

export type PositionWords = Partial<Record<'exchange' | 'symbol' | 'product', unknown>>

/** Symbols that several rows have. */
export function sharedSymbols(rows: Iterable<PositionWords>): ReadonlySet<unknown> {
  const symbols = new Set<unknown>()
  const shared = new Set<unknown>()
  for (const { symbol } of rows) {
    const others = symbols.size
    if (symbols.add(symbol).size === others) shared.add(symbol)
  }
  return shared
}

/**
 * Of each row whose position stands in the book more than once, in whatever case and words it is
 * written, all rows of that position. Nearly always there is none: few rows share a symbol.
 */
export function repeats<R extends PositionWords>(
  rows: Iterable<R>,
  known?: { shared: ReadonlySet<unknown> },
): ReadonlyMap<R, readonly R[]> {
  const repeated = new Map<R, readonly R[]>()
  if (known?.shared.size === 0) return repeated
  const all = [...rows]
  const shared = known?.shared ?? sharedSymbols(all)
  if (shared.size === 0) return repeated
  const alike = all.filter(({ symbol }) => shared.has(symbol))
  for (const ofOne of Map.groupBy(alike, positionKey).values())
    if (ofOne.length > 1) for (const row of ofOne) repeated.set(row, ofOne)
  return repeated
}

const positionKey = ({ exchange, symbol, product }: PositionWords): string =>
  [bare(exchange), symbol, productOfWord(product) ?? bare(product)].join('|')

const bare = (word: unknown): string => String(word).trim().toUpperCase()

/**
 * Units that an order may still be filled with, while it works; null where its row does not say, as
 * where all of its quantity is filled, which then may be what is left.
 */
export function unitsToCome({ quantity, fillshares }: OrderFigures): number | null {
  const [ordered, filled] = [figure(quantity), figure(fillshares) ?? 0]
  return ordered === null || (filled > 0 && filled >= ordered)
    ? null
    : Math.max(0, ordered - filled)
}
