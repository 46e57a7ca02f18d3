import { orderIn } from '../../../shared/books/books.ts'
import { startOfDay } from '../../../shared/core/india.ts'
import { isWorkingRow } from '../../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { comparableOrderId, orderKeyOf } from '../../../shared/service/order-ids.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { type LoginKnown, isOfLogin } from './intent-login.ts'
import { type MarketAt, sessionBefore } from '../times/market-days.ts'

/**
 * Orders that earlier sessions sent and that no order book of this one has shown: nobody knows their
 * end. One that was sent after the market closed is in the books of the next day.
 */
export class EarlierOrders {
  readonly #unshown = new Map<string, { intent: Intent; orderId: string }>()

  /** Told at the start of what earlier sessions sent. */
  takeUp(intents: readonly Intent[]): void {
    for (const intent of intents)
      for (const { orderId } of intent.ticket === null ? [] : intent.parts)
        if (orderId !== null) this.#unshown.set(`${intent.id} ${orderId}`, { intent, orderId })
  }

  /** Told at the start of what an earlier session read last of an account's order book: what had ended there has. */
  seeFormer(account: string, rows: Iterable<Row>): void {
    const ended = new Set([...rows].filter((row) => !isWorkingRow(row)).map(orderKeyOf))
    for (const [key, { intent, orderId }] of this.#unshown)
      if (intent.account === account && ended.has(comparableOrderId(orderId)))
        this.#unshown.delete(key)
  }

  /** Told of every good reading of a login's order book. */
  see(rows: Rows, login: LoginKnown): void {
    for (const [key, { intent, orderId }] of this.#unshown)
      if (isOfLogin(intent, login) !== 'no' && orderIn(rows, orderId) !== undefined)
        this.#unshown.delete(key)
  }

  /** Numbers of those of a login that count on the day of a moment by the clock on the wall. */
  of(login: LoginKnown, market: MarketAt): string[] {
    const today = startOfDay(market.now)
    const isOfDay = (intent: Intent): boolean =>
      sentAt(intent) >= today ||
      (isAfterMarket(intent) && sentAt(intent) >= sessionBefore(intent.params['exchange'], market))
    return [...this.#unshown.values()]
      .filter(({ intent }) => isOfDay(intent))
      .filter(({ intent }) => isOfLogin(intent, login) === 'yes')
      .map(({ orderId }) => orderId)
  }
}

export const sentAt = ({ at, sent }: Pick<Intent, 'at' | 'sent'>): number => sent?.at ?? at

/** Whether it waits at the broker for the next day of trading. */
export const isAfterMarket = ({ ticket }: Pick<Intent, 'ticket'>): boolean =>
  ticket !== null && 'amo' in ticket && ticket.amo
