import { orderIn } from '../../../shared/books/books.ts'
import type { Parsed } from '../../../shared/contract.ts'
import { type Reply, fail, ok } from '../../../shared/core/errors.ts'
import type { Intent, IntentEvent } from '../../../shared/orders/intents.ts'
import { comparableOrderId, isSameOrderId } from '../../../shared/service/order-ids.ts'
import { storageFailure } from '../../core/documents.ts'
import type { Journal } from '../../journal/journal.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import type { Memories } from './memories.ts'
import type { TradedOrders } from './traded-orders.ts'

interface SettlingOptions {
  journal: Pick<Journal, 'append' | 'find'>
  pictures: Pick<LoginPictures, 'intents' | 'ordersOf'>
  memories: Pick<Memories, 'known'>
  traded: Pick<TradedOrders, 'has'>
  /** The broker that an account has now. */
  brokerOf(account: string): string | undefined
  onChange(intents: Intent[]): void
}

/** What a person says of an order in doubt: which of the book's it is, or that it is not there. */
export class Settling {
  readonly #options: SettlingOptions

  constructor(options: SettlingOptions) {
    this.#options = options
  }

  settle({ intent: id, how }: Parsed<'settleOrder'>): Reply<Intent> {
    const intent = this.#options.journal.find(id)
    if (intent === undefined) return unknownOrder
    if (intent.state !== 'in-doubt')
      return fail('invalid', 'This is not in doubt any more.', { field: 'intent' })
    if (how.kind === 'is') {
      const orderIds = [...new Map(how.orderIds.map((id) => [comparableOrderId(id), id])).values()]
      for (const orderId of orderIds) {
        const problem = this.#problemWith(intent, orderId)
        if (problem !== null) return fail('invalid', problem, { field: 'orderIds' })
      }
      return this.#note(intent, { kind: 'settled', orderIds })
    }
    if (!this.#wasLookedFor(intent) && !this.#isGone(intent))
      return fail(
        'invalid',
        'The order book was not read since this was sent, so it may be there. Look for it first.',
        { field: 'how' },
      )
    return this.#note(intent, { kind: 'settled-absent' })
  }

  #note(intent: Intent, event: IntentEvent): Reply<Intent> {
    const { journal, onChange } = this.#options
    try {
      const changed = journal.append([{ intent: intent.id, event }])
      onChange(changed)
      return ok(changed[0] ?? intent)
    } catch (cause) {
      return storageFailure(cause)
    }
  }

  /** Why an order of the broker's cannot be this one; null where it can. */
  #problemWith(intent: Intent, orderId: string): string | null {
    const rows = this.#options.pictures.ordersOf(intent.account)?.rows
    // Nobody here reads the book that it would be in: the person's word is all there is.
    const isUnread = this.#isGone(intent) || this.#options.pictures.intents.isOfFormerLogin(intent)
    const isThere =
      (rows && orderIn(rows, orderId)) !== undefined ||
      this.#options.traded.has(intent.account, orderId)
    if (!isUnread && !isThere)
      return `The order book has no order ${orderId}. Look once more, or choose another.`
    if (this.#options.pictures.intents.claimOf(intent, orderId) !== 'yes') return null
    const isOwn = intent.parts.some(
      (part) => part.orderId !== null && isSameOrderId(part.orderId, orderId),
    )
    return isOwn
      ? `Order ${orderId} is already known as a part of this one.`
      : `Order ${orderId} belongs to another order that was placed from here.`
  }

  /** In the book of the login that the account has now: what another one's showed says nothing of it. */
  #wasLookedFor(intent: Intent): boolean {
    const { id, look } = intent
    const reads = this.#options.memories.known(id)?.reads ?? look?.reads ?? 0
    const wasOther = look?.isOtherLogin === true
    return reads > 0 && wasOther === this.#options.pictures.intents.isOfFormerLogin(intent)
  }

  #isGone({ account }: Pick<Intent, 'account'>): boolean {
    return this.#options.brokerOf(account) === undefined
  }
}

export const unknownOrder = fail('not-found', 'The journal has no such order.', { field: 'intent' })
