import {
  type OperationName,
  type PlaceOperation,
  type RequestOf,
  operations,
} from '../../shared/service/operations.ts'
import { authenticate, ordersIn, parse } from './clients.ts'
import { Bodies } from './bodies.ts'
import type { PracticeAccount } from '../market/account.ts'
import type { Engine } from '../market/engine.ts'
import type { Ledger } from '../market/ledger.ts'
import { isWorkingOrder } from '../market/orders.ts'
import { netQuantity } from '../market/positions.ts'
import { planners } from '../market/placing.ts'
import { fundsRow, historyRows, holdingRow, positionRow, profileRow } from './records.ts'
import { Refusal, envelope, errorEnvelope } from '../market/refusal.ts'

type SingleOperation = {
  [Name in OperationName]: (typeof operations)[Name]['multi'] extends false ? Name : never
}[OperationName]
type MultiOperation = Exclude<OperationName, SingleOperation>

/** Answers requests of the service. What the client may be told is thrown as a Refusal. */
export class Answers {
  readonly #engine: Engine
  readonly #ledger: Ledger
  readonly #bodies = new Bodies()

  constructor({ engine, ledger }: { engine: Engine; ledger: Ledger }) {
    this.#engine = engine
    this.#ledger = ledger
  }

  /** Refuses the request, or acts on it and gives the body to answer with. */
  answer(operation: OperationName, request: unknown): string | Buffer {
    const { client, data } = authenticate(request)
    if (isMulti(operation))
      return JSON.stringify(ordersIn(data).map((order) => this.#element(operation, order)))
    const asked = parse(operation, data)
    const answered = this.#handlers[operation](asked as never, this.#bookOf(client, asked.broker))
    return Buffer.isBuffer(answered) ? answered : JSON.stringify(answered)
  }

  /** One order of many, with credentials of its own. Its failure is its own, too. */
  #element(operation: MultiOperation, request: unknown): unknown {
    try {
      const { client, data } = authenticate(request)
      const asked = parse(operation, data)
      return this.#place(operation, asked, this.#bookOf(client, asked.broker))
    } catch (error) {
      if (error instanceof Refusal) return errorEnvelope(error.message)
      throw error
    }
  }

  readonly #handlers: {
    [Name in SingleOperation]: (data: RequestOf<Name>, book: PracticeAccount) => object | Buffer
  } = {
    PlaceSmartOrder: (data, book) => this.#place('PlaceSmartOrder', data, book),
    PlaceCOOrder: (data, book) => this.#place('PlaceCOOrder', data, book),
    PlaceBOOrder: (data, book) => this.#place('PlaceBOOrder', data, book),
    CancelAllOrder: (data, book) => this.#cancelAll(data, book),
    SquareOffAllPosition: (data, book) => this.#squareOffAll(data, book),
    OrderHistory: ({ order_id }, book) => {
      const order = book.orders.get(order_id)
      if (!order) throw new Refusal(400, `order_id ${order_id} is not an order of this account`)
      return envelope(historyRows(order))
    },
    OrderBook: (_, book) => this.#bodies.orders(book),
    TradeBook: (_, book) => this.#bodies.trades(book),
    PositionBook: (_, book) => [envelope(positionRows(book))],
    OpenPositions: (data, book) => openPositions(data, book),
    AllPositions: (data, book) => {
      const row = positionIn(data, book)
      if (!row) throw new Refusal(400, `symbol ${data.symbol} has no position in this account`)
      return envelope(row)
    },
    Funds: (_, book) => envelope(fundsRow(book)),
    Holdings: (_, book) =>
      envelope([...book.holdings.values()].map((holding) => holdingRow(holding, book))),
    Profile: (_, book) => envelope(profileRow(book)),
  }

  #bookOf(client: string, broker: string): PracticeAccount {
    const book = this.#engine.book({ client, broker })
    if (!book) throw new Refusal(400, `broker ${broker} is not one of yours`)
    return book
  }

  /** One result for one order. An order that was split has a list of them, one per slice. */
  #place<Name extends PlaceOperation>(
    operation: Name,
    data: RequestOf<Name>,
    book: PracticeAccount,
  ): object {
    const { listing, market } = this.#engine
    const drafts = planners[operation](data, { book, listing, market })
    const orderids = drafts.map((draft) => this.#engine.place(book, draft).id)
    this.#note({ operation, book, data, orderids })
    const placed = orderids.map((orderid) => envelope({ broker: book.broker, orderid }))
    return placed.length === 1 && placed[0] ? placed[0] : placed
  }

  #cancelAll(data: RequestOf<'CancelAllOrder'>, book: PracticeAccount) {
    const { strategy } = data
    const cancelled = [...book.working].filter(
      (order) => isWorkingOrder(order) && (strategy === undefined || order.strategy === strategy),
    )
    for (const order of cancelled) this.#engine.cancel(book, order)
    const orderids = cancelled.map(({ id }) => id)
    this.#note({ operation: 'CancelAllOrder', book, data, orderids })
    return orderids.map((orderid) => envelope({ orderid }))
  }

  #squareOffAll(data: RequestOf<'SquareOffAllPosition'>, book: PracticeAccount) {
    const { strategy } = data
    const open = [...book.positions.values()].filter((position) =>
      strategy === undefined ? netQuantity(position) !== 0 : position.strategies.has(strategy),
    )
    const exits = open.flatMap((position) => this.#engine.squareOff(book, position, strategy))
    const orderids = exits.map(({ id }) => id)
    this.#note({ operation: 'SquareOffAllPosition', book, data, orderids })
    // The service says so at once; whether it is true only the next position book tells.
    return open.map(({ instrument }) => envelope({ symbol: instrument.symbol, status: 'closed' }))
  }

  #note(of: {
    operation: OperationName
    book: PracticeAccount
    data: unknown
    orderids: readonly string[]
  }): void {
    const { operation, data, orderids } = of
    const { client, broker } = of.book
    this.#ledger.add({ at: this.#engine.at, operation, client, broker, orderids, data })
  }
}

const isMulti = (operation: OperationName): operation is MultiOperation =>
  operations[operation].multi

const positionRows = (book: PracticeAccount) =>
  [...book.positions.values()].map((position) => positionRow(position, book))

function positionIn(of: RequestOf<'AllPositions'>, book: PracticeAccount) {
  const { exchange, symbol, product } = of
  const position = [...book.positions.values()].find(
    ({ instrument, product: held }) =>
      instrument.exchange === exchange && instrument.symbol === symbol && held === product,
  )
  return position && positionRow(position, book)
}

/** With a symbol one record, as the document shows it; without, all that are open. */
function openPositions(of: RequestOf<'OpenPositions'>, book: PracticeAccount) {
  const { symbol, exchange, product } = of
  const open = positionRows(book).filter(
    (row) =>
      row.netqty !== 0 &&
      (symbol === undefined || row.symbol === symbol) &&
      (exchange === undefined || row.exchange === exchange) &&
      (product === undefined || row.product === product),
  )
  if (symbol === undefined) return envelope(open)
  const [row] = open
  if (!row) throw new Refusal(400, `symbol ${symbol} has no open position in this account`)
  return envelope(row)
}
