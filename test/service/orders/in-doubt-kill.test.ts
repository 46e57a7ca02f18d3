import { expect, it } from 'vitest'
import { killDesks } from '../../campaign/kills.ts'

it('no order is lost or doubled when the desk is killed in the midst of placing, and each start lists what was on its way', async () => {
  const killed = await killDesks({ seed: 3, kills: 8 })
  expect(killed).toMatchObject({ kills: 8, lost: 0, duplicates: 0, unlisted: 0, broken: 0 })
  // Otherwise nothing was shown.
  expect(killed.orders).toBeGreaterThan(0)
  expect(killed.inFlight).toBeGreaterThan(0)
})
