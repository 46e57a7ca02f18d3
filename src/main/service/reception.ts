import { longWorksWaiting } from '../core/turns.ts'

/** Large answers that are received at once, and works of the loop that may wait where another one begins. */
const mostAtOnce = 4
const mostWorks = 2
/** Milliseconds for which one counts: what comes slowly is many at once in any case, and holds up nobody. */
const longest = 25

/** One answer at the reception. */
export interface Visit {
  readonly isWaiting: boolean
  /** To be called once, however the answer ends. */
  leave(): void
}

/**
 * Where large answers wait for their turn. Books of many accounts come in the same moment, and each is
 * then held beside its former version until the loop has time for it: in the system's own buffers they
 * take no memory of the desk, and are taken in no later.
 */
export class Reception {
  readonly #received = new Set<Visit>()
  readonly #waiting: { visit: Visit; goOn: () => void }[] = []
  #isToLook = false

  /** Where it has to wait, `goOn` is called in a later turn of the loop. */
  enter(goOn: () => void): Visit {
    const { isWaiting } = this
    const visit: Visit = { isWaiting, leave: () => this.#leave(visit) }
    if (isWaiting) {
      this.#waiting.push({ visit, goOn })
      this.#lookLater()
    } else this.#receive(visit)
    return visit
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0 || !this.#hasRoom
  }

  get #hasRoom(): boolean {
    return this.#received.size < mostAtOnce && longWorksWaiting() <= mostWorks
  }

  #receive(visit: Visit): void {
    this.#received.add(visit)
    setTimeout(() => this.#leave(visit), longest)
  }

  #leave(visit: Visit): void {
    this.#received.delete(visit)
    const place = this.#waiting.findIndex((one) => one.visit === visit)
    if (place !== -1) this.#waiting.splice(place, 1)
    this.#lookLater()
  }

  /** Never within this turn: whoever leaves is in the midst of reading. Works go on one a turn, so that there are fewer of them soon. */
  #lookLater(): void {
    if (this.#isToLook || this.#waiting.length === 0) return
    this.#isToLook = true
    setImmediate(() => {
      this.#isToLook = false
      while (this.#hasRoom && this.#waiting.length > 0) {
        const { visit, goOn } = this.#waiting.shift()!
        this.#receive(visit)
        goOn()
      }
      if (this.#received.size < mostAtOnce) this.#lookLater()
    })
  }
}
