import { expect, test } from 'vitest'
import { LeftOutOfBook } from '../../simulation/service/left-out.ts'
import { randomOf } from '../../simulation/random.ts'

const customs = { closedPositions: true, finishedOrdersAfter: 20_000, openPosition: 0.15 }

test('an open position is missing from a few answers one after the other, and comes back each time', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const left = new LeftOutOfBook(customs, randomOf(seed))
    const told = Array.from({ length: 400 }, () => left.positions([held], true).length > 0)
    expect(longestGap(told)).toBeLessThanOrEqual(5)
    // It is left out again and again.
    expect(told.filter((isTold) => !isTold).length).toBeGreaterThan(20)
    expect(told.lastIndexOf(true)).toBeGreaterThan(390)
  }
})

test('once the storm is over, every open position is told', () => {
  const left = new LeftOutOfBook({ ...customs, openPosition: 1 }, randomOf(1))
  expect(left.positions([held], true)).toEqual([])
  expect(left.positions([held], false)).toEqual([held])
})

const held = { symbol: 'INFY-EQ', product: 'MIS', netqty: 5 }

function longestGap(told: readonly boolean[]): number {
  let [longest, gap] = [0, 0]
  for (const isTold of told) {
    gap = isTold ? 0 : gap + 1
    longest = Math.max(longest, gap)
  }
  return longest
}
