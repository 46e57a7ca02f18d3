import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../../src/main/exits/remainder.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, newAccount, newPictures, position } from '../pictures.ts'
import { sampleCount } from '../../../../sample-count.ts'

const minute = 60_000

const roundTrip = [filled('1', 'BUY', 100), filled('2', 'SELL', 100)]
const again = filled('3', 'BUY', 50)

describe('a closed position that the book drops, and that is opened again', () => {
  const figures = { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 100 }
  it.each([
    ['and shows its figures', position(0, figures), [...roundTrip, again]],
    ['and shows no figures', position(0), [...roundTrip, again]],
    ['beside orders that are dropped, too', position(0, figures), [again]],
    ['and shows no figures, beside orders that are dropped, too', position(0), [again]],
  ])('is not flat %s', async (_, row, orders) => {
    const account = newAccount()
    account.answer({ orders: roundTrip, positions: [row] })
    expect(await account.isFlatAfter(minute)).toBe(true)
    account.answer({ orders: orders.filter((one) => one !== again), positions: [] })
    expect(await account.isFlatAfter(minute)).toBe(true)
    account.answer({ orders })
    for (const after of [30_000, 9 * minute, 9 * minute, 60 * minute, 120 * minute])
      expect(await account.isFlatAfter(after)).toBe(false)
    account.answer({ orders: [...orders, filled('4', 'SELL', 50)] })
    expect(await account.isFlatAfter(minute)).toBe(true)
  })

  it('is not flat where it was brought forward and shows no figures', async () => {
    const carried = { product: 'NRML' }
    const account = newAccount()
    account.answer({
      orders: [filled('1', 'SELL', 100, carried)],
      positions: [position(0, carried)],
    })
    expect(await account.isFlatAfter(minute)).toBe(true)
    account.answer({ positions: [] })
    expect(await account.isFlatAfter(minute)).toBe(true)
    account.answer({ orders: [filled('1', 'SELL', 100, carried), filled('2', 'BUY', 50, carried)] })
    for (const after of [30_000, 9 * minute, 9 * minute, 60 * minute])
      expect(await account.isFlatAfter(after)).toBe(false)
  })

  it('is flat where the orders of before the session were dropped, and it is closed again', async () => {
    const account = newAccount()
    account.answer({ orders: [], positions: [position(0, figures)] })
    account.answer({ positions: [] })
    expect(await account.isFlatAfter(minute)).toBe(true)
    account.answer({ orders: [again] })
    expect(await account.isFlatAfter(minute)).toBe(false)
    account.answer({
      orders: [again, filled('4', 'SELL', 50)],
      positions: [position(0, { ...figures, bqty: 150, sqty: 150 })],
    })
    expect(await account.isFlatAfter(minute)).toBe(true)
    account.answer({ positions: [] })
    expect(await account.isFlatAfter(minute)).toBe(true)
  })
})

