import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../../src/main/exits/exit-goal.ts'
import { remainderOf } from '../../../../../src/main/exits/remainder.ts'
import { recordKey } from '../../../../../src/shared/books/books.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, infosys, newAccount, newPictures, position } from '../pictures.ts'

const minute = 60_000

/** A row with the figures of its day. */
const row = (bought: number, sold: number, more: Row = {}): Row =>
  position(bought - sold, { cfbuyqty: 0, cfsellqty: 0, bqty: bought, sqty: sold, ...more })

describe('a position that comes back with less than it had that day', () => {
  const held = row(100, 0, { unrealisedprofitloss: -5000 })
  it.each([
    ['nothing', row(0, 0)],
    ['no figures', position(0)],
    ['unreadable figures', row(0, 0, { bqty: null, sqty: null })],
    ['a part of them, and closed', row(50, 50)],
  ])('is not flat, with %s', async (_, shrunken) => {
    const account = newAccount()
    account.answer({ orders: [filled('1', 'BUY', 100)], positions: [held] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [shrunken] })
    for (const after of [0, minute, 57 * minute])
      expect(await account.isFlatAfter(after)).toBe(false)
    expect(account.picture().positions.held(infosys)).toBeNull()
    expect(account.picture().pnl.profit).toBeNull()
    expect(account.picture().positions.surelyHeld).toBeNull()
  })

  it('is what it was once it has all of it again', async () => {
    const account = newAccount()
    account.answer({ orders: [filled('1', 'BUY', 100)], positions: [held] })
    account.answer({ positions: [row(0, 0)] })
    account.answer({ positions: [held] })
    expect(account.picture().positions.held(infosys)).toBe(100)
    expect(account.picture().pnl.profit).toBe(-5000)
  })

  it('is named once, as one of which nobody knows how much is open', async () => {
    const account = newAccount()
    account.answer({ orders: [filled('1', 'BUY', 100)], positions: [held] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [row(50, 0)] })
    const { positions, lost } = remainderOf(account.picture(), nothingAtAll)
    expect(positions).toMatchObject([
      { row: { ...row(50, 0), netqty: null }, keeps: 0, held: null },
    ])
    expect(lost).toEqual([])
  })

  it('is not flat where it was brought forward, nor where that was in an earlier session', async () => {
    const carried = position(100, {
      product: 'NRML',
      cfbuyqty: 100,
      cfsellqty: 0,
      bqty: 0,
      sqty: 0,
    })
    const nothing = row(0, 0, { product: 'NRML' })
    const account = newAccount()
    account.answer({ positions: [carried] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [nothing] })
    expect(await account.isFlatAfter(minute)).toBe(false)

    const { clock, pictures, answer } = newPictures()
    const rows = [[recordKey('positions', carried), carried]] as const
    pictures.recall({ account: 'a', book: 'positions', rows, at: -3_600_000 })
    answer('a', 'positions', [nothing])
    await clock.advance(minute)
    expect(pictures.of('a').positions.held({ ...infosys, product: 'NRML' })).toBeNull()
  })

  it('is not flat where it comes back under another name', async () => {
    const account = newAccount()
    const named = { symbol: 'INFY-EQ', token: '1594' }
    account.answer({
      orders: [filled('1', 'BUY', 100, named)],
      positions: [{ ...held, ...named }],
    })
    await account.isFlatAfter(minute)
    account.answer({ positions: [row(0, 0, { ...named, symbol: 'INFY' })] })
    expect(await account.isFlatAfter(minute)).toBe(false)
  })

  it('is flat where fills closed it, and open with what they left', async () => {
    const account = newAccount()
    const bought = filled('1', 'BUY', 100)
    account.answer({ orders: [bought], positions: [held] })
    await account.isFlatAfter(minute)
    account.answer({ orders: [bought, filled('2', 'SELL', 60)], positions: [row(40, 0)] })
    await account.isFlatAfter(minute)
    expect(account.picture().positions.held(infosys)).toBe(40)
    account.answer({ orders: [bought, filled('2', 'SELL', 100)], positions: [row(0, 0)] })
    expect(await account.isFlatAfter(minute)).toBe(true)
  })

  it('is flat where a part of it was made another product, and both were closed', async () => {
    const account = newAccount()
    const bought = filled('1', 'BUY', 100)
    account.answer({ orders: [bought], positions: [held] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [row(60, 0), row(40, 0, { product: 'CNC' })] })
    expect(account.picture().positions.held(infosys)).toBe(60)
    const sold = [filled('2', 'SELL', 60), filled('3', 'SELL', 40, { product: 'CNC' })]
    account.answer({
      orders: [bought, ...sold],
      positions: [row(60, 60), row(40, 40, { product: 'CNC' })],
    })
    expect(await account.isFlatAfter(minute)).toBe(true)
  })

  it('is what it says where the broker brought it forward meanwhile', async () => {
    const account = newAccount()
    const carried = { product: 'NRML' }
    account.answer({
      orders: [filled('1', 'BUY', 100, carried)],
      positions: [row(100, 0, carried)],
    })
    await account.isFlatAfter(minute)
    account.answer({
      orders: [],
      positions: [position(100, { ...carried, cfbuyqty: 100, cfsellqty: 0, bqty: 0, sqty: 0 })],
    })
    await account.isFlatAfter(minute)
    expect(account.picture().positions.held({ ...infosys, product: 'NRML' })).toBe(100)
    expect(account.picture().positions.open).toHaveLength(1)
  })
})

