import type { PracticeAccount } from '../market/account.ts'
import type { Order, Trade } from '../market/orders.ts'
import { orderRow, tradeRow } from './records.ts'

interface Kept {
  /** The change that it was written after. */
  at: number
  bytes: Buffer
}

/**
 * Bodies of the two books that grow. Thousands of rows are asked for every second: an unchanged
 * book is sent as it was, and of a changed one only the changed rows are written anew.
 */
export class BookBodyCache {
  readonly #orders = new WeakMap<PracticeAccount, Kept>()
  readonly #trades = new WeakMap<PracticeAccount, Kept>()
  readonly #rows = new WeakMap<Order | Trade, Kept>()

  orders(account: PracticeAccount): Buffer {
    return keep(this.#orders, account, account.version, () =>
      joined('{"status":"success","data":[', this.#orderRows(account), ']}'),
    )
  }

  trades(account: PracticeAccount): Buffer {
    return keep(this.#trades, account, account.version, () =>
      joined('[{"status":"success","data":[', this.#tradeRows(account), ']}]'),
    )
  }

  #orderRows(account: PracticeAccount): Buffer[] {
    return Array.from(account.orders.values(), (order) =>
      keep(this.#rows, order, order.history.length, () => written(orderRow(order))),
    )
  }

  #tradeRows(account: PracticeAccount): Buffer[] {
    return account.trades.map((trade) => keep(this.#rows, trade, 0, () => written(tradeRow(trade))))
  }
}

function keep<Of extends object>(
  kept: WeakMap<Of, Kept>,
  of: Of,
  at: number,
  write: () => Buffer,
): Buffer {
  const known = kept.get(of)
  if (known?.at === at) return known.bytes
  const bytes = write()
  kept.set(of, { at, bytes })
  return bytes
}

const written = (row: object): Buffer => Buffer.from(JSON.stringify(row))
const comma = Buffer.from(',')

/** Joined as bytes: as text, all of it would be encoded again each time. */
const joined = (head: string, rows: readonly Buffer[], tail: string): Buffer =>
  Buffer.concat([
    Buffer.from(head),
    ...rows.flatMap((row, index) => (index === 0 ? [row] : [comma, row])),
    Buffer.from(tail),
  ])
