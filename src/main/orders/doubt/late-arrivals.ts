import { type Intent, saidNo } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { Clock } from '../../core/clock.ts'
import type { BookSeen } from '../../picture/login-facts.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import type { Verdict } from './match.ts'
import type { Memories } from './memories.ts'

/** Milliseconds for which a refused order can still come up in the book, and is then asked about. */
const watchedFor = 3_600_000

type SeenOrders = Pick<BookSeen, 'rows' | 'unreadable'>

interface LateArrivalsOptions {
  clock: Pick<Clock, 'now'>
  pictures: Pick<LoginPictures, 'possiblyUnsettledOf' | 'isOfLogin'>
  memories: Pick<Memories, 'drop' | 'mayBeNewer'>
  /** Which orders of an account's book these can be, as if they were in doubt. */
  decide(account: string, read: SeenOrders, doubts: readonly Intent[]): Map<string, Verdict>
}

/**
 * Orders to which the service said no in words that nobody knows, and that were called refused since
 * the book, read twice, showed none of them. A service can be slower than that.
 */
export class LateArrivals {
  readonly #options: LateArrivalsOptions
  readonly #watched = new Map<string, { intent: Intent; until: number }>()
  /** As they were looked through last. */
  readonly #seen = new Map<string, SeenOrders['rows']>()

  constructor(options: LateArrivalsOptions) {
    this.#options = options
  }

  /** Told of every intent that changed. */
  follow(intent: Intent): void {
    const until = this.#watched.get(intent.id)?.until ?? this.#options.clock.now() + watchedFor
    if (intent.state !== 'in-doubt' && intent.parts.some(isRefusedByLooks))
      this.#watched.set(intent.id, { intent, until })
    else this.#watched.delete(intent.id)
  }

  isOpen(id: string): boolean {
    return this.#watched.has(id)
  }

  /** What a good reading of an account's order book has that can be one of them, with the orders in question. */
  see(account: string, read: SeenOrders): { intent: Intent; candidates: string[] }[] {
    const { clock, pictures, memories, decide } = this.#options
    for (const [id, { until }] of this.#watched) {
      if (clock.now() < until) continue
      this.#watched.delete(id)
      memories.drop(id)
    }
    const watched = [...this.#watched.values()]
      .map(({ intent }) => intent)
      .filter((intent) => pictures.isOfLogin(account, intent) === 'yes')
    if (watched.length === 0 || this.#seen.get(account) === read.rows) return []
    // What another order of ours may be is looked at once that one is known.
    const isOpen = pictures
      .possiblyUnsettledOf(account)
      .some(({ state }) => state === 'sent' || state === 'in-doubt')
    if (isOpen) return []
    this.#seen.set(account, read.rows)
    const verdicts = decide(account, read, watched.map(asIfInDoubt))
    return watched.flatMap((intent) => {
      const { found = [], candidates = [] } = verdicts.get(intent.id) ?? {}
      const late = [...found.map(({ orderId }) => orderId), ...candidates].filter((orderId) =>
        memories.mayBeNewer(intent, comparableOrderId(orderId)),
      )
      return late.length > 0 ? [{ intent, candidates: late }] : []
    })
  }
}

const isRefusedByLooks = (part: Intent['parts'][number]): boolean =>
  part.state === 'refused' && saidNo(part)

/** What it is once nobody believes any more that it was refused. */
const asIfInDoubt = (intent: Intent): Intent => ({
  ...intent,
  state: 'in-doubt',
  parts: intent.parts.map((part) =>
    isRefusedByLooks(part) ? { ...part, state: 'in-doubt' } : part,
  ),
})
