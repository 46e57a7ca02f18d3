import type { Rows } from '../../../shared/core/patch.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { comparableOrderId, isSameOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import type { PriceType, Product } from '../../../shared/service/words.ts'
import {
  type SeenOrder,
  normalisedRequest,
  normalisedRow,
  similarity,
  symbolSimilarity,
} from '../../picture/rows/order-similarity.ts'
import type { SymbolSpelling } from './other-instrument.ts'

/** What of a book tells whether it writes an order as it was sent. */
export interface Spelling extends SymbolSpelling {
  /** Whether it has this product or price type in any row. */
  inBook(word: { product: Product } | { type: PriceType }): boolean
  /** Whether a row that came up since is in all that can be compared what was sent. */
  hasAsSent(intent: SentOrder): boolean
}

/** What of an intent a row is compared with. */
export type SentOrder = Pick<Intent, 'operation' | 'params' | 'parts' | 'sent'>

/** The spelling of a book of which nothing is known: no word in it speaks against an order. */
export const anySpelling: Spelling = {
  sent: new Set(),
  hasSymbol: () => false,
  inBook: () => false,
  hasAsSent: () => false,
}

/** Rows are looked through only where one of them is not what was sent. */
export class BookSpelling implements Spelling {
  readonly sent: ReadonlySet<string>
  readonly #rows: Rows
  #orders: readonly SeenOrder[] | undefined
  #bySymbol: ReadonlyMap<string, readonly OrderRecord[]> | undefined

  constructor(rows: Rows, sent: ReadonlySet<string>) {
    this.#rows = rows
    this.sent = sent
  }

  readonly inBook: Spelling['inBook'] = (word) => {
    const [[field, sought]] = Object.entries(word) as [['product' | 'type', string]]
    return this.#all().some((seen) => seen[field] === sought)
  }

  readonly hasSymbol: Spelling['hasSymbol'] = (symbol) =>
    this.#all().some((seen) => symbolSimilarity({ symbol }, seen) === 'yes')

  readonly hasAsSent = (intent: SentOrder): boolean => this.asSent(intent).length > 0

  /** Rows that came up since, and are in all that can be compared what was sent. */
  asSent(intent: SentOrder): OrderRecord[] {
    const order = normalisedRequest(intent)
    const { symbol } = order
    this.#bySymbol ??= Map.groupBy(this.#records(), (row) => normalisedRow(row).symbol)
    const rows = typeof symbol === 'string' ? (this.#bySymbol.get(symbol) ?? []) : this.#records()
    return this.#newSince(intent, rows).filter((row) => {
      const seen = normalisedRow(row)
      const isWhole = intent.parts.some(({ quantity }) => quantity === seen.quantity)
      return isWhole && similarity(order, seen) === 'yes'
    })
  }

  /** Whether one that came up since can be another slice of an order than this row. */
  hasSliceBeside(intent: SentOrder, { order_id: id, quantity: own }: OrderRecord): boolean {
    const order = normalisedRequest(intent)
    const asked = intent.parts.reduce((sum, { quantity }) => sum + (quantity ?? NaN), 0)
    return this.#newSince(intent, this.#records()).some((row) => {
      const seen = normalisedRow(row)
      const fits = seen.quantity === null || seen.quantity + (own ?? 0) <= asked
      const isLike = similarity(order, { ...seen, isChild: false }) !== 'no'
      return fits && isLike && !isSameOrderId(row.order_id, id)
    })
  }

  #newSince(intent: SentOrder, rows: readonly OrderRecord[]): OrderRecord[] {
    if (rows.length === 0) return []
    const own = intent.parts.flatMap(({ orderId }) => orderId ?? [])
    const before = new Set([...(intent.sent?.rivals ?? []), ...own].map(comparableOrderId))
    return rows.filter((row) => !before.has(normalisedRow(row).key))
  }

  #records(): readonly OrderRecord[] {
    return [...(this.#rows.values() as Iterable<OrderRecord>)]
  }

  #all(): readonly SeenOrder[] {
    return (this.#orders ??= this.#records().map(normalisedRow))
  }
}
