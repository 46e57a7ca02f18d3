import { expect, it } from 'vitest'
import type { DayLoss } from '../../../../src/main/alerts/loss-alert.ts'
import { UnwatchedLosses } from '../../../../src/main/alerts/unwatched-losses.ts'

const known: DayLoss = {
  ...{ account: 'a', name: 'Main', profit: -20, difference: 0, uncheckable: [], limit: 500 },
}
const unknown = { ...known, profit: null }

/** The titles and messages that come of looks at these moments, in seconds. */
function told(looks: readonly [second: number, loss: DayLoss, isRead?: boolean][]) {
  const watch = new UnwatchedLosses()
  return looks.flatMap(([second, loss, isRead = true]) =>
    watch
      .events([loss], { day: '2026-11-25', now: second * 1000, isRead: () => isRead })
      .map(({ cause, message }) => ({ second, cause, message })),
  )
}

it('a loss without a figure is told after a minute, with what to do', () => {
  const [first, ...others] = told([
    [0, unknown],
    [59, unknown],
    [60, unknown],
    [61, unknown],
  ])
  expect(first).toEqual({
    second: 60,
    cause: 'loss unwatched a 500 2026-11-25',
    message:
      'Today’s profit or loss of Main cannot be checked, although the positions are read. The service leaves out what was made or lost, gives no figure for it, or does not show all positions. The limit of ₹500.00 may be passed unseen; while that is so, each order but an exit asks first. See in the broker’s own terminal how it stands.',
  })
  // One cause is told once.
  expect(others.map(({ cause }) => cause)).toEqual([first?.cause])
})

it('and so is one whose figure nothing bears out', () => {
  const uncheckable = ['INFY-EQ', 'SBIN-EQ']
  const [first] = told([
    [0, { ...known, uncheckable }],
    [60, { ...known, uncheckable }],
  ])
  expect(first?.message).toContain('Of INFY-EQ and 1 more the quantities')
})

it.each<[string, Parameters<typeof told>[0]]>([
  [
    'is known again within the minute',
    [
      [0, unknown],
      [30, known],
      [60, unknown],
      [119, unknown],
    ],
  ],
  [
    'is not read, which is told by itself',
    [
      [0, unknown, false],
      [60, unknown, false],
      [61, unknown],
    ],
  ],
  [
    'is known',
    [
      [0, known],
      [60, known],
    ],
  ],
])('nothing is told of one that %s', (_, looks) => {
  expect(told(looks)).toEqual([])
})