describe('what an open position had lost', () => {
  const bought = filled('1', 'BUY', 100)
  const held = row(100, 0, { unrealisedprofitloss: -5000 })
  const cnc = row(100, 0, { product: 'CNC', unrealisedprofitloss: -5000 })
  const opened = async () => {
    const account = newAccount()
    account.answer({ orders: [bought], positions: [held] })
    await account.isFlatAfter(minute)
    return account
  }

  it.each([
    ['all of it, its row left empty', [row(0, 0), cnc]],
    ['all of it, its row dropped', [cnc]],
    [
      'a part of it',
      [
        row(60, 0, { unrealisedprofitloss: -3000 }),
        row(40, 0, { product: 'CNC', unrealisedprofitloss: -2000 }),
      ],
    ],
  ])('counts once where %s was made another product', async (_, positions) => {
    const account = await opened()
    account.answer({ positions })
    await account.isFlatAfter(minute)
    expect(account.picture().pnl.profit).toBe(-5000)
  })

  it.each([
    ['its row dropped', []],
    ['its row closed', [row(300, 300, { realisedprofitloss: -5000 })]],
  ])('keeps what was lost before the rest was made another product, %s', async (_, left) => {
    const account = newAccount()
    const orders = [filled('1', 'BUY', 200), filled('2', 'SELL', 200), filled('3', 'BUY', 100)]
    const figures = { realisedprofitloss: -5000, unrealisedprofitloss: -6500, ltp: 735 }
    account.answer({ orders, positions: [row(300, 200, figures)] })
    await account.isFlatAfter(minute)
    const rest = { unrealisedprofitloss: -6500, netavgprc: 800, ltp: 735, product: 'CNC' }
    account.answer({ positions: [...left, row(100, 0, rest)] })
    await account.isFlatAfter(minute)
    expect(account.picture().pnl.profit).toBe(-11_500)
  })

  it('counts once where a row of another product goes on with all of it', async () => {
    const account = newAccount()
    const orders = [filled('1', 'BUY', 100), filled('2', 'SELL', 50)]
    const figures = { realisedprofitloss: -1000, unrealisedprofitloss: 0 }
    account.answer({ orders, positions: [row(100, 50, figures)] })
    await account.isFlatAfter(minute)
    const whole = { ...figures, product: 'NRML' }
    account.answer({ positions: [row(100, 50, whole)] })
    await account.isFlatAfter(minute)
    expect(account.picture().pnl.profit).toBe(-1000)
    account.answer({
      orders: [...orders, filled('3', 'SELL', 50, { product: 'NRML' })],
      positions: [row(100, 100, { ...whole, realisedprofitloss: 0 })],
    })
    await account.isFlatAfter(minute)
    expect(account.picture().pnl.profit).toBe(0)
  })

  it('keeps that where its broker reckons the rest from another average', async () => {
    const account = newAccount()
    const orders = [filled('1', 'BUY', 200), filled('2', 'SELL', 200), filled('3', 'BUY', 100)]
    const figures = { realisedprofitloss: -3700, unrealisedprofitloss: -7800, ltp: 735 }
    account.answer({ orders, positions: [row(300, 200, figures)] })
    await account.isFlatAfter(minute)
    const rest = { unrealisedprofitloss: -6400, netavgprc: 800, ltp: 736, product: 'CNC' }
    account.answer({ positions: [row(100, 0, rest)] })
    await account.isFlatAfter(minute)
    expect(account.picture().pnl.profit).toBe(-5000 - 6400)
  })

  it('counts once where its row is under another name', async () => {
    const account = newAccount()
    account.answer({
      orders: [bought],
      positions: [{ ...held, symbol: 'INFY-EQ', token: '1594' }],
    })
    await account.isFlatAfter(minute)
    account.answer({ positions: [{ ...held, symbol: 'INFY', token: '1594' }] })
    await account.isFlatAfter(minute)
    expect(account.picture().pnl.profit).toBe(-5000)
  })

  it('is what its row says where the broker takes what is sold off what was bought', async () => {
    const account = await opened()
    const sold = filled('2', 'SELL', 40)
    const left = row(60, 0, { unrealisedprofitloss: -2400, realisedprofitloss: -1600 })
    account.answer({ orders: [bought, sold], positions: [left] })
    await account.isFlatAfter(minute)
    expect(account.picture().pnl.profit).toBe(-4000)
    const none = row(0, 0, { realisedprofitloss: -3000 })
    account.answer({ orders: [bought, sold, filled('3', 'SELL', 60)], positions: [none] })
    expect(await account.isFlatAfter(minute)).toBe(true)
    expect(account.picture().pnl.profit).toBe(-3000)
  })

  it('counts where it was sold and its row says nothing but zeros', async () => {
    const account = await opened()
    account.answer({ orders: [bought, filled('2', 'SELL', 100)], positions: [row(0, 0)] })
    expect(await account.isFlatAfter(minute)).toBe(true)
    expect(account.picture().pnl.profit).toBe(-5000)
  })
})

