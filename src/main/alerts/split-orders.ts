import type { Rows } from '../../shared/core/patch.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { isSameOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { stateOfOrder } from '../../shared/service/words.ts'
import { ChildOrders } from './child-orders.ts'
import { livesWith } from './ended-orders.ts'
import type { OrderOwners } from './order-owners.ts'
import { type LivingChild, mayBeSlice, seemingSlices } from './seeming-slices.ts'

/** Which orders of one book belong to which, or seem to: legs to an entry, slices to a whole. */
export class SplitOrders {
  readonly #account: string
  readonly #owners: Pick<OrderOwners, 'holder' | 'part'>
  readonly #children = new ChildOrders()
  /** Orders of ours whose rows called them rejected. */
  readonly #rejected = new Set<string>()
  /** What seem to be slices of these, and of whose order each is one. */
  readonly #slices = new Map<string, Intent>()

  constructor(account: string, owners: Pick<OrderOwners, 'holder' | 'part'>) {
    this.#account = account
    this.#owners = owners
  }

  /** Told of rows that are new or others than they were; answers the orders that they belong to, or may. */
  note(keys: Iterable<string>, rows: Rows): OrderRecord[] {
    const changed = [...keys]
    const parents = this.#children.note(changed, rows)
    const wholes = [...this.#rejected].flatMap((key): OrderRecord[] => {
      const whole = rows.get(key) as OrderRecord | undefined
      if (whole === undefined) return []
      const isIts = (one: string): boolean => mayBeSlice(rows.get(one) as OrderRecord, whole)
      return changed.some(isIts) ? [whole] : []
    })
    return [...parents, ...wholes]
  }

  /** One of ours whose row calls it rejected. */
  noteRejected(row: OrderRecord): void {
    this.#rejected.add(orderKeyOf(row))
  }

  /** On another day the broker may give the same numbers again. */
  beginDay(): void {
    this.#rejected.clear()
    this.#slices.clear()
  }

  /** What of an order that its own row calls rejected is at the broker all the same. */
  livingChildOf(row: OrderRecord, rows: Rows): LivingChild | undefined {
    if (stateOfOrder(row) !== 'rejected') return undefined
    const isAlive = (child: OrderRecord): boolean => livesWith(child) !== null
    const child = this.#children.of(row, rows).find(isAlive)
    if (child !== undefined) return { row: child, seems: false }
    const slice = this.#slicesOf(row, rows).find(isAlive)
    return slice && { row: slice, seems: true }
  }

  /** Whether an order may be a slice of one of ours that is called rejected. */
  mayBeSlice(row: OrderRecord, rows: Rows): boolean {
    return [...this.#rejected].some((key) => {
      const whole = rows.get(key) as OrderRecord | undefined
      return whole !== undefined && mayBeSlice(row, whole)
    })
  }

  /** The intent that holds an order, or one of which it seems to be a slice. */
  holderOf(row: OrderRecord): Intent | undefined {
    return this.#owners.holder(this.#account, row) ?? this.#slices.get(orderKeyOf(row))
  }

  /** Of ours, what seem to be slices that its broker made of it. */
  #slicesOf(row: OrderRecord, rows: Rows): OrderRecord[] {
    const { intent } = this.#owners.part(this.#account, row)
    if (intent === undefined) return []
    const wasThere = ({ order_id: id }: OrderRecord): boolean =>
      intent.sent?.rivals.some((before) => isSameOrderId(before, id)) === true
    const isNobodys = (one: OrderRecord): boolean =>
      this.#owners.holder(this.#account, one) === undefined && !wasThere(one)
    const slices = seemingSlices(row, rows, isNobodys)
    for (const slice of slices) this.#slices.set(orderKeyOf(slice), intent)
    return slices
  }
}
