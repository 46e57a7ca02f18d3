import { expect, it } from 'vitest'
import { GrownPositions } from '../../../../../src/main/orders/doubt/grown-positions.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { filled, newPictures, order, position } from '../../picture/pictures.ts'
import { accepted, after, onTheWire, refused, wireEvents } from './doubts.ts'

const held = (net: number, more: Row = {}): Row =>
  position(net, { cfbuyqty: 0, cfsellqty: 0, bqty: net, sqty: 0, ...more })

/** An account of which an order was refused half a minute after the start, and the units by which its position grew beside that. */
async function refusedOne({
  params = {},
  start = [],
}: { params?: Record<string, string>; start?: readonly Row[] } = {}) {
  const { clock, pictures, answer } = newPictures()
  const sent = new Map<string, number>()
  const grown = new GrownPositions({
    clock,
    pictures,
    memories: { of: ({ id }) => ({ sentAt: sent.get(id) ?? null }) as never },
  })
  const books = {
    orders: [order('1', { status: 'cancelled' })] as readonly Row[],
    positions: start,
    trades: [] as readonly Row[],
  }
  let intent: Intent | undefined
  const found = new Set<number>()
  const read = (): void => {
    answer('a', 'positions', books.positions)
    answer('a', 'trades', books.trades)
    answer('a', 'orders', books.orders)
    if (intent !== undefined) for (const { grownBy } of grown.see('a', [intent])) found.add(grownBy)
  }
  const seconds = async (count: number): Promise<void> => {
    for (let second = 0; second < count; second++) {
      await clock.advance(1000)
      read()
    }
  }
  read()
  await seconds(30)
  const refuse = (): void => {
    const answered = { kind: 'answered' as const, parts: [refused('Insufficient funds')] }
    const making = { account: 'a', params }
    intent = after([...wireEvents(making), answered], making)
    sent.set(intent.id, clock.now())
  }
  return { books, pictures, seconds, refuse, found: () => [...found] }
}

it('a position that grows after a no, and that nothing explains, speaks against that', async () => {
  const { books, seconds, refuse, found } = await refusedOne()
  refuse()
  await seconds(1)
  books.positions = [held(100)]
  await seconds(29)
  expect(found()).toEqual([])
  await seconds(31)
  expect(found()).toEqual([100])
})

it.each([
  ['another product', { product: 'CNC' }],
  ['another spelling', { symbol: 'INFY' }],
  ['another word for its exchange', { exchange: 'NSE_EQ' }],
])('so does one of %s', async (_, more) => {
  const { books, seconds, refuse, found } = await refusedOne()
  refuse()
  await seconds(1)
  books.positions = [held(100, more)]
  await seconds(60)
  expect(found()).toEqual([100])
})

it('a short position that shrinks speaks against the no to a buy', async () => {
  const short = { ...held(0), netqty: -100, sqty: 100 }
  const { books, seconds, refuse, found } = await refusedOne({ start: [short] })
  refuse()
  await seconds(1)
  books.positions = [{ ...short, netqty: -40, bqty: 60 }]
  await seconds(60)
  expect(found()).toEqual([60])
})

it.each<[string, Row[], Record<string, string>]>([
  ['of another instrument', [held(100, { symbol: 'TCS-EQ' })], {}],
  ['on another exchange', [held(100, { exchange: 'BSE' })], {}],
  ['on the other side', [held(100)], { action: 'SELL' }],
])('one %s does not', async (_, positions, params) => {
  const { books, seconds, refuse, found } = await refusedOne({ params })
  refuse()
  await seconds(1)
  books.positions = positions
  await seconds(90)
  expect(found()).toEqual([])
})

it.each([0, 4, 20])(
  'one that an order of another terminal explains does not, though its book shows that %s s late',
  async (late) => {
    const { books, seconds, refuse, found } = await refusedOne()
    refuse()
    await seconds(1)
    books.positions = [held(100)]
    await seconds(late)
    books.orders = [...books.orders, filled('7', 'BUY', 100)]
    await seconds(90)
    expect(found()).toEqual([])
  },
)

it('one whose order its own book shows first does not', async () => {
  const { books, seconds, refuse, found } = await refusedOne()
  refuse()
  books.orders = [...books.orders, filled('7', 'BUY', 100)]
  await seconds(9)
  books.positions = [held(100)]
  await seconds(90)
  expect(found()).toEqual([])
})

it('one that never shows what was sold does not: it did not grow', async () => {
  const { books, seconds, refuse, found } = await refusedOne({ start: [held(100)] })
  refuse()
  await seconds(1)
  books.orders = [...books.orders, filled('7', 'SELL', 100)]
  await seconds(90)
  expect(found()).toEqual([])
})

it('one that only trades explain does not', async () => {
  const { books, seconds, refuse, found } = await refusedOne()
  refuse()
  await seconds(1)
  books.positions = [held(100)]
  const { status: _, fillshares: __, ...named } = filled('7', 'BUY', 100)
  books.trades = [{ ...named, price: 1400, exchtime: null }]
  await seconds(90)
  expect(found()).toEqual([])
})

it('one that grew before the order was sent does not, also where it is traded again since', async () => {
  const { books, seconds, refuse, found } = await refusedOne()
  books.positions = [held(100)]
  await seconds(20)
  refuse()
  books.orders = [...books.orders, filled('7', 'BUY', 5)]
  books.positions = [held(105)]
  await seconds(90)
  expect(found()).toEqual([])
})

it('one that grew while another order of ours is on its way does not', async () => {
  const { books, pictures, seconds, refuse, found } = await refusedOne()
  refuse()
  pictures.follow([onTheWire({ account: 'a' })])
  await seconds(1)
  books.positions = [held(100)]
  await seconds(90)
  expect(found()).toEqual([])
})

it('one that grew by an order of ours that was taken, and that the book does not show, does not', async () => {
  const { books, pictures, seconds, refuse, found } = await refusedOne()
  refuse()
  const answered = { kind: 'answered' as const, parts: [accepted('7')] }
  pictures.follow([after([...wireEvents({ account: 'a' }), answered], { account: 'a' })])
  await seconds(1)
  books.positions = [held(100)]
  await seconds(50)
  expect(found()).toEqual([])
})
