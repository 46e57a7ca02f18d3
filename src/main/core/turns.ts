/** Long works that wait for their next step; who has waited longest is next. */
const waiting: (() => void)[] = []
let isDue = false

/** Turns of the loop for which they make way at the most: what leaves to a dead peer must not keep them. */
const mostTurnsHeld = 50
const held = { by: 0, turnsLeft: 0 }

function goOn(): void {
  isDue = false
  const next = held.by > 0 && held.turnsLeft-- > 0 ? undefined : waiting.shift()
  plan()
  next?.()
}

function plan(): void {
  if (isDue || waiting.length === 0) return
  isDue = true
  setImmediate(goOn)
}

/**
 * Settles in a later turn of the loop, and no two in the same one: many long works together hold
 * whatever else is due no longer than one of them does.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    plan()
  })
}

/**
 * Long works make way until the answer is called: an order that leaves needs some turns of the loop,
 * and would wait in each for a step of one of them.
 */
export function holdLongWorks(): () => void {
  held.by++
  held.turnsLeft = mostTurnsHeld
  let isOver = false
  return () => {
    if (!isOver) held.by--
    isOver = true
  }
}

/** Takes the steps of a long work one a turn of the loop, so that whatever else is due comes between them. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** The same at once. */
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
