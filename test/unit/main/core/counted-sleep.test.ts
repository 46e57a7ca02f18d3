import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countingSleep } from '../../../../src/main/core/counted-sleep.ts'

/** A machine whose steady clock stands still while it sleeps. */
function newMachine({ standsStill = true, wholeSeconds = false } = {}) {
  let [awake, sinceBoot, wall, asked] = [5000, 800_000, 1_700_000_000_000, 0]
  const told = countingSleep({
    awake: () => awake,
    sinceBoot: () => {
      asked++
      return wholeSeconds ? Math.floor(sinceBoot / 1000) * 1000 : sinceBoot
    },
    wall: () => wall,
  })
  const began = told()
  const run = (time: number): void => {
    awake += time
    sinceBoot += time
    wall += time
  }
  return {
    run,
    sleep(time: number): void {
      run(time)
      if (standsStill) awake -= time
    },
    setWall: (by: number): void => void (wall += by),
    since: () => told() - began,
    asked: () => asked,
  }
}

it('time goes on while the machine sleeps', () => {
  const machine = newMachine()
  machine.run(1000)
  machine.sleep(3_600_000)
  expect(machine.since()).toBe(3_601_000)
  machine.run(500)
  expect(machine.since()).toBe(3_601_500)
})

it('a wall clock that is set changes nothing, be it beside a sleep', () => {
  const machine = newMachine()
  machine.setWall(86_400_000)
  machine.run(1000)
  expect(machine.since()).toBe(1000)
  machine.setWall(-86_400_000)
  machine.sleep(60_000)
  expect(machine.since()).toBe(61_000)
})

it('where the steady clock goes on in sleep, no sleep counts twice', () => {
  const machine = newMachine({ standsStill: false })
  machine.sleep(3_600_000)
  machine.run(1000)
  expect(machine.since()).toBe(3_601_000)
})

it('asks the slow source only where the wall clock leapt', () => {
  const machine = newMachine()
  const before = machine.asked()
  for (let turn = 0; turn < 1000; turn++) {
    machine.run(100)
    machine.since()
  }
  expect(machine.asked()).toBe(before)
})

it('never goes back, and is right within two seconds, whatever else happens', () => {
  const step = fc.oneof(
    fc.record({ run: fc.integer({ min: 0, max: 100_000 }) }),
    fc.record({ sleep: fc.integer({ min: 0, max: 50_000_000 }) }),
    fc.record({ set: fc.integer({ min: -90_000_000, max: 90_000_000 }) }),
  )
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40 }),
      fc.record({ standsStill: fc.boolean(), wholeSeconds: fc.boolean() }),
      (steps, of) => {
        const machine = newMachine(of)
        let [passed, last] = [0, 0]
        for (const one of steps) {
          if ('run' in one) machine.run(one.run)
          else if ('sleep' in one) machine.sleep(one.sleep)
          else machine.setWall(one.set)
          passed += 'run' in one ? one.run : 'sleep' in one ? one.sleep : 0
          const now = machine.since()
          expect(now).toBeGreaterThanOrEqual(last)
          expect(Math.abs(now - passed)).toBeLessThan(of.wholeSeconds ? 3000 : 2000)
          last = now
        }
      },
    ),
    { numRuns: 500 },
  )
})
