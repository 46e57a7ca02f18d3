import type { Random } from '../random.ts'
import type { Theme } from '../theme.ts'
import type { ReadFate } from './fates.ts'

/** The books lag at most so many milliseconds behind what is so. */
export const longestLag = { orders: 3500, positions: 8000 } as const

export interface SightOptions {
  now(): number
  random: Random
  /** Whether the service still does what it should not. */
  isStormy(): boolean
  lag: Theme['lags']['orders']
  partLasts: Theme['partLasts']
}

/** How far one book of one login lags: never back in time, but for an answer that is empty, or of before. */
export class Sight {
  readonly #options: SightOptions
  #lag = 0
  #shown = 0
  #changesAt = 0
  /** Answers since one was empty: twice in a row would be a book that is. */
  #sinceEmpty = 2
  #most = 0
  #part: { fate: ReadFate; until: number } | null = null
  /** The moment that answers of before show, while they do. */
  #before: number | null = null

  constructor(options: SightOptions) {
    this.#options = options
  }

  /** The moment that the next answer shows. */
  moment(): number {
    const { now, random, isStormy, lag } = this.#options
    if (now() >= this.#changesAt) {
      const isLate = isStormy() && random.chance(lag.share)
      this.#lag = isLate ? random.between(lag.least, lag.most) : 0
      this.#changesAt = now() + random.between(2000, 15_000)
    }
    if (!isStormy()) this.#lag = 0
    this.#shown = Math.max(this.#shown, now() - this.#lag)
    this.#sinceEmpty += 1
    return this.#shown
  }

  /** A moment before the one that was shown, the same as long as answers are of before. */
  before(): number {
    const { random } = this.#options
    return (this.#before ??= Math.max(0, this.#shown - random.between(5000, 60_000)))
  }

  /** What becomes of an answer: a book that is told in part can stay so for a while. */
  fate(drawn: ReadFate): ReadFate {
    const { now, random, isStormy, partLasts } = this.#options
    const isPart = drawn === 'HTTP 206' || drawn === 'a page of it' || drawn === 'of before'
    if (this.#part !== null && (now() >= this.#part.until || !isStormy())) this.#part = null
    if (isPart)
      this.#part ??= { fate: drawn, until: now() + random.between(partLasts.least, partLasts.most) }
    const fate = this.#part?.fate ?? drawn
    if (fate !== 'of before') this.#before = null
    return fate
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
