/** Rests this many times as long as what was done took: a window has to answer hands in between. */
const restTimes = 4
const longestRest = 1500
/** What takes no longer needs no rest: it fits in a frame. */
const shortWork = 8
/** A window that sleeps hears on: what it then holds must not grow without bound. */
const mostWaiting = 2000

interface Clock {
  ticks(): number
  after(milliseconds: number, run: () => void): void
}

/**
 * Hands on what comes in, with the moment at which it came. One answer changes sums and order of all
 * rows that are shown: while the window is busy with that, the answers of other accounts gather, and
 * are taken in one go.
 */
export class GatheredUpdates<Update> {
  readonly #take: (update: Update, at: number) => void
  readonly #clock: Clock
  #waiting: { update: Update; at: number }[] = []
  #isBusy = false

  constructor(take: (update: Update, at: number) => void, clock: Clock) {
    this.#take = take
    this.#clock = clock
  }

  hear(update: Update): void {
    this.#waiting.push({ update, at: this.#clock.ticks() })
    if (!this.#isBusy || this.#waiting.length > mostWaiting) this.#takeAll()
  }

  #takeAll(): void {
    const began = this.#clock.ticks()
    const waiting = this.#waiting
    this.#waiting = []
    for (const { update, at } of waiting) this.#take(update, at)
    if (this.#isBusy) return
    this.#isBusy = true
    // What it changes is reckoned before the loop turns.
    this.#clock.after(0, () => this.#rest(this.#clock.ticks() - began))
  }

  #rest(took: number): void {
    const rest = took < shortWork ? 0 : Math.min(took * restTimes, longestRest)
    if (rest === 0) this.#goOn()
    else this.#clock.after(rest, () => this.#goOn())
  }

  #goOn(): void {
    this.#isBusy = false
    if (this.#waiting.length > 0) this.#takeAll()
  }
}
