/** One read that was answered. */
export interface AnsweredRead {
  /** Requests under way at the service when it was asked for, it among them. */
  underWay: number
  /** Milliseconds. */
  took: number
  /** Reads that were asked for earlier, and not answered yet. */
  overtook: number
}

/** Milliseconds that answers may take, and that what gets a trader in or out may wait behind them. */
const inTime = 2000
/** So many are looked at together, and fewer where few may be under way: a single one may be slow for many reasons. */
const judged = 6
/** Of so many it is told whether they take longer the more are under way. */
const remembered = 24
/** Variance of how many were under way, in means, below which answers have too much in common with each other. */
const leastSpread = 0.02
/** Standard errors that a figure must be away from what would say nothing. */
const sure = 2
/** Milliseconds, more than any read may take: the machine slept meanwhile, and that says nothing of the service. */
const asleep = 30_000

/**
 * How many reads a service is asked for at once. By Little’s law it has as many under way as it answers in
 * the time that one takes: of one that serves one after the other no more are asked for than it answers in
 * time. Where it serves all at once, an answer takes as long beside others as alone, and it is asked for
 * all that are due, however long that is.
 */
export class ServedAtOnce {
  #most = Infinity
  /** Null where that is not known. */
  #isOneByOne: boolean | null = null
  #latest: AnsweredRead[] = []
  #sinceChange = 0

  get most(): number {
    return this.#most
  }

  /** Whether it was seen to serve one after the other, and not since to serve all at once. */
  get isOneByOne(): boolean {
    return this.#isOneByOne === true
  }

  note(answer: AnsweredRead): void {
    if (answer.took > asleep) return
    if (answer.overtook > 0 && this.#isOneByOne === null) {
      this.#isOneByOne = false
      this.#change(Infinity)
    }
    // Of before there was a limit, or of a moment at which it did not hold.
    if (answer.underWay > this.#most) return
    this.#latest = [...this.#latest, answer].slice(-remembered)
    this.#sinceChange++
    const enough = Math.min(judged, 2 * this.#most)
    if (this.#sinceChange >= enough) this.#judge(this.#latest.slice(-enough))
  }

  /** One was given up, and so many were answered meanwhile, all of which were asked for earlier. */
  noteGivenUp({ took, answered }: { took: number; answered: number }): void {
    if (took <= inTime || took > asleep) return
    this.#latest = []
    if (answered > 0) this.#isOneByOne = true
    else if (this.#isOneByOne === false) this.#isOneByOne = null
    this.#change(Math.min(this.#most, (inTime * answered) / took))
  }

  #judge(newest: readonly AnsweredRead[]): void {
    const took = mean(newest.map((one) => one.took))
    const underWay = mean(newest.map((one) => one.underWay))
    const answersInTime = (inTime * underWay) / took
    this.#isOneByOne = doTheyTakeLonger(this.#latest) ?? this.#isOneByOne
    if (took <= inTime) {
      if (answersInTime > this.#most) this.#change(answersInTime)
    } else if (this.#isOneByOne === false || this.#most === 1) this.#change(2 * this.#most)
    else if (this.#isOneByOne === true) this.#change(answersInTime)
    // Whether they take half as long beside half as many will tell.
    else if (underWay >= 2) this.#change(underWay / 2)
  }

  #change(most: number): void {
    this.#most = Math.max(1, Math.ceil(most))
    this.#sinceChange = 0
  }
}

/** Whether the more are under way, in proportion; false where they take as long beside few, null where that is not sure. */
function doTheyTakeLonger(answers: readonly AnsweredRead[]): boolean | null {
  const more = inMeans(answers.map(({ underWay }) => underWay))
  const longer = inMeans(answers.map(({ took }) => took))
  const spread = mean(more.map((one) => one ** 2))
  if (spread < leastSpread) return null
  const slope = mean(more.map((one, n) => one * longer[n]!)) / spread
  const besideIt = mean(more.map((one, n) => (longer[n]! - slope * one) ** 2))
  const error = Math.sqrt(besideIt / spread / Math.max(1, answers.length - 2))
  const isSure = Math.abs(slope - 0.5) > sure * error
  return isSure ? slope > 0.5 : null
}

const inMeans = (figures: readonly number[]): number[] =>
  figures.map((one) => one / mean(figures) - 1)

const mean = (figures: readonly number[]): number =>
  figures.reduce((sum, one) => sum + one, 0) / figures.length
