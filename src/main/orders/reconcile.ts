import type { Parsed } from '../../shared/contract.ts'
import { type Reply, fail } from '../../shared/errors.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Clock } from '../books/clock.ts'
import type { FreshRead } from '../books/line.ts'
import type { Journal } from '../journal/journal.ts'

export interface ReconcilerOptions {
  clock: Clock
  journal: Journal
  /** The order book as a poll finds it that begins after this call. */
  readOrders(account: string): Promise<Reply<FreshRead>>
  onChange(intents: Intent[]): void
}

/** Looks orders in doubt up in the order book, and never decides what it cannot know. */
export class Reconciler {
  constructor(_options: ReconcilerOptions) {}

  /** Begins to look for those of these that are in doubt. */
  follow(_intents: readonly Intent[]): void {}

  async look(_intent: string): Promise<Reply<Intent>> {
    return fail('internal', 'Not built yet.')
  }

  settle(_input: Parsed<'settleOrder'>): Reply<Intent> {
    return fail('internal', 'Not built yet.')
  }

  stop(): void {}
}
