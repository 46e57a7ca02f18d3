import { describe, expect, it } from 'vitest'
import { noPositions } from '../../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../../src/main/exits/remainder.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, infosys, newPictures, order, position } from '../pictures.ts'

const trade = (
  order_id: string,
  action: 'BUY' | 'SELL',
  quantity: number,
  more: Row = {},
): Row => ({
  ...{ ...infosys, order_id, action, quantity, price: 1400, exchtime: '10:15:00', ...more },
})

const traded = (bqty: number, sqty: number): Row =>
  position(bqty - sqty, { cfbuyqty: 0, cfsellqty: 0, bqty, sqty })

/** A position book that shows nothing at all may only be silent. */
const closedBefore = position(0, { symbol: 'TCS-EQ' })

/** An order that the order book never had speaks against all orders that are to be gone, and not against what trades tell of positions. */
const noOpenPosition = noPositions(new Set())

/** An account whose three books a test lets answer. */
function newAccount() {
  const { clock, pictures, answer } = newPictures()
  const books: Record<'orders' | 'positions' | 'trades', readonly Row[]> = {
    ...{ orders: [], positions: [], trades: [] },
  }
  const read = (): void => {
    for (const book of ['trades', 'orders', 'positions'] as const) answer('a', book, books[book])
  }
  return {
    answer: (now: Partial<typeof books>): void => {
      Object.assign(books, now)
      read()
    },
    /** What the next reading has. */
    show: (now: Partial<typeof books>): void => void Object.assign(books, now),
    isFlatAfter: async (milliseconds: number): Promise<boolean> => {
      await clock.advance(milliseconds)
      read()
      return isFlat(remainderOf(pictures.of('a'), noOpenPosition))
    },
  }
}

it('an account is not flat while the trades alone show a fill, until its books had the time to', async () => {
  const account = newAccount()
  account.answer({})
  expect(await account.isFlatAfter(60_000)).toBe(true)
  account.answer({ trades: [trade('7', 'BUY', 50)] })
  for (let second = 0; second < 9; second++) expect(await account.isFlatAfter(1000)).toBe(false)
  expect(await account.isFlatAfter(1000)).toBe(true)
})

it('nor while the order book shows an order of it with less filled than was traded', async () => {
  const account = newAccount()
  const cancelled = order('7', { action: 'BUY', status: 'cancelled', fillshares: 20 })
  account.answer({ orders: [cancelled], positions: [traded(20, 0)] })
  await account.isFlatAfter(60_000)
  account.answer({
    orders: [cancelled, filled('8', 'SELL', 20)],
    positions: [traded(20, 20)],
    trades: [trade('7', 'BUY', 20), trade('7', 'BUY', 30, { exchtime: '10:15:01' })],
  })
  expect(await account.isFlatAfter(1000)).toBe(false)
})

it('is flat at once where the orders show what the trades do, and by trades of the morning', async () => {
  const account = newAccount()
  const before = { positions: [closedBefore] }
  account.answer({ ...before, trades: [trade('1', 'BUY', 50), trade('2', 'SELL', 50)] })
  expect(await account.isFlatAfter(0)).toBe(true)
  const [bought, sold] = [filled('7', 'BUY', 50), filled('8', 'SELL', 50)]
  account.answer({ orders: [bought], positions: [traded(50, 0)] })
  await account.isFlatAfter(60_000)
  account.answer({
    orders: [bought, sold],
    positions: [traded(50, 50)],
    trades: [trade('7', 'BUY', 50), trade('8', 'SELL', 50)],
  })
  expect(await account.isFlatAfter(0)).toBe(true)
})

it('a book of trades that was empty by mistake says nothing new where they are back', async () => {
  const account = newAccount()
  const morning = [trade('1', 'BUY', 50), trade('2', 'SELL', 50)]
  account.answer({ positions: [closedBefore], trades: morning })
  account.answer({ trades: [] })
  account.answer({ trades: morning })
  expect(await account.isFlatAfter(0)).toBe(true)
})

it.each([
  ['no trade shows', [], false],
  ['a trade shows, though its order is in no book', [trade('9', 'SELL', 50)], true],
  ['a trade of another symbol leaves open', [trade('9', 'SELL', 50, { symbol: 'TCS-EQ' })], false],
])('a position that says sold, which %s', async (_, trades, isOut) => {
  const account = newAccount()
  const bought = filled('7', 'BUY', 50)
  account.answer({ orders: [bought], positions: [traded(50, 0)], trades: [trade('7', 'BUY', 50)] })
  await account.isFlatAfter(60_000)
  account.answer({ positions: [traded(50, 50)], trades: [trade('7', 'BUY', 50), ...trades] })
  for (const after of [11_000, 21_000, 30 * 60_000])
    expect(await account.isFlatAfter(after)).toBe(isOut)
  // What it asks of the books it asks for an hour.
  expect(await account.isFlatAfter(60 * 60_000)).toBe(true)
})

