import type { OperationName } from '../../shared/service/operations.ts'

/** One thing that really happened, whatever answer the client got or did not get. */
export interface LedgerEntry {
  /** Simulated time, and the machine's. */
  at: number
  wall: number
  operation: OperationName
  client: string
  broker: string
  /** The orders it made or cancelled. */
  orderids: readonly string[]
  /** The request's `data`, as it came; for a multi-order operation, of the one order. */
  data: unknown
}

/** What was really placed, cancelled and squared off: the oracle of tests. It only grows. */
export class Ledger {
  readonly #entries: LedgerEntry[] = []

  get entries(): readonly LedgerEntry[] {
    return this.#entries
  }

  add(entry: Omit<LedgerEntry, 'wall'>): void {
    this.#entries.push({ ...entry, wall: Date.now() })
  }
}
