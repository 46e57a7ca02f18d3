import { undoneWorks } from '../core/turns.ts'

/** Large answers that are received at once, and those not yet taken in beside which another one is begun with. */
const mostAtOnce = 4
const mostUndone = 3
/** Milliseconds for which one counts: what comes slowly is many at once in any case, and holds up nobody. */
const longest = 25
/** Milliseconds after which an answer is received in any case: it has a deadline. */
const longestWait = 1000

/** One answer at the reception. */
export interface Visit {
  readonly isWaiting: boolean
  /** To be called once, however the answer ends. */
  leave(): void
}

interface Waits {
  visit: Visit
  goOn: () => void
}

/**
 * Where large answers wait for their turn. Books of many accounts come in the same moment, and each is
 * then held beside its former version until the loop has time for it: in the system's own buffers they
 * take no memory of the desk, and are taken in no later.
 */
export class Reception {
  readonly #received = new Set<Visit>()
  #waiting: readonly Waits[] = []
  #isToLook = false

  /** Where it has to wait, `goOn` is called in a later turn of the loop. */
  enter(goOn: () => void): Visit {
    const { isWaiting } = this
    const visit: Visit = { isWaiting, leave: () => this.#leave(visit) }
    if (isWaiting) {
      const waits = { visit, goOn }
      this.#waiting = [...this.#waiting, waits]
      setTimeout(() => this.#begin(waits), longestWait).unref()
      this.#lookLater()
    } else this.#receive(visit)
    return visit
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0 || !this.#hasRoom
  }

  get #hasRoom(): boolean {
    return this.#received.size < mostAtOnce && undoneWorks() <= mostUndone
  }

  #receive(visit: Visit): void {
    this.#received.add(visit)
    setTimeout(() => this.#leave(visit), longest)
  }

  #leave(visit: Visit): void {
    this.#received.delete(visit)
    this.#waiting = this.#waiting.filter((one) => one.visit !== visit)
    this.#lookLater()
  }

  /** Receives one that waits, where it still does. */
  #begin(waits: Waits | undefined): void {
    if (waits === undefined || !this.#waiting.includes(waits)) return
    this.#waiting = this.#waiting.filter((one) => one !== waits)
    this.#receive(waits.visit)
    waits.goOn()
  }

  /** Never within this turn: whoever leaves is in the midst of reading. Works go on one a turn, so that there are fewer of them soon. */
  #lookLater(): void {
    if (this.#isToLook || this.#waiting.length === 0) return
    this.#isToLook = true
    setImmediate(() => {
      this.#isToLook = false
      while (this.#hasRoom && this.#waiting.length > 0) this.#begin(this.#waiting[0])
      if (this.#received.size < mostAtOnce) this.#lookLater()
    })
  }
}
