import { orderIn } from '../../../shared/books/books.ts'
import { dayOf } from '../../../shared/core/india.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { comparableOrderId, isSameOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { hasSeries, withoutSeries } from '../../../shared/service/symbol-words.ts'
import type { Clock } from '../../core/clock.ts'
import { longestDay } from '../../picture/times/book-lag.ts'
import { tellingOf } from '../../picture/orders/intent-login.ts'
import {
  type SeenOrder,
  normalisedRequest,
  normalisedRow,
} from '../../picture/rows/order-similarity.ts'
import { type SymbolSpelling, isOtherInstrument } from './other-instrument.ts'

/** An order of the book whose row was ours, and reads as another one now. */
export interface TurnedRow {
  intent: Intent
  was: OrderRecord
  is: OrderRecord
}

interface ShownOrder {
  intent: Intent
  /** On the monotonic clock. */
  at: number
  /** The latest row under each number that was its own. */
  rows: Map<string, OrderRecord>
}

/**
 * Orders whose rows were what was sent. A price, a product and a number of units can be changed in
 * the broker's own terminal; instrument and side cannot.
 */
export class TurnedRows {
  readonly #clock: Pick<Clock, 'now'>
  /** By what tells their login, and then by intent: a book has none of another login's. */
  readonly #shown = new Map<string, Map<string, ShownOrder>>()
  /** Books that were gone through already. */
  readonly #seen = new WeakSet<Rows>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  note(intent: Intent, rows: readonly OrderRecord[]): void {
    const keyed = rows.map((row) => [comparableOrderId(row.order_id), row] as const)
    const shown = { intent, at: this.#clock.now(), rows: new Map(keyed) }
    const ofLogin = this.#shown.get(tellingOf(intent))
    if (ofLogin === undefined) this.#shown.set(tellingOf(intent), new Map([[intent.id, shown]]))
    else ofLogin.set(intent.id, shown)
  }

  /** Told of every intent that changed. */
  follow(intent: Intent): void {
    const shown = this.#shown.get(tellingOf(intent))?.get(intent.id)
    if (shown !== undefined) shown.intent = intent
  }

  see(
    rows: Rows,
    of: { isOfBook(intent: Intent): boolean; spelling: SymbolSpelling },
  ): TurnedRow[] {
    if (this.#seen.has(rows)) return []
    this.#seen.add(rows)
    const turned: TurnedRow[] = []
    for (const shown of this.#shown.values()) {
      const [first] = shown.values()
      if (first !== undefined && of.isOfBook(first.intent))
        turned.push(...this.#turnedOf(shown, rows, of.spelling))
    }
    return turned
  }

  #turnedOf(shown: Map<string, ShownOrder>, rows: Rows, spelling: SymbolSpelling): TurnedRow[] {
    const turned: TurnedRow[] = []
    for (const [id, { intent, at, rows: own }] of shown) {
      for (const [key, was] of own) {
        // A row that did not change is still the same object.
        if (rows.get(key) === was) continue
        const is = orderIn(rows, was.order_id) as OrderRecord | undefined
        if (is === undefined) continue
        const hasTurnedNow = hasTurned(intent, { was, is, spelling })
        if (hasTurnedNow || isOfAnotherDay(was, is)) own.delete(key)
        else own.set(key, is)
        // Numbers are given again on another day.
        if (hasTurnedNow && !isOfAnotherDay(was, is) && holds(intent, was))
          turned.push({ intent, was, is })
      }
      if (own.size === 0 || this.#clock.now() - at > longestDay) shown.delete(id)
    }
    return turned
  }
}

const holds = ({ parts }: Intent, { order_id: id }: OrderRecord): boolean =>
  parts.some(
    ({ state, orderId }) => state === 'accepted' && orderId !== null && isSameOrderId(orderId, id),
  )

function isOfAnotherDay(one: OrderRecord, other: OrderRecord): boolean {
  const [before, now] = [normalisedRow(one).entered, normalisedRow(other).entered]
  return before !== null && now !== null && dayOf(before) !== dayOf(now)
}

function hasTurned(
  intent: Intent,
  { was, is, spelling }: { was: OrderRecord; is: OrderRecord; spelling: SymbolSpelling },
): boolean {
  const [before, now] = [normalisedRow(was), normalisedRow(is)]
  if (before.side !== undefined && now.side !== undefined && before.side !== now.side) return true
  return isOtherInstrument(normalisedRequest(intent), now, spelling) || isOtherShare(before, now)
}

const isOtherShare = ({ symbol: was }: SeenOrder, { symbol: is }: SeenOrder): boolean =>
  hasSeries(was) && hasSeries(is) && withoutSeries(was) !== withoutSeries(is)