describe('a position that no answer ever had', () => {
  const bought = [filled('1', 'BUY', 50, { token: '1594' })]
  const isFlatBeside = async (orders: readonly Row[], positions: readonly Row[]) => {
    const account = newAccount()
    account.answer({ orders, positions })
    return account.isFlatAfter(70_000)
  }

  it('is not flat beside another position of its symbol', async () => {
    const others = [{ product: 'NRML' }, { product: 'CNC', bqty: 0, sqty: 0 }, { exchange: 'BSE' }]
    for (const other of others) expect(await isFlatBeside(bought, [position(0, other)])).toBe(false)
    const traded = filled('2', 'SELL', 30, { product: 'NRML' })
    const carried = { product: 'NRML', cfbuyqty: 30, cfsellqty: 0 }
    expect(await isFlatBeside([...bought, traded], [position(0, carried)])).toBe(false)
  })

  it('is flat once it was made another product, and that was closed', async () => {
    const sold = filled('2', 'SELL', 50, { product: 'CNC' })
    const rows = [
      position(0, { product: 'CNC', bqty: 50, sqty: 50 }),
      position(0, { product: 'CNC', cfbuyqty: 0, cfsellqty: 0 }),
    ]
    for (const row of rows) expect(await isFlatBeside([...bought, sold], [row])).toBe(true)
    // What was sold may have been brought forward.
    const noFigures = position(0, { product: 'CNC' })
    expect(await isFlatBeside([...bought, sold], [noFigures])).toBe(false)
  })

  it('is not flat beside one of a token that tells nothing, or of another place', async () => {
    const noToken = [filled('1', 'BUY', 50, { token: '0' })]
    expect(await isFlatBeside(noToken, [position(0, { symbol: 'SBIN-EQ', token: '0' })])).toBe(
      false,
    )
    const elsewhere = position(0, { symbol: 'INFY', token: '1594', exchange: 'BSE' })
    expect(await isFlatBeside(bought, [elsewhere])).toBe(false)
    const two = [position(0, { symbol: 'INFY', token: '1594' })]
    expect(await isFlatBeside(bought, two)).toBe(true)
    const shared = [...two, position(0, { symbol: 'SBIN-EQ', token: '1594' })]
    expect(await isFlatBeside(bought, shared)).toBe(false)
  })

  it('is flat where the leg of a bracket closed it, under another product', async () => {
    const leg = filled('2', 'SELL', 50, { parentorderid: '1' })
    const entry = filled('1', 'BUY', 50, { product: 'BO' })
    expect(await isFlatBeside([entry, leg], [])).toBe(true)
    expect(await isFlatBeside([entry, { ...leg, quantity: 20, fillshares: 20 }], [])).toBe(false)
  })
})

describe('a position that was open and is gone', () => {
  it('is asked about for an hour where the broker may have closed it, and no longer', async () => {
    const account = newAccount()
    account.answer({ orders: [filled('1', 'BUY', 50)], positions: [position(50)] })
    await account.isFlatAfter(70_000)
    account.answer({ positions: [] })
    expect(await account.isFlatAfter(59 * minute)).toBe(false)
    expect(await account.isFlatAfter(minute)).toBe(true)
    expect(await account.isFlatAfter(240 * minute)).toBe(true)
    // What is bought after that is open, whatever became of the rest.
    account.answer({ orders: [filled('1', 'BUY', 50), filled('2', 'BUY', 20)] })
    expect(await account.isFlatAfter(minute)).toBe(false)
  })
})

