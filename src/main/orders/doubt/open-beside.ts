import type { Rows } from '../../../shared/core/patch.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import {
  isRival,
  normalisedRequest,
  normalisedRow,
  similarity,
} from '../../picture/rows/order-similarity.ts'
import { isMadeOfOurs } from './made-of-ours.ts'
import type { Memories } from './memories.ts'
import { rowsToSpare } from './rows-to-spare.ts'

interface OpenBesideOptions {
  pictures: Pick<LoginPictures, 'intents'>
  memories: Pick<Memories, 'earliestOf' | 'mayBeNewer'>
  rows: Rows
  /** Orders of the login that may yet turn out to be what came up. */
  open: readonly Intent[]
  /** Orders that were said to be refused. */
  refused: readonly Intent[]
}

/** An order that another book tells of, and what it can be. */
interface OrderBeside {
  id: string
  mayBe(intent: Intent): boolean
}

/**
 * Orders that are on the wire or in doubt, beside such as were said to be refused: what came up may be
 * one of either. Each of them can be one row alone for each of its parts, so that of more rows one is
 * none of theirs; and a row that is like a refused one, and like none of them, is not theirs.
 */
export class OpenBeside {
  readonly #options: OpenBesideOptions
  /** Of the order book, by their numbers. */
  #claimed: Map<string, Intent[]> | undefined
  #free: ReadonlySet<string> | undefined

  constructor(options: OpenBesideOptions) {
    this.#options = options
  }

  /** Whether an order of the order book can be a refused one, whichever the others are. */
  isFree(orderId: string): boolean {
    if (this.#options.open.length === 0) return true
    this.#free ??= this.#spareOf(this.#claims())
    return (
      this.#free.has(comparableOrderId(orderId)) || !this.#claims().has(comparableOrderId(orderId))
    )
  }

  /** The same of orders that another book tells of, beside those of the order book. */
  areFree(others: readonly OrderBeside[]): (orderId: string) => boolean {
    const { open } = this.#options
    if (open.length === 0 || others.length === 0) return () => true
    const claims = new Map(this.#claims())
    for (const { id, mayBe } of others) claims.set(comparableOrderId(id), open.filter(mayBe))
    const free = this.#spareOf(claims)
    return (orderId) => free.has(comparableOrderId(orderId))
  }

  #spareOf(claims: ReadonlyMap<string, Intent[]>): ReadonlySet<string> {
    const rows = [...claims].map(([id, mayBe]) => ({ id, mayBe }))
    return rowsToSpare(rows, ({ parts }) =>
      Math.max(1, parts.filter(({ orderId }) => orderId === null).length),
    )
  }

  /** Orders of the order book that are nobody's and that an open one may be, with those. */
  #claims(): ReadonlyMap<string, Intent[]> {
    if (this.#claimed !== undefined) return this.#claimed
    this.#claimed = new Map()
    const { rows, open, refused, memories } = this.#options
    // Of thousands of rows few came up since.
    const firsts = memories.earliestOf(open)
    for (const row of rows.values() as Iterable<OrderRecord>) {
      const key = comparableOrderId(row.order_id)
      if (!firsts.some((first) => memories.mayBeNewer(first, key))) continue
      const claiming = open.filter((intent) => this.#mayBe(intent, row))
      if (claiming.length === 0) continue
      const like = claiming.filter((intent) => isOfSizeAndAlike(intent, row))
      const isRefusedOne =
        like.length === 0 &&
        refused.some((intent) => isOfSizeAndAlike(intent, row) && this.#mayBe(intent, row))
      this.#claimed.set(key, isRefusedOne ? [] : claiming)
    }
    return this.#claimed
  }

  #mayBe(intent: Intent, row: OrderRecord): boolean {
    const { pictures, memories } = this.#options
    return (
      isRival(intent, row) &&
      memories.mayBeNewer(intent, comparableOrderId(row.order_id)) &&
      pictures.intents.claimOf(intent, row.order_id) !== 'yes' &&
      !isMadeOfOurs(intent, row, pictures)
    )
  }
}

const isOfSizeAndAlike = (intent: Intent, row: OrderRecord): boolean =>
  intent.parts.some(
    ({ quantity }) => quantity === null || row.quantity === null || quantity === row.quantity,
  ) && isAlike(intent, row)

/** Whether an order may be one that was sent, but for its size and its time. */
export function isAlike(intent: Intent, row: OrderRecord): boolean {
  const order = normalisedRequest(intent)
  const seen = normalisedRow(row)
  // Of a bracket and a cover no request names the product that a book gives them.
  const { product } = intent.params['product'] === undefined ? order : seen
  return similarity(order, { ...seen, product }) !== 'no'
}