const twice = [trade('9', 'SELL', 25), trade('9', 'SELL', 25, { exchtime: '10:15:01' })]

it.each([
  ['the trade has the other side of its order', [], [trade('7', 'SELL', 50)]],
  [
    'the order was rejected',
    [order('9', { action: 'SELL', status: 'rejected' })],
    [trade('9', 'SELL', 50)],
  ],
  [
    'the order was cancelled before anything was filled',
    [order('9', { action: 'SELL', status: 'cancelled', fillshares: 0 })],
    [trade('9', 'SELL', 50)],
  ],
  ['the order was for fewer units', [filled('9', 'SELL', 25)], twice],
])(
  'a position that says sold is not out by a trade that its order speaks against: %s',
  async (_, orders, trades) => {
    const account = newAccount()
    const bought = filled('7', 'BUY', 50)
    account.answer({
      orders: [bought],
      positions: [traded(50, 0)],
      trades: [trade('7', 'BUY', 50)],
    })
    await account.isFlatAfter(60_000)
    account.answer({
      orders: [bought, ...orders],
      positions: [traded(50, 50)],
      trades: [trade('7', 'BUY', 50), ...trades],
    })
    for (const after of [11_000, 21_000, 30 * 60_000])
      expect(await account.isFlatAfter(after)).toBe(false)
  },
)

it.each([
  ['at the first reading', 'stays away', false],
  ['a moment ago', 'stays away', false],
  ['at the first reading', 'comes after seconds', true],
  ['a moment ago', 'comes after seconds', true],
])(
  'a position that was bought %s, and says sold while the order that sold it %s',
  async (when, order, isOut) => {
    const account = newAccount()
    const bought = filled('7', 'BUY', 50)
    if (when === 'a moment ago') {
      account.answer({ orders: [], positions: [] })
      await account.isFlatAfter(60_000)
    }
    account.answer({ orders: [bought], positions: [traded(50, 0)] })
    await account.isFlatAfter(1000)
    account.answer({ positions: [traded(50, 50)] })
    for (const after of [1000, 3000]) expect(await account.isFlatAfter(after)).toBe(false)
    if (order !== 'stays away') account.answer({ orders: [bought, filled('8', 'SELL', 50)] })
    for (const after of [11_000, 30 * 60_000]) expect(await account.isFlatAfter(after)).toBe(isOut)
  },
)

it('a position that says sold is not out by a trade that was made long before the latest that is known', async () => {
  const account = newAccount()
  const bought = filled('7', 'BUY', 50)
  const at = (time: string): Row => ({ exchtime: `21-Nov-2026 ${time}` })
  const latest = trade('7', 'BUY', 50, at('15:15:00'))
  account.answer({ orders: [bought], positions: [traded(50, 0)], trades: [latest] })
  await account.isFlatAfter(60_000)
  account.answer({
    positions: [traded(50, 50)],
    trades: [latest, trade('9', 'SELL', 50, at('10:15:00'))],
  })
  expect(await account.isFlatAfter(11_000)).toBe(false)
  // At about that time it is news, in whatever order they come.
  const sold = trade('8', 'SELL', 50, at('15:14:00'))
  account.answer({ trades: [latest, sold] })
  expect(await account.isFlatAfter(11_000)).toBe(true)
})

it('nor by a trade of one reading, or of every other', async () => {
  const account = newAccount()
  const bought = filled('7', 'BUY', 50)
  const [buy, sell] = [trade('7', 'BUY', 50), trade('9', 'SELL', 50)]
  account.answer({ orders: [bought], positions: [traded(50, 0)], trades: [buy] })
  await account.isFlatAfter(60_000)
  account.answer({ positions: [traded(50, 50)] })
  for (const trades of [[buy, sell], [buy], [buy, sell], [buy]]) {
    account.show({ trades })
    expect(await account.isFlatAfter(5000)).toBe(false)
  }
})

it.each([4000, 6000, 60_000])(
  'a position that was sold is out also where the order book says so %d ms later',
  async (late) => {
    const account = newAccount()
    const bought = filled('7', 'BUY', 50)
    account.answer({ orders: [bought], positions: [traded(50, 0)] })
    await account.isFlatAfter(60_000)
    account.answer({ positions: [traded(50, 50)] })
    expect(await account.isFlatAfter(late)).toBe(false)
    account.answer({ orders: [bought, filled('8', 'SELL', 50)] })
    expect(await account.isFlatAfter(11_000)).toBe(true)
  },
)

