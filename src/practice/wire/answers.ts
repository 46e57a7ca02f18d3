import {
  type OperationName,
  type PlaceOperation,
  type RequestOf,
  operations,
} from '../../shared/service/operations.ts'
import { authenticate, ordersIn, parse } from './clients.ts'
import { BookBodyCache } from './bodies.ts'
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
  readonly #bodies = new BookBodyCache()

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
    [Name in SingleOperation]: (data: RequestOf<Name>, account: PracticeAccount) => object | Buffer
  } = {
    PlaceSmartOrder: (data, account) => this.#place('PlaceSmartOrder', data, account),
    PlaceCOOrder: (data, account) => this.#place('PlaceCOOrder', data, account),
    PlaceBOOrder: (data, account) => this.#place('PlaceBOOrder', data, account),
    CancelAllOrder: (data, account) => this.#cancelAll(data, account),
    SquareOffAllPosition: (data, account) => this.#squareOffAll(data, account),
    OrderHistory: ({ order_id }, account) => {
      const order = account.orders.get(order_id)
      if (!order) throw new Refusal(400, `order_id ${order_id} is not an order of this account`)
      return envelope(historyRows(order))
    },
    OrderBook: (_, account) => this.#bodies.orders(account),
    TradeBook: (_, account) => this.#bodies.trades(account),
    PositionBook: (_, account) => [envelope(positionRows(account))],
    OpenPositions: (data, account) => openPositions(data, account),
    AllPositions: (data, account) => {
      const row = positionIn(data, account)
      if (!row) throw new Refusal(400, `symbol ${data.symbol} has no position in this account`)
      return envelope(row)
    },
    Funds: (_, account) => envelope(fundsRow(account)),
    Holdings: (_, account) =>
      envelope([...account.holdings.values()].map((holding) => holdingRow(holding, account))),
    Profile: (_, account) => envelope(profileRow(account)),
  }

  #bookOf(client: string, broker: string): PracticeAccount {
    const account = this.#engine.account({ client, broker })
    if (!account) throw new Refusal(400, `broker ${broker} is not one of yours`)
    return account
  }

  /** One result for one order. An order that was split has a list of them, one per slice. */
  #place<Name extends PlaceOperation>(
    operation: Name,
    data: RequestOf<Name>,
    account: PracticeAccount,
  ): object {
    const { listing, market } = this.#engine
    const drafts = planners[operation](data, { account, listing, market })
    const orderids = drafts.map((draft) => this.#engine.place(account, draft).id)
    this.#note({ operation, account, data, orderids })
    const placed = orderids.map((orderid) => envelope({ broker: account.broker, orderid }))
    return placed.length === 1 && placed[0] ? placed[0] : placed
  }

  #cancelAll(data: RequestOf<'CancelAllOrder'>, account: PracticeAccount) {
    const { strategy } = data
    const cancelled = [...account.working].filter(
      (order) => isWorkingOrder(order) && (strategy === undefined || order.strategy === strategy),
    )
    for (const order of cancelled) this.#engine.cancel(account, order)
    const orderids = cancelled.map(({ id }) => id)
    this.#note({ operation: 'CancelAllOrder', account, data, orderids })
    return orderids.map((orderid) => envelope({ orderid }))
  }

  #squareOffAll(data: RequestOf<'SquareOffAllPosition'>, account: PracticeAccount) {
    const { strategy } = data
    const open = [...account.positions.values()].filter((position) =>
      strategy === undefined ? netQuantity(position) !== 0 : position.strategies.has(strategy),
    )
    const exits = open.flatMap((position) => this.#engine.squareOff(account, position, strategy))
    const orderids = exits.map(({ id }) => id)
    this.#note({ operation: 'SquareOffAllPosition', account, data, orderids })
    // The service says so at once; whether it is true only the next position book tells.
    return open.map(({ instrument }) => envelope({ symbol: instrument.symbol, status: 'closed' }))
  }

  #note(of: {
    operation: OperationName
    account: PracticeAccount
    data: unknown
    orderids: readonly string[]
  }): void {
    const { operation, data, orderids } = of
    const { client, broker } = of.account
    this.#ledger.add({ at: this.#engine.at, operation, client, broker, orderids, data })
  }
}

const isMulti = (operation: OperationName): operation is MultiOperation =>
  operations[operation].multi

const positionRows = (account: PracticeAccount) =>
  [...account.positions.values()].map((position) => positionRow(position, account))

function positionIn(of: RequestOf<'AllPositions'>, account: PracticeAccount) {
  const { exchange, symbol, product } = of
  const position = [...account.positions.values()].find(
    ({ instrument, product: held }) =>
      instrument.exchange === exchange && instrument.symbol === symbol && held === product,
  )
  return position && positionRow(position, account)
}

/** With a symbol one record, as the document shows it; without, all that are open. */
function openPositions(of: RequestOf<'OpenPositions'>, account: PracticeAccount) {
  const { symbol, exchange, product } = of
  const open = positionRows(account).filter(
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
