import { giveBack, memoryFor } from './answer-memory.ts'

/**
 * The bytes of an answer, put together while they come: to copy a book of megabytes at its end would
 * hold the loop for as long as all of it takes, and whoever places an order meanwhile.
 */
export class GatheredBytes {
  readonly #most: number
  readonly #expected: number
  /** Most answers are a single piece, which is kept as it came. */
  #first: Buffer | null = null
  #memory: Buffer = Buffer.alloc(0)
  #length = 0

  /** How many are taken at the most, and how many will come, as far as anybody said. */
  constructor(most: number, expected = 0) {
    this.#most = most
    this.#expected = expected
  }

  get length(): number {
    return this.#length
  }

  add(chunk: Buffer): void {
    if (this.#length === 0) this.#first = chunk
    else {
      this.#fit(this.#length + chunk.length)
      chunk.copy(this.#memory, this.#length)
    }
    this.#length += chunk.length
  }

  all(): Buffer {
    return this.#first ?? this.#memory.subarray(0, this.#length)
  }

  /** They will not be all: what came of them is nobody's any more. */
  giveUp(): void {
    giveBack(this.#memory)
    this.#memory = Buffer.alloc(0)
    this.#first = null
    this.#length = 0
  }

  #fit(needed: number): void {
    if (needed <= this.#memory.length) return
    const doubled = Math.min(2 * this.#length, this.#most)
    const before = this.#first ?? this.#memory
    // What is never written to is never taken.
    this.#memory = memoryFor(Math.max(needed, doubled, this.#expected))
    before.copy(this.#memory, 0, 0, this.#length)
    if (this.#first === null) giveBack(before)
    this.#first = null
  }
}
