import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { OwedWork, holdWorks, inTurns, nextTurn } from '../../../../src/main/core/turns.ts'
import { notes } from '../../../../src/shared/core/notes.ts'

/** Rows that are noted by as many works as are asked for, and how many of each were in each turn of the loop. */
function noting() {
  const noted: number[] = []
  const some = Array.from({ length: 2000 }, (_, at) => at)
  let now = 0
  const steps = () => notes(some, () => now++)
  const watch = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) {
      await setImmediate()
      noted.push(now)
      now = 0
    }
  }
  return { steps, noted, watch, all: () => noted.reduce((sum, one) => sum + one, now) }
}

describe('long works', () => {
  it('together hold a turn of the loop no longer than one of them', async () => {
    const { steps, noted, watch } = noting()
    let done = 0
    const works = Array.from({ length: 8 }, async () => {
      // None begins before the loop is watched.
      await setImmediate()
      await inTurns(steps())
      done++
    })
    await setImmediate()
    // Each takes its first step in the turn that brought it.
    await setImmediate()
    await watch(() => done === works.length)
    expect(Math.max(...noted.slice(1))).toBeLessThanOrEqual(500)
    expect(noted.reduce((sum, one) => sum + one)).toBeGreaterThan(8 * 1000)
  })

  it('come to their ends in the order in which they began', async () => {
    const taken: number[] = []
    const work = (name: number) =>
      inTurns(
        (function* () {
          for (let step = 0; step < 4; step++) {
            taken.push(name)
            yield
          }
        })(),
      )
    await Promise.all([work(0), work(1), work(2)])
    // Each takes its first step at once.
    expect(taken).toEqual([0, 1, 2, 0, 0, 0, 1, 1, 1, 2, 2, 2])
  })
})

describe('an order that is about to leave', () => {
  /** A step of a long work that is next, and whether it was taken. */
  const work = () => {
    const step = { isTaken: false }
    const taken = nextTurn().then(() => (step.isTaken = true))
    return { step, taken }
  }

  it('goes before the next steps of long works, and is over but once', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => now.mockRestore())
    const { step, taken } = work()
    const [left, otherLeft] = [holdWorks(), holdWorks()]
    await setImmediate()
    left()
    left()
    await setImmediate()
    expect(step.isTaken).toBe(false)
    otherLeft()
    await taken
    const after = work()
    await setImmediate()
    expect(after.step.isTaken).toBe(true)
  })

  it('holds them up no longer than a few milliseconds, as where it waits for a connection', async () => {
    const { taken } = work()
    const from = performance.now()
    const left = holdWorks()
    await taken
    expect(performance.now() - from).toBeGreaterThanOrEqual(4)
    left()
  })
})

describe('work that is owed', () => {
  it('is done some a turn', async () => {
    const { steps, noted, watch, all } = noting()
    new OwedWork().begin(steps())
    expect(all()).toBe(500)
    await watch(() => all() === 2000)
    expect(Math.max(...noted.slice(1))).toBeLessThanOrEqual(500)
  })

  it('is finished for whoever asks, and done once', async () => {
    const { steps, all } = noting()
    const owed = new OwedWork()
    owed.begin(steps())
    owed.finish()
    expect(all()).toBe(2000)
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    expect(all()).toBe(2000)
  })

  it('is finished before the next begins', () => {
    const { steps, all } = noting()
    const owed = new OwedWork()
    owed.begin(steps())
    owed.begin(steps())
    expect(all()).toBe(2500)
  })

  it('ends with a mistake, and the desk does not', async () => {
    const { steps, all } = noting()
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const owed = new OwedWork()
    const rows = Array.from({ length: 2000 }, (_, at) => at)
    owed.begin(
      notes(rows, (row) => {
        if (row === 700) throw new Error('a mistake')
      }),
    )
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    expect(said).toHaveBeenCalledExactlyOnceWith(new Error('a mistake'))
    owed.begin(steps())
    owed.finish()
    expect(all()).toBe(2000)
  })
})
