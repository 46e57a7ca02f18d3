import type { Rows } from '../../shared/core/patch.ts'
import { orderIn } from '../../shared/books/books.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { parentOf } from '../picture/rows/order-similarity.ts'

/** Which orders of a book belong to which: legs to a bracket or a cover, or slices to a whole. */
export class ChildOrders {
  readonly #keys = new Map<string, Set<string>>()

  /** Told of rows that are new or others than they were; answers the orders that they belong to. */
  note(keys: Iterable<string>, rows: Rows): OrderRecord[] {
    const parents = new Set<OrderRecord>()
    for (const key of keys) {
      const id = parentOf(rows.get(key)!)
      if (id === null) continue
      const parentKey = comparableOrderId(id)
      const children = this.#keys.get(parentKey)
      if (children === undefined) this.#keys.set(parentKey, new Set([key]))
      else children.add(key)
      const parent = orderIn(rows, id)
      if (parent !== undefined) parents.add(parent as OrderRecord)
    }
    return [...parents]
  }

  of({ order_id: id }: OrderRecord, rows: Rows): OrderRecord[] {
    const parentKey = comparableOrderId(id)
    const keys = [...(this.#keys.get(parentKey) ?? [])]
    const children = keys.flatMap((key) => (rows.get(key) as OrderRecord | undefined) ?? [])
    // On another day the broker may give a number again.
    return children.filter((row) => comparableOrderId(parentOf(row) ?? '') === parentKey)
  }
}
