import { orderIn } from '../../shared/books/books.ts'
import type { Rows } from '../../shared/core/patch.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { type LoginKnown, isOfLogin } from './intent-login.ts'

/** Orders that earlier sessions sent and that no order book of this one has shown: nobody knows their end. */
export class EarlierOrders {
  readonly #unshown = new Map<string, { intent: Intent; orderId: string }>()

  /** Told at the start of what earlier sessions sent. */
  takeUp(intents: readonly Intent[]): void {
    for (const intent of intents)
      for (const { orderId } of intent.ticket === null ? [] : intent.parts)
        if (orderId !== null) this.#unshown.set(`${intent.id} ${orderId}`, { intent, orderId })
  }

  /** Told of every good reading of a login's order book. */
  see(rows: Rows, login: LoginKnown): void {
    for (const [key, { intent, orderId }] of this.#unshown)
      if (isOfLogin(intent, login) !== 'no' && orderIn(rows, orderId) !== undefined)
        this.#unshown.delete(key)
  }

  /** Numbers of those of a login that were sent since a moment by the clock on the wall. */
  of(login: LoginKnown, since: number): string[] {
    return [...this.#unshown.values()]
      .filter(({ intent }) => (intent.sent?.at ?? intent.at) >= since)
      .filter(({ intent }) => isOfLogin(intent, login) === 'yes')
      .map(({ orderId }) => orderId)
  }
}
