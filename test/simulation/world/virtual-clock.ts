import type { Clock } from '../../../src/main/core/clock.ts'

interface Timer {
  at: number
  /** Of two that are due at once, the one that was set first runs first. */
  order: number
  task: () => void
  isOff: boolean
}

/** Time that passes only from one timer to the next, and costs nothing in between. */
export class VirtualClock implements Clock {
  #now = 0
  #set = 0
  /** A heap: no timer is due before its parent. */
  readonly #timers: Timer[] = []

  now(): number {
    return this.#now
  }

  after(delay: number, task: () => void): () => void {
    const at = this.#now + Math.max(0, Number.isFinite(delay) ? delay : 0)
    const timer = { at, order: this.#set++, task, isOff: false }
    this.#put(timer)
    return () => {
      timer.isOff = true
    }
  }

  /** Runs the next timer that is due by then, and answers whether there was one; without one it is then. */
  step(until: number): boolean {
    for (let next = this.#timers[0]; next !== undefined; next = this.#timers[0]) {
      if (next.at > until) break
      this.#take()
      if (next.isOff) continue
      this.#now = Math.max(this.#now, next.at)
      next.task()
      return true
    }
    this.#now = Math.max(this.#now, until)
    return false
  }

  #put(timer: Timer): void {
    const heap = this.#timers
    let place = heap.push(timer) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isBefore(timer, heap[parent]!)) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = timer
  }

  #take(): void {
    const heap = this.#timers
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
  }
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** The clock of one desk, which stops for good when that desk is killed. */
export function clockOfDesk(clock: Clock, isAlive: () => boolean): Clock {
  return {
    now: () => clock.now(),
    after: (delay, task) =>
      clock.after(delay, () => {
        if (isAlive()) task()
      }),
  }
}