describe('a position that is gone, with what explains it', () => {
  it('is flat where it was made another product, or has another name, and that is closed', async () => {
    const bought = [filled('1', 'BUY', 50, { token: '1594' })]
    for (const other of [
      { product: 'CNC', cfbuyqty: 0, cfsellqty: 0 },
      { symbol: 'INFY', token: '1594' },
    ]) {
      const account = newAccount()
      account.answer({ orders: bought, positions: [position(50, { token: '1594' })] })
      await account.isFlatAfter(minute)
      account.answer({ positions: [position(50, other)] })
      expect(await account.isFlatAfter(minute)).toBe(false)
      const sold = filled('2', 'SELL', 50, other)
      account.answer({ orders: [...bought, sold], positions: [position(0, other)] })
      expect(await account.isFlatAfter(minute)).toBe(true)
    }
  })

  it('is not flat where its other name says that it is closed, and no order closed it', async () => {
    const account = newAccount()
    const bought = [filled('1', 'BUY', 50, { token: '1594' })]
    const day = { token: '1594', cfbuyqty: 0, cfsellqty: 0, bqty: 50 }
    account.answer({ orders: bought, positions: [position(50, { ...day, sqty: 0 })] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [position(0, { ...day, sqty: 50, symbol: 'INFY' })] })
    for (const after of [1000, minute, 30 * minute])
      expect(await account.isFlatAfter(after)).toBe(false)
  })

  it('is flat where it was made another product, and the book drops that as well', async () => {
    const day = { cfbuyqty: 0, cfsellqty: 0, bqty: 50, sqty: 0 }
    const sold = filled('2', 'SELL', 50, { product: 'CNC' })
    for (const last of [position(50, day), position(0, { ...day, sqty: 50 })]) {
      const account = newAccount()
      const bought = filled('1', 'BUY', 50)
      account.answer({ orders: [bought], positions: [position(50, day)] })
      await account.isFlatAfter(minute)
      account.answer({ positions: [position(50, { ...day, product: 'CNC' })] })
      expect(await account.isFlatAfter(minute)).toBe(false)
      account.answer({ orders: [bought, sold], positions: [{ ...last, product: 'CNC' }] })
      await account.isFlatAfter(minute)
      account.answer({ positions: [] })
      expect(await account.isFlatAfter(minute)).toBe(true)
    }
  })

  it('is not flat while what it was made is gone, and nothing closed that', async () => {
    const day = { cfbuyqty: 0, cfsellqty: 0, bqty: 50, sqty: 0 }
    const account = newAccount()
    account.answer({ orders: [filled('1', 'BUY', 50)], positions: [position(50, day)] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [position(50, { ...day, product: 'CNC' })] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [] })
    expect(await account.isFlatAfter(minute)).toBe(false)
  })

  it('is not flat beside a row that was given the same token', async () => {
    const tokens = { token: '7' }
    const account = newAccount()
    const other = position(0, { symbol: 'SBIN-EQ', ...tokens })
    account.answer({ positions: [position(50, tokens), other] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [other] })
    expect(await account.isFlatAfter(minute)).toBe(false)
    expect(await account.isFlatAfter(minute)).toBe(false)
  })

  it('is flat where a leg under another product closed it', async () => {
    const entry = filled('1', 'BUY', 50, { product: 'BO' })
    const account = newAccount()
    account.answer({ orders: [entry], positions: [position(50, { product: 'BO' })] })
    await account.isFlatAfter(minute)
    const leg = filled('2', 'SELL', 50, { parentorderid: '1' })
    account.answer({ orders: [entry, leg], positions: [] })
    expect(await account.isFlatAfter(minute)).toBe(true)
  })

  it('is not flat by figures that do not come to what it says, nor by an order that stands twice', async () => {
    const nothing = { bqty: 0, sqty: 0, cfbuyqty: 0, cfsellqty: 0 }
    const odd = newAccount()
    odd.answer({ positions: [position(200, { product: 'NRML', ...nothing })] })
    await odd.isFlatAfter(minute)
    const sold = filled('1', 'SELL', 100, { product: 'NRML' })
    odd.answer({ orders: [sold], positions: [position(100, { product: 'NRML', ...nothing })] })
    await odd.isFlatAfter(minute)
    odd.answer({ positions: [] })
    expect(await odd.isFlatAfter(minute)).toBe(false)

    const twice = newAccount()
    const bought = filled('1', 'BUY', 100)
    const half = filled('2', 'SELL', 50)
    twice.answer({ orders: [bought, half, half], positions: [] })
    expect(await twice.isFlatAfter(minute)).toBe(false)
  })
})

describe('a position that fills of before the session leave open', () => {
  it('is asked about for an hour: what closed it may have been dropped before', async () => {
    const account = newAccount()
    account.answer({ orders: [filled('2', 'SELL', 100)], positions: [] })
    expect(await account.isFlatAfter(59 * minute)).toBe(false)
    account.answer({ orders: [] })
    expect(await account.isFlatAfter(2 * minute)).toBe(true)
    account.answer({ orders: [filled('3', 'BUY', 10)] })
    for (const after of [minute, 60 * minute, 60 * minute])
      expect(await account.isFlatAfter(after)).toBe(false)
  })
})

describe('a position whose book lags behind a fill, where the broker drops what is finished', () => {
  it('may still change, and is not flat before', async () => {
    const { clock, pictures, answer } = newPictures()
    const figures = { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 100 }
    answer('a', 'positions', [position(0, figures)])
    answer('a', 'orders', roundTrip)
    await clock.advance(5 * minute)
    answer('a', 'orders', roundTrip.slice(1))
    await clock.advance(5 * minute)
    answer('a', 'orders', [...roundTrip.slice(1), filled('3', 'BUY', 100)])
    answer('a', 'positions', [position(0, figures)])
    const picture = pictures.of('a')
    expect(picture.underWay({ exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }).buys).toBe(100)
    expect(isFlat(remainderOf(picture, nothingAtAll))).toBe(false)
  })
})

