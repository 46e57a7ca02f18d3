import { expect, it } from 'vitest'
import {
  type ConditionTiming,
  followCondition,
  noCondition,
} from '../../../../src/main/alerts/lasting-condition.ts'

const patience: ConditionTiming = { before: 5000, calm: 10_000, rest: 0, gap: 10_000 }

/** What is told at which second, where it is so in the seconds that are named. */
function told(isOn: (second: number) => boolean, seconds: number): string[] {
  let condition = noCondition
  const words: string[] = []
  for (let second = 0; second <= seconds; second++) {
    const next = followCondition(condition, { isOn: isOn(second), now: second * 1000, patience })
    condition = next.condition
    if (next.tell !== null) words.push(`${second} ${next.tell}`)
  }
  return words
}

it('what begins for the first time is told once it lasted, also soon after the first look', () => {
  expect(told((second) => second >= 6, 12)).toEqual(['11 begin'])
  expect(told((second) => second === 6, 12)).toEqual([])
})

it('a break that does not count begins nothing anew, and a longer one does', () => {
  expect(told((second) => second < 3 || second > 5, 7)).toEqual(['6 begin'])
  expect(told((second) => second < 3 || second > 14, 25)).toEqual(['20 begin'])
})
