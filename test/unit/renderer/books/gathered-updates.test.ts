import { expect, test } from 'vitest'
import { GatheredUpdates } from '../../../../src/renderer/books/gathered-updates.ts'

/** A window on a clock that the test turns; what it takes keeps it busy for so long. */
function windowThat({ works }: { works: number }) {
  let now = 0
  const timers: { at: number; run: () => void }[] = []
  const taken: { update: string; at: number; taken: number }[] = []
  const updates = new GatheredUpdates<string>(
    (update, at) => {
      taken.push({ update, at, taken: now })
      now += works
    },
    { ticks: () => now, after: (rest, run) => void timers.push({ at: now + rest, run }) },
  )
  const goOn = (until: number): void => {
    for (;;) {
      timers.sort((one, other) => one.at - other.at)
      const [next] = timers
      if (next === undefined || next.at > until) break
      timers.shift()
      now = Math.max(now, next.at)
      next.run()
    }
    now = Math.max(now, until)
  }
  return { updates, taken, goOn }
}

test('what comes to a window that does nothing is taken at once', () => {
  const { updates, taken, goOn } = windowThat({ works: 1 })
  updates.hear('a')
  goOn(100)
  updates.hear('b')
  expect(taken.map(({ taken: moment }) => moment)).toEqual([0, 100])
})

test('what comes while it is busy is taken in one go, in its order and with its own moment', () => {
  const { updates, taken, goOn } = windowThat({ works: 100 })
  updates.hear('a')
  updates.hear('b')
  goOn(150)
  updates.hear('c')
  goOn(499)
  expect(taken).toHaveLength(1)
  goOn(500)
  expect(taken).toEqual([
    { update: 'a', at: 0, taken: 0 },
    { update: 'b', at: 100, taken: 500 },
    { update: 'c', at: 150, taken: 600 },
  ])
})

test('nothing waits for longer than a second and a half after it was done, however long that took', () => {
  const { updates, taken, goOn } = windowThat({ works: 5000 })
  updates.hear('a')
  updates.hear('b')
  goOn(6500)
  expect(taken.map(({ taken: moment }) => moment)).toEqual([0, 6500])
})

test('a window whose timers sleep holds no more than it can', () => {
  const { updates, taken } = windowThat({ works: 100 })
  for (let n = 0; n < 5000; n++) updates.hear(`${n}`)
  expect(taken.length).toBeGreaterThan(4000)
  expect(taken.map(({ update }) => update)).toEqual(taken.map((_, n) => `${n}`))
})
