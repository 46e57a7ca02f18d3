/** One read that was answered. */
export interface AnsweredRead {
  /** Reads of a kind take about as long as each other. */
  kind: string
  /** Requests under way at the service when it was asked for, it among them. */
  underWay: number
  /** Milliseconds. */
  took: number
  /** Milliseconds since the answer before it came, or since it was asked for where that was later. */
  apart: number
}

/** Before anything is known of a service: the books of an account, and a little more. */
const atFirst = 8
/** So many more with each answer that was not late, until some were: many accounts begin together. */
const moreAtFirst = 2
/** Milliseconds by which answers may be later than they would be alone: nobody notices. */
const mayTakeLonger = 250
/** A single answer may be slow for many reasons. */
const answersToSlow = 4
const answersToHurry = 2
const answersKept = 8
/** Of one line, answers are as far apart as each takes for each before it: about so much of that at least. */
const apartInLine = 0.8
/** Of a service that serves one by one, so many reads are made alone before two are tried; twice as many each time. */
const aloneAtFirst = 3
const aloneAtMost = 32

/** One answer beside others: how many times as long it took as one alone, and how much longer. */
interface Compared extends Pick<AnsweredRead, 'underWay' | 'took' | 'apart'> {
  times: number
  longer: number
  /** Answers of its kind were never seen alone: it may have taken longer by itself. */
  isOfOthers: boolean
}

/**
 * How many reads a service is asked for at once, by its answer times. Where it serves all of them at
 * once, an answer takes as long beside others as alone; where it serves one after the other, as many
 * times as long as there are before it.
 */
export class ServedAtOnce {
  #most = atFirst
  /** Milliseconds that an answer takes of late that nothing else was under way with, by its kind. */
  readonly #alone = new Map<string, number>()
  #latest: Compared[] = []
  #wasLate = false
  #madeAlone = 0
  #aloneBeforeTwo = aloneAtFirst

  /** One more where it is tried whether it serves two by now. */
  get most(): number {
    return this.#most === 1 && this.#madeAlone >= this.#aloneBeforeTwo ? 2 : this.#most
  }

  /** Milliseconds that an answer usually takes of what it is asked for alone; null where that is not known. */
  get usual(): number | null {
    return this.#alone.size === 0 ? null : mean([...this.#alone.values()])
  }

  note(answer: AnsweredRead): void {
    const { kind, underWay, took } = answer
    if (underWay === 1) {
      const before = this.#alone.get(kind)
      this.#alone.set(kind, before === undefined ? took : (before + took) / 2)
      this.#madeAlone++
      return
    }
    const compared = this.#compare(answer)
    if (compared === null) return
    if (this.#madeAlone >= this.#aloneBeforeTwo) {
      this.#aloneBeforeTwo = Math.min(aloneAtMost, 2 * this.#aloneBeforeTwo)
      this.#madeAlone = 0
    }
    this.#latest = [...this.#latest, compared].slice(-answersKept)
    this.#judge(underWay)
  }

  #compare(answer: AnsweredRead): Compared | null {
    const { kind, took } = answer
    const isOfOthers = !this.#alone.has(kind)
    if (took < mayTakeLonger) return { ...answer, times: 1, longer: 0, isOfOthers }
    const alone = this.#alone.get(kind) ?? this.usual
    if (alone === null) return null
    return { ...answer, times: took / Math.max(1, alone), longer: took - alone, isOfOthers }
  }

  #judge(underWay: number): void {
    const latest = believed(this.#latest)
    const beside = mean(latest.map((one) => one.underWay))
    const served = beside / mean(latest.map(({ times }) => times))
    const isLate = mean(latest.map(({ longer }) => longer)) >= mayTakeLonger
    const count = this.#latest.length
    if (isLate && served <= Math.max(1.5, beside / 4)) {
      if (count < answersToSlow) return
      this.#most = Math.max(1, Math.min(this.#most, Math.round(served)))
      this.#latest = []
      this.#wasLate = true
    } else if (!isLate || served > Math.max(1.5, beside / 2)) {
      if (count < answersToHurry || underWay < this.#most / 2) return
      this.#most += this.#wasLate ? 1 : moreAtFirst
      this.#aloneBeforeTwo = aloneAtFirst
    }
  }
}

/** What kinds that were never seen alone took longer for is the line only if they came as one by one. */
function believed(all: readonly Compared[]): readonly Compared[] {
  const others = all.filter(({ isOfOthers }) => isOfOthers)
  const inLine = others.map(({ took, underWay }) => took / underWay)
  if (mean(others.map(({ apart }) => apart)) >= apartInLine * mean(inLine)) return all
  return all.map((one) => (one.isOfOthers ? { ...one, times: 1, longer: 0 } : one))
}

const mean = (figures: readonly number[]): number =>
  figures.reduce((sum, one) => sum + one, 0) / Math.max(1, figures.length)
