import { type Reply, ok } from '../../../shared/core/errors.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import type { Placement } from '../../../shared/orders/placing.ts'
import { StorageError } from '../../core/documents.ts'
import type { EventWriter } from '../../journal/event-writer.ts'
import type { Journal } from '../../journal/journal.ts'
import type { AccountQueues } from './account-queues.ts'
import type { Batch, NewBatch } from './batch.ts'
import type { Departures } from './departures.ts'
import type { Outbox } from './outbox.ts'
import type { PaceReservation } from './pacer.ts'
import type { RecentOrders } from './recent-orders.ts'
import type { AccountLogins, Sending } from './sending.ts'

export interface RecordingOptions {
  journal: Pick<Journal, 'append'>
  writer: EventWriter
  sending: Sending
  outbox: Outbox
  queues: AccountQueues
  departures: Departures
  recentOrders: RecentOrders
}

/** From a plan that was agreed to onto the disk, and from there into the queues or onto the wire. */
export class Recording {
  readonly #options: RecordingOptions

  constructor(options: RecordingOptions) {
    this.#options = options
  }

  /**
   * Writes all orders in one transaction. Of the `first` batches, those with keys and room at hand are
   * written as sent too, and set off for the wire in this very tick; the others go into their queues.
   * Those behind `first` wait until the one before them is accepted (`OneByOne`). Answers, as windows
   * are told, in the next turn of the loop: what has a connection that stands has left by then.
   */
  async record(
    batches: readonly NewBatch[],
    { logins, first }: { logins: AccountLogins; first: number },
  ): Promise<Reply<Placement>> {
    const { journal, writer, sending, outbox, queues, departures, recentOrders } = this.#options
    const begun = batches.slice(0, first).map(({ batch }) => batch)
    const going = this.#needNotWait(begun, logins)
    let intents: Intent[]
    try {
      intents = journal.append([
        ...batches.flatMap(({ entries }) => entries),
        ...[...going].flatMap(([{ intents }]) => sending.sentEntries(intents, logins)),
      ])
    } catch (cause) {
      for (const room of going.values()) room.release()
      if (!(cause instanceof StorageError)) throw cause
      const { failure } = cause
      return { ok: false, error: { ...failure, message: `Nothing was sent. ${failure.message}` } }
    }

    const recorded = new Map(intents.map((intent) => [intent.id, intent]))
    for (const { batch } of batches) {
      batch.intents = batch.intents.map(({ id }) => recorded.get(id)!)
      outbox.add(batch)
      for (const { account, params } of batch.intents) recentOrders.confirm(account, params)
    }
    for (const [batch, room] of going) {
      batch.isGoing = true
      const { intents } = batch
      void departures.follow(batch, room, (hooks) => sending.deliver({ intents, logins }, hooks))
    }
    for (const batch of begun) batch.isBegun = true
    const told = writer.tellBehindWire(intents)
    queues.add(begun.filter((batch) => !going.has(batch)))
    await told
    return ok({ isTaken: true, intents })
  }

  /** Those whose keys are at hand and for which each account has room, with that room. */
  #needNotWait(batches: readonly Batch[], logins: AccountLogins): Map<Batch, PaceReservation> {
    const going = new Map<Batch, PaceReservation>()
    const behind = new Set<string>()
    for (const batch of batches) {
      const { accounts } = batch
      const isHeldUp = accounts.some((one) => behind.has(one) || !logins.has(one))
      const room = isHeldUp ? undefined : this.#options.queues.roomFor(batch)
      if (room !== undefined) going.set(batch, room)
      else for (const account of accounts) behind.add(account)
    }
    return going
  }
}
