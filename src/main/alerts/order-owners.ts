import { startOfDay } from '../../shared/core/india.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { isSameOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import { isRival, normalisedRow } from '../picture/rows/order-similarity.ts'

interface OrderOwnersOptions {
  pictures: Pick<LoginPictures, 'intents'>
  /** Wall-clock milliseconds. */
  now(): number
}

/** Which intents hold the orders of a book. */
export class OrderOwners {
  readonly #options: OrderOwnersOptions

  constructor(options: OrderOwnersOptions) {
    this.#options = options
  }

  part(account: string, row: OrderRecord) {
    const holder = this.#options.pictures.intents.holderOf(account, row.order_id)
    // A broker gives a number again on another day: what is ours has our symbol and side.
    const intent = holder && isRival(holder, row) ? holder : undefined
    const part = intent?.parts.find(
      ({ orderId }) => orderId !== null && isSameOrderId(orderId, row.order_id),
    )
    return { intent, part }
  }

  /** The intent of today that holds an order by itself; of a leg of its, nothing. */
  today(account: string, row: OrderRecord): Intent | undefined {
    const { intent } = this.part(account, row)
    return intent !== undefined && intent.at >= startOfDay(this.#options.now()) ? intent : undefined
  }

  /** The intent that holds an order, or the entry that it protects. */
  holder(account: string, row: OrderRecord): Intent | undefined {
    const { pictures } = this.#options
    const holder = pictures.intents.holderOf(account, row.order_id)
    // Whatever the broker calls it: the number was given to ours today.
    const isOurs = holder !== undefined && holder.at >= startOfDay(this.#options.now())
    if (holder !== undefined && (isOurs || isRival(holder, row))) return holder
    return normalisedRow(row).isChild
      ? pictures.intents.holderOf(account, row.parentorderid ?? '')
      : undefined
  }
}
