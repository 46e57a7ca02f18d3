import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  arm,
  countdown,
  armingEnd,
  type ArmingConditions,
  stepArming,
} from '../../../../src/renderer/orders/arming.ts'

const well: ArmingConditions = {
  now: 1000,
  wall: 1_700_000_000_000,
  isStopped: false,
  isDeskThere: true,
  isLocked: false,
  selected: 'all',
}

it('lasts as long as it was armed for, and not a moment longer', () => {
  const armed = arm(well, 10)
  expect(stepArming(armed, { ...well, now: 10_999 })).toBe(armed)
  expect(stepArming(armed, { ...well, now: 11_000 })).toBe(null)
})

it('does not outlast a sleep in which its own clock stands still', () => {
  const armed = arm(well, 10)
  expect(stepArming(armed, { ...well, now: 2000, wall: well.wall + 3_600_000 })).toBe(null)
  expect(stepArming(armed, { ...well, now: 2000, wall: well.wall - 3_600_000 })).toBe(armed)
})

it.each([
  ['stop', { isStopped: true }],
  ['lock', { isLocked: true }],
  ['desk', { isDeskThere: false }],
  ['selected', { selected: 'another' }],
] as const)('ends with the %s', (why, change) => {
  const armed = arm(well, 10)!
  expect(armingEnd(armed, { ...well, ...change })).toBe(why)
})

it.each([{ isStopped: true }, { isLocked: true }, { isDeskThere: false }])(
  'cannot begin while %j',
  (change) => expect(arm({ ...well, ...change }, 10)).toBe(null),
)

it('never comes back by itself, and never outlasts its time', () => {
  const conditions = fc.record({
    now: fc.nat(30_000),
    wall: fc.integer({ min: well.wall - 30_000, max: well.wall + 30_000 }),
    isStopped: fc.boolean(),
    isDeskThere: fc.boolean(),
    isLocked: fc.boolean(),
    selected: fc.constantFrom('all', 'another'),
  })
  fc.assert(
    fc.property(fc.array(conditions), (course) => {
      let armed = arm(well, 10)
      for (const at of course) {
        const next = stepArming(armed, at)
        if (armed === null) expect(next).toBe(null)
        if (next !== null)
          expect(at).toMatchObject({
            isStopped: false,
            isDeskThere: true,
            isLocked: false,
            selected: 'all',
          })
        if (at.now >= 11_000 || at.wall >= well.wall + 10_000) expect(next).toBe(null)
        armed = next
      }
    }),
  )
})

it('counts down in minutes and seconds', () => {
  expect([300_000, 61_000, 59_001, 0, -5].map(countdown)).toEqual([
    '5:00',
    '1:01',
    '1:00',
    '0:00',
    '0:00',
  ])
})
