import type { Random } from '../random.ts'

/** The books lag at most so many milliseconds behind what is so. */
export const longestLag = 3500

export interface SightOptions {
  now(): number
  random: Random
  /** Whether the service still does what it should not. */
  isStormy(): boolean
}

/** How far one book of one login lags: never back in time, but for an answer that is empty. */
export class Sight {
  readonly #options: SightOptions
  #lag = 0
  #shown = 0
  #changesAt = 0
  /** Answers since one was empty: twice in a row would be a book that is. */
  #sinceEmpty = 2
  #most = 0

  constructor(options: SightOptions) {
    this.#options = options
  }

  /** The moment that the next answer shows. */
  moment(): number {
    const { now, random, isStormy } = this.#options
    if (now() >= this.#changesAt) {
      this.#lag = isStormy() && random.chance(0.4) ? random.between(100, longestLag) : 0
      this.#changesAt = now() + random.between(2000, 15_000)
    }
    if (!isStormy()) this.#lag = 0
    this.#shown = Math.max(this.#shown, now() - this.#lag)
    this.#sinceEmpty += 1
    return this.#shown
  }

  /** So many rows were shown. */
  show(rows: number): void {
    this.#most = Math.max(this.#most, rows)
  }

  /**
   * Whether an answer may be empty although the book has so many rows: once, and not for long. What
   * was never shown cannot be missed, and so is not hidden beyond the time by which books lag.
   */
  mayBeEmpty(rows: number): boolean {
    if (this.#sinceEmpty < 3 || rows === 0 || rows > this.#most) return false
    this.#sinceEmpty = 0
    return true
  }
}
