import { isWorkingRow, netUnitsOf, repeats, sharedSymbols } from '../../shared/books/open-rows.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import { rowsAlike } from '../../shared/books/repeated-positions.ts'
import { orderIn } from '../../shared/books/books.ts'
import type { Row, Rows, RowsPatch } from '../../shared/core/patch.ts'
import { contractReadings } from '../../shared/service/contracts.ts'
import { productOfWord, sideOfWord } from '../../shared/service/words.ts'
import { isSameOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { isToken, lettersOfShare } from '../../shared/service/symbol-words.ts'
import { type PositionName, upper } from './instruments.ts'
import { isOfOneDay } from './brought-forward.ts'
import type { BookSeen } from './login-facts.ts'
import { parentOf } from './order-similarity.ts'

/** An unchanged book keeps its rows, and with them what was reckoned from them. */
export function remembering<Figure>(reckon: (rows: Rows) => Figure): (rows: Rows) => Figure {
  const figures = new WeakMap<Rows, Figure>()
  return (rows) => {
    const old = figures.get(rows)
    if (old !== undefined) return old
    const figure = reckon(rows)
    figures.set(rows, figure)
    return figure
  }
}

/** Orders that are not known to be finished. */
export const workingRows = remembering((rows): readonly Row[] =>
  [...rows.values()].filter(isWorkingRow),
)

const workingCounts = new WeakMap<Rows, number>()

/** How many these are; of a book that was followed it is known without a look at its rows. */
export function workingCount(rows: Rows): number {
  let count = workingCounts.get(rows)
  if (count === undefined) workingCounts.set(rows, (count = workingRows(rows).length))
  return count
}

/** Told of a book that was read anew, with what changed in it: an order to many accounts asks for the count of each. */
export function followWorking(
  before: Rows,
  rows: Rows,
  { put = [], set = [], drop = [] }: RowsPatch,
): void {
  let count = workingCounts.get(before)
  if (count === undefined || before === rows) return
  const countOf = (row: Row | undefined): number => (row !== undefined && isWorkingRow(row) ? 1 : 0)
  const changed = new Set([...put.map(([key]) => key), ...set.map(([key]) => key), ...drop])
  for (const key of changed) count += countOf(rows.get(key)) - countOf(before.get(key))
  workingCounts.set(rows, count)
}

/** Symbols that several rows of a book have. */
export const symbolsOfSeveral = remembering((rows) => sharedSymbols(rowsAlike(rows).flat()))

/** Of each row whose position stands in its book more than once, all rows of that position. */
const repeatedRows = remembering((rows) =>
  repeats(rows.values(), { shared: symbolsOfSeveral(rows) }),
)

/** Positions that are not known to be zero, each once; what is not known of one is null. */
export const openRows = remembering((rows): readonly Row[] => {
  const repeated = repeatedRows(rows)
  const told = new Set<readonly Row[]>()
  return [...rows.values()].flatMap((row): readonly Row[] => {
    const ofOne = repeated.get(row) ?? [row]
    if (told.has(ofOne)) return []
    if (ofOne.length > 1) told.add(ofOne)
    const net = netUnitsOf(ofOne)
    if (net === 0) return []
    return [row['netqty'] === net ? row : { ...row, netqty: net }]
  })
})

/** Positions that are not known to be zero, by what is left of their symbols in every spelling of them. */
export const openByLetters = remembering((rows): ReadonlyMap<string, readonly Row[]> =>
  Map.groupBy(openRows(rows), ({ symbol }) => lettersOfShare(String(symbol))),
)

/** The same by what their contracts are called, but for their ends. */
export const openByContract = remembering((rows): ReadonlyMap<string, readonly Row[]> => {
  const open = openRows(rows).flatMap((row) =>
    contractReadings(String(row['symbol'])).map(({ name }) => ({ name, row })),
  )
  const byName = Map.groupBy(open, ({ name }) => name)
  return new Map([...byName].map(([name, all]) => [name, all.map(({ row }) => row)]))
})

/** What the fills of a day's orders make of a position, beside what was brought forward. */
export interface FilledPosition {
  of: PositionName
  /** Zero where they close what they open. */
  net: number
  /** One of its orders. */
  order: Row
}

/**
 * Positions, and what the fills of a day's orders make of them. One of which no order is finished,
 * as far as was seen, may have been closed by those that the book had dropped before it was read.
 */
export function filledPositions({
  rows,
  dropped,
}: Pick<BookSeen, 'rows' | 'dropped'>): readonly FilledPosition[] {
  const known = knownFills.get(rows)
  if (known?.dropped === dropped) return known.positions
  const fills = new FillsByPosition({ rows, dropped })
  const told = new Set<string>()
  for (const order of rows.values()) {
    const units = unitsFilled(order)
    const id = units > 0 ? orderKeyOf(order) : ''
    // Brokers give a row twice by mistake.
    if (id === '' || !told.has(id)) fills.add(order, units, !isWorkingRow(order))
    told.add(id)
  }
  for (const { row, units } of dropped)
    if (orderIn(rows, String(row['order_id'])) === undefined) fills.add(row, units, true)
  const positions = fills.finished()
  knownFills.set(rows, { dropped, positions })
  return positions
}

/** Those that the fills of the day leave open, if nothing was brought forward of them. */
export const openByFills = (orders: Pick<BookSeen, 'rows' | 'dropped'>) =>
  filledPositions(orders).filter(({ net }) => net !== 0)

/** Of these, such as nothing can be brought forward of. */
export const leftOpenByFills = (orders: Pick<BookSeen, 'rows' | 'dropped'>) =>
  openByFills(orders).filter(({ of }) => isOfOneDay(of.product))

/** An unchanged book keeps its rows, and what it dropped. */
const knownFills = new WeakMap<
  Rows,
  { dropped: BookSeen['dropped']; positions: readonly FilledPosition[] }
>()

class FillsByPosition {
  readonly #orders: Pick<BookSeen, 'rows' | 'dropped'>
  /** By symbol first: a text that holds all three would cost more than all else, with thousands of orders. */
  readonly #positions = new Map<unknown, Map<string, SummedFills>>()

  constructor(orders: Pick<BookSeen, 'rows' | 'dropped'>) {
    this.#orders = orders
  }

  add(order: Row, units: number, isFinished: boolean): void {
    if (units <= 0) return
    const { exchange, product: word } = entryOfLeg(order, this.#orders)
    const product = productOfWord(word)
    if (product === undefined) return
    const { symbol } = order
    let ofSymbol = this.#positions.get(symbol)
    if (ofSymbol === undefined) this.#positions.set(symbol, (ofSymbol = new Map()))
    const key = `${product} ${upper(exchange)}`
    let position = ofSymbol.get(key)
    if (position === undefined) {
      const of = { exchange: upper(exchange), symbol: String(symbol), product }
      ofSymbol.set(key, (position = { of, order, net: 0, hasFinished: false }))
    }
    const side = sideOfWord(order['action'])
    position.net += side === undefined ? NaN : side === 'BUY' ? units : -units
    position.hasFinished ||= isFinished
  }

  finished(): readonly FilledPosition[] {
    return [...this.#positions.values()]
      .flatMap((ofSymbol) => [...ofSymbol.values()])
      .filter(({ net, hasFinished }) => hasFinished && !Number.isNaN(net))
  }
}

/** What closes an entry again is of the entry's position, under whatever product it is written. */
export function entryOfLeg(order: Row, { rows, dropped }: Pick<BookSeen, 'rows' | 'dropped'>): Row {
  const parent = parentOf(order)
  if (parent === null) return order
  const isIt = ({ row }: { row: Row }): boolean => isSameOrderId(String(row['order_id']), parent)
  return orderIn(rows, parent) ?? dropped.find(isIt)?.row ?? order
}

/** While they are added up. */
interface SummedFills extends FilledPosition {
  /** Whether an order of it was finished. */
  hasFinished: boolean
}

/** Rows of an instrument that their book calls by a token; none by one that brokers write for no token. */
export function rowsOfToken(rows: Rows, token: unknown): readonly Row[] {
  return isToken(token) ? [...rows.values()].filter((row) => row['token'] === token) : []
}
