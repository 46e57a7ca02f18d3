import { brief } from '../../../shared/core/visible-text.ts'
import type { IntentEvent } from '../../../shared/orders/intents.ts'
import { orderKeyOf, comparableOrderId } from '../../../shared/service/order-ids.ts'
import { unitsFilled } from '../../../shared/service/order-units.ts'
import type { HistoryRecord } from '../../../shared/service/records.ts'
import { isFinished, stateOfOrder } from '../../../shared/service/words.ts'
import type { OrderAppearance } from '../../picture/gathered/order-appearances.ts'

type Told = Extract<IntentEvent, { kind: 'not-shown' }>

/** Snapshots of an order of the account; null where the service tells none. */
export type ReadMissedOrder = (
  account: string,
  orderId: string,
) => Promise<readonly HistoryRecord[] | null>

/** What the service was asked of the orders of an intent. */
interface Asked {
  /** Whose book did not show them. */
  account: string
  /** Null while it is asked for. */
  told: NonNullable<Told['histories']> | null
}

/** Each is a request of its own, beside the polls. */
const mostAsked = 10

/**
 * Orders that the service took and that no book shows. It is said of them only once the service was
 * asked for their own histories, where they are few: it may know there what became of them. What it
 * tells is passed on, and proves nothing: they count as working as before.
 */
export class MissedOrders {
  readonly #read: ReadMissedOrder
  readonly #asked = new Map<string, Asked>()
  #asking = 0

  constructor(read: ReadMissedOrder) {
    this.#read = read
  }

  /** What can be said by now of what a reading of an account's book says: a later one tells the rest. */
  see(
    account: string,
    appearances: readonly OrderAppearance[],
  ): { intent: string; event: IntentEvent }[] {
    const said = appearances.flatMap(({ intent: { id }, event }) => {
      if (event.kind === 'shown') return { intent: id, event }
      if (!this.#asked.has(id)) this.#ask(account, id, event.orderIds)
      const told = this.#asked.get(id)?.told
      if (told === null) return []
      const histories = told?.filter(({ orderId }) => event.orderIds.includes(orderId)) ?? []
      return { intent: id, event: { ...event, ...(histories.length > 0 && { histories }) } }
    })
    this.#forget(account, said, appearances)
    return said
  }

  /** What was said, and what a book shows by now, is asked for anew if it is missed again. */
  #forget(
    account: string,
    said: readonly { intent: string }[],
    appearances: readonly OrderAppearance[],
  ): void {
    for (const { intent } of said) this.#asked.delete(intent)
    const missed = new Set(appearances.map(({ intent }) => intent.id))
    for (const [id, { account: of, told }] of this.#asked)
      if (of === account && told !== null && !missed.has(id)) this.#asked.delete(id)
  }

  #ask(account: string, intent: string, orderIds: readonly string[]): void {
    const few = orderIds.slice(0, mostAsked - this.#asking)
    if (few.length === 0) return
    const asked: Asked = { account, told: null }
    this.#asked.set(intent, asked)
    this.#asking += few.length
    void Promise.all(few.map((orderId) => this.#historyOf(account, orderId))).then((told) => {
      this.#asking -= few.length
      asked.told = told.flat()
    })
  }

  async #historyOf(account: string, orderId: string): Promise<NonNullable<Told['histories']>> {
    const key = comparableOrderId(orderId)
    const snapshots = await this.#read(account, orderId).catch(() => null)
    const latest = latestOf((snapshots ?? []).filter((one) => orderKeyOf(one) === key))
    return latest === undefined ? [] : [{ orderId, is: wordsOf(latest) }]
  }
}

/** Brokers tell a history from either end: what ended does not work again, and fills do not shrink. */
function latestOf(snapshots: readonly HistoryRecord[]): HistoryRecord | undefined {
  const ended = snapshots.filter((one) => isFinished(stateOfOrder(one)))
  const [latest] = (ended.length > 0 ? ended : snapshots).toSorted(
    (one, other) => unitsFilled(other) - unitsFilled(one),
  )
  return latest
}

function wordsOf(snapshot: HistoryRecord): string {
  const { status, quantity, rejreason } = snapshot
  const word = status?.trim() ? `‘${brief(status.trim(), 60)}’` : 'without a state'
  const units = unitsFilled(snapshot)
  const filled = units > 0 ? `, with ${units} of ${quantity ?? 'unknown'} filled` : ''
  const reason = rejreason?.trim() ? `, for ‘${brief(rejreason.trim(), 120)}’` : ''
  return `${word}${filled}${reason}`
}