it('what an open row had lost is not known where no order of the day ever touched what it says was traded', async () => {
  const account = newAccount()
  const own = position(100, { symbol: 'SBIN-EQ', unrealisedprofitloss: 100 })
  const strange = row(400, 0, { unrealisedprofitloss: -52_000 })
  const other = filled('9', 'BUY', 100, { symbol: 'SBIN-EQ' })
  account.answer({ orders: [other], positions: [own, strange] })
  account.answer({ positions: [own] })
  await account.isFlatAfter(120 * minute)
  expect(account.picture().pnl.profit).toBeNull()
  account.answer({ orders: [other, filled('1', 'BUY', 400)], positions: [own, strange] })
  await account.isFlatAfter(minute)
  expect(account.picture().pnl.profit).toBe(100 - 52_000)
})

describe('what a closed position lost', () => {
  const lost = row(100, 100, { realisedprofitloss: -5000 })
  const trades = [filled('1', 'BUY', 100), filled('2', 'SELL', 100)]
  const priced = (bought: number, sold: number) => [
    filled('1', 'BUY', 100, { avgprc: bought }),
    filled('2', 'SELL', 100, { avgprc: sold }),
  ]

  it('stays lost when its row is dropped and begins anew', async () => {
    const account = newAccount()
    account.answer({ orders: trades, positions: [lost] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [] })
    expect(account.picture().pnl.profit).toBe(-5000)
    const again = filled('3', 'BUY', 50)
    account.answer({ orders: [...trades, again], positions: [row(50, 0)] })
    await account.isFlatAfter(minute)
    expect(account.picture().positions.held(infosys)).toBe(50)
    expect(account.picture().pnl.profit).toBe(-5000)
    account.answer({
      orders: [...trades, again, filled('4', 'SELL', 50)],
      positions: [row(50, 50, { realisedprofitloss: -1000 })],
    })
    expect(await account.isFlatAfter(minute)).toBe(true)
    expect(account.picture().pnl.profit).toBe(-6000)
    await account.isFlatAfter(60 * minute)
    expect(account.picture().pnl.profit).toBe(-6000)
    account.answer({ positions: [] })
    expect(account.picture().pnl.profit).toBe(-6000)
    account.answer({ positions: [row(150, 150, { realisedprofitloss: -6000 })] })
    expect(account.picture().pnl.profit).toBe(-6000)
  })

  it('stays lost when it comes back without figures, and counts once while they still tell it', async () => {
    const account = newAccount()
    account.answer({ orders: trades, positions: [lost] })
    account.answer({ positions: [row(0, 0)] })
    expect(account.picture().pnl.profit).toBe(-5000)
    expect(await account.isFlatAfter(minute)).toBe(true)
    account.answer({ positions: [lost] })
    account.answer({ positions: [row(60, 60, { realisedprofitloss: -5000 })] })
    expect(account.picture().pnl.profit).toBe(-5000)
  })

  it.each([
    ['as the orders tell it', priced(820, 790), -3000],
    ['as its row told it, where they name no price', trades, -5000],
    ['for minutes, where no order of the day tells of it', [], 0],
    [
      'for minutes, where orders of the day tell of another round',
      priced(820, 790).map((one) => ({ ...one, quantity: 1, fillshares: 1 })),
      0,
    ],
  ])('counts %s, if brokers may not have cleared their books', async (_, orders, loss) => {
    let wall = Date.parse('2026-11-30T09:18:00+05:30')
    const { pictures, answer, goOn } = newPictures({ now: () => wall })
    const read = (rows: readonly Row[]) => {
      wall += minute
      answer('a', 'orders', orders)
      answer('a', 'positions', rows)
    }
    read([lost])
    await goOn(60 * minute, () => read([]))
    expect(pictures.of('a').pnl.profit).toBe(loss)
  })

  it('is not missed of another day', async () => {
    let day = 0
    const { pictures, answer } = newPictures({ now: () => day })
    answer('a', 'orders', [])
    answer('a', 'positions', [lost])
    day = 24 * 60 * minute
    answer('a', 'positions', [row(0, 0)])
    expect(pictures.of('a').pnl.profit).toBe(0)
  })
})
