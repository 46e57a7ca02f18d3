/** Long works that wait for their next step; the one that began first is next. */
const waiting: (() => void)[] = []

/** Orders that are about to leave, and until when that holds works up, on the monotonic clock. */
let leaving = 0
let heldUntil = 0
/** Milliseconds: a connection that has to be made first may take seconds. */
const longestHold = 5

/**
 * No long work takes its next step until an order has left, or does not leave any more: its bytes are
 * written in one of the next turns of the loop. What is answered is called then.
 */
export function holdWorks(): () => void {
  let isHeld = true
  leaving++
  heldUntil = performance.now() + longestHold
  return () => {
    if (isHeld) leaving--
    isHeld = false
  }
}

function goOn(): void {
  if (leaving > 0 && performance.now() < heldUntil) {
    setImmediate(goOn)
    return
  }
  const next = waiting.shift()
  if (waiting.length > 0) setImmediate(goOn)
  next?.()
}

/**
 * Settles in a later turn of the loop, and no two in the same one: many long works together hold
 * whatever else is due no longer than one of them does.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    begin()
  })

/**
 * The same for a work that has had its turn: it goes on before others begin. If many went on by turns, all
 * of them would be in memory half done, and the first would be done as late as the last.
 */
export const nextTurnOfWork = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.unshift(resolve)
    begin()
  })

function begin(): void {
  if (waiting.length === 1) setImmediate(goOn)
}

let undone = 0

/** Long works that take a turn for each step, and are not at their end. */
export const undoneWorks = (): number => undone

/** Takes the steps of a long work one a turn of the loop, so that whatever else is due comes between them. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  let isUnderWay = false
  undone++
  try {
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      // Behind those that began before it.
      await (isUnderWay ? nextTurnOfWork() : nextTurn())
      isUnderWay = true
    }
  } finally {
    undone--
  }
}

/** Takes all steps of a long work in this turn of the loop. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Work that is owed: the first step is done at once, and each other in a turn of its own. Whoever
 * asks for what it makes has the rest of it done first, so that nobody is shown a part.
 */
export class OwedWork {
  #steps: Generator<void> | null = null

  /** Begins a work, once the one before is done. */
  begin(steps: Generator<void>): void {
    this.finish()
    if (steps.next().done) return
    this.#steps = steps
    void this.#goOn(steps)
  }

  get isUnderWay(): boolean {
    return this.#steps !== null
  }

  finish(): void {
    const steps = this.#steps
    this.#steps = null
    if (steps !== null) atOnce(steps)
  }

  async #goOn(steps: Generator<void>): Promise<void> {
    for (;;) {
      await nextTurn()
      if (this.#steps !== steps) return
      try {
        if (steps.next().done) break
      } catch (cause) {
        // A mistake of ours in one work must not end the desk.
        console.error(cause)
        break
      }
    }
    this.#steps = null
  }
}
