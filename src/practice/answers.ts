import {
  type OperationName,
  type PlaceOperation,
  type RequestOf,
  operations,
} from '../shared/service/operations.ts'
import type { Book } from './book.ts'
import type { Engine } from './engine.ts'
import type { Ledger } from './ledger.ts'
import { type Order, type Trade, isWorking } from './orders.ts'
import { netOf } from './positions.ts'
import { planners } from './placing.ts'
import {
  fundsRow,
  historyRows,
  holdingRow,
  orderRow,
  positionRow,
  profileRow,
  tradeRow,
} from './records.ts'
import { Refusal, envelope, errorEnvelope } from './refusal.ts'

interface Caller {
  client: string
  book: Book
}

type SingleOperation = {
  [Name in OperationName]: (typeof operations)[Name]['multi'] extends false ? Name : never
}[OperationName]
type MultiOperation = Exclude<OperationName, SingleOperation>

/** Clients and their secrets, from the start. */
const clients: ReadonlyMap<string, string> = new Map([
  ['practice-1', 'practice-1'],
  ['practice-2', 'practice-2'],
])
export const brokers = ['PX', 'PY'] as const
export const owners = [...clients.keys()].flatMap((client) =>
  brokers.map((broker) => ({ client, broker })),
)

/** Answers requests of the service. What the client may be told is thrown as a Refusal. */
export class Answers {
  readonly #engine: Engine
  readonly #ledger: Ledger
  readonly #bodies = new WeakMap<Book, Map<string, { version: number; body: Buffer }>>()
  readonly #rows = new WeakMap<Order | Trade, { changes: number; json: Buffer }>()

  constructor({ engine, ledger }: { engine: Engine; ledger: Ledger }) {
    this.#engine = engine
    this.#ledger = ledger
  }

  /** Refuses the request, or acts on it and gives the body to answer with. */
  answer(operation: OperationName, request: unknown): string | Buffer {
    const { client, data } = this.#authenticate(request)
    if (!isMulti(operation)) return this.#single(operation, { client, data })
    const orders = isObject(data) ? data['orders'] : undefined
    if (!Array.isArray(orders)) throw new Refusal(400, 'orders must be an array of requests')
    if (orders.length === 0) throw new Refusal(400, 'orders must hold at least one request')
    return JSON.stringify(orders.map((order) => this.#element(operation, order)))
  }

  #element(operation: MultiOperation, request: unknown): unknown {
    try {
      const { client, data } = this.#authenticate(request)
      const parsed = parse(operation, data)
      const placed = this.#place(operation, parsed, this.#caller(client, parsed.broker))
      return placed.length === 1 ? placed[0] : placed
    } catch (error) {
      if (error instanceof Refusal) return errorEnvelope(error.message)
      throw error
    }
  }

  #single(operation: SingleOperation, of: { client: string; data: unknown }): string | Buffer {
    const data = parse(operation, of.data)
    const caller = this.#caller(of.client, data.broker)
    const answered = this.#handlers[operation](data as never, caller)
    return typeof answered === 'object' && !Buffer.isBuffer(answered)
      ? JSON.stringify(answered)
      : answered
  }

