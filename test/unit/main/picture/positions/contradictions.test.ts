import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../../src/main/exits/remainder.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, infosys, newPictures, order, position } from '../pictures.ts'

const second = 1000
const hour = 3_600_000
const traded = (bqty: number, sqty: number, more: Row = {}): Row =>
  position(bqty - sqty, { ...{ cfbuyqty: 0, cfsellqty: 0, bqty, sqty }, ...more })
const bought = filled('1', 'BUY', 100)
const sold = filled('2', 'SELL', 100)

/** What is known after the first reading of both books. */
function atFirstSight(first: { orders: readonly Row[]; positions: readonly Row[] }) {
  const { clock, pictures, answer } = newPictures()
  let books = first
  const read = (): void => {
    answer('a', 'orders', books.orders)
    answer('a', 'positions', books.positions)
  }
  read()
  return {
    isFlat: () => isFlat(remainderOf(pictures.of('a'), nothingAtAll)),
    /** What the books answer from then on. */
    show: (now: Partial<typeof first>): void => void (books = { ...books, ...now }),
    unknown: (of = infosys) => pictures.of('a').underWay(of).unknown,
    after: async (milliseconds: number) => {
      await clock.advance(milliseconds)
      read()
    },
  }
}

describe('a position that is seen for the first time', () => {
  it.each([
    ['as closed', traded(100, 100)],
    ['as never traded', traded(0, 0)],
  ])(
    '%s, though the orders of the day leave it open, is not known to be closed',
    async (_, row) => {
      const { isFlat, unknown, after } = atFirstSight({ orders: [bought], positions: [row] })
      expect(isFlat()).toBe(false)
      expect(unknown()).toEqual([
        'its row says that 0 is held, and by the orders it is +100, so one of these is wrong',
      ])
      await after(hour)
      expect(isFlat()).toBe(true)
    },
  )

  it('as closed is not known to be so when more of it is filled', async () => {
    const { show, unknown, after } = atFirstSight({
      orders: [bought],
      positions: [traded(100, 100)],
    })
    await after(30_000)
    show({ orders: [bought, filled('3', 'BUY', 10)], positions: [traded(110, 100)] })
    await after(30_000)
    await after(10_000)
    expect(unknown()).toEqual([
      'its row says that +10 is held, and by the orders it is +110, so one of these is wrong',
    ])
    show({ positions: [traded(110, 0)] })
    await after(second)
    expect(unknown()).toEqual([])
  })

  it('as closed and filled an hour later is what it was', async () => {
    const { show, unknown, after } = atFirstSight({
      orders: [bought],
      positions: [traded(100, 100)],
    })
    await after(hour)
    show({ orders: [bought, filled('3', 'BUY', 10)], positions: [traded(110, 100)] })
    await after(second)
    expect(unknown()).toEqual([])
  })

  it('with more than was bought today asks before anything leaves it', () => {
    const { unknown } = atFirstSight({ orders: [bought], positions: [traded(200, 0)] })
    expect(unknown()).toEqual([
      'its row says that +200 is held, and by the orders it is +100, so one of these is wrong',
    ])
  })

  it.each([
    ['as its orders left it', [bought, sold], [traded(100, 100)]],
    ['with what was brought forward', [sold], [traded(0, 100, { netqty: 0, cfbuyqty: 100 })]],
    [
      'of a bracket that its book writes under another product',
      [filled('1', 'BUY', 100, { product: 'BO' }), filled('3', 'BUY', 5)],
      [traded(105, 0)],
    ],
    [
      'made another product since it was bought',
      [bought],
      [traded(0, 0), traded(100, 0, { product: 'NRML' })],
    ],
    ['whose row does not say what was traded', [sold], [position(0)]],
    ['of several days', [filled('1', 'BUY', 100, { product: 'NRML' })], [nrml(100)]],
    ['whose orders still work', [order('1', { action: 'BUY', fillshares: 60 })], [traded(0, 0)]],
  ])('%s contradicts nothing', (_, orders, positions) => {
    expect(atFirstSight({ orders, positions }).unknown()).toEqual([])
  })
})

describe.each(['NRML', 'CNC'])('a position (%s) that its row alone closes', (product) => {
  const of = { product }
  const isKnown = (orders: readonly Row[], row: Row): boolean => {
    const { isFlat, unknown } = atFirstSight({ orders, positions: [row] })
    expect(unknown({ ...infosys, product }).length === 0).toBe(isFlat())
    return isFlat()
  }

  it.each([
    ['works', order('2', { ...of, status: 'trigger pending' }), traded(100, 100, of)],
    ['was rejected', order('2', { ...of, status: 'rejected' }), traded(100, 100, of)],
    [
      'was filled with half of it',
      order('2', { ...of, fillshares: 50, status: 'cancelled' }),
      traded(100, 150, { ...of, cfbuyqty: 50, netqty: 0 }),
    ],
  ])('is not known to be closed where the order that sells it %s', (_, sale, row) => {
    expect(isKnown([filled('1', 'BUY', 100, of), sale], row)).toBe(false)
  })

  it.each([
    [
      'what was brought forward',
      [filled('2', 'SELL', 100, of)],
      traded(0, 100, { ...of, cfbuyqty: 100, netqty: 0 }),
    ],
    [
      'what was bought today',
      [filled('1', 'BUY', 100, of), filled('2', 'SELL', 100, of)],
      traded(100, 100, of),
    ],
    ['what orders traded that are gone', [], traded(100, 100, of)],
  ])('is closed by %s', (_, orders, row) => {
    expect(isKnown(orders, row)).toBe(true)
  })
})

/** Of a product that is brought forward. */
function nrml(net: number): Row {
  return traded(net, 0, { product: 'NRML' })
}

it('what the order book calls otherwise than the position book does counts as the position’s', async () => {
  const otherwise = { symbol: 'INFY' }
  const { clock, pictures, answer } = newPictures()
  const read = (orders: readonly Row[], positions: readonly Row[]): void => {
    answer('a', 'orders', orders)
    answer('a', 'positions', positions)
  }
  read([], [traded(100, 0)])
  await clock.advance(60_000)
  read([order('2', otherwise)], [traded(100, 0)])
  expect(pictures.of('a').underWay(infosys)).toMatchObject({ sells: 100 })
  read([{ ...sold, ...otherwise }], [traded(100, 100)])
  await clock.advance(60_000)
  read([{ ...sold, ...otherwise }], [traded(100, 100)])
  expect(pictures.of('a').positions.contradicting).toEqual([])
  // Where it is a position of its own there, its orders are that one's.
  read([order('2', otherwise)], [traded(100, 100), position(5, otherwise)])
  expect(pictures.of('a').underWay(infosys)).toMatchObject({ sells: 0 })
})
