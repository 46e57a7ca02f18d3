import { expect, it, vi } from 'vitest'
import { faultyRound } from '../../campaign/faulty-round.ts'
import { mostPolls } from '../../campaign/judge.ts'
import { naiveRound } from '../../campaign/naive-round.ts'

vi.setConfig({ testTimeout: 120_000 })

const clean = { duplicates: 0, falselyRefused: 0, guessed: 0, wrongs: [] }

it('no order is doubled, falsely refused or guessed under faults, and what can be found is found', async () => {
  const judged = await faultyRound({ seed: 7, orders: 240 })
  expect(judged).toMatchObject(clean)
  expect(judged.orders).toBeGreaterThanOrEqual(240)
  expect(judged.found).toBe(judged.identifiable)
  expect(judged.slowest).toBeLessThanOrEqual(mostPolls)
  // Otherwise nothing was shown.
  expect(judged.identifiable).toBeGreaterThan(10)
  expect(judged.left).toBeGreaterThan(0)
})

it('the same holds while the system clock jumps by a day, forth and back', async () => {
  const judged = await faultyRound({ seed: 8, orders: 100, jumps: 86_400_000 })
  expect(judged).toMatchObject(clean)
  expect(judged.found).toBe(judged.identifiable)
})

it('a client that tries again doubles orders under the same faults, which the ledger tells', async () => {
  const { duplicates } = await naiveRound({ seed: 7, orders: 60 })
  expect(duplicates).toBeGreaterThan(0)
})
