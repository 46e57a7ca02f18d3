import { orderIn } from '../../shared/books/books.ts'
import { dayOf, startOfDay } from '../../shared/core/india.ts'
import { isWorkingRow } from '../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { momentInIndia } from '../../shared/market/market-hours.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { type LoginKnown, isOfLogin } from './intent-login.ts'

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
  of(login: LoginKnown, now: number): string[] {
    const [today, evening] = [startOfDay(now), closeBefore(now)]
    return [...this.#unshown.values()]
      .filter(({ intent }) => sentAt(intent) >= (isAfterMarket(intent) ? evening : today))
      .filter(({ intent }) => isOfLogin(intent, login) === 'yes')
      .map(({ orderId }) => orderId)
  }
}

const sentAt = ({ at, sent }: Pick<Intent, 'at' | 'sent'>): number => sent?.at ?? at

/** Whether it waits at the broker for the next day of trading. */
export const isAfterMarket = ({ ticket }: Pick<Intent, 'ticket'>): boolean =>
  ticket !== null && 'amo' in ticket && ticket.amo

/** Milliseconds after midnight in India at which shares are traded no more. */
const closing = 15.5 * 3_600_000
const dayLong = 86_400_000

/** The day of trading for which an order waits that is sent at a moment: this one until its close, or the next weekday. */
export function dayWaitedFor(now: number): string {
  const today = startOfDay(now)
  let day = now < today + closing ? today : today + dayLong
  while (momentInIndia(day).isWeekend) day += dayLong
  return dayOf(day)
}

/** The close of the last weekday before the day of a moment: what was sent for the next one came after it. */
export function closeBefore(now: number): number {
  let day = startOfDay(now)
  do day -= dayLong
  while (momentInIndia(day).isWeekend)
  return day + closing
}
