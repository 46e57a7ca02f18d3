import { expect, it } from 'vitest'
import { type KeptWord, Words } from '../../../../src/main/exits/kept-words.ts'
import { dayLength } from '../../../../src/shared/core/india.ts'
import { FakeClock } from '../core/fake-clock.ts'

const word = (run: string, more: Partial<KeptWord> = {}): KeptWord => ({
  ...{ run, what: 'orders', account: 'a', strategy: null, at: 0, todo: null, lag: 0 },
  ...{ brokersTimes: [], orders: [], areAllOrders: true, held: [], leaving: [], ownOrders: [] },
  ...more,
})

function newWords() {
  const wall = { at: 0 }
  const written: KeptWord[][] = []
  const document = {
    read: () => written.at(-1) ?? [],
    write: (all: KeptWord[]) => written.push(all),
  }
  const clock = new FakeClock()
  const words = new Words({ document, clock, now: () => wall.at })
  const runs = () => words.ofToday().map(({ run }) => run)
  return { words, runs, clock, wall, written }
}

it('keeps the latest words of each account, those of one moment in one write', async () => {
  const { words, runs, clock, written } = newWords()
  for (const run of ['1', '2', '3', '4', '3']) words.keep(word(run))
  words.keep(word('1', { account: 'b' }))
  await clock.advance(200)
  expect(runs()).toEqual(['2', '4', '3', '1'])
  expect(written).toHaveLength(1)
})

it('keeps none of a day before, nor of an account that is no more', () => {
  const { words, runs, wall, written } = newWords()
  words.keep(word('1'))
  words.keep(word('2', { account: 'b' }))
  words.forget('b')
  expect(runs()).toEqual(['1'])
  wall.at = dayLength
  expect(runs()).toEqual([])
  words.keep(word('3', { at: wall.at }))
  words.stop()
  expect(written.at(-1)).toMatchObject([{ run: '3' }])
})

it('keeps the latest words alone where their orders are too many', () => {
  const { words, runs } = newWords()
  const order = { row: { order_id: '1' }, units: 0, isWorking: false, isMeant: true }
  const orders = Array.from({ length: 4000 }, () => order)
  for (const account of ['a', 'b', 'c']) words.keep(word('1', { account, orders }))
  words.keep(word('2', { account: 'd' }))
  expect(runs()).toEqual(['1', '1', '2'])
})
