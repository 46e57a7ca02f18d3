import { expect, it } from 'vitest'
import { nothingYetWords } from '../../../../src/renderer/pnl/pnl-words.ts'

it('says of an empty day when points of real accounts begin, as long as they have not', () => {
  const early = Date.parse('2026-11-23T08:44:59+05:30')
  expect(nothingYetWords({ at: early, isOfReal: true, closed: [] })).toContain(
    'begins at 08:45 IST',
  )
  for (const [at, isOfReal] of [
    [early, false],
    [early + 1000, true],
  ] as const)
    expect(nothingYetWords({ at, isOfReal, closed: [] })).toContain('every few seconds')
})

it('promises no curve of real accounts on a day on which their exchanges do not trade', () => {
  const at = Date.parse('2026-11-24T11:00:00+05:30')
  const closed = ['NSE', 'BSE']
  expect(nothingYetWords({ at, isOfReal: true, closed })).toContain('NSE, BSE are closed today')
  expect(nothingYetWords({ at, isOfReal: false, closed })).toContain('every few seconds')
})
