/**
 * The bytes of an answer, put together while they come: to copy a book of megabytes at its end would
 * hold the loop for as long as all of it takes, and whoever places an order meanwhile.
 */
export class GatheredBytes {
  readonly #most: number
  readonly #expected: number
  /** Most answers are a single piece, which is kept as it came. */
  #first: Buffer | null = null
  #memory = new ArrayBuffer(0)
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
      Buffer.from(this.#memory).set(chunk, this.#length)
    }
    this.#length += chunk.length
  }

  all(): Buffer {
    return this.#first ?? Buffer.from(this.#memory, 0, this.#length)
  }

  #fit(needed: number): void {
    if (needed <= this.#memory.byteLength) return
    const doubled = Math.min(2 * this.#length, this.#most)
    // What was too small is given back at once, and what is never written to is never taken.
    this.#memory = this.#memory.transfer(Math.max(needed, doubled, this.#expected))
    if (this.#first !== null) Buffer.from(this.#memory).set(this.#first)
    this.#first = null
  }
}