it('nor by a trade that is gone again', async () => {
  const account = newAccount()
  const bought = filled('7', 'BUY', 50)
  const [buy, sell] = [trade('7', 'BUY', 50), trade('9', 'SELL', 50)]
  account.answer({ orders: [bought], positions: [traded(50, 0)], trades: [buy] })
  await account.isFlatAfter(60_000)
  account.answer({ positions: [traded(50, 50)], trades: [buy, sell] })
  account.answer({ trades: [buy] })
  expect(await account.isFlatAfter(11_000)).toBe(false)
  account.answer({ trades: [buy, sell] })
  expect(await account.isFlatAfter(11_000)).toBe(true)
})

it('trades that are told twice keep nothing from being flat that the orders show as closed', async () => {
  const account = newAccount()
  const [bought, sold] = [filled('7', 'BUY', 25), filled('9', 'SELL', 25)]
  account.answer({ orders: [bought], positions: [traded(25, 0)], trades: [trade('7', 'BUY', 25)] })
  await account.isFlatAfter(60_000)
  account.answer({
    orders: [bought, sold],
    positions: [traded(25, 25)],
    trades: [trade('7', 'BUY', 25), ...twice],
  })
  expect(await account.isFlatAfter(11_000)).toBe(true)
})

describe('where the trade book tells of every fill but the one that closed a position', () => {
  const bought = filled('7', 'BUY', 50)
  const sold = filled('8', 'SELL', 50)
  const [buy, sell] = [trade('7', 'BUY', 50), trade('8', 'SELL', 50)]

  it('that is not flat for an hour', async () => {
    const account = newAccount()
    account.answer({ orders: [bought], positions: [traded(50, 0)], trades: [buy] })
    await account.isFlatAfter(60_000)
    account.answer({ orders: [bought, sold], positions: [traded(50, 50)] })
    for (const after of [1000, 11_000, 30 * 60_000])
      expect(await account.isFlatAfter(after)).toBe(false)
    expect(await account.isFlatAfter(60 * 60_000)).toBe(true)
  })

  it('nor where it tells of a part, and flat once it tells of all', async () => {
    const account = newAccount()
    account.answer({ orders: [bought], positions: [traded(50, 0)], trades: [buy] })
    await account.isFlatAfter(60_000)
    const part = trade('8', 'SELL', 20)
    account.answer({ orders: [bought, sold], positions: [traded(50, 50)], trades: [buy, part] })
    expect(await account.isFlatAfter(1000)).toBe(false)
    account.answer({ trades: [buy, part, trade('8', 'SELL', 30)] })
    expect(await account.isFlatAfter(1000)).toBe(true)
  })

  it.each([
    ['none at all', []],
    ['not all of before', [trade('7', 'BUY', 20)]],
    ['those of another order', [trade('3', 'BUY', 20)]],
  ])('it is no witness where it tells of %s', async (_, trades) => {
    const account = newAccount()
    account.answer({ orders: [bought], positions: [traded(50, 0)], trades })
    await account.isFlatAfter(60_000)
    account.answer({ orders: [bought, sold], positions: [traded(50, 50)] })
    expect(await account.isFlatAfter(1000)).toBe(true)
  })

  it('nor where it was told before the first reading', async () => {
    const account = newAccount()
    account.answer({ orders: [bought, sold], positions: [traded(50, 50)], trades: [buy, sell] })
    expect(await account.isFlatAfter(1000)).toBe(true)
  })
})

it('a position that says sold is not out by a trade that may be told twice, whose order no book shows', async () => {
  const account = newAccount()
  const [bought, buy] = [filled('7', 'BUY', 50), trade('7', 'BUY', 50)]
  const half = trade('9', 'SELL', 25)
  account.answer({ orders: [bought], positions: [traded(50, 0)], trades: [buy] })
  await account.isFlatAfter(60_000)
  account.answer({ positions: [traded(50, 50)], trades: [buy, half, half] })
  for (const after of [11_000, 11_000, 60_000]) expect(await account.isFlatAfter(after)).toBe(false)
  // At another price they are two.
  account.answer({ trades: [buy, half, trade('9', 'SELL', 25, { price: 1401 })] })
  await account.isFlatAfter(11_000)
  expect(await account.isFlatAfter(11_000)).toBe(true)
})
