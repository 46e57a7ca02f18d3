import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ExitRuns, type RunningExit } from '../../../../src/main/exits/exit-runs.ts'
import { exitAlertMessage } from '../../../../src/main/exits/left-words.ts'
import type { ExitRun } from '../../../../src/shared/exits/exits.ts'

const quiet = {
  now: () => 0,
  nameOf: (account: string) => account,
  onExit: () => undefined,
  tell: () => undefined,
}

describe('accounts of which it is not known what an exit left', () => {
  const unknown = { step: 'left' as const, left: { positions: [], orders: [] } }
  const named = {
    ...{ step: 'left' as const },
    left: { positions: [], orders: [{ orderId: '1', symbol: 'INFY', status: 'open' }] },
  }
  const begin = (runs: ExitRuns, what: ExitRun['what'], account = 'a'): RunningExit =>
    runs.begin({
      ...{ id: randomUUID(), what, step: 'sending' as const },
      accounts: [{ account, strategy: null }],
    })

  it('are those of which no later one that was to do as much came to its end', () => {
    const runs = new ExitRuns(quiet)
    begin(runs, 'positions', 'b').note(0, named)
    const first = begin(runs, 'positions')
    expect(runs.notKnownLeft()).toEqual([])
    first.note(0, unknown)
    expect(runs.notKnownLeft()).toEqual(['a'])
    begin(runs, 'orders').note(0, { step: 'flat' })
    expect(runs.notKnownLeft()).toEqual(['a'])
    begin(runs, 'both').note(0, { step: 'flat' })
    expect(runs.notKnownLeft()).toEqual([])
    begin(runs, 'both').note(0, { step: 'left', left: null })
    expect(runs.notKnownLeft()).toEqual(['a'])
  })

  it('are not known by an exit of something else', () => {
    const after = (...whats: [ExitRun['what'], 'unknown' | 'flat'][]): readonly string[] => {
      const runs = new ExitRuns(quiet)
      for (const [what, is] of whats)
        begin(runs, what).note(0, is === 'flat' ? { step: 'flat' } : unknown)
      return runs.notKnownLeft()
    }
    expect(after(['chosen', 'unknown'], ['chosen', 'flat'])).toEqual(['a'])
    expect(after(['chosen', 'unknown'], ['positions', 'flat'])).toEqual([])
    expect(after(['both', 'unknown'], ['orders', 'unknown'], ['orders', 'flat'])).toEqual(['a'])
    expect(after(['both', 'unknown'], ['orders', 'flat'], ['positions', 'flat'])).toEqual([])
    expect(after(['positions', 'unknown'], ['stop', 'unknown'], ['stop', 'flat'])).toEqual(['a'])
    expect(after(['stop', 'unknown'], ['orders', 'flat'])).toEqual([])
  })

  it('are those of one strategy until that, or all of the account, has come to its end', () => {
    const runs = new ExitRuns(quiet)
    const of = (strategy: string | null): RunningExit =>
      runs.begin({
        ...{ id: randomUUID(), what: 'both', step: 'sending' },
        accounts: [{ account: 'a', strategy }],
      })
    of('swing').note(0, unknown)
    of('other').note(0, { step: 'flat' })
    expect(runs.notKnownLeft()).toEqual(['a'])
    of('swing').note(0, { step: 'flat' })
    expect(runs.notKnownLeft()).toEqual([])
  })

  it('are not those whose word was given back', () => {
    const runs = new ExitRuns(quiet)
    const run = begin(runs, 'both')
    run.note(0, { step: 'flat' })
    run.takeBack(0, { ...unknown, todo: 'Look there.' })
    expect(runs.notKnownLeft()).toEqual(['a'])
    run.correct(0, { step: 'flat', left: null })
    expect(runs.notKnownLeft()).toEqual([])
  })
})

it('what an exit left is told with each sentence once, and is not known where the books name nothing', () => {
  const refused = 'The service refused the keys of this account.'
  const told: unknown[] = []
  const runs = new ExitRuns({ ...quiet, tell: (events) => void told.push(...events) })
  const failures = [{ code: 'bad-keys' as const, message: refused }]
  for (const left of [null, { positions: [], orders: [] }])
    runs
      .begin({
        ...{ id: randomUUID(), what: 'stop', step: 'sending' },
        accounts: [{ account: 'Everyday', strategy: null }],
      })
      .note(0, { step: 'left', left, failures, todo: `${refused} Look there.` })
  const [title, message] = ['Not known what the stop left in Everyday', `${refused} Look there.`]
  expect(told).toMatchObject([
    { title, message },
    { title, message },
  ])
})

it('an alert of what an exit left says why it was refused before it is done again, and what to look at before all else', () => {
  const detail = 'RMS: margin exceeds, required 98,000'
  const refused = { code: 'refused' as const, message: 'The service refused the request.', detail }
  const again = 'Exit INFY again: 35 units are still open.'
  expect(exitAlertMessage([refused], again)).toBe(
    `The service refused the request. There is not enough money or margin in the account. Lower the quantity, free margin, or add funds. The service said: ${detail}. ${again}`,
  )
  const unknown = {
    code: 'in-doubt' as const,
    message: 'No clear answer came.',
    detail: 'ECONNRESET',
  }
  const look = 'Look in the order book before you exit again.'
  expect(exitAlertMessage([unknown], look)).toBe(`${look} No clear answer came.`)
  expect(exitAlertMessage([refused], null)).toMatch(/^The service refused the request/)
})

it('runs that are over are forgotten behind the latest twenty of each kind, and none that is under way', () => {
  const runs = new ExitRuns(quiet)
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
    'under way',
    ...Array.from({ length: 20 }, (_, place) => [
      `flat ${31 + place}`,
      `left ${31 + place}`,
    ]).flat(),
    'last',
  ])
})
