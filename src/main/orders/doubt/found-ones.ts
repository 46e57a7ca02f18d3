import { type Intent, isFoundByLikeness } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import {
  type SeenOrder,
  OrdersBySymbol,
  isRival,
  normalisedRequest,
  normalisedRow,
  similarity,
} from '../../picture/rows/order-similarity.ts'
import type { BrokerClocks } from './broker-clock.ts'
import { isBookSure, timingOf } from './entry-time.ts'
import { lateFor } from './late-arrivals.ts'
import type { Memories } from './memories.ts'

interface FoundOnesOptions {
  clock: Pick<Clock, 'now'>
  pictures: Pick<LoginPictures, 'intents'>
  memories: Pick<
    Memories,
    'appearanceOf' | 'awaitedFor' | 'drop' | 'earliestOf' | 'mayBeNewer' | 'of'
  >
  clocks: Pick<BrokerClocks, 'readingOf'>
}

/** An order that was found, and those that it can be, which are more than it is. */
export interface FoundBeside {
  intent: Intent
  orderIds: string[]
  candidates: string[]
}

interface Watched {
  intent: Intent
  until: number
  /** Milliseconds until its answer was waited for no more; null where nobody knows. */
  awaitedFor: number | null
}

/**
 * Orders that were found in the book as the one that is like them. A book may have left their own out,
 * and shown another's: that comes to light once it shows both.
 */
export class FoundOnes {
  readonly #options: FoundOnesOptions
  readonly #watched = new Map<string, Watched>()
  /** Rows that were looked through, and had none: of the next ones, those that are others are looked at. */
  readonly #seen = new Map<string, Rows>()

  constructor(options: FoundOnesOptions) {
    this.#options = options
  }

  /** Told of every intent that changed. */
  follow(intent: Intent): void {
    // Whose an order is hangs on what became of each.
    this.#seen.clear()
    const { id } = intent
    const known = this.#watched.get(id)
    if (!mayBeFoundBeside(intent)) this.#watched.delete(id)
    else if (known !== undefined) known.intent = intent
    else {
      const awaitedFor = this.#options.memories.awaitedFor(intent)
      this.#watched.set(id, { intent, until: this.#options.clock.now() + lateFor, awaitedFor })
    }
  }

  isOpen(id: string): boolean {
    return this.#watched.has(id)
  }

  /** Those beside which a good reading of an account's order book shows another one. */
  see(account: string, rows: Rows): FoundBeside[] {
    this.#forgetOld()
    const before = this.#seen.get(account)
    if (this.#watched.size === 0 || before === rows) return []
    const { pictures } = this.#options
    const watched = [...this.#watched.values()].filter(
      ({ intent }) => pictures.intents.isOfLogin(account, intent) === 'yes',
    )
    const fresh = new OrdersBySymbol(this.#newBesideAny(watched, { rows, before }))
    const open = pictures.intents
      .possiblyUnsettledOf(account)
      .filter(({ state }) => state === 'sent' || state === 'in-doubt')
      // Those that were found, and are in doubt beside a new one, are no more likely to be it than these.
      .filter(({ wasFound }) => wasFound === undefined)
    let isSkipped = false
    const found = watched.flatMap((one): FoundBeside[] => {
      const { intent } = one
      const others = fresh
        .near(normalisedRequest(intent))
        .filter(({ key, row }) => this.#canBe(one, row, rows) && !this.#isOurs(intent, key))
      // What another one may turn out to be is looked at again once that one is known.
      const free = others.filter(({ row }) => !open.some((other) => isRival(other, row)))
      isSkipped ||= free.length < others.length
      if (free.length === 0) return []
      const orderIds = intent.parts.flatMap((part) =>
        isFoundByLikeness(part) ? (part.orderId ?? []) : [],
      )
      return [{ intent, orderIds, candidates: [...orderIds, ...free.map(({ id }) => id)] }]
    })
    // What was found is answered again until it is written down.
    if (!isSkipped && found.length === 0) this.#seen.set(account, rows)
    return found
  }

  #newBesideAny(
    watched: readonly Watched[],
    { rows, before }: { rows: Rows; before: Rows | undefined },
  ): (Pick<SeenOrder, 'id' | 'key' | 'symbol'> & { row: OrderRecord })[] {
    const { memories } = this.#options
    const firsts = memories.earliestOf(watched.map(({ intent }) => intent))
    return ([...rows] as [string, OrderRecord][]).flatMap(([at, row]) => {
      if (before?.get(at) === row) return []
      const { id, key, symbol } = normalisedRow(row)
      return firsts.some((first) => memories.mayBeNewer(first, key)) ? { id, key, symbol, row } : []
    })
  }

  #isOurs(intent: Intent, key: string): boolean {
    return this.#options.pictures.intents.claimOf(intent, key) === 'yes'
  }

  /** Whether a row is as like it as what it was found as, also in its time. */
  #canBe({ intent, awaitedFor }: Watched, row: OrderRecord, rows: Rows): boolean {
    const { sent, parts } = intent
    const seen = normalisedRow(row)
    const isOfSize = parts.some(
      (part) =>
        isFoundByLikeness(part) &&
        (part.quantity === null || seen.quantity === null || part.quantity === seen.quantity),
    )
    const before = new Set(sent!.rivals.map(comparableOrderId))
    if (!isOfSize || before.has(seen.key)) return false
    if (similarity(normalisedRequest(intent), seen) === 'no') return false
    const { memories, clocks } = this.#options
    const wasSetBack = memories.of(intent).wasClockSetBack
    const clock = clocks.readingOf({ sent, rows, wasSetBack })
    const sending = { at: sent!.at, clock, isBookSure: isBookSure(sent!), awaitedFor }
    const appearance = { entered: seen.entered, ...memories.appearanceOf(intent, seen.key) }
    return timingOf(sending, appearance) === 'fits'
  }

  #forgetOld(): void {
    const { clock, memories } = this.#options
    for (const [id, { until }] of this.#watched) {
      if (clock.now() < until) continue
      this.#watched.delete(id)
      memories.drop(id)
    }
  }
}

/** Whether another one like it, once the book shows that, makes it doubtful which of them it is. */
export const mayBeFoundBeside = ({
  ticket,
  sent,
  parts,
}: Pick<Intent, 'ticket' | 'sent' | 'parts'>): boolean =>
  ticket !== null && sent !== null && parts.some(isFoundByLikeness)
