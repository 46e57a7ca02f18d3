/** One read that was answered, or given up after long. */
export interface AnsweredRead {
  /** Requests under way at the service when it was asked for, it among them. */
  underWay: number
  /** Milliseconds. */
  took: number
  isAnswered: boolean
}

/** Milliseconds that answers may take, and that what gets a trader in or out may wait behind them. */
const bearable = 2000
/** By so much they may take longer than they are known to take by themselves. */
const longer = 1.5
/** So many are looked at together: a single one may be slow for many reasons. */
const judged = 6
/** Of them so many must have been answered, or nothing is known of how late answers are. */
const fewestAnswered = 2
/** Milliseconds, more than any read may take: the machine slept meanwhile, and that says nothing of the service. */
const asleep = 30_000

/**
 * How many reads a service is asked for at once: all that are due, until answers are late, and the later
 * the more are under way. Where it serves all at once, an answer takes as long beside others as alone, and
 * it is left at that; where it serves one after the other, so many as it serves in a bearable time.
 */
export class ServedAtOnce {
  #most = Infinity
  #bearable = bearable
  /** Those since the latest change come last. */
  #latest: AnsweredRead[] = []
  #sinceChange = 0

  /** Whether it was ever seen to serve one after the other, or may. */
  get isLimited(): boolean {
    return this.#most !== Infinity
  }

  get most(): number {
    return this.#most
  }

  /** Milliseconds after which an answer is late. */
  get bearable(): number {
    return this.#bearable
  }

  note(answer: AnsweredRead): void {
    // Of before there was a limit, of a moment at which it did not hold, or of a sleep.
    if (answer.underWay > this.#most + 1 || answer.took > asleep) return
    this.#latest = [...this.#latest, answer].slice(-2 * judged)
    this.#sinceChange++
    if (this.#sinceChange >= judged) this.#judge()
  }

  #judge(): void {
    const newest = this.#latest.slice(-judged)
    const answered = newest.filter(({ isAnswered }) => isAnswered)
    if (answered.length < fewestAnswered) return
    const took = mean(answered.map((one) => one.took))
    if (took <= this.#bearable) {
      if (took * 2 * longer < this.#bearable) this.#bearable = bearable
      const isUsed = newest.some(({ underWay }) => underWay >= this.#most)
      if (this.isLimited && isUsed) this.#change(this.#most + 1)
      return
    }
    const beside = mean(answered.map(({ underWay }) => underWay))
    const isOneByOne = this.#isOneByOne()
    if (isOneByOne === true) return this.#change((bearable * beside) / took)
    if (isOneByOne === null && beside >= 2) return this.#change(beside / 2)
    this.#bearable = longer * took
    this.#change(isOneByOne === false ? Infinity : this.#most)
  }

  /** Whether what is asked for beside more takes as much longer; null where all were beside about as many. */
  #isOneByOne(): boolean | null {
    const all = this.#latest.toSorted((one, other) => one.underWay - other.underWay)
    const half = all.length / 2
    const times = (figure: (one: AnsweredRead) => number): number =>
      mean(all.slice(-half).map(figure)) / Math.max(1, mean(all.slice(0, half).map(figure)))
    const more = times(({ underWay }) => underWay)
    if (more < longer) return null
    return times(({ took }) => took) > (1 + more) / 2
  }

  #change(most: number): void {
    this.#most = Math.max(1, Math.floor(most))
    this.#sinceChange = 0
  }
}

const mean = (figures: readonly number[]): number =>
  figures.reduce((sum, one) => sum + one, 0) / figures.length
