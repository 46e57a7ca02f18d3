import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../../src/main/exits/remainder.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, infosys, newAccount, newPictures, position } from '../pictures.ts'

const minute = 60_000
const nrml = { product: 'NRML' }
const cnc = { product: 'CNC' }

/** A position with its figures of the day. */
const traded = (bqty: number, sqty: number, more: Row = {}): Row =>
  position(bqty - sqty, { ...{ cfbuyqty: 0, cfsellqty: 0, bqty, sqty }, ...more })

describe('a position that was traded since the books were first read', () => {
  it.each(['with its figures', 'without them'])(
    'is not flat while its book, %s, is behind, also where the morning’s order is not shown',
    async (figures) => {
      const row = figures === 'with its figures' ? traded : () => position(0)
      const { clock, pictures, answer } = newPictures()
      answer('a', 'orders', [])
      answer('a', 'positions', [figures === 'with its figures' ? traded(100, 0) : position(100)])
      await clock.advance(2 * minute)
      const [sold, bought] = [filled('2', 'SELL', 100), filled('3', 'BUY', 100)]
      answer('a', 'orders', [])
      answer('a', 'orders', [sold])
      answer('a', 'positions', [row(100, 100)])
      await clock.advance(2 * minute)
      expect(isFlat(remainderOf(pictures.of('a'), nothingAtAll))).toBe(true)
      answer('a', 'orders', [sold])
      answer('a', 'orders', [sold, bought])
      for (const seconds of [0, 2, 3, 4]) {
        await clock.advance(seconds * 1000)
        answer('a', 'positions', [row(100, 100)])
        expect(isFlat(remainderOf(pictures.of('a'), nothingAtAll))).toBe(false)
        expect(pictures.of('a').underWay(infosys)).toMatchObject({ buys: 100, sells: 0 })
      }
    },
  )

  it.each([9, 11, 13, 19])(
    'is flat once an order book that is %i seconds late has what closed it, also early in a session',
    async (lag) => {
      const { clock, pictures, answer } = newPictures()
      const bought = [filled('1', 'BUY', 11), filled('2', 'BUY', 12)]
      const orders: readonly (readonly [from: number, rows: readonly Row[]])[] = [
        [0, []],
        [3, bought.slice(0, 1)],
        [6, bought],
        [60, [...bought, filled('3', 'SELL', 23)]],
      ]
      const positions: typeof orders = [
        [0, []],
        [3, [traded(11, 0)]],
        [6, [traded(23, 0)]],
        [60, [traded(23, 23)]],
      ]
      const at = (book: typeof orders, second: number) =>
        book.findLast(([from]) => from <= second)?.[1] ?? []
      for (let second = 0; second <= 60 + lag + 1; second++) {
        answer('a', 'orders', at(orders, second - lag))
        answer('a', 'positions', at(positions, second))
        await clock.advance(1000)
      }
      expect(isFlat(remainderOf(pictures.of('a'), nothingAtAll))).toBe(true)
    },
  )

  it('is not flat where its row is left out after a round trip, without figures of the day', async () => {
    const account = newAccount()
    account.answer({ orders: [], positions: [position(100)] })
    await account.isFlatAfter(minute)
    const [sold, bought] = [filled('2', 'SELL', 100), filled('3', 'BUY', 100)]
    account.answer({ orders: [sold], positions: [position(0)] })
    expect(await account.isFlatAfter(minute)).toBe(true)
    account.answer({ orders: [sold, bought], positions: [position(100)] })
    await account.isFlatAfter(2000)
    account.answer({ positions: [] })
    expect(await account.isFlatAfter(minute)).toBe(false)
    account.answer({ orders: [sold, bought, filled('4', 'SELL', 100)] })
    expect(await account.isFlatAfter(minute)).toBe(true)
  })

  it('is flat where it was closed a moment before its row is dropped, whatever was dropped before', async () => {
    const account = newAccount()
    account.answer({ orders: [], positions: [traded(100, 100)] })
    await account.isFlatAfter(minute)
    const bought = filled('2', 'BUY', 50)
    account.answer({ orders: [bought], positions: [traded(150, 100)] })
    expect(await account.isFlatAfter(minute)).toBe(false)
    account.answer({ orders: [bought, filled('3', 'SELL', 50)], positions: [] })
    for (const after of [minute, 29 * minute, 32 * minute])
      expect(await account.isFlatAfter(after)).toBe(true)
  })

  it('is not flat where it can be brought forward, was opened today, and was never shown', async () => {
    const account = newAccount()
    account.answer({ orders: [], positions: [] })
    await account.isFlatAfter(minute)
    account.answer({ orders: [filled('1', 'BUY', 50, nrml)] })
    for (const after of [2 * minute, 70 * minute])
      expect(await account.isFlatAfter(after)).toBe(false)
    account.answer({ positions: [traded(50, 0, nrml)] })
    await account.isFlatAfter(minute)
    expect(account.picture().positions.held({ ...infosys, ...nrml })).toBe(50)
  })

  it('is not flat by an order of yesterday that is still shown', async () => {
    let now = Date.parse('2026-11-25T03:00:00Z')
    const { clock, pictures, answer } = newPictures({ now: () => now })
    const old = filled('1', 'SELL', 100, { orderentrytime: 'Nov 24 2026 12:00:00' })
    answer('a', 'orders', [old])
    answer('a', 'positions', [])
    await clock.advance(60 * minute)
    now += 60 * minute
    answer('a', 'orders', [old])
    answer('a', 'positions', [])
    await clock.advance(minute)
    now += minute
    answer('a', 'orders', [old])
    answer('a', 'orders', [old, filled('2', 'BUY', 100)])
    answer('a', 'positions', [traded(100, 0)])
    await clock.advance(minute)
    answer('a', 'positions', [])
    await clock.advance(minute)
    answer('a', 'positions', [])
    expect(isFlat(remainderOf(pictures.of('a'), nothingAtAll))).toBe(false)
  })
})

