import { orderIn } from '../../../shared/books/books.ts'
import { isWorkingRow } from '../../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { isSameOrderId, orderKeyOf } from '../../../shared/service/order-ids.ts'
import { unitsFilled } from '../../../shared/service/order-units.ts'
import { productOfWord, sideOfWord } from '../../../shared/service/words.ts'
import { isOfOneDay } from '../rows/brought-forward.ts'
import { type PositionName, upper } from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'
import { parentOf } from '../rows/order-similarity.ts'

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
