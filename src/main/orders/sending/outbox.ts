import type { Batch } from './batch.ts'

/** All batches whose first byte has not left: in a queue, behind another one, or about to leave. */
export class Outbox {
  readonly #batches = new Set<Batch>()

  add(batch: Batch): void {
    this.#batches.add(batch)
  }

  delete(batch: Batch): void {
    this.#batches.delete(batch)
  }

  has(batch: Batch): boolean {
    return this.#batches.has(batch)
  }

  [Symbol.iterator](): IterableIterator<Batch> {
    return this.#batches.values()
  }

  /** Orders of an account that wait. */
  weightOf(account: string): number {
    return weightIn([...this.#batches], account)
  }

  /** Orders of an account that wait until one of another account was accepted. */
  notBegun(account: string): number {
    return weightIn(
      [...this.#batches].filter(({ isBegun }) => !isBegun),
      account,
    )
  }
}

const weightIn = (batches: readonly Batch[], account: string): number =>
  batches.reduce((sum, batch) => sum + batch.weightOf(account), 0)