describe('a position that was made another product', () => {
  const bought = filled('1', 'BUY', 100)
  it.each<[string, readonly Row[], readonly Row[], readonly Row[], readonly Row[]]>([
    [
      'there and back',
      [traded(0, 0), traded(100, 0, nrml)],
      [traded(100, 0), traded(0, 0, nrml)],
      [filled('2', 'SELL', 100)],
      [traded(100, 100), traded(0, 0, nrml)],
    ],
    [
      'in two steps',
      [traded(60, 0), traded(40, 0, cnc)],
      [traded(0, 0), traded(100, 0, cnc)],
      [filled('2', 'SELL', 100, cnc)],
      [traded(0, 0), traded(100, 100, cnc)],
    ],
    [
      'to two others',
      [traded(60, 0), traded(40, 0, cnc)],
      [traded(0, 0), traded(40, 0, cnc), traded(60, 0, nrml)],
      [filled('2', 'SELL', 40, cnc), filled('3', 'SELL', 60, nrml)],
      [traded(0, 0), traded(40, 40, cnc), traded(60, 60, nrml)],
    ],
  ])('%s is flat once all of it is closed', async (_, first, second, sold, closed) => {
    const account = newAccount()
    account.answer({ orders: [bought], positions: [traded(100, 0)] })
    await account.isFlatAfter(minute)
    account.answer({ positions: first })
    expect(await account.isFlatAfter(minute)).toBe(false)
    account.answer({ positions: second })
    expect(await account.isFlatAfter(minute)).toBe(false)
    account.answer({ orders: [bought, ...sold], positions: closed })
    expect(await account.isFlatAfter(minute)).toBe(true)
    account.answer({ positions: [] })
    expect(await account.isFlatAfter(minute)).toBe(true)
  })

  it('is flat once it is closed where its row keeps what was brought forward', async () => {
    const carried = { cfbuyqty: 100, cfsellqty: 0, bqty: 0, sqty: 0 }
    const account = newAccount()
    account.answer({ orders: [], positions: [position(100, { ...nrml, ...carried })] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [traded(0, 0, nrml), position(100, carried)] })
    expect(await account.isFlatAfter(minute)).toBe(false)
    const closed = position(0, { ...carried, sqty: 100 })
    account.answer({
      orders: [filled('2', 'SELL', 100)],
      positions: [traded(0, 0, nrml), closed],
    })
    expect(await account.isFlatAfter(minute)).toBe(true)
  })

  it.each([
    ['with what was brought forward', { cfbuyqty: 100, cfsellqty: 0, bqty: 0 }, 8000],
    ['without figures', {}, 8000],
    ['late', { cfbuyqty: 100, cfsellqty: 0, bqty: 0 }, 24_000],
  ])(
    'is flat once it is closed where all positions were left out after the login: %s',
    async (_, figures, emptyFor) => {
      const account = newAccount()
      account.answer({ orders: [], positions: [] })
      await account.isFlatAfter(emptyFor)
      account.answer({ positions: [position(100, { ...nrml, ...figures, sqty: 0 })] })
      expect(await account.isFlatAfter(minute)).toBe(false)
      account.answer({
        orders: [filled('1', 'SELL', 100, nrml)],
        positions: [position(0, { ...nrml, ...figures, sqty: 100 })],
      })
      expect(await account.isFlatAfter(minute)).toBe(true)
    },
  )

  it('keeps what is lost with the rest of it, where a part alone was made another product', async () => {
    const account = newAccount()
    const bought = filled('1', 'BUY', 100)
    account.answer({ orders: [bought], positions: [traded(100, 0)] })
    await account.isFlatAfter(minute)
    const other = traded(70, 0, nrml)
    account.answer({ positions: [traded(30, 0, { unrealisedprofitloss: -900 }), other] })
    await account.isFlatAfter(minute)
    account.answer({ orders: [bought, filled('2', 'SELL', 30)], positions: [other] })
    await account.isFlatAfter(minute)
    expect(account.picture().pnl.profit).toBe(-900)
  })

  it('is told from one that is left out while another of as many units is sold', async () => {
    const account = newAccount()
    account.answer({ orders: [], positions: [traded(50, 0, cnc)] })
    await account.isFlatAfter(minute)
    account.answer({
      orders: [filled('2', 'BUY', 50)],
      positions: [traded(50, 0, cnc), traded(50, 0)],
    })
    await account.isFlatAfter(minute)
    account.answer({ positions: [traded(50, 0, cnc)] })
    await account.isFlatAfter(minute)
    const orders = [filled('2', 'BUY', 50), filled('3', 'SELL', 50, cnc)]
    // The book may be behind for a moment: then it looks like a conversion.
    account.answer({ orders })
    expect(await account.isFlatAfter(2000)).toBe(false)
    account.answer({ positions: [traded(50, 50, cnc)] })
    for (const after of [1000, minute, minute]) expect(await account.isFlatAfter(after)).toBe(false)
  })
})
