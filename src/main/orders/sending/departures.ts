import type { Clock } from '../../core/clock.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import type { EventWriter } from '../../journal/event-writer.ts'
import type { Batch } from './batch.ts'
import type { CallingOff } from './calling-off.ts'
import type { OneByOne } from './one-by-one.ts'
import type { Outbox } from './outbox.ts'
import { longestStill, type PaceReservation } from './pacer.ts'
import type { RecentOrders } from './recent-orders.ts'
import type { SendHooks } from './sending.ts'

export interface DeparturesOptions {
  clock: Clock
  outbox: Outbox
  callingOff: CallingOff
  oneByOne: OneByOne
  recentOrders: RecentOrders
  writer: EventWriter
  isStopped(): boolean
  /** Whether orders may leave from an account. */
  isOpen(account: string): boolean
}

/** The way of each batch whose turn has come, out of the desk. */
export class Departures {
  readonly #options: DeparturesOptions

  constructor(options: DeparturesOptions) {
    this.#options = options
  }

  /** Stays with a batch until it is known what became of it. */
  async follow(
    batch: Batch,
    room: PaceReservation,
    send: (hooks: SendHooks) => Promise<Intent[]>,
  ): Promise<void> {
    const { clock, outbox, callingOff, oneByOne, recentOrders, writer } = this.#options
    const { isStopped, isOpen } = this.#options
    const began = clock.now()
    // No answer takes so long, and no connection, but where the machine slept.
    const isLate = (): boolean => clock.now() - began > longestStill
    const { accounts, isExit } = batch
    const { era } = callingOff
    // Where it may, it is written as sent or sent at once: from then on nobody can call it off.
    const mayLeave = (): boolean => {
      const isHalted = era !== callingOff.era || isStopped()
      batch.isGoing = accounts.every(isOpen) && (isExit || !isHalted) && !isLate()
      return batch.isGoing
    }
    const onLeave = (): void => {
      room.left()
      for (const account of accounts) recentOrders.leave(account, batch.weightOf(account))
      outbox.delete(batch)
    }
    const intents = await send({ mayLeave, onLeave })
    room.release()
    outbox.delete(batch)
    const why = isLate() ? 'stood-still' : accounts.every(isOpen) ? 'stop' : 'person'
    const kept = intents.filter(({ state }) => state === 'recorded')
    writer.note(kept, () => ({ kind: 'called-off', why }))
    if (isLate()) callingOff.stoodStill(followersOf(batch))
    else oneByOne.goOn(batch, intents)
  }
}

/** All that leave after it, one after the other. */
function followersOf({ next }: Batch): Batch[] {
  return next === null ? [] : [next, ...followersOf(next)]
}
