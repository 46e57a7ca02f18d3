import type { Pace, Parsed } from '../../shared/contract.ts'
import { type Reply, fail } from '../../shared/errors.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Placement, Preview } from '../../shared/orders/placing.ts'
import type { Ticket } from '../../shared/orders/tickets.ts'
import type { Clock } from '../books/clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Knowledge } from './plan.ts'
import type { Sending } from './sending.ts'

export interface DispatchOptions {
  clock: Clock
  journal: Journal
  sending: Sending
  knowledge(): Knowledge
  /** Told of every change, once it is on disk. */
  onChange(intents: Intent[]): void
  onPace(pace: Pace[]): void
}

/** From a confirmed ticket to the wire: plan, limits, journal, the queue of each account. */
export class Dispatch {
  constructor(_options: DispatchOptions) {}

  preview(_orders: readonly Ticket[]): Reply<Preview> {
    return fail('internal', 'Not built yet.')
  }

  async place(_input: Parsed<'placeOrders'>): Promise<Reply<Placement>> {
    return fail('internal', 'Not built yet.')
  }

  callOff(_intents: readonly string[]): Reply<Intent[]> {
    return fail('internal', 'Not built yet.')
  }

  /** Drops every queue in this very tick: what is not on the wire stays here. */
  halt(): void {}

  pace(): Pace[] {
    return []
  }

  /** Orders of an account that left within the last minute, and those that wait. */
  lastMinute(_account: string): number {
    return 0
  }

  /** Whether the same order was confirmed within the last second. */
  isRepeated(_account: string, _order: Record<string, string>): boolean {
    return false
  }

  /** Calls off what waits; settles when nothing of ours is on the wire. */
  async stop(): Promise<void> {}
}
