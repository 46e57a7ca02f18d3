import { expect, it } from 'vitest'
import { askBeforeQuitting } from '../../../../../src/main/hosts/browser/ask-before-quitting.ts'
import type { OpenItem } from '../../../../../src/shared/quitting/open-items.ts'

function terminal(open: OpenItem[]) {
  const said: string[] = []
  let stops = 0
  let ends = 0
  let clock = 0
  const press = askBeforeQuitting({
    openItems: () => {
      if (stops > 0) throw new Error('statement has been finalized')
      return open
    },
    isStopping: () => stops > 0,
    stop: () => (stops += 1),
    end: () => (ends += 1),
    now: () => clock,
    say: (line) => void said.push(line),
  })
  const wait = (milliseconds: number) => void (clock += milliseconds)
  return { press, said, stops: () => stops, ends: () => ends, wait }
}

it('the first Ctrl-C names what is open, and the second one stops', () => {
  const { press, said, stops, wait } = terminal([
    { kind: 'in-doubt', account: 'Main', count: 1 },
    { kind: 'positions', account: 'Main', count: 3 },
  ])
  press()
  expect(stops()).toBe(0)
  expect(said).toEqual([
    'Something is open:',
    '  Main: 1 order in doubt is not looked for until the next start',
    '  Main: 3 positions stay open',
    'Press Ctrl-C once more to stop anyway.',
  ])
  // The same press once more, as some shells hand it on.
  wait(20)
  press()
  expect(stops()).toBe(0)
  wait(1000)
  press()
  expect(stops()).toBe(1)
})

it('Ctrl-C stops at once where nothing is open', () => {
  const { press, said, stops } = terminal([])
  press()
  expect(said).toEqual([])
  expect(stops()).toBe(1)
})

it('a second Ctrl-C while it stops ends it at once, and asks nothing of a desk that closes its journal', () => {
  const { press, said, stops, ends, wait } = terminal([])
  press()
  // The same press once more, as some shells hand it on.
  wait(20)
  press()
  expect([stops(), ends()]).toEqual([1, 0])
  wait(1000)
  press()
  expect([stops(), ends()]).toEqual([1, 1])
  expect(said).toEqual([])
})
