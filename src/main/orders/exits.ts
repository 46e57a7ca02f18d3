import type { Alarm, Parsed } from '../../shared/contract.ts'
import type { BookName } from '../../shared/books.ts'
import { type Reply, fail } from '../../shared/errors.ts'
import type { ExitRun } from '../../shared/orders/exits.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Clock } from '../books/clock.ts'
import type { FreshRead } from '../books/line.ts'
import type { Journal } from '../journal/journal.ts'
import type { Sending } from './sending.ts'

export interface ExitsOptions {
  clock: Clock
  journal: Journal
  sending: Sending
  account(
    id: string,
  ): { name: string; broker: string; isEnabled: boolean; isReadOnly: boolean } | undefined
  /** A book as a poll finds it that begins after this call. */
  readAnew(account: string, book: BookName): Promise<Reply<FreshRead>>
  /** Told of every change, once it is on disk. */
  onChange(intents: Intent[]): void
  onExit(run: ExitRun): void
  onAlarm(alarm: Alarm): void
}

/** Ways out, each watched until the books show that it is done. */
export class Exits {
  constructor(_options: ExitsOptions) {}

  /** Runs that are under way, and those of this session that left something. */
  list(): ExitRun[] {
    return []
  }

  async exit(_input: Parsed<'exitAccounts'>): Promise<Reply<ExitRun>> {
    return fail('internal', 'Not built yet.')
  }

  /** What the stop does: cancels everything, everywhere, at once. */
  cancelAll(_accounts: readonly string[]): ExitRun | null {
    return null
  }

  /** Watches opposite orders that were taken, until the positions they leave are where they should be. */
  watch(_intents: readonly Intent[]): void {}

  stopWatching(_exit: string): Reply<null> {
    return fail('internal', 'Not built yet.')
  }

  stop(): void {}
}
