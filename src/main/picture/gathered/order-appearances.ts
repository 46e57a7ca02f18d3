import type { Intent, IntentEvent } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'

/** That an order which the service took is in no book for long, or came up after it was said so. */
export interface OrderAppearance {
  intent: Intent
  event: Extract<IntentEvent, { kind: 'shown' | 'not-shown' }>
  /** Milliseconds for which the book had the time to show it. */
  since: number
}

/** Milliseconds after which an order is said to be missed although a row of its book cannot be read. */
const toldBesideUnreadable = 120_000

/**
 * Of these, what can be said. A row that cannot be read may be the one that is missed, which is waited
 * for, and then said; what was traded is no secret.
 */
export function appearancesToTell(
  all: readonly OrderAppearance[],
  book: {
    /** Rows of the order book that could not be read; null where it was never read. */
    unreadable(): number | null
    /** Orders that trades tell of, by their ids as they are compared. */
    traded(): ReadonlySet<string>
  },
): readonly OrderAppearance[] {
  if (all.every(({ event }) => event.kind === 'shown')) return all
  const unreadable = book.unreadable()
  const isTime = (since: number): boolean =>
    unreadable === 0 || (unreadable !== null && since >= toldBesideUnreadable)
  const traded = book.traded()
  return all.flatMap(({ intent, event, since }) => {
    if (event.kind === 'shown') return { intent, event, since }
    const orderIds = event.orderIds.filter((id) => !traded.has(comparableOrderId(id)))
    if (!isTime(since) || orderIds.length === 0) return []
    const told = { ...event, orderIds, ...(unreadable && { unreadable }) }
    return { intent, event: told, since }
  })
}
