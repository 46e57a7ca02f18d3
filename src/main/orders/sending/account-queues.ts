import type { Pace } from '../../../shared/orders/calls.ts'
import { usualTrading } from '../../../shared/orders/limits.ts'
import type { Clock } from '../../core/clock.ts'
import type { Batch } from './batch.ts'
import type { Outbox } from './outbox.ts'
import { PaceReport } from './pace-report.ts'
import { Pacer, type PaceReservation } from './pacer.ts'
import type { RecentOrders } from './recent-orders.ts'

export interface AccountQueuesOptions {
  clock: Clock
  outbox: Outbox
  recentOrders: RecentOrders
  /** Called when the turn of a batch has come in the queue of its account. */
  leave(batch: Batch, room: PaceReservation): void
  /** Called with what waits no more, since its queue stood still. */
  stoodStill(batches: readonly Batch[]): void
  onPace(pace: Pace[]): void
}

/** A queue for each account, with its own pace. */
export class AccountQueues {
  readonly #options: AccountQueuesOptions
  readonly #pacers = new Map<string, Pacer<Batch>>()
  readonly #report: PaceReport

  constructor(options: AccountQueuesOptions) {
    this.#options = options
    const { clock, onPace } = options
    this.#report = new PaceReport({ clock, read: () => this.pace(), say: onPace })
  }

  pace(): Pace[] {
    const { outbox } = this.#options
    return [...this.#pacers].map(([account, { used, most, waiting }]) => ({
      account,
      used: Math.min(used, most),
      most,
      waiting: waiting + outbox.notBegun(account),
    }))
  }

  /** How many orders may leave from an account within any second. */
  setPace(account: string, most: number): void {
    const pacer = this.#pacers.get(account)
    if (pacer === undefined) this.#open(account, most)
    else pacer.most = most
  }

  /** Whether so many could leave from an account at once. */
  hasRoomFor(account: string, weight: number): boolean {
    return this.#pacers.get(account)?.hasRoomFor(weight) ?? true
  }

  /** Room for all of a batch at once, of each account that has a part of it. */
  roomFor(batch: Batch): PaceReservation | undefined {
    const rooms: PaceReservation[] = []
    for (const account of batch.accounts) {
      const { isExit } = batch
      const room = this.#pacerOf(account).take({ isExit, weight: batch.weightOf(account) })
      if (room === undefined) {
        for (const taken of rooms) taken.release()
        return undefined
      }
      rooms.push(room)
    }
    return {
      left: () => rooms.forEach((room) => room.left()),
      release: () => rooms.forEach((room) => room.release()),
    }
  }

  /** Each waits in the queue of the account at its head. */
  add(batches: readonly Batch[]): void {
    for (const [account, own] of Map.groupBy(batches, (batch) => batch.account))
      this.#pacerOf(account).add(own)
  }

  /** Takes batches out of all queues. */
  drop(batches: ReadonlySet<Batch>): void {
    for (const pacer of this.#pacers.values()) pacer.drop(batches)
  }

  stop(): void {
    this.#report.stop()
  }

  #pacerOf(account: string): Pacer<Batch> {
    return this.#pacers.get(account) ?? this.#open(account, usualTrading.perSecond)
  }

  #open(account: string, most: number): Pacer<Batch> {
    const { clock, recentOrders, leave, stoodStill } = this.#options
    const pacer = new Pacer<Batch>({
      clock,
      most,
      // Of an earlier session, too: the service knows nothing of sessions.
      former: recentOrders.leftOf(account),
      leave,
      stoodStill,
      onChange: () => this.#report.changed(),
    })
    this.#pacers.set(account, pacer)
    return pacer
  }
}