  readonly #handlers: {
    [Name in SingleOperation]: (data: RequestOf<Name>, caller: Caller) => object | Buffer
  } = {
    PlaceSmartOrder: (data, caller) => this.#placeOne('PlaceSmartOrder', data, caller),
    PlaceCOOrder: (data, caller) => this.#placeOne('PlaceCOOrder', data, caller),
    PlaceBOOrder: (data, caller) => this.#placeOne('PlaceBOOrder', data, caller),
    CancelAllOrder: (data, caller) => this.#cancelAll(data, caller),
    SquareOffAllPosition: (data, caller) => this.#squareOffAll(data, caller),
    OrderHistory: ({ order_id }, { book }) => {
      const order = book.orders.get(order_id)
      if (!order) throw new Refusal(400, `order_id ${order_id} is not an order of this account`)
      return envelope(historyRows(order))
    },
    OrderBook: (_, { book }) => this.#orderBook(book),
    TradeBook: (_, { book }) => this.#tradeBook(book),
    PositionBook: (_, { book }) => [envelope(positionRows(book))],
    OpenPositions: (data, { book }) => openPositions(data, book),
    AllPositions: (data, { book }) => {
      const row = positionIn(data, book)
      if (!row) throw new Refusal(400, `symbol ${data.symbol} has no position in this account`)
      return envelope(row)
    },
    Funds: (_, { book }) => envelope(fundsRow(book)),
    Holdings: (_, { book }) =>
      envelope([...book.holdings.values()].map((holding) => holdingRow(holding, book))),
    Profile: (_, { book }) => envelope(profileRow(book)),
  }

  #authenticate(request: unknown): { client: string; data: unknown } {
    if (!isObject(request)) throw new Refusal(400, 'the request must be an object')
    const { api_key, api_secret, data } = request
    if (typeof api_key !== 'string') throw new Refusal(400, 'api_key must be text')
    if (typeof api_secret !== 'string') throw new Refusal(400, 'api_secret must be text')
    if (clients.get(api_key) !== api_secret)
      throw new Refusal(401, 'api_key and api_secret do not belong to a client')
    if (!isObject(data)) throw new Refusal(400, 'data must be an object')
    return { client: api_key, data }
  }

  #caller(client: string, broker: string): Caller {
    const book = this.#engine.book({ client, broker })
    if (!book) throw new Refusal(400, `broker ${broker} is not one of yours`)
    return { client, book }
  }

  #place<Name extends PlaceOperation>(operation: Name, data: RequestOf<Name>, { book }: Caller) {
    const { listing, market } = this.#engine
    const drafts = planners[operation](data, { book, listing, market })
    const orders = drafts.map((draft) => this.#engine.place(book, draft))
    this.#note({ operation, book, data, orderids: orders.map(({ id }) => id) })
    return orders.map(({ id }) => envelope({ broker: book.broker, orderid: id }))
  }

  /** The document promises one envelope, and one result per slice: slices make it a list. */
  #placeOne<Name extends PlaceOperation>(operation: Name, data: RequestOf<Name>, caller: Caller) {
    const placed = this.#place(operation, data, caller)
    return placed.length === 1 && placed[0] ? placed[0] : placed
  }

  #cancelAll(data: RequestOf<'CancelAllOrder'>, { book }: Caller) {
    const { strategy } = data
    const cancelled = [...book.working].filter(
      (order) => isWorking(order) && (strategy === undefined || order.strategy === strategy),
    )
    for (const order of cancelled) this.#engine.cancel(book, order)
    const orderids = cancelled.map(({ id }) => id)
    this.#note({ operation: 'CancelAllOrder', book, data, orderids })
    return orderids.map((orderid) => envelope({ orderid }))
  }

  #squareOffAll(data: RequestOf<'SquareOffAllPosition'>, { book }: Caller) {
    const { strategy } = data
    const open = [...book.positions.values()].filter((position) =>
      strategy === undefined ? netOf(position) !== 0 : position.strategies.has(strategy),
    )
    const exits = open.flatMap((position) => this.#engine.squareOff(book, position, strategy))
    const orderids = exits.map(({ id }) => id)
    this.#note({ operation: 'SquareOffAllPosition', book, data, orderids })
    // The service says so at once; whether it is true only the next position book tells.
    return open.map(({ instrument }) => envelope({ symbol: instrument.symbol, status: 'closed' }))
  }

  #note(of: {
    operation: OperationName
    book: Book
    data: unknown
    orderids: readonly string[]
  }): void {
    const { operation, data, orderids } = of
    const { client, broker } = of.book
    this.#ledger.add({ at: this.#engine.at, operation, client, broker, orderids, data })
  }

  #orderBook(book: Book): Buffer {
    return this.#cached(book, 'orders', () => {
      const rows = [...book.orders.values()].map((order) =>
        this.#row(order, order.history.length, orderRow),
      )
      return listing('{"status":"success","data":[', rows, ']}')
    })
  }

  #tradeBook(book: Book): Buffer {
    return this.#cached(book, 'trades', () => {
      const rows = book.trades.map((trade) => this.#row(trade, 0, tradeRow))
      return listing('[{"status":"success","data":[', rows, ']}]')
    })
  }

  // A book of thousands is asked for every second: only rows that changed are written anew.
  #row<Of extends Order | Trade>(of: Of, changes: number, write: (of: Of) => object): Buffer {
    const known = this.#rows.get(of)
    if (known?.changes === changes) return known.json
    const json = Buffer.from(JSON.stringify(write(of)))
    this.#rows.set(of, { changes, json })
    return json
  }

  #cached(book: Book, name: string, write: () => Buffer): Buffer {
    const bodies = this.#bodies.get(book) ?? new Map<string, { version: number; body: Buffer }>()
    this.#bodies.set(book, bodies)
    const known = bodies.get(name)
    if (known?.version === book.version) return known.body
    const body = write()
    bodies.set(name, { version: book.version, body })
    return body
  }
}

const comma = Buffer.from(',')

/** Joined as bytes: as text, thousands of rows would be encoded again each time. */
const listing = (head: string, rows: readonly Buffer[], tail: string): Buffer =>
  Buffer.concat([
    Buffer.from(head),
    ...rows.flatMap((row, index) => (index === 0 ? [row] : [comma, row])),
    Buffer.from(tail),
  ])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMulti = (operation: OperationName): operation is MultiOperation =>
  operations[operation].multi

function parse<Name extends OperationName>(operation: Name, data: unknown): RequestOf<Name> {
  const parsed = operations[operation].request.safeParse(data)
  if (parsed.success) return parsed.data as RequestOf<Name>
  const issue = parsed.error.issues[0]
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
  const isMissing = isObject(data) && field !== undefined && !Object.hasOwn(data, field)
  const problem =
    issue?.code === 'unrecognized_keys'
      ? 'is not a field of this operation'
      : isMissing && issue?.code !== 'custom'
        ? 'is missing'
        : issue?.message
  throw new Refusal(400, `${field ?? 'data'} ${problem ?? 'cannot be read'}`.slice(0, 300))
}

const positionRows = (book: Book) =>
  [...book.positions.values()].map((position) => positionRow(position, book))

function positionIn(of: RequestOf<'AllPositions'>, book: Book) {
  const { exchange, symbol, product } = of
  const position = [...book.positions.values()].find(
    ({ instrument, product: held }) =>
      instrument.exchange === exchange && instrument.symbol === symbol && held === product,
  )
  return position && positionRow(position, book)
}

/** With a symbol one record, as the document shows it; without, all that are open. */
function openPositions(of: RequestOf<'OpenPositions'>, book: Book) {
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
