import { type Intent, saidNo } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import { isRival } from '../../picture/order-similarity.ts'
import type { Memories } from './memories.ts'

/** Milliseconds for which a refused order can still come up in the book, and is then asked about. */
export const lateFor = 3_600_000

interface LateArrivalsOptions {
  clock: Pick<Clock, 'now'>
  pictures: Pick<LoginPictures, 'claimOf' | 'isOfLogin' | 'possiblyUnsettledOf'>
  memories: Pick<Memories, 'drop' | 'earliestOf' | 'mayBeNewer' | 'mayHaveOthers'>
}

/**
 * Orders to which the service said no in words that nobody knows, and that were called refused since
 * the book, read twice, showed none of them. A service can be slower than that. Any new order of the
 * symbol and side that is nobody's can be one of them, or a slice of it, as it could before.
 */
export class LateArrivals {
  readonly #options: LateArrivalsOptions
  readonly #watched = new Map<string, { intent: Intent; until: number }>()
  /** Rows that were looked through to the end, and had none of them: of the next ones, those that are others are looked at. */
  readonly #seen = new Map<string, Rows>()

  constructor(options: LateArrivalsOptions) {
    this.#options = options
  }

  /** Told of every intent that changed. */
  follow(intent: Intent): void {
    // Whose an order is hangs on what became of each.
    this.#seen.clear()
    const until = this.#watched.get(intent.id)?.until ?? this.#options.clock.now() + lateFor
    if (mayBeLate(intent)) this.#watched.set(intent.id, { intent, until })
    else this.#watched.delete(intent.id)
  }

  isOpen(id: string): boolean {
    return this.#watched.has(id)
  }

  /** The orders that one of them can be, by a good reading of an account's order book. */
  see(account: string, rows: Rows): { intent: Intent; candidates: string[] }[] {
    this.#forgetOld()
    const before = this.#seen.get(account)
    if (this.#watched.size === 0 || before === rows) return []
    const { pictures, memories } = this.#options
    const watched = [...this.#watched.values()]
      .map(({ intent }) => intent)
      .filter((intent) => pictures.isOfLogin(account, intent) === 'yes')
      // A square-off makes orders whose numbers nobody is told.
      .filter((intent) => !memories.mayHaveOthers(intent))
    const fresh = this.#newBesideAny(watched, { rows, before })
    const open = pictures
      .possiblyUnsettledOf(account)
      .filter(({ state }) => state === 'sent' || state === 'in-doubt')
    let isSkipped = false
    /** What another one may turn out to be is looked at again once that one is known. */
    const isFree = (row: OrderRecord): boolean => {
      const isTaken = open.some((one) => isRival(one, row))
      isSkipped ||= isTaken
      return !isTaken
    }
    const late = watched.flatMap((intent) => {
      const candidates = this.#newRivals(intent, fresh)
        .filter(isFree)
        .map(({ order_id }) => order_id)
      return candidates.length > 0 ? [{ intent, candidates }] : []
    })
    // What was found is answered again until it is written down.
    if (!isSkipped && late.length === 0) this.#seen.set(account, rows)
    return late
  }

  /** Orders that came up since the first of these was sent, and are not as the last look saw them. */
  #newBesideAny(
    watched: readonly Intent[],
    { rows, before }: { rows: Rows; before: Rows | undefined },
  ): OrderRecord[] {
    const { memories } = this.#options
    const firsts = memories.earliestOf(watched)
    return ([...rows] as [string, OrderRecord][]).flatMap(([key, row]) => {
      const isKnown = before?.get(key) === row
      const orderKey = comparableOrderId(row.order_id)
      const isNew = !isKnown && firsts.some((first) => memories.mayBeNewer(first, orderKey))
      return isNew ? [row] : []
    })
  }

  /** Orders of its symbol and side that came up since, and that are nobody's. */
  #newRivals(intent: Intent, fresh: readonly OrderRecord[]): OrderRecord[] {
    const { pictures, memories } = this.#options
    const isOurs = (orderId: string): boolean => pictures.claimOf(intent, orderId) === 'yes'
    return fresh.filter(
      (row) =>
        isRival(intent, row) &&
        memories.mayBeNewer(intent, comparableOrderId(row.order_id)) &&
        !isOurs(row.order_id) &&
        !(row.parentorderid && isOurs(row.parentorderid)),
    )
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

/** A no in unknown words is final by looks alone. */
export const mayBeLate = ({ state, parts }: Pick<Intent, 'state' | 'parts'>): boolean =>
  state !== 'in-doubt' && parts.some((part) => part.state === 'refused' && saidNo(part))