describe('a position that a fill closed before its row could say so', () => {
  it('is flat, also after an hour', async () => {
    const account = newAccount()
    const held = position(50, { bqty: 50, sqty: 0, cfbuyqty: 0, cfsellqty: 0 })
    account.answer({ orders: [filled('1', 'BUY', 50)], positions: [held] })
    await account.isFlatAfter(minute)
    account.answer({ orders: [filled('1', 'BUY', 50), filled('2', 'SELL', 50)], positions: [] })
    for (const after of [minute, 58 * minute, 2 * minute, 120 * minute])
      expect(await account.isFlatAfter(after)).toBe(true)
  })
})

/** What a broker does next, and how its books tell of it. */
const step = fc.record({
  trade: fc.option(fc.tuple(fc.constantFrom('BUY', 'SELL'), fc.integer({ min: 1, max: 3 })), {
    freq: 2,
  }),
  /** Whether more than one answer has the order. */
  isShownAgain: fc.boolean(),
  /** Finished orders that it goes on showing. */
  keepsOrders: fc.constantFrom(0, 1, 99),
  showsClosed: fc.boolean(),
  leavesOut: fc.boolean(),
  /** Whether a row that is there, and told more before, is all zeros. */
  empties: fc.boolean(),
  /** An order of somebody else's, which one answer has in place of all others. */
  foreign: fc.option(fc.constantFrom('BUY', 'SELL'), { freq: 3 }),
  // Together they are less than an hour.
  wait: fc.constantFrom(30_000, 3 * minute, 11 * minute),
})

/** Whether nothing but what is closed is left out of the books. */
const isPlain = (of: {
  leavesOut: boolean
  isShownAgain: boolean
  empties: boolean
  foreign: unknown
}) => !of.leavesOut && of.isShownAgain && !of.empties && of.foreign === null

describe('books of an adversary', () => {
  it.each(['MIS', 'NRML'])('never make a %s position flat that is not', async (product) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 5 }),
        product === 'MIS' ? fc.boolean() : fc.constant(true),
        async (steps, hasFigures) => {
          const account = newAccount()
          const trades: Row[] = []
          let foreigners = 0
          let hadFigures = false
          const day = { bqty: 0, sqty: 0, cfbuyqty: 0, cfsellqty: 0 }
          const net = () => day.bqty - day.sqty
          account.answer({ positions: [position(0, { product, ...(hasFigures ? day : {}) })] })
          await account.isFlatAfter(minute)
          for (const one of steps) {
            const { trade, keepsOrders, showsClosed, leavesOut, wait } = one
            if (trade !== null) {
              const [side, units] = trade as ['BUY' | 'SELL', number]
              day[side === 'BUY' ? 'bqty' : 'sqty'] += units
              trades.push(filled(String(trades.length + 1), side, units, { product }))
            }
            // The latest is there once, whatever is dropped later.
            const shown = { orders: trades.slice(-Math.max(1, keepsOrders)) }
            account.answer(shown)
            if (one.isShownAgain) account.answer(shown)
            const { foreign, empties } = one
            if (foreign !== null)
              account.answer({
                orders: [filled(`f${foreigners++}`, foreign as 'BUY' | 'SELL', 2, { product })],
              })
            account.answer({ orders: keepsOrders === 0 ? [] : trades.slice(-keepsOrders) })
            const figures = hasFigures ? day : {}
            const row = position(net(), { product, ...figures })
            const zeros = { product, bqty: 0, sqty: 0, cfbuyqty: 0, cfsellqty: 0 }
            const isEmpty = hadFigures && empties
            const isShown = net() === 0 ? showsClosed : !leavesOut
            account.answer({ positions: isShown ? [isEmpty ? position(0, zeros) : row] : [] })
            hadFigures ||= hasFigures && isShown && trades.length > 0
            const isFlatNow = await account.isFlatAfter(wait)
            if (net() !== 0) expect(isFlatNow).toBe(false)
            // A service that leaves out nothing but what is closed delays the word, and no more.
            else if (hasFigures && steps.every(isPlain)) expect(isFlatNow).toBe(true)
          }
        },
      ),
      { numRuns: sampleCount(300) },
    )
  })
})
