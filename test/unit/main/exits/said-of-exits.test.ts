import { expect, it } from 'vitest'
import { type KeptWord, SaidOfExits } from '../../../../src/main/exits/said-of-exits.ts'
import { dayLength } from '../../../../src/shared/core/india.ts'
import { FakeClock } from '../core/fake-clock.ts'

const word = (run: string, more: Partial<KeptWord> = {}): KeptWord => ({
  ...{ run, what: 'orders', account: 'a', strategy: null, at: 0, lag: 0 },
  ...{ brokersTimes: [], orders: [], isWhole: true, held: [], leaving: [], ownOrders: [] },
  ...more,
})

function newSaid() {
  const wall = { at: 0 }
  const written: KeptWord[][] = []
  /** Milliseconds of a writing. */
  const disk = { takes: 0 }
  let elapsed = 0
  const document = {
    read: () => written.at(-1) ?? [],
    write: (all: KeptWord[]) => {
      written.push(all)
      elapsed += disk.takes
    },
  }
  const clock = new FakeClock()
  const said = new SaidOfExits({
    ...{ document, now: () => wall.at },
    clock: { after: (ms, act) => clock.after(ms, act), now: () => clock.now() + elapsed },
  })
  const runs = () => said.ofToday().map(({ run }) => run)
  return { said, runs, clock, wall, written, disk }
}

it('keeps the latest words of each account', () => {
  const { said, runs } = newSaid()
  for (const run of ['1', '2', '3', '4', '3']) said.keep(word(run))
  said.keep(word('1', { account: 'b' }))
  expect(runs()).toEqual(['2', '4', '3', '1'])
})

it('has each word on the disk in the turn in which it is said: a kill may come right after it', () => {
  const { said, written } = newSaid()
  for (const run of ['1', '2']) {
    said.keep(word(run, { account: run }))
    expect(written.at(-1)!.at(-1)).toMatchObject({ run })
  }
})

it('writes the words of many together as soon as a slow disk has left time to all else', async () => {
  const { said, clock, written, disk } = newSaid()
  disk.takes = 50
  said.keep(word('1'))
  for (const run of ['2', '3']) said.keep(word(run, { account: run }))
  await clock.advance(199)
  expect(written.map((all) => all.length)).toEqual([1])
  await clock.advance(1)
  expect(written.map((all) => all.length)).toEqual([1, 3])
})

it('lets what is taken back wait for the next word, or two seconds', async () => {
  const { said, clock, written } = newSaid()
  for (const run of ['1', '2', '3']) said.keep(word(run, { account: run }))
  said.drop(word('1', { account: '1' }))
  expect(written.at(-1)).toHaveLength(3)
  await clock.advance(2000)
  expect(written.at(-1)).toHaveLength(2)
  said.drop(word('2', { account: '2' }))
  said.keep(word('4'))
  expect(written.at(-1)!.map(({ run }) => run)).toEqual(['3', '4'])
})

it('keeps none of a day before, nor of an account that is no more', () => {
  const { said, runs, wall, written } = newSaid()
  said.keep(word('1'))
  said.keep(word('2', { account: 'b' }))
  said.forget('b')
  expect(runs()).toEqual(['1'])
  wall.at = dayLength
  expect(runs()).toEqual([])
  said.keep(word('3', { at: wall.at }))
  said.stop()
  expect(written.at(-1)).toMatchObject([{ run: '3' }])
})

it('keeps the latest words alone where their orders are too many', () => {
  const { said, runs } = newSaid()
  const order = { key: '1', entered: null, units: 0, isWorking: false, isMeant: true }
  const orders = Array.from({ length: 4000 }, () => order)
  for (const account of ['a', 'b', 'c']) said.keep(word('1', { account, orders }))
  said.keep(word('2', { account: 'd' }))
  expect(runs()).toEqual(['1', '1', '2'])
})

it('keeps a word that a later exit says as well for this session alone, and pushes none out by it', () => {
  const { said, runs, wall, written } = newSaid()
  for (const run of ['1', '2', '3']) said.keep(word(run))
  said.keep(word('4'), { isSaidByLater: true })
  expect(runs()).toEqual(['1', '2', '3', '4'])
  expect([said.isSaidByLater(word('4')), said.isSaidByLater(word('3'))]).toEqual([true, false])
  said.stop()
  expect(written.at(-1)!.map(({ run }) => run)).toEqual(['1', '2', '3'])
  said.keep(word('5'), { isSaidByLater: true })
  said.forget('a')
  expect(runs()).toEqual([])
  said.keep(word('6'), { isSaidByLater: true })
  wall.at = dayLength
  expect(runs()).toEqual([])
})
