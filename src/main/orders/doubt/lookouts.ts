import type { Reply } from '../../../shared/core/errors.ts'
import type { Clock } from '../../core/clock.ts'
import { OwedWork } from '../../core/turns.ts'

interface LookoutsOptions {
  clock: Pick<Clock, 'after' | 'now'>
  /** Reads an account's order book anew, and writes down what it decides of these. */
  look(account: string, ids: readonly string[]): Promise<Reply<null>>
  /** Whether an order was found by a single reading, of which a second has to say the same. */
  isFoundOnce(id: string): boolean
  /** Whether a single look that counts did not show it, of which a second decides. */
  isMissedOnce(id: string): boolean
  /** Of an account nothing is in doubt. */
  onNone(account: string): void
}

/**
 * Milliseconds from one look to the next while none decides; the last for as long as it takes. The
 * person is asked after `looksBeforeAsking` looks, which are twenty seconds.
 */
const waits = [1000, 1000, 3000, 6000, 9000, 15_000, 30_000] as const

/** Until it is read again for what one reading found. */
const seenAgainAfter = 1000

/** And for what one look that counts did not show, at the most: as where the service answers all the time. */
const missedAgainAfter = 6000

/** How often a poll brings the next look forward, at the most: where looks fail and polls do not, each would. */
const broughtForwardAfter = 10_000

/** The looks after one account's orders in doubt. */
interface Lookout {
  doubts: Set<string>
  /** Looks since the last order became in doubt. */
  looks: number
  isLooking: boolean
  /** Whether the latest look got no answer: the next good reading is searched, also where it says nothing new. */
  hasFailed: boolean
  /** When a poll last brought a look forward, on the monotonic clock. */
  broughtForward: number
  /** When the latest reading was asked for that came by itself, on the monotonic clock. */
  polledFrom: number
  cancelTimer: () => void
  /** What the latest reading decides and was not written down yet. */
  owed: OwedWork
}

/** When the order book of each account is read for its orders in doubt, and whether a reading that comes by itself is searched. */
export class Lookouts {
  readonly #options: LookoutsOptions
  readonly #lookouts = new Map<string, Lookout>()
  #isStopped = false

  constructor(options: LookoutsOptions) {
    this.#options = options
  }

  has(account: string, id: string): boolean {
    return this.#lookouts.get(account)?.doubts.has(id) === true
  }

  hasAny(account: string): boolean {
    return (this.#lookouts.get(account)?.doubts.size ?? 0) > 0
  }

  begin(account: string, id: string): void {
    const lookout = this.#lookouts.get(account) ?? {
      doubts: new Set(),
      looks: 0,
      isLooking: false,
      hasFailed: false,
      broughtForward: -Infinity,
      polledFrom: -Infinity,
      cancelTimer: () => undefined,
      owed: new OwedWork(),
    }
    this.#lookouts.set(account, lookout)
    lookout.doubts.add(id)
    lookout.looks = 0
    if (!lookout.isLooking) this.#lookAfter(account, lookout, 0)
  }

  end(account: string, id: string): void {
    const lookout = this.#lookouts.get(account)
    if (lookout === undefined) return
    lookout.doubts.delete(id)
    if (lookout.doubts.size > 0) return
    lookout.cancelTimer()
    this.#options.onNone(account)
  }

  /** Told of a reading that came by itself, and when it was asked for: what the one before it decides comes before what this one says. */
  seePoll(account: string, began: number): void {
    const lookout = this.#lookouts.get(account)
    if (lookout === undefined) return
    lookout.owed.finish()
    lookout.polledFrom = began
  }

  /** Whether a reading is searched although its book did not change: it says again what was found in it, or what nobody looked for yet. */
  wantsAny(account: string): boolean {
    const lookout = this.#lookouts.get(account)
    return lookout !== undefined && (lookout.hasFailed || this.#isToBeSeenAgain(lookout))
  }

  /** What the latest reading that came by itself decides is done in turns, where anything is in doubt. */
  take(account: string, steps: (began: number) => Generator<void, void>): void {
    const lookout = this.#lookouts.get(account)
    if (lookout === undefined || lookout.doubts.size === 0) return
    // Looks alone count against an order, and the next may be half a minute away.
    const now = this.#options.clock.now()
    if (lookout.hasFailed && now - lookout.broughtForward >= broughtForwardAfter) {
      lookout.broughtForward = now
      this.lookSoon(account)
    }
    lookout.hasFailed = false
    lookout.owed.begin(steps(lookout.polledFrom))
  }

  /** Where a look is under way, it is followed by one anyway. */
  lookSoon(account: string): void {
    const lookout = this.#lookouts.get(account)
    if (lookout?.isLooking === false) this.#lookAfter(account, lookout, seenAgainAfter)
  }

  stop(): void {
    for (const { cancelTimer, owed } of this.#lookouts.values()) {
      cancelTimer()
      owed.finish()
    }
    this.#isStopped = true
    this.#lookouts.clear()
  }

  #lookAfter(account: string, lookout: Lookout, wait: number): void {
    lookout.cancelTimer()
    lookout.cancelTimer = this.#options.clock.after(
      wait,
      () => void this.#lookAndGoOn(account, lookout),
    )
  }

  async #lookAndGoOn(account: string, lookout: Lookout): Promise<void> {
    lookout.isLooking = true
    lookout.looks += 1
    const { looks } = lookout
    // A mistake of ours in one look must not end the looking.
    const looked = await this.#options
      .look(account, [...lookout.doubts])
      .catch((cause: unknown) => console.error(cause))
    lookout.isLooking = false
    lookout.hasFailed = looked?.ok !== true
    if (this.#isStopped || lookout.doubts.size === 0) return
    // An order that became in doubt meanwhile is looked for at once.
    const wait = lookout.looks < looks ? 0 : waits[Math.min(looks, waits.length) - 1]!
    this.#lookAfter(account, lookout, Math.min(wait, this.#againAfter(lookout)))
  }

  #againAfter(lookout: Lookout): number {
    if (this.#isToBeSeenAgain(lookout)) return seenAgainAfter
    const isMissedOnce = [...lookout.doubts].some((id) => this.#options.isMissedOnce(id))
    return isMissedOnce ? missedAgainAfter : Infinity
  }

  #isToBeSeenAgain({ doubts }: Lookout): boolean {
    return [...doubts].some((id) => this.#options.isFoundOnce(id))
  }
}
