import { expect, it } from 'vitest'
import { ExitRuns } from '../../../../src/main/exits/exit-runs.ts'

it('runs that are over are forgotten behind the latest twenty of each kind, and none that is under way', () => {
  const runs = new ExitRuns({
    now: () => 0,
    nameOf: (account) => account,
    onExit: () => undefined,
    tell: () => undefined,
  })
  const of = {
    what: 'both',
    accounts: [{ account: 'a', strategy: null }],
    step: 'sending',
  } as const
  runs.begin({ ...of, id: 'under way' })
  for (let count = 1; count <= 50; count++)
    for (const step of ['flat', 'left'] as const)
      runs.begin({ ...of, id: `${step} ${count}` }).note(0, { step })
  runs.begin({ ...of, id: 'last' })
  const known = (id: string): boolean => runs.find(id) !== undefined
  expect(['under way', 'last', 'flat 31', 'left 31', 'flat 50'].map(known)).toEqual(
    Array.from({ length: 5 }, () => true),
  )
  expect(['flat 1', 'left 1', 'flat 30', 'left 30'].map(known)).toEqual(
    Array.from({ length: 4 }, () => false),
  )
  expect(runs.list().map(({ id }) => id)).toEqual([
    'last',
    ...Array.from({ length: 20 }, (_, place) => `left ${50 - place}`),
    'under way',
  ])
})
