import { describe, expect, it } from 'vitest'
import { profitCheckOf } from '../../../../../src/main/picture/pnl/profit.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, newAccount, newPictures, position } from '../pictures.ts'

const bought = filled('1', 'BUY', 100, { avgprc: 1500 })
const sold = filled('2', 'SELL', 100, { avgprc: 1400 })
const row = (bqty: number, sqty: number, more: Row = {}): Row =>
  position(bqty - sqty, {
    ...{ cfbuyqty: 0, cfsellqty: 0, bqty, sqty, buyavgprc: 1500, sellavgprc: 1400, ltp: 1400 },
    ...{ realisedprofitloss: Math.min(bqty, sqty) * -100, ...more },
  })

/** A desk that starts in the middle of a day, and reads these first. */
function firstSight({ orders, positions }: { orders: readonly Row[]; positions: readonly Row[] }) {
  const { clock, pictures, answer } = newPictures()
  const read = (): void => {
    answer('a', 'orders', orders)
    answer('a', 'positions', positions)
  }
  read()
  return {
    check: () => pictures.of('a').pnl.check,
    leftOutAfter: async (seconds: number) => {
      await clock.advance(seconds * 1000)
      read()
      return pictures.leftOut('a')
    },
  }
}

describe('what was bought and sold again before the desk started', () => {
  const hidden = { orders: [bought, sold], positions: [] }

  it('and has no row is reckoned from its orders, and told to be left out', async () => {
    const { check, leftOutAfter } = firstSight(hidden)
    expect(check()).toEqual({ difference: -10_000, uncheckable: [] })
    expect(await leftOutAfter(1)).toBeNull()
    expect(await leftOutAfter(30)).toBe('result')
  })

  it('and is open anew in a row that tells of the new units alone is reckoned, too', () => {
    const again = filled('3', 'BUY', 50, { avgprc: 1410 })
    const { check } = firstSight({
      orders: [bought, sold, again],
      positions: [row(50, 0, { buyavgprc: 1410, ltp: 1410 })],
    })
    // Of 150 for 2,20,500 the row tells 50 for 70,500.
    expect(check()).toEqual({ difference: -10_000, uncheckable: [] })
  })

  it.each([
    ['whose prices are not told', [{ ...bought, avgprc: null }, sold]],
    [
      'of contracts of which nobody knows what a unit is worth',
      [bought, sold].map((one) => ({ ...one, exchange: 'MCX' })),
    ],
  ])('%s cannot be checked', (_, orders) => {
    const { check } = firstSight({ orders, positions: [] })
    expect(check()).toEqual({ difference: 0, uncheckable: ['INFY-EQ'] })
  })

  it.each<[string, { orders: readonly Row[]; positions: readonly Row[] }]>([
    ['whose row tells of it', { orders: [bought, sold], positions: [row(100, 100)] }],
    [
      'whose row is of another product',
      { orders: [bought, sold], positions: [row(100, 100, { product: 'NRML' })] },
    ],
    [
      'whose row has it in another spelling',
      { orders: [bought, sold], positions: [row(100, 100, { symbol: 'INFY' })] },
    ],
    [
      'whose row has its token',
      {
        orders: [bought, sold].map((one) => ({ ...one, token: '1594' })),
        positions: [row(100, 100, { symbol: 'INFOSYS', token: '1594' })],
      },
    ],
    [
      'whose row does not say what was traded',
      { orders: [bought, sold], positions: [position(0, { bqty: null, sqty: null })] },
    ],
    [
      'whose row counts lots',
      {
        orders: [bought, sold],
        positions: [row(2, 2, { lot_size: 50, realisedprofitloss: -10_000 })],
      },
    ],
    ['of which one side alone was filled', { orders: [bought], positions: [] }],
    ['that the book has twice', { orders: [bought, bought], positions: [row(100, 0)] }],
  ])('%s is left out by nobody', (_, books) => {
    expect(firstSight(books).check()).toEqual(
      profitCheckOf(new Map(books.positions.map((one, at) => [String(at), one]))),
    )
  })
})

describe('what was bought and sold again after a row was seen', () => {
  const round = [bought, sold]
  const again = (from: string, to: string, price: number) => [
    filled(from, 'BUY', 50, { avgprc: 1500 }),
    filled(to, 'SELL', 50, { avgprc: price }),
  ]
  const answers = (...all: { orders: readonly Row[]; positions: readonly Row[] }[]) => {
    const { pictures, answer } = newPictures()
    for (const { orders, positions } of all) {
      answer('a', 'orders', orders)
      answer('a', 'positions', positions)
    }
    return pictures.of('a').pnl
  }

  it('and that the book dropped, is reckoned beside what that row told', () => {
    const first = { orders: round, positions: [row(100, 100)] }
    const pnl = answers(first, { orders: [...round, ...again('3', '4', 1480)], positions: [] })
    expect(pnl.profit).toBe(-10_000)
    expect(pnl.check).toEqual({ difference: -1000, uncheckable: [] })
  })

  it('is not reckoned twice, where all of it is reckoned from its orders', async () => {
    const account = newAccount()
    account.answer({
      orders: [bought],
      positions: [row(100, 0, { unrealisedprofitloss: -9000 })],
    })
    await account.isFlatAfter(60_000)
    account.answer({ orders: round, positions: [] })
    await account.isFlatAfter(60_000)
    account.answer({ orders: [...round, ...again('3', '4', 1480)] })
    await account.isFlatAfter(60_000)
    const { profit, check } = account.picture().pnl
    expect(profit).toBe(-11_000)
    expect(check).toEqual({ difference: 0, uncheckable: [] })
  })

  it('is in no row that tells of it, where the one before had told nothing', () => {
    const first = { orders: [bought], positions: [position(100)] }
    const pnl = answers(first, { orders: round, positions: [] })
    expect(pnl.check).toEqual({ difference: 0, uncheckable: [] })
  })
})
