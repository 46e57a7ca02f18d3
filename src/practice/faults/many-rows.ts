import type { OperationName } from '../../shared/service/operations.ts'
import { PracticeAccount } from '../market/account.ts'
import type { Engine } from '../market/engine.ts'
import type { Instrument } from '../market/instruments.ts'
import { type Order, newOrder } from '../market/orders.ts'
import { applyFill, newPosition } from '../market/positions.ts'
import { holdingRow, orderRow, positionRow, tradeRow } from '../wire/records.ts'

/** Bodies with as many rows as asked for, made once and kept: they must be cheap to serve. */
export class ManyRows {
  readonly #engine: Engine
  readonly #made = new Map<string, Buffer>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  body(operation: OperationName, rows: number): Buffer | undefined {
    const write = this.#writers[operation]
    if (!write) return undefined
    const key = `${operation} ${rows}`
    const known = this.#made.get(key)
    if (known) return known
    const { all } = this.#engine.listing
    const records = Array.from({ length: rows }, (_, index) => {
      const model = all[index % all.length]
      if (!model) throw new Error('nothing is listed')
      const round = Math.floor(index / all.length)
      // Past the last instrument, symbols are numbered, so that no two rows are one.
      const symbol = round === 0 ? model.symbol : `${model.symbol}.${round}`
      return write({ ...model, symbol }, index)
    })
    const isWrapped = operation === 'TradeBook' || operation === 'PositionBook'
    const envelope = { status: 'success', data: records }
    const body = Buffer.from(JSON.stringify(isWrapped ? [envelope] : envelope))
    this.#made.set(key, body)
    return body
  }

  readonly #writers: {
    [Name in OperationName]?: (instrument: Instrument, index: number) => object
  } = {
    OrderBook: (instrument, index) => orderRow(this.#order(instrument, index)),
    TradeBook: (instrument, index) => {
      const { id, action, product, pricetype } = this.#order(instrument, index)
      return tradeRow({
        order: { id, action, product, pricetype, exchangeId: `1${id}` },
        exchange: instrument.exchange,
        symbol: instrument.symbol,
        quantity: instrument.lot,
        price: this.#engine.market.price(instrument),
        at: this.#engine.at,
      })
    },
    PositionBook: (instrument) => this.#position(instrument),
    OpenPositions: (instrument) => this.#position(instrument),
    Holdings: (instrument, index) =>
      holdingRow({ instrument, quantity: 1 + (index % 500), average: 100 }, this.#account()),
  }

  #account(): PracticeAccount {
    return new PracticeAccount({
      client: '',
      broker: '',
      price: (instrument) => this.#engine.market.price(instrument),
    })
  }

  #position(instrument: Instrument): object {
    const position = newPosition({ instrument, product: 'NRML' })
    const price = this.#engine.market.price(instrument)
    applyFill(position, { action: 'BUY', quantity: instrument.lot, price, strategy: '' })
    return positionRow(position, this.#account())
  }

  #order(instrument: Instrument, index: number): Order {
    const price = this.#engine.market.price(instrument)
    const order = newOrder(
      {
        instrument,
        strategy: '',
        action: index % 2 === 0 ? 'BUY' : 'SELL',
        product: 'NRML',
        pricetype: 'LIMIT',
        quantity: instrument.lot,
        price,
        trigger: 0,
        disclosed: 0,
      },
      { id: `9${String(index).padStart(13, '0')}`, at: this.#engine.at, reference: price },
    )
    order.status = 'open'
    return order
  }
}
