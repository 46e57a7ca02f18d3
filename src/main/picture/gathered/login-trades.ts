import { orderIn } from '../../../shared/books/books.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { isSameOrderId, orderKeyOf } from '../../../shared/service/order-ids.ts'
import { figure } from '../../../shared/service/order-units.ts'
import type { TradeRecord } from '../../../shared/service/records.ts'
import { sideOfWord } from '../../../shared/service/words.ts'
import type { BookMemories } from './book-memories.ts'
import type { TradedLater } from '../traded/later-trades.ts'

interface LoginTradesOptions {
  books: Pick<BookMemories, 'laterTrades' | 'read'>
  /** Accounts that the service takes for one and the same; this one is among them. */
  accountsOf(account: string): readonly string[]
}

/** What trade books tell of orders. */
export class LoginTrades {
  readonly #options: LoginTradesOptions
  /** Of trades as they were read, those of no order that a reading of the order book has. */
  readonly #unshown = new WeakMap<Rows, { orders: Rows; unshown: readonly TradeRecord[] }>()

  constructor(options: LoginTradesOptions) {
    this.#options = options
  }

  /**
   * Trades of orders that the account's order book does not show: it may leave them out, or have dropped
   * them. The same list until one of the two books changes.
   */
  unshown(account: string): readonly TradeRecord[] {
    const orders = this.#rows(account, 'orders')
    const trades = this.#rows(account, 'trades')
    if (orders === undefined || trades === undefined) return noTrades
    const known = this.#unshown.get(trades)
    if (known?.orders === orders) return known.unshown
    const isShown = ({ order_id: id }: Row): boolean => orderIn(orders, String(id)) !== undefined
    const unshown = [...trades.values()].filter((trade) => !isShown(trade)) as TradeRecord[]
    this.#unshown.set(trades, { orders, unshown })
    return unshown
  }

  /** Units of an order's side that the account's book has trades of. */
  unitsOf(account: string, { order_id: id, action }: Row): number {
    const side = sideOfWord(action)
    return [...(this.#rows(account, 'trades')?.values() ?? [])]
      .filter((trade) => isSameOrderId(String(trade['order_id']), String(id)))
      .filter((trade) => sideOfWord(trade['action']) === side)
      .reduce((units, trade) => units + (figure(trade['quantity']) ?? 0), 0)
  }

  /** Orders, by their ids as they are compared, of which the account's book has trades. */
  tradedOf(account: string): ReadonlySet<string> {
    return new Set([...(this.#rows(account, 'trades')?.values() ?? [])].map(orderKeyOf))
  }

  /** Those of which trades came up after a moment on the monotonic clock. */
  tradedSince(account: string, moment: number): ReadonlySet<string> {
    const later = this.later(account).filter(({ at }) => at > moment)
    return new Set(later.map(({ row }) => orderKeyOf(row)))
  }

  /** By the account of the login whose trades were read last: the others tell of the same. */
  later(account: string): readonly TradedLater[] {
    const { books, accountsOf } = this.#options
    const memories = accountsOf(account).flatMap((one) => books.laterTrades(one) ?? [])
    const [latest] = memories.toSorted((one, other) => other.readAt - one.readAt)
    return latest?.all ?? []
  }

  #rows(account: string, book: 'orders' | 'trades'): Rows | undefined {
    return this.#options.books.read(account, book)?.book.rows
  }
}

/** The same each time: who asks sees by it that nothing changed. */
const noTrades: readonly TradeRecord[] = []
