import { describe, expect, it } from 'vitest'
import { nextTurn } from '../../../../src/main/core/turns.ts'
import { recordKey } from '../../../../src/shared/books/books.ts'
import type { LoginPictures } from '../../../../src/main/picture/login-pictures.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'
import type { Intent, IntentEvent } from '../../../../src/shared/orders/intents.ts'
import {
  accepted,
  after,
  onTheWire,
  ownLogin,
  recordedEvent,
  sentAt,
  unanswered,
  wireEvents,
} from '../orders/doubt/doubts.ts'
import { type PositionName, positionOfRow } from '../../../../src/main/picture/rows/instruments.ts'
import { fail } from '../../../../src/shared/core/errors.ts'
import {
  type ExitGoal,
  noOrders,
  noPositions,
  nothingAtAll,
} from '../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../src/main/exits/remainder.ts'
import { todoOf } from '../../../../src/main/exits/left-words.ts'
import { indianTime } from '../orders/planning/contexts.ts'
import { infosys, newPictures, order, position } from './pictures.ts'

const bracketTaken = (orderId: string): Intent => {
  const taken = after([
    ...wireEvents({ account: 'a', operation: 'PlaceBOOrder' }),
    { kind: 'answered', parts: [accepted(orderId)] },
  ])
  const ticket = { ...taken.ticket, kind: 'bracket' } as Intent['ticket']
  return { ...taken, ticket }
}

/** A moment of a day, on the wall in India. */
const istTime = (time: string): number => Date.parse(`2026-11-25T${time}:00+05:30`)

describe('an order that is gone from the book', () => {
  it('may still be filled, though the book goes on with others: it may be one of before it came', async () => {
    const { clock, pictures, answer } = newPictures()
    const done = order('2', { status: 'cancelled' })
    answer('a', 'orders', [done, order('1', { fillshares: 40 })])
    answer('a', 'orders', [done])
    const now = () => pictures.of('a')
    for (let minute = 0; minute < 59; minute++) {
      expect(now().underWay(infosys)).toEqual({ buys: 0, sells: 60, unknown: [] })
      expect(now().orders.openCount).toBe(1)
      expect(now().orders.vanished).toHaveLength(1)
      await clock.advance(60_000)
      answer('a', 'orders', [done])
    }
    await clock.advance(60_000)
    answer('a', 'orders', [done])
    expect(now().orders.openCount).toBe(0)
    expect(now().underWay(infosys)).toEqual({ buys: 0, sells: 0, unknown: [] })
  })

  it('is over once the trades have all of it: brokers drop what is filled', async () => {
    const { clock, pictures, answer } = newPictures()
    const done = order('2', { status: 'cancelled' })
    const trade = (price: number, quantity: number): Row => ({
      ...{ exchange: 'NSE', order_id: '001', exchtime: null, price, quantity },
    })
    answer('a', 'orders', [done, order('1', { fillshares: 40 })])
    answer('a', 'orders', [done])
    answer('a', 'trades', [trade(1400, 60)])
    await clock.advance(5000)
    answer('a', 'orders', [done])
    expect(pictures.of('a').orders.openCount).toBe(1)
    answer('a', 'trades', [trade(1400, 60), trade(1401, 40)])
    answer('a', 'orders', [done])
    expect(pictures.of('a').orders.openCount).toBe(0)
  })

  it('with all that the book had may still be filled, until it is back or the service said that it cancelled it', async () => {
    for (const rows of [[], [order('77', { status: 'complete', fillshares: 100 })]]) {
      const { clock, pictures, answer } = newPictures()
      answer('a', 'orders', [order('1'), order('2')])
      for (let minute = 0; minute < 20; minute++) {
        answer('a', 'orders', rows)
        await clock.advance(60_000)
      }
      expect(pictures.of('a').orders.openCount).toBe(2)
      const cancelling = { account: 'a', operation: 'CancelAllOrder' } as const
      const said = { kind: 'answered' as const, parts: [accepted('1')] }
      pictures.follow([{ ...after([...wireEvents(cancelling), said]), ticket: null }])
      answer('a', 'orders', [...rows, order('2', { status: 'cancelled' })])
      expect(pictures.of('a').orders.openCount).toBe(0)
    }
  })

  it('under a number that was cancelled on another day is missed for as long as any', async () => {
    let wall = Date.parse('2026-11-23T10:00:00+05:30')
    const { clock, pictures, answer } = newPictures({ now: () => wall })
    const cancelled = { kind: 'answered' as const, parts: [accepted('12')] }
    const cancelling = { account: 'a', operation: 'CancelAllOrder' } as const
    answer('a', 'orders', [order('12')])
    pictures.follow([{ ...after([...wireEvents(cancelling), cancelled]), ticket: null }])
    answer('a', 'orders', [order('12', { status: 'cancelled' })])
    wall += 86_400_000
    await clock.advance(86_400_000)
    answer('a', 'orders', [])
    answer('a', 'orders', [order('12')])
    answer('a', 'orders', [])
    await clock.advance(60_000)
    answer('a', 'orders', [])
    expect(pictures.of('a').underWay(infosys).sells).toBe(100)
    expect(pictures.of('a').orders.openCount).toBe(1)
  })

  it('was finished when it was last seen is not missed', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [order('1', { status: 'complete', fillshares: 100 })])
    answer('a', 'orders', [])
    expect(pictures.of('a').orders.openCount).toBe(0)
  })

  it('and comes back counts once', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [order('1')])
    answer('a', 'orders', [])
    answer('a', 'orders', [order('1')])
    expect(pictures.of('a').underWay(infosys).sells).toBe(100)
    expect(pictures.of('a').orders.vanished).toEqual([])
  })

  it('is not missed in the book of other keys', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [order('1')])
    answer('a', 'orders', [])
    pictures.forget('a')
    answer('a', 'orders', [])
    expect(pictures.of('a').orders.openCount).toBe(0)
  })
})

describe('a position whose row contradicts itself', () => {
  it('is shown as it came, and what may change it is not known', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [])
    answer('a', 'positions', [position(100, { cfbuyqty: 0, cfsellqty: 0, bqty: 50, sqty: 0 })])
    expect(pictures.of('a').positions.held(infosys)).toBe(100)
    expect(pictures.of('a').underWay(infosys).unknown).toEqual([
      'its row says that +100 is held, and that 50 was bought and 0 sold, so one of these is wrong',
    ])
    answer('a', 'positions', [position(50, { cfbuyqty: 0, cfsellqty: 0, bqty: 50, sqty: 0 })])
    expect(pictures.of('a').underWay(infosys).unknown).toEqual([])
  })
})

describe('a position that came to more than the order book tells of', () => {
  it('is told apart by side, also long after it did, until an order explains it', async () => {
    const { clock, pictures, answer } = newPictures()
    answer('a', 'orders', [order('1', { status: 'cancelled' })])
    answer('a', 'positions', [])
    await clock.advance(60_000)
    answer('a', 'orders', [order('1', { status: 'cancelled' })])
    answer('a', 'positions', [])
    answer('a', 'positions', [position(100, { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 0 })])
    await clock.advance(60_000)
    const now = () => pictures.of('a')
    expect(now().positions.isBeyondOrders(infosys, 'BUY')).toBe(true)
    expect(now().positions.isBeyondOrders(infosys, 'SELL')).toBe(false)
    const bought = { action: 'BUY', status: 'complete', fillshares: 100 }
    answer('a', 'orders', [order('1', { status: 'cancelled' }), order('2', bought)])
    expect(now().positions.isBeyondOrders(infosys, 'BUY')).toBe(false)
  })
})

describe('a position that came to more in another spelling than its orders have', () => {
  it.each([{ symbol: 'INFY' }, { exchange: 'NSE_EQ' }, { symbol: 'INFY', exchange: 'NSE_EQ' }])(
    'speaks against a no: %j',
    async (spelled) => {
      const { clock, pictures, answer } = newPictures()
      const was = order('1', { status: 'cancelled' })
      const held = (net: number) =>
        position(net, { cfbuyqty: 0, cfsellqty: 0, bqty: net, sqty: 0, ...spelled })
      answer('a', 'orders', [was])
      answer('a', 'positions', [held(10)])
      await clock.advance(60_000)
      answer('a', 'orders', [was])
      answer('a', 'positions', [held(10)])
      answer('a', 'positions', [held(110)])
      await clock.advance(10_000)
      answer('a', 'orders', [was])
      answer('a', 'positions', [held(110)])
      expect(pictures.of('a').positions.isBeyondOrders(infosys, 'BUY')).toBe(true)
      expect(pictures.of('a').positions.isBeyondOrders(infosys, 'SELL')).toBe(false)
    },
  )
})

describe('the profit or loss of a position that the orders contradict', () => {
  const row = (net: number) => position(net, { cfbuyqty: 0, cfsellqty: 0, bqty: net, sqty: 0 })
  const closed = position(0, { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 100 })
  /** A position that was bought today, and its readings from then on. */
  async function bought() {
    const { clock, pictures, answer } = newPictures()
    const books = {
      orders: [order('1', { status: 'cancelled' })],
      positions: [] as Row[],
    }
    const read = async (seconds: number): Promise<boolean[]> => {
      const said: boolean[] = []
      for (let second = 0; second < seconds; second++) {
        await clock.advance(1000)
        answer('a', 'orders', books.orders)
        answer('a', 'positions', books.positions)
        said.push(pictures.leftOut('a') !== null)
      }
      return said
    }
    await read(20)
    const buy = order('2', { action: 'BUY', status: 'complete', fillshares: 100 })
    books.orders = [...books.orders, buy]
    books.positions = [row(100)]
    expect(await read(30)).not.toContain(true)
    return { books, read, buy }
  }

  it('is not known while the two contradict each other, and is once an order explains it', async () => {
    const { books, read, buy } = await bought()
    books.positions = [closed]
    expect(await read(9)).not.toContain(true)
    expect((await read(10)).slice(-1)).toEqual([true])
    const sold = order('3', { action: 'SELL', status: 'complete', fillshares: 100 })
    books.orders = [...books.orders, buy, sold]
    expect((await read(10)).slice(-1)).toEqual([false])
  })

  it.each([
    ['the orders', 4, 0],
    ['the positions', 0, 8],
  ])('is known all the while where %s are late', async (_, orders, positions) => {
    const { books, read } = await bought()
    const sold = order('3', { action: 'SELL', status: 'complete', fillshares: 100 })
    if (orders === 0) books.orders = [...books.orders, sold]
    if (positions === 0) books.positions = [closed]
    expect(await read(orders + positions)).not.toContain(true)
    if (orders > 0) books.orders = [...books.orders, sold]
    books.positions = [closed]
    expect(await read(60)).not.toContain(true)
  })
})

describe('a position that is gone from the book', () => {
  it('is not known until a second reading, a second later, agrees, though a fill explains it', async () => {
    const { clock, pictures, answer } = newPictures()
    answer('a', 'orders', [order('1', { status: 'complete', fillshares: 100 })])
    answer('a', 'positions', [position(100, { cfbuyqty: 100, cfsellqty: 0, bqty: 0, sqty: 0 })])
    answer('a', 'positions', [])
    const now = () => pictures.of('a')
    expect(now().positions.held(infosys)).toBeNull()
    expect(now().pnl.profit).toBeNull()
    expect(now().positions.held({ ...infosys, symbol: 'TCS-EQ' })).toBe(0)
    await clock.advance(1000)
    answer('a', 'positions', [])
    expect(now().pnl.profit).toBe(0)
  })

  it('is not known to be closed, however often it is missing, until a fill explains it', async () => {
    const { clock, pictures, answer } = newPictures()
    const day = { cfbuyqty: 0, cfsellqty: 0, bqty: 200, sqty: 100 }
    const filled = { status: 'complete', fillshares: 100 }
    const before = [
      order('1', { ...filled, action: 'BUY', quantity: 200, fillshares: 200 }),
      order('2', filled),
    ]
    answer('a', 'orders', before)
    answer('a', 'positions', [position(100, day)])
    for (let read = 0; read < 5; read++) {
      answer('a', 'positions', [])
      await clock.advance(1000)
    }
    const now = () => pictures.of('a')
    expect(now().positions.lost).toEqual([position(100, day)])
    expect(now().positions.held(infosys)).toBeNull()
    // What it lost stands in no sum.
    expect(now().pnl.profit).toBeNull()
    answer('a', 'orders', [...before, order('3', { ...filled, fillshares: 40, status: 'open' })])
    expect(now().positions.lost).toHaveLength(1)
    answer('a', 'orders', [...before, order('3', filled)])
    expect(now().positions.lost).toEqual([])
    expect(now().positions.held(infosys)).toBe(0)
    expect(now().pnl.profit).toBe(0)
    // A broker that drops its finished orders, too, has shown them.
    answer('a', 'orders', before)
    expect(now().positions.lost).toEqual([])
  })

  it('has lost what it had lost when it was closed: an answer without it opens no limit', async () => {
    const { clock, pictures, answer, goOn } = newPictures({ now: () => istTime('09:10') })
    const closed = { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 100 }
    const profit = () => pictures.of('a').pnl.profit
    answer('a', 'orders', [])
    answer('a', 'positions', [position(0, { ...closed, realisedprofitloss: -5000 })])
    for (let read = 0; read < 3; read++) {
      answer('a', 'positions', [])
      expect([profit(), pictures.of('a').positions.held(infosys)]).toEqual([-5000, 0])
      await clock.advance(1000)
    }
    answer('a', 'positions', [position(0, { ...closed, realisedprofitloss: -4000 })])
    expect(profit()).toBe(-4000)
    // A gain that nobody shows any more is none to trade with.
    answer('a', 'positions', [position(0, { ...closed, realisedprofitloss: 7000 })])
    answer('a', 'positions', [])
    expect(profit()).toBe(0)
    // Brokers clear their books in the morning.
    answer('a', 'positions', [position(0, { ...closed, realisedprofitloss: -3000 })])
    answer('a', 'positions', [])
    await goOn(599_999, () => answer('a', 'positions', []))
    expect(profit()).toBe(-3000)
    await clock.advance(1)
    answer('a', 'positions', [])
    expect(profit()).toBe(0)
    answer('a', 'positions', [position(0, { ...closed, realisedprofitloss: -3000 })])
    answer('a', 'positions', [])
    // Bought again, and the book has no row of it.
    answer('a', 'orders', [
      order('1', { action: 'BUY', status: 'complete', quantity: 150, fillshares: 150 }),
    ])
    expect(profit()).toBeNull()
  })

  it('has lost it for the rest of the day where its row was there after brokers had cleared their books', async () => {
    const closed = { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 100 }
    for (const was of [
      position(0, { ...closed, realisedprofitloss: -5000 }),
      position(100, { bqty: 100, sqty: 0, unrealisedprofitloss: -5000 }),
    ]) {
      let wall = istTime('09:31')
      const { pictures, answer, goOn } = newPictures({ now: () => wall })
      const profit = () => pictures.of('a').pnl.profit
      answer('a', 'orders', [order('1', { status: 'complete', fillshares: 100 })])
      answer('a', 'positions', [was])
      for (let hour = 0; hour < 5; hour++) {
        answer('a', 'positions', [])
        await goOn(3_600_000, () => answer('a', 'positions', []))
        wall += 3_600_000
      }
      expect([profit(), pictures.leftOut('a')]).toEqual([-5000, 'result'])
      // A later session is told of it.
      expect(pictures.missedRows('a', 'positions')).toMatchObject([{ row: was, as: 'closed' }])
      const later = newPictures({ now: () => wall })
      later.pictures.recall({
        ...{ account: 'a', book: 'positions', at: wall },
        rows: [[recordKey('positions', was), was]],
      })
      later.answer('a', 'orders', [])
      for (let read = 0; read < 3; read++) {
        later.answer('a', 'positions', [])
        await later.goOn(3_600_000, () => later.answer('a', 'positions', []))
      }
      expect(later.pictures.of('a').pnl.profit).toBe(-5000)
      wall += 24 * 3_600_000
      answer('a', 'orders', [])
      answer('a', 'positions', [])
      expect(profit()).toBe(0)
    }
  })

  it.each([
    ['less', -6000, 1510, 0],
    ['more', -4000, 1440, -6000],
    ['something after a gain', 1000, 1440, -6000],
    ['what its row said, where no price is told', -4000, 0, -4000],
  ])(
    'has lost by the orders that closed it %s than it had when it was seen last',
    async (_, seen, sold, lost) => {
      const { clock, pictures, answer } = newPictures({ now: () => istTime('11:00') })
      const open = position(100, {
        ...{ cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 0, unrealisedprofitloss: seen },
      })
      const filled = { status: 'complete', fillshares: 100 }
      const bought = order('1', { ...filled, action: 'BUY', avgprc: 1500 })
      answer('a', 'orders', [bought])
      answer('a', 'positions', [open])
      await clock.advance(30_000)
      answer('a', 'orders', [bought])
      answer('a', 'positions', [{ ...open }])
      answer('a', 'orders', [bought, order('2', { ...filled, avgprc: sold })])
      for (let read = 0; read < 3; read++) {
        answer('a', 'positions', [])
        await clock.advance(20_000)
      }
      expect(pictures.of('a').positions.lost).toEqual([])
      expect(pictures.of('a').pnl.profit).toBe(lost)
    },
  )

  it('is not known to be closed where no answer ever had it, and the fills of the day leave it open', async () => {
    const bought = order('1', { action: 'BUY', status: 'complete', fillshares: 100, token: '1594' })
    const lostOf = async (orders: readonly Row[], positions: readonly Row[]) => {
      const { clock, pictures, answer } = newPictures()
      answer('a', 'orders', orders)
      answer('a', 'positions', positions)
      await clock.advance(61_000)
      answer('a', 'positions', positions)
      const picture = pictures.of('a')
      return [picture.positions.lost.length, picture.positions.held(infosys), picture.pnl.profit]
    }
    expect(await lostOf([bought], [])).toEqual([1, null, null])
    const flat = [0, 0, 0]
    const sold = order('2', { status: 'complete', fillshares: 100 })
    expect(await lostOf([bought, sold], [])).toEqual(flat)
    // A broker that drops what is finished tells a part of the day.
    expect(await lostOf([{ ...bought, quantity: 200, status: 'open' }], [])).toEqual(flat)
    // What was brought forward may have been closed; what was made delivery, or is written otherwise, is there.
    const broughtForward = { ...bought, product: 'NRML' }
    expect(await lostOf([broughtForward], [position(0, { symbol: 'TCS-EQ' })])).toEqual(flat)
    // Where the book shows nothing at all, it may be silent.
    expect(await lostOf([broughtForward], [])).toEqual([1, 0, null])
    expect(await lostOf([{ ...bought, product: 'CNC' }], [])).toEqual(flat)
    const carried = { cfbuyqty: 0, cfsellqty: 0 }
    expect(await lostOf([bought], [position(100, { product: 'CNC', ...carried })])).toEqual(flat)
    // Of what is there in another spelling only that name says how much is held.
    const otherwise = position(100, { symbol: 'INFY', token: '1594' })
    expect(await lostOf([bought], [otherwise])).toEqual([0, null, 0])
  })

  it('is missed as long where the machine slept, or the service was away, in between', async () => {
    const { clock, pictures, answer, goOn } = newPictures()
    const isMissed = () => pictures.of('a').positions.lost.length > 0
    answer('a', 'orders', [])
    answer('a', 'positions', [position(100)])
    answer('a', 'positions', [])
    await goOn(3000, () => answer('a', 'positions', []))
    await clock.advance(70 * 60_000)
    answer('a', 'positions', [])
    expect([isMissed(), pictures.of('a').positions.held(infosys)]).toEqual([true, null])
    await goOn(3_600_000, () => answer('a', 'positions', []))
    expect(isMissed()).toBe(false)
  })

  it('is no more missed when it comes back, or after an hour', async () => {
    const { clock, pictures, answer, goOn } = newPictures()
    answer('a', 'orders', [])
    answer('a', 'positions', [position(100)])
    answer('a', 'positions', [])
    answer('a', 'positions', [position(0)])
    expect(pictures.of('a').positions.lost).toEqual([])
    answer('a', 'positions', [position(100)])
    answer('a', 'positions', [])
    await goOn(3_599_999, () => answer('a', 'positions', []))
    expect(pictures.of('a').positions.lost).toHaveLength(1)
    await clock.advance(1)
    answer('a', 'positions', [])
    expect(pictures.of('a').positions.lost).toEqual([])
  })

  it('is closed where it was zero before', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'positions', [position(0)])
    answer('a', 'positions', [])
    expect(pictures.of('a').positions.held(infosys)).toBe(0)
  })
})

describe('a position that stands twice in the book', () => {
  it('is not known, and nor is any figure with it', () => {
    const { pictures, answer } = newPictures()
    const tata = position(10, { symbol: 'TCS-EQ' })
    answer('a', 'positions', [position(100), position(100), tata])
    const now = () => pictures.of('a')
    expect(now().positions.held(infosys)).toBeNull()
    expect(now().positions.held({ ...infosys, symbol: 'TCS-EQ' })).toBe(10)
    expect(now().positions.open).toEqual([position(null), tata])
    expect(now().pnl.profit).toBeNull()
    answer('a', 'positions', [position(100), tata])
    expect(now().positions.held(infosys)).toBe(100)
  })

  it('is closed where both say so', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'positions', [position(0), position(0)])
    expect(pictures.of('a').positions.held(infosys)).toBe(0)
    expect(pictures.of('a').positions.open).toEqual([])
  })
})

describe('a position that says zero beside other figures', () => {
  it('is not known', () => {
    const { pictures, answer } = newPictures()
    const day = { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 0 }
    answer('a', 'positions', [position(0, day)])
    expect(pictures.of('a').positions.held(infosys)).toBeNull()
    expect(pictures.of('a').positions.open).toEqual([position(null, day)])
  })
})

describe('an order that does not name its position', () => {
  const nifty = { exchange: 'NFO', symbol: 'NIFTY26NOV26000CE', product: 'NRML' }
  const asked = {
    ...{ broker: 'PX', action: 'SELL', product: 'NRML', pricetype: 'LIMIT', quantity: '75' },
    ...{ spot_symbol: 'NIFTY 50', expiry_date: '26NOV', option_type: 'CE', strike_int: '50' },
  }
  const sent = (operation: Intent['operation'], params: Record<string, string>): Intent => ({
    ...onTheWire({ account: 'a', operation }),
    params,
  })
  const unknown = (intent: Intent, of: PositionName): readonly string[] => {
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [])
    pictures.follow([intent])
    return pictures.of('a').underWay(of).unknown
  }

  it('may be any option of its underlying, side and expiry until a book shows it', () => {
    const option = sent('PlaceMultiFOOptionsOrder', asked)
    expect(unknown(option, nifty)).toEqual(['an order that is on its way may be of it, too'])
    for (const symbol of ['NIFTY26NOV26000PE', 'NIFTYNXT50', 'BANKNIFTY26NOV52000CE'])
      expect(unknown(option, { ...nifty, symbol })).toEqual([])
    expect(unknown(option, { ...nifty, product: 'MIS' })).toEqual([])
  })

  it('is of the product that its kind has', () => {
    const { product: _, ...bracket } = onTheWire().params
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [])
    pictures.follow([sent('PlaceBOOrder', bracket)])
    expect(pictures.of('a').underWay({ ...infosys, product: 'BO' }).buys).toBe(100)
    expect(pictures.of('a').underWay(infosys)).toEqual({ buys: 0, sells: 0, unknown: [] })
  })
})

describe('what an earlier session had seen', () => {
  const keyedBy = (book: 'orders' | 'positions', row: Row) => [[recordKey(book, row), row] as const]
  const open = {
    account: 'a',
    book: 'positions',
    rows: keyedBy('positions', position(100)),
  } as const
  const hourAgo = -3_600_000
  const yesterday = -6 * 3_600_000

  it('and the first answer leaves out is not known to be closed, whichever came first', async () => {
    for (const isReadFirst of [false, true]) {
      const { clock, pictures, answer } = newPictures()
      if (isReadFirst) answer('a', 'positions', [])
      pictures.recall({ ...open, at: hourAgo })
      if (!isReadFirst) answer('a', 'positions', [])
      const now = () => pictures.of('a')
      expect(now().positions.held(infosys)).toBeNull()
      expect(now().pnl.profit).toBeNull()
      await clock.advance(60_000)
      answer('a', 'positions', [])
      expect(now().positions.lost).toHaveLength(1)
      expect(now().positions.held(infosys)).toBeNull()
    }
  })

  it('is what the books say now, where they say anything, or a fill of the day closed it', () => {
    const { pictures, answer } = newPictures()
    pictures.recall({ ...open, at: hourAgo })
    answer('a', 'positions', [position(40)])
    expect(pictures.of('a').positions.held(infosys)).toBe(40)
    const { pictures: others, answer: answerOthers } = newPictures()
    const bought = position(100, { bqty: 100, sqty: 0 })
    others.recall({ ...open, rows: keyedBy('positions', bought), at: hourAgo })
    const filled = { status: 'complete', fillshares: 100 }
    answerOthers('a', 'orders', [
      order('1', { ...filled, action: 'BUY' }),
      order('2', { ...filled, action: 'SELL' }),
    ])
    answerOthers('a', 'positions', [])
    expect(others.of('a').positions.lost).toEqual([])
  })

  it('on an earlier day is missed until a second answer agrees: a night closes positions by itself', async () => {
    const { clock, pictures, answer } = newPictures()
    pictures.recall({ ...open, at: yesterday })
    answer('a', 'positions', [])
    expect(pictures.of('a').positions.held(infosys)).toBeNull()
    await clock.advance(1000)
    answer('a', 'positions', [])
    expect(pictures.of('a').positions.held(infosys)).toBe(0)
    expect(pictures.of('a').positions.lost).toEqual([])
  })

  describe('on an earlier day, of a position that goes on for days', () => {
    const noon = Date.parse('2026-12-01T12:00:00+05:30')
    const dayBefore = noon - 86_400_000
    const future = { exchange: 'NFO', symbol: 'NIFTY24DEC26F', product: 'NRML' }
    const held = (more: Row = {}) => position(75, { ...future, bqty: 75, sqty: 0, ...more })
    const recalling = (row: Row, at = dayBefore) => {
      const all = newPictures({ now: () => noon + all.clock.now() })
      all.pictures.recall({ account: 'a', book: 'positions', rows: keyedBy('positions', row), at })
      const answerLater = async (minutes: number, orders: readonly Row[] = []) => {
        for (let minute = 0; minute <= minutes; minute++) {
          all.answer('a', 'orders', orders)
          all.answer('a', 'positions', [])
          if (minute < minutes) await all.clock.advance(60_000)
        }
        return all.pictures.of('a')
      }
      return { ...all, answerLater }
    }
    const filled = (id: string, action: string, quantity: number) =>
      order(id, { ...future, action, quantity, fillshares: quantity, status: 'complete' })

    it('is missed for an hour: a book may show what was brought forward later than what is of the day', async () => {
      const { answerLater } = recalling(held())
      await answerLater(0)
      for (const minutes of [1, 10, 40]) {
        const now = await answerLater(minutes)
        expect(now.positions.held(future)).toBeNull()
        expect(now.positions.lost).toHaveLength(1)
      }
      const afterwards = await answerLater(11)
      expect(afterwards.positions.held(future)).toBe(0)
      expect(afterwards.positions.lost).toEqual([])
    })

    it('is closed by fills of this day, whatever was traded on that one', async () => {
      const { answerLater } = recalling(held({ cfbuyqty: 150, bqty: 0, sqty: 75 }))
      await answerLater(0, [filled('1', 'SELL', 75)])
      const now = await answerLater(1, [filled('1', 'SELL', 75)])
      expect(now.positions.lost).toEqual([])
      const { answerLater: later } = recalling(held())
      await later(0, [filled('1', 'SELL', 25)])
      expect((await later(1, [filled('1', 'SELL', 25)])).positions.lost).toHaveLength(1)
    })

    it('has lost nothing on this day', async () => {
      const { answerLater } = recalling(held({ realisedprofitloss: -50_000 }))
      await answerLater(0)
      await answerLater(1)
      expect((await answerLater(70)).pnl.profit).toBe(0)
    })

    it.each([
      ['its contract has ended since', held({ symbol: 'NIFTY26NOV26F' }), dayBefore],
      ['it is a holding by now', held({ symbol: 'INFY-EQ', product: 'CNC' }), dayBefore],
      ['that is longer ago than markets rest', held(), noon - 6 * 86_400_000],
    ])('is gone once a second answer agrees where %s', async (_, row, at) => {
      const { answerLater } = recalling(row, at)
      await answerLater(0)
      expect((await answerLater(1)).positions.lost).toEqual([])
    })

    it('is missed on the next day alone, however short the sessions are', async () => {
      const { pictures, answer, clock } = newPictures({ now: () => noon })
      const overnight = keyedBy('positions', held())
      pictures.recall({ account: 'a', book: 'positions', rows: [], overnight, at: dayBefore })
      for (let look = 0; look < 3; look++) {
        answer('a', 'positions', [])
        await clock.advance(1000)
      }
      expect(pictures.of('a').positions.lost).toEqual([])
    })

    it('is not missed where orders of that day had closed it, and its broker drops what is closed', async () => {
      const wall = { at: dayBefore }
      const { pictures, answer, clock } = newPictures({ now: () => wall.at })
      answer('a', 'orders', [filled('1', 'BUY', 75)])
      answer('a', 'positions', [held()])
      await clock.advance(60_000)
      answer('a', 'orders', [filled('1', 'BUY', 75), filled('2', 'SELL', 75)])
      answer('a', 'positions', [])
      await clock.advance(60_000)
      answer('a', 'positions', [])
      const missed = pictures.missedRows('a', 'positions')
      expect(missed).toMatchObject([{ row: future, as: 'closed' }])
      const { answerLater, pictures: next } = recalling(position(50, { symbol: 'ELSE' }))
      const closed = keyedBy('positions', missed[0]!.row)
      next.recall({ account: 'a', book: 'positions', rows: [], closed, at: dayBefore })
      await answerLater(0)
      expect((await answerLater(1)).positions.lost).toEqual([])
    })

    it('is missed by the session after the next, and its figures are still not of the day', async () => {
      const { answerLater, pictures } = recalling(held({ cfbuyqty: 150, bqty: 0, sqty: 75 }))
      await answerLater(0)
      await answerLater(1)
      const missed = pictures.missedRows('a', 'positions')
      expect(missed).toMatchObject([{ row: future, as: 'overnight' }])
      const { pictures: next, answer, clock } = newPictures({ now: () => noon + 300_000 })
      const overnight = keyedBy('positions', missed[0]!.row)
      next.recall({ account: 'a', book: 'positions', rows: [], overnight, at: noon })
      for (const orders of [[], [filled('1', 'SELL', 75)]]) {
        answer('a', 'orders', orders)
        answer('a', 'positions', [])
        await clock.advance(60_000)
        answer('a', 'positions', [])
        expect(next.of('a').positions.lost).toHaveLength(orders.length === 0 ? 1 : 0)
      }
    })
  })

  it('is told to a later one also where only orders told of a position, which the book leaves out', async () => {
    const { clock, pictures, answer } = newPictures()
    const bought = order('1', { action: 'BUY', fillshares: 100, status: 'complete' })
    answer('a', 'orders', [])
    answer('a', 'positions', [])
    await clock.advance(60_000)
    answer('a', 'orders', [bought])
    expect(pictures.missedRows('a', 'positions')).toEqual([{ row: infosys, as: 'open' }])
    await clock.advance(60_000)
    answer('a', 'positions', [])
    expect(pictures.missedRows('a', 'positions')).toHaveLength(1)
    answer('a', 'positions', [position(100)])
    expect(pictures.missedRows('a', 'positions')).toEqual([])
  })

  it('of orders that worked counts like a row that is gone, on the same day', async () => {
    for (const [at, open] of [
      [hourAgo, 1],
      [yesterday, 0],
    ] as const) {
      const { clock, pictures, answer } = newPictures()
      pictures.recall({ account: 'a', book: 'orders', rows: keyedBy('orders', order('1')), at })
      answer('a', 'orders', [])
      expect(pictures.of('a').orders.openCount).toBe(open)
      await clock.advance(5000)
      answer('a', 'orders', [])
      expect(pictures.of('a').orders.openCount).toBe(open)
    }
  })

  it('of orders that wait for the next day of trading counts on that day', async () => {
    const eight = Date.parse('2026-12-01T08:00:00+05:30')
    for (const [status, open] of [
      ['AMO', 1],
      ['after market order req received', 1],
      ['AMO_REQ_RECEIVED', 1],
      ['open', 0],
    ] as const) {
      const all = newPictures({ now: () => eight + 45 * 60_000 + all.clock.now() })
      const { clock, pictures, answer } = all
      const rows = keyedBy('orders', order('1', { status }))
      pictures.recall({ account: 'a', book: 'orders', rows, at: eight - 11 * 3_600_000 })
      // The books begin at nine.
      for (let minute = 0; minute < 20; minute++) {
        answer('a', 'orders', [])
        await clock.advance(60_000)
        if (minute > 0) expect(pictures.of('a').orders.openCount).toBe(open)
      }
    }
  })

  it('of orders that stay in the market over night counts on the next day of trading, and of others it does not', async () => {
    for (const [ret, open] of [
      ['GTC', 1],
      ['Good till cancelled', 1],
      ['VTC', 1],
      ['DAY', 0],
      [null, 0],
    ] as const) {
      const all = newPictures({ now: () => indianTime('08:45', '2026-11-25') + all.clock.now() })
      const { clock, pictures, answer } = all
      const rows = keyedBy('orders', order('1', { ret }))
      pictures.recall({ account: 'a', book: 'orders', rows, at: indianTime('15:00') })
      const openAfter = async (minutes: number) => {
        for (let left = minutes; left > 0; left -= 4) {
          await clock.advance(4 * 60_000)
          answer('a', 'orders', [])
        }
        return pictures.of('a').orders.openCount
      }
      answer('a', 'orders', [])
      expect(await openAfter(64)).toBe(open)
      expect(await openAfter(20)).toBe(0)
    }
  })

  it('of orders that wait counts over a holiday, and on the day after it until an hour is over', async () => {
    const amo = order('1', { status: 'AMO' })
    const wall = { at: indianTime('10:00', '2026-11-24') }
    for (const isRecalled of [true, false]) {
      const { clock, pictures, answer } = newPictures({ now: () => wall.at + clock.now() })
      if (isRecalled) {
        const at = indianTime('20:00')
        pictures.recall({ account: 'a', book: 'orders', rows: keyedBy('orders', amo), at })
      } else answer('a', 'orders', [amo])
      const openAfter = async (minutes: number) => {
        for (let left = minutes; left > 0; left -= 4) {
          await clock.advance(Math.min(left, 4) * 60_000)
          answer('a', 'orders', [])
        }
        return pictures.of('a').orders.openCount
      }
      answer('a', 'orders', [])
      expect(await openAfter(22 * 60)).toBe(1)
      expect(pictures.missedRows('a', 'orders')).toMatchObject([{ as: 'open' }])
      expect(await openAfter(65)).toBe(1)
      expect(await openAfter(60)).toBe(0)
    }
  })

  it('of orders that waited for a day is missed on no other, however short the sessions are', async () => {
    const amo = order('1', { status: 'AMO' })
    const nine = (day: string) => indianTime('09:05', day)
    const { pictures, answer } = newPictures({ now: () => nine('2026-11-25') })
    pictures.recall({
      ...{ account: 'a', book: 'orders', rows: keyedBy('orders', amo) },
      at: indianTime('20:00'),
    })
    answer('a', 'orders', [])
    expect(pictures.missedRows('a', 'orders')).toEqual([{ row: amo, as: 'overnight' }])
    const next = newPictures({ now: () => nine('2026-11-26') + next.clock.now() })
    const overnight = keyedBy('orders', amo)
    const at = nine('2026-11-25')
    next.pictures.recall({ account: 'a', book: 'orders', rows: [], overnight, at })
    for (let look = 0; look < 3; look++) {
      next.answer('a', 'orders', [])
      await next.clock.advance(3000)
    }
    next.answer('a', 'orders', [])
    expect(next.pictures.of('a').orders.openCount).toBe(0)
  })

  it('of a login that the account was before is nothing', () => {
    const { pictures, answer } = newPictures()
    pictures.recall({ ...open, at: hourAgo })
    pictures.forget('a')
    answer('a', 'positions', [])
    expect(pictures.of('a').positions.held(infosys)).toBe(0)
  })
})

it('what an account had before it was switched off is missed in its first answers afterwards', () => {
  const { pictures, answer, stopReading } = newPictures()
  answer('a', 'orders', [order('1'), order('2', { status: 'complete', fillshares: 100 })])
  answer('a', 'positions', [position(100), position(50, { symbol: 'SBIN-EQ' })])
  stopReading('a')
  answer('a', 'orders', [order('2', { status: 'complete', fillshares: 100 })])
  answer('a', 'positions', [position(50, { symbol: 'SBIN-EQ' })])
  expect(pictures.of('a').orders.openCount).toBe(1)
  expect(pictures.of('a').positions.lost).toHaveLength(1)
})

it('what an account had days before it was switched on again is of those days', async () => {
  const wall = { at: Date.parse('2026-12-01T15:00:00+05:30') }
  const { pictures, answer, stopReading, clock } = newPictures({ now: () => wall.at })
  const future = { exchange: 'NFO', symbol: 'NIFTY24DEC26F', product: 'NRML' }
  const ended = { ...future, symbol: 'NIFTY01DEC26F' }
  answer('a', 'orders', [order('1')])
  answer('a', 'positions', [position(100), position(75, future), position(75, ended)])
  stopReading('a')
  wall.at += 43 * 3_600_000
  for (let look = 0; look < 3; look++) {
    answer('a', 'orders', [])
    answer('a', 'positions', [])
    await clock.advance(10_000)
  }
  expect(pictures.of('a').orders.openCount).toBe(0)
  expect(pictures.of('a').positions.lost).toMatchObject([future])
})

it('what an account missed when it was switched off is missed on the next day, and closed positions are not', async () => {
  const wall = { at: Date.parse('2026-12-01T14:00:00+05:30') }
  const { pictures, answer, stopReading, clock } = newPictures({
    now: () => wall.at + clock.now(),
  })
  const future = (more: Row = {}) =>
    position(75, { exchange: 'NFO', symbol: 'NIFTY24DEC26F', product: 'NRML', ...more })
  const closed = { symbol: 'BANKNIFTY24DEC26F' }
  const sold = { ...future(closed), netqty: undefined, action: 'SELL', quantity: 75 }
  const amo = order('1', { status: 'AMO' })
  const filledWhole = order('2', { ...sold, status: 'complete', fillshares: 75 })
  answer('a', 'orders', [amo])
  answer('a', 'positions', [future(), future({ ...closed, cfbuyqty: 75, bqty: 0, sqty: 0 })])
  await clock.advance(60_000)
  answer('a', 'orders', [filledWhole])
  answer('a', 'positions', [])
  await clock.advance(60_000)
  answer('a', 'positions', [])
  expect(pictures.of('a').positions.lost).toMatchObject([{ symbol: 'NIFTY24DEC26F' }])
  stopReading('a')
  wall.at += 20 * 3_600_000
  for (let look = 0; look < 3; look++) {
    answer('a', 'orders', [])
    answer('a', 'positions', [])
    await clock.advance(10_000)
  }
  expect(pictures.of('a').orders.vanished).toEqual([amo])
  expect(pictures.of('a').positions.lost).toMatchObject([{ symbol: 'NIFTY24DEC26F' }])
})

it('what an earlier session left is missed also where its account is first read on another day than the program was started', async () => {
  const wall = { at: Date.parse('2026-12-01T20:00:00+05:30') }
  const { pictures, answer, clock } = newPictures({ now: () => wall.at + clock.now() })
  const future = position(75, { exchange: 'NFO', symbol: 'NIFTY24DEC26F', product: 'NRML' })
  const rows = [[recordKey('positions', future), future]] as const
  pictures.recall({ account: 'a', book: 'positions', rows, at: wall.at - 3_600_000 })
  wall.at += 15 * 3_600_000
  for (let look = 0; look < 3; look++) {
    answer('a', 'positions', [])
    await clock.advance(10_000)
  }
  expect(pictures.of('a').positions.lost).toMatchObject([{ symbol: 'NIFTY24DEC26F' }])
})

it('what an account had before it was given other keys comes back once these are known to be of the same client', () => {
  const fingerprints: Record<string, string> = { a: 'former' }
  const same = new Set<string>()
  const { pictures, answer, stopReading } = newPictures({ fingerprints, same })
  answer('a', 'orders', [order('1')])
  answer('a', 'positions', [position(100)])
  fingerprints['a'] = 'latter'
  pictures.forget('a', { isKept: true })
  stopReading('a')
  const readNothing = () => {
    answer('a', 'orders', [])
    answer('a', 'positions', [])
    return [pictures.of('a').orders.openCount, pictures.of('a').positions.lost.length]
  }
  expect(readNothing()).toEqual([0, 0])
  same.add('former').add('latter')
  expect(readNothing()).toEqual([1, 1])
  answer('a', 'positions', [position(100)])
  expect(pictures.of('a').positions.lost).toEqual([])
})

it('what an earlier session left comes back also where the account was given other keys before they were read again', () => {
  const fingerprints: Record<string, string> = {}
  const [same, unknown] = [new Set<string>(), new Set<string>()]
  const { pictures, answer } = newPictures({ fingerprints, same, unknown })
  for (const [book, row] of [
    ['orders', order('1')] as const,
    ['positions', position(100)] as const,
  ])
    pictures.recall({
      ...{ account: 'a', login: 'former', book, at: 0 },
      rows: [[recordKey(book, row), row]],
    })
  pictures.forget('a', { isKept: true })
  fingerprints['a'] = 'latter'
  unknown.add('a')
  const readNothing = () => {
    answer('a', 'orders', [])
    answer('a', 'positions', [])
    const picture = pictures.of('a')
    return {
      lost: picture.positions.lost.length,
      vanished: picture.orders.vanished.length,
      isFlat: isFlat(remainderOf(picture, noOrders)),
    }
  }
  expect(readNothing()).toEqual({ lost: 0, vanished: 0, isFlat: false })
  unknown.delete('a')
  expect(readNothing()).toEqual({ lost: 0, vanished: 0, isFlat: true })
  same.add('former').add('latter')
  expect(readNothing()).toEqual({ lost: 1, vanished: 1, isFlat: false })
})

it('what an account had under each of several keys of the same client comes back, as it was seen last', () => {
  for (const isReadFirst of [false, true]) {
    const fingerprints: Record<string, string> = { a: 'first' }
    const same = new Set<string>()
    const wall = { at: 0 }
    const { pictures, answer, stopReading } = newPictures({
      fingerprints,
      same,
      now: () => wall.at,
    })
    answer('a', 'orders', [order('1'), order('2'), order('3')])
    answer('a', 'positions', [position(100), position(25, { symbol: 'SBIN-EQ' })])
    for (const [fingerprint, orders, positions] of [
      ['second', [order('2', { status: 'cancelled' }), order('3'), order('4')], [position(50)]],
      ['third', [], []],
    ] as const) {
      wall.at += 60_000
      pictures.forget('a', { isKept: true })
      stopReading('a')
      fingerprints['a'] = fingerprint
      if (orders.length === 0 && !isReadFirst) continue
      answer('a', 'orders', orders)
      answer('a', 'positions', positions)
    }
    for (const fingerprint of ['first', 'second', 'third']) same.add(fingerprint)
    answer('a', 'funds', [])
    answer('a', 'orders', [])
    answer('a', 'positions', [])
    const { orders, positions } = pictures.of('a')
    expect(orders.vanished.map(({ order_id: id }) => id).toSorted()).toEqual(['1', '3', '4'])
    expect(positions.lost).toMatchObject([{ netqty: 50 }, { symbol: 'SBIN-EQ', netqty: 25 }])
  }
})

it('what an account had comes back also where another key was typed by mistake in between, and not where it was deleted', () => {
  for (const isKept of [true, false]) {
    const fingerprints: Record<string, string> = { a: 'own' }
    const { pictures, answer, stopReading } = newPictures({ fingerprints })
    answer('a', 'positions', [position(100)])
    for (const fingerprint of ['mistyped', 'own']) {
      pictures.forget('a', { isKept })
      stopReading('a')
      fingerprints['a'] = fingerprint
      answer('a', 'positions', [])
    }
    expect(pictures.of('a').positions.lost).toHaveLength(isKept ? 1 : 0)
  }
})

describe('an order that the service took just before a restart', () => {
  const neverSeen = () => null
  const acceptedAt = (at: number): Intent => {
    const { parts, ...intent } = after([recordedEvent()])
    const taking = { state: 'accepted', orderId: '7' } as const
    return { ...intent, at, account: 'a', state: 'accepted', parts: [{ ...parts[0]!, ...taking }] }
  }

  it('is awaited until a book shows it: one that lags does not show it yet', async () => {
    const { clock, pictures, answer } = newPictures({ recorded: [acceptedAt(-59_000)] })
    pictures.takeUp(neverSeen)
    answer('a', 'orders', [])
    expect(pictures.of('a').orders.awaited()).toBe(1)
    expect(pictures.of('a').orders.openCount).toBe(1)
    answer('a', 'orders', [order('7', { status: 'complete', fillshares: 100 })])
    expect(pictures.of('a').orders.awaited()).toBe(0)
    answer('a', 'orders', [])
    await clock.advance(60_000)
    expect(pictures.of('a').orders.awaited()).toBe(0)
  })

  it('is awaited for however long, unless a book of the session before it showed it', async () => {
    const now = async (firstSeen: number | null) => {
      const { clock, pictures, answer } = newPictures({ recorded: [acceptedAt(-59_000)] })
      pictures.takeUp(() => (firstSeen === null ? null : { at: firstSeen, number: 1 }))
      await clock.advance(66_000)
      answer('a', 'orders', [])
      return pictures.of('a').orders.awaited()
    }
    expect(await now(null)).toBe(1)
    expect(await now(-58_000)).toBe(0)
    // The broker had given the number to another one.
    expect(await now(-200_000)).toBe(1)
  })

  it('is not awaited where a later session saw it first, though the clock had been set back by minutes', async () => {
    const sent = (noted: number, at: number): Intent => {
      const intent = acceptedAt(at)
      const { sent: known, ...of } = after([recordedEvent(), ...wireEvents().slice(1, 2)])
      return { ...of, ...intent, id: `${at} ${noted}`, sent: { ...known!, at, noted } }
    }
    const awaited = async (recorded: readonly Intent[], number: number) => {
      const { clock, pictures, answer } = newPictures({ recorded })
      pictures.takeUp(() => ({ at: -200_000, number }))
      await clock.advance(66_000)
      answer('a', 'orders', [])
      return pictures.of('a').orders.awaited()
    }
    const own = sent(3, -59_000)
    expect(await awaited([own], 9)).toBe(1)
    // Whether a sight of its own session came before it was sent, nobody knows.
    expect(await awaited([sent(7, -199_000), own], 7)).toBe(1)
    expect(await awaited([sent(7, -199_000), own], 8)).toBe(0)
    // Where what was noted is lost, numbers begin anew.
    expect(await awaited([own, sent(7, -199_000)], 9)).toBe(1)
  })

  it('is awaited where the clock was set ahead by minutes meanwhile', () => {
    const { pictures, answer } = newPictures({ recorded: [acceptedAt(-120_000)] })
    pictures.takeUp(neverSeen)
    answer('a', 'orders', [])
    expect(pictures.of('a').orders.awaited()).toBe(1)
  })

  it('is awaited however long before it was sent that day, where no book ever showed it', async () => {
    const now = async (firstSeen: number | null) => {
      const recorded = [acceptedAt(-3 * 3_600_000)]
      const { clock, pictures, answer } = newPictures({ recorded })
      pictures.takeUp(() => (firstSeen === null ? null : { at: firstSeen, number: 1 }))
      answer('a', 'orders', [])
      const atOnce = pictures.of('a').orders.awaited()
      await clock.advance(66_000)
      return [atOnce, pictures.of('a').orders.awaited()]
    }
    expect(await now(null)).toEqual([1, 1])
    // One that a book showed, and that the broker dropped since, is no news.
    expect(await now(-10_790_000)).toEqual([0, 0])
  })

  it('counts on the next day of trading where it was sent after the market, until a book shows it', () => {
    // Friday evening, and Monday morning before the books begin.
    const [evening, morning] = ['2026-11-27T21:00:00+05:30', '2026-11-30T08:00:00+05:30'].map(
      (at) => Date.parse(at),
    ) as [number, number]
    const sentFor = (amo: boolean): Intent => {
      const intent = acceptedAt(evening)
      return { ...intent, ticket: { ...intent.ticket, amo } as Intent['ticket'] }
    }
    const earlier = (amo: boolean, rows: readonly Row[], former: readonly Row[] = []) => {
      const { pictures, answer } = newPictures({ recorded: [sentFor(amo)], now: () => morning })
      pictures.takeUp(() => ({ at: evening, number: 1 }))
      const keyed = former.map((row) => [recordKey('orders', row), row] as const)
      pictures.recall({ account: 'a', book: 'orders', rows: keyed, at: evening + 3_600_000 })
      answer('a', 'orders', rows)
      return pictures.of('a').earlierOrders
    }
    expect(earlier(true, [])).toEqual(['7'])
    expect(earlier(true, [order('7')])).toEqual([])
    expect(earlier(false, [])).toEqual([])
    expect(earlier(true, [], [order('7', { status: 'AMO' })])).toEqual(['7'])
    expect(earlier(true, [], [order('7', { status: 'cancelled' })])).toEqual([])
  })

  it('counts after a holiday where it was sent before that for the next day of trading', () => {
    const earlier = (sent: string, day: string) => {
      const intent = acceptedAt(indianTime(sent, '2026-11-23'))
      const amo = { ...intent, ticket: { ...intent.ticket, amo: true } as Intent['ticket'] }
      const now = () => indianTime('08:30', day)
      const { pictures, answer } = newPictures({ recorded: [amo], now })
      pictures.takeUp(() => ({ at: now(), number: 1 }))
      answer('a', 'orders', [])
      return pictures.of('a').earlierOrders
    }
    expect(earlier('20:00', '2026-11-24')).toEqual(['7'])
    expect(earlier('20:00', '2026-11-25')).toEqual(['7'])
    expect(earlier('20:00', '2026-11-26')).toEqual([])
    // It was for that morning.
    expect(earlier('08:30', '2026-11-25')).toEqual([])
  })

  it('is not awaited on another day: the books of a day begin anew', () => {
    const { pictures, answer } = newPictures({ recorded: [acceptedAt(-6 * 3_600_000)] })
    pictures.takeUp(neverSeen)
    answer('a', 'orders', [])
    expect(pictures.of('a').orders.awaited()).toBe(0)
  })
})

describe('an order that the service took', () => {
  it('is awaited until an order book of its login shows it', async () => {
    const { clock, pictures, answer } = newPictures({ twins: ['a', 'b'] })
    pictures.follow([
      after([...wireEvents({ account: 'a' }), { kind: 'answered', parts: [accepted('7')] }]),
    ])
    answer('a', 'orders', [])
    answer('c', 'orders', [order('7')])
    await clock.advance(61_000)
    const now = () => pictures.of('a')
    expect(now().orders.awaited()).toBe(1)
    expect(now().underWay(infosys).buys).toBe(100)
    answer('b', 'orders', [order('7', { status: 'cancelled' })])
    answer('b', 'orders', [])
    expect(now().orders.awaited()).toBe(0)
  })
})

describe('a square-off', () => {
  const of = (state: Intent['state'], watched: Intent['watched'] = null): Intent => ({
    ...after([recordedEvent({ operation: 'SquareOffAllPosition', account: 'a' })], { id: 'exit' }),
    ...{ ticket: null, state, watched },
  })

  it('is no order, and may still close a position until its books were seen to be flat', async () => {
    const { clock, pictures, answer } = newPictures()
    answer('a', 'orders', [])
    const isUnderWay = () => pictures.of('a').underWay(infosys).unknown.length === 1
    for (const state of ['recorded', 'sent', 'in-doubt', 'accepted'] as const) {
      pictures.follow([of(state)])
      expect(isUnderWay()).toBe(true)
      expect(pictures.of('a').orders.openCount).toBe(0)
      expect(pictures.of('a').orders.awaited()).toBe(0)
    }
    pictures.follow([of('accepted', 'flat')])
    expect(isUnderWay()).toBe(false)
    pictures.follow([of('accepted', 'left')])
    expect(isUnderWay()).toBe(true)
    await clock.advance(60_000)
    expect(isUnderWay()).toBe(false)
    pictures.follow([{ ...of('accepted'), operation: 'CancelAllOrder' }])
    expect(isUnderWay()).toBe(false)
  })
})

describe('what the order book came up with', () => {
  it('may still come to either side where its own cannot be read', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'positions', [position(0)])
    answer('a', 'orders', [order('1', { action: '?' })])
    answer('a', 'orders', [order('1', { action: '?', status: 'complete', fillshares: 100 })])
    expect(pictures.of('a').underWay(infosys)).toMatchObject({ buys: 100, sells: 100 })
    expect(pictures.of('a').positions.lagging).toEqual([infosys])
  })

  it('counts of an order that ended with a part, as its word says', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'positions', [position(0)])
    answer('a', 'orders', [order('1', { quantity: 50 })])
    answer('a', 'orders', [order('1', { quantity: 50, status: 'Cancelled 25/50' })])
    expect(pictures.of('a').orders.openCount).toBe(0)
    expect(pictures.of('a').positions.lagging).toEqual([infosys])
    expect(pictures.of('a').underWay(infosys)).toMatchObject({ buys: 0, sells: 25 })
  })

  it('may still come to the position for a minute, until that shows it', async () => {
    const { clock, pictures, answer } = newPictures()
    answer('a', 'positions', [position(100, { cfbuyqty: 100 })])
    answer('a', 'orders', [order('1')])
    await clock.advance(3_600_000)
    answer('a', 'orders', [order('1', { status: 'complete', fillshares: 100 })])
    const sells = () => pictures.of('a').underWay(infosys).sells
    expect(sells()).toBe(100)
    expect(pictures.of('a').positions.lagging).toEqual([infosys])
    answer('a', 'positions', [position(40, { cfbuyqty: 100 })])
    expect(sells()).toBe(40)
    answer('a', 'positions', [position(0, { cfbuyqty: 100 })])
    expect(sells()).toBe(0)
    expect(pictures.of('a').positions.lagging).toEqual([])
    answer('a', 'positions', [position(40, { cfbuyqty: 100 })])
    await clock.advance(10_000)
    // As long as the positions were not read again.
    expect(pictures.of('a').positions.lagging).toEqual([infosys])
    answer('a', 'positions', [position(40, { cfbuyqty: 100 })])
    expect(pictures.of('a').positions.lagging).toEqual([])
    await clock.advance(49_999)
    expect(sells()).toBe(40)
    await clock.advance(1)
    expect(sells()).toBe(0)
  })
})

describe('a bracket or a cover that was filled a moment ago', () => {
  const filled = { status: 'complete', fillshares: 100 }
  const under = (product: string) => ({ ...infosys, product })
  const entry = (product: string) => order('1', { ...filled, product, action: 'BUY' })
  const leg = (id: string, more: Row = {}) =>
    order(id, { product: 'BO', parentorderid: '1', ...more })
  const held = (net: number, product = 'BO') =>
    position(net, { product, cfbuyqty: 0, cfsellqty: 0, bqty: net, sqty: 0 })
  const toSell = (pictures: LoginPictures, product = 'BO') =>
    pictures.of('a').underWay(under(product)).sells

  it('may be closed by legs that no book shows yet, for seven seconds', async () => {
    for (const product of ['BO', 'CO']) {
      const { clock, pictures, answer } = newPictures()
      answer('a', 'positions', [held(100, product)])
      answer('a', 'orders', [entry(product)])
      expect(toSell(pictures, product)).toBe(100)
      expect(pictures.of('a').orders.legsToCome).toMatchObject([
        { entry: { order_id: '1' }, units: 100 },
      ])
      expect(pictures.of('a').underWay(under('MIS')).sells).toBe(0)
      await clock.advance(6999)
      expect(toSell(pictures, product)).toBe(100)
      await clock.advance(1)
      expect(toSell(pictures, product)).toBe(0)
    }
  })

  it('is known to have its legs by the units of all that the book shows', () => {
    const { pictures, answer } = newPictures()
    const legs = (...rows: Row[]) => {
      answer('a', 'orders', [entry('BO'), ...rows])
      return pictures.of('a').orders.legsToCome.map(({ units }) => units)
    }
    const ended = { status: 'cancelled' }
    answer('a', 'positions', [held(100)])
    expect(legs(leg('2', ended))).toEqual([50])
    // Of another one, or in a book that repeats the entry's own number.
    expect(legs(leg('2', ended), leg('3', { parentorderid: '7' }))).toEqual([50])
    expect(legs(leg('2', ended), leg('3', { ...ended, quantity: 40 }))).toEqual([30])
    expect(legs(leg('2', ended), leg('3', ended))).toEqual([])
  })

  it('may have more to come with each of its parts', async () => {
    const { clock, pictures, answer } = newPictures()
    const part = { product: 'BO', action: 'BUY', parentorderid: '001' }
    const legs = ['2', '3'].map((id) => leg(id, { quantity: 40 }))
    answer('a', 'orders', [order('1', { ...part, fillshares: 40 }), ...legs])
    expect(pictures.of('a').orders.legsToCome).toEqual([])
    await clock.advance(60_000)
    answer('a', 'orders', [order('1', { ...part, ...filled }), ...legs])
    expect(pictures.of('a').orders.legsToCome).toMatchObject([{ units: 60 }])
  })

  it('is one under another product, too, where it was sent from here', () => {
    const { pictures, answer } = newPictures({ recorded: [bracketTaken('1')] })
    answer('a', 'orders', [entry('MIS')])
    expect(pictures.of('a').orders.legsToCome).toMatchObject([{ units: 100 }])
    const plain = newPictures()
    plain.answer('a', 'orders', [entry('MIS')])
    expect(plain.pictures.of('a').orders.legsToCome).toEqual([])
  })

  it('has legs that make none of their own', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [leg('2', filled)])
    expect(pictures.of('a').orders.legsToCome).toEqual([])
  })
})

describe('accounts of one login', () => {
  it('are seen in the book that was read last, whichever of them it is asked for', () => {
    const { pictures, answer } = newPictures({ twins: ['a', 'b'] })
    answer('a', 'positions', [position(100)], { age: 900 })
    answer('b', 'positions', [position(40)], { age: 100 })
    for (const account of ['a', 'b']) expect(pictures.of(account).positions.held(infosys)).toBe(40)
  })

  it('are seen in a book that is read well rather than in a younger one that fails', () => {
    const { pictures, answer } = newPictures({ twins: ['a', 'b'] })
    const { error: trouble } = fail('no-answer', 'No answer came.')
    answer('a', 'positions', [position(100)], { age: 900 })
    answer('b', 'positions', [position(40)], { age: 100, trouble })
    for (const account of ['a', 'b']) expect(pictures.of(account).positions.held(infosys)).toBe(100)
  })

  it('are seen by each as its own book says, but for one that is not of now', () => {
    const { pictures, answer } = newPictures({ twins: ['a', 'b'] })
    const held = () => pictures.ofEach('a').map((picture) => picture.positions.held(infosys))
    answer('a', 'positions', [position(100)], { age: 900 })
    expect(held()).toEqual([100, 100])
    answer('b', 'positions', [position(40)], { age: 100 })
    expect(held()).toEqual([100, 40])
    answer('a', 'positions', [position(100)], { age: 2001 })
    expect(held()).toEqual([40, 40])
  })

  it('hold an order together; the latest does, where a number was given on another day too', () => {
    const [ofA, ofB] = ['a', 'b'].map((account) => after([recordedEvent({ account })]))
    for (const holders of [
      [ofA!, ofB!],
      [ofB!, ofA!],
    ])
      expect(newPictures({ twins: ['a', 'b'], holders }).pictures.intents.holderOf('a', '7')).toBe(
        holders[0],
      )
    expect(newPictures({ holders: [ofB!] }).pictures.intents.holderOf('a', '7')).toBeUndefined()
  })

  it('hold an order by its very letters, where the book tells orders apart by their case', () => {
    const own = after([
      recordedEvent({ account: 'a' }),
      { kind: 'sent', rivals: [], bookAge: 0 },
      { kind: 'answered', parts: [accepted('ab1')] },
    ])
    const { pictures, answer } = newPictures({ holders: [own] })
    const holders = () =>
      ['AB1', 'ab1'].map((id) => pictures.intents.holderOf('a', id) !== undefined)
    answer('a', 'orders', [order('AB1')])
    expect(holders()).toEqual([true, true])
    answer('a', 'orders', [order('AB1'), order('ab1')])
    expect(holders()).toEqual([false, true])
    expect(pictures.intents.claimOf({ account: 'a', at: own.at }, 'AB1')).toBe('no')
  })

  it('surely hold an order of the same day alone: a number may be given again the next morning', () => {
    const late = Date.UTC(2026, 10, 20, 18)
    const { pictures } = newPictures({
      holders: [onTheWire({ account: 'a', at: late })],
      fingerprints: { a: ownLogin },
    })
    const claim = (hours: number) =>
      pictures.intents.claimOf({ account: 'a', at: late + hours * 3_600_000 }, '7')
    // From 23:30 in India on.
    expect([0.4, 0.6, 10].map(claim)).toEqual(['yes', 'perhaps', 'perhaps'])
  })

  it('hold an order that was sent for the login of another one, whatever keys its account has by now', () => {
    const sent = onTheWire({ account: 'a' })
    const { pictures } = newPictures({ holders: [sent], fingerprints: { a: 'other' } })
    const { account, at } = sent
    // A number that the login of now may give as well.
    expect(pictures.intents.claimOf({ account, at }, '7')).toBe('perhaps')
    expect(pictures.intents.claimOf({ account, at, sent: sent.sent }, '7')).toBe('yes')
    expect(pictures.intents.claimOf({ account: 'c', at, sent: sent.sent }, '7')).toBe('yes')
    const ofOther = { ...sent.sent!, login: 'other' }
    expect(pictures.intents.claimOf({ account, at, sent: ofOther }, '7')).toBe('perhaps')
  })

  it('have an order of the day by a book or a person, which is more than the service’s word', () => {
    const own = onTheWire({ account: 'a' })
    const found: IntentEvent = { kind: 'matched', found: [{ part: 0, orderId: '7' }], absent: [] }
    const lost: IntentEvent = { kind: 'answered', parts: [unanswered] }
    const isFound = (events: IntentEvent[], at = own.at): boolean => {
      const other = after([...wireEvents({ account: 'b' }), ...events], { at })
      return newPictures({ holders: [own, other] }).pictures.intents.isFoundForAnother(own, '007')
    }
    expect(isFound([lost, found])).toBe(true)
    expect(isFound([lost, { kind: 'settled', orderIds: ['7'] }])).toBe(true)
    expect(isFound([lost, found], own.at - 86_400_000)).toBe(false)
    expect(isFound([{ kind: 'answered', parts: [accepted('7')] }])).toBe(false)
  })

  it('do not hold an order of today under a number that a broker gave to one of yesterday', () => {
    // 10:30 in India, and the same on the next day.
    const at = Date.UTC(2026, 10, 19, 5)
    const sent = onTheWire({ account: 'a', at })
    const { pictures, answer } = newPictures({ holders: [sent], now: () => at + 86_400_000 })
    answer('a', 'orders', [order('7', { orderentrytime: 'November 19 2026 10:30:01' })])
    expect(pictures.intents.holderOf('a', '7')).toBe(sent)
    answer('a', 'orders', [order('7', { orderentrytime: 'November 20 2026 09:20:00' })])
    expect(pictures.intents.holderOf('a', '7')).toBeUndefined()
  })

  it('hold what was sent for them by an account that has other keys now', () => {
    const sent = onTheWire({ account: 'b' })
    const { pictures } = newPictures({ holders: [sent], fingerprints: { a: ownLogin, b: 'other' } })
    expect(pictures.intents.holderOf('a', '7')).toBe(sent)
    expect(pictures.intents.isOfLogin('a', sent)).toBe('yes')
    expect(pictures.intents.isOfLogin('b', sent)).toBe('perhaps')
    expect(pictures.intents.isOfLogin('c', sent)).toBe('no')
  })

  it('are not seen in the books of others', () => {
    const { pictures, answer } = newPictures({ twins: ['a', 'b'] })
    answer('c', 'positions', [position(100)])
    expect(pictures.of('a').positions.held(infosys)).toBeNull()
  })
})

describe('a look at both books', () => {
  it('shows an order as it was missed, whatever a poll shows while the positions are read', async () => {
    const working = order('1')
    const { pictures, answer, readAnew } = newPictures({
      between: () => answer('a', 'orders', [working]),
    })
    answer('a', 'orders', [working])
    answer('a', 'positions', [])
    for (let look = 0; look < 2; look++) {
      readAnew('orders', [])
      readAnew('positions', [])
      const seenAnew = await pictures.lookAnew('a', { isWithPositions: true })
      expect(seenAnew).toMatchObject({ ok: true, value: { orders: { vanished: [working] } } })
    }
  })

  it('awaits no order that the service took for the keys of another client, once its books show all that is theirs', async () => {
    const fingerprints: Record<string, string> = { a: ownLogin }
    const others = new Set<string>()
    const { clock, pictures, readAnew } = newPictures({ fingerprints, others })
    pictures.follow([
      after([...wireEvents({ account: 'a' }), { kind: 'answered', parts: [accepted('1')] }]),
    ])
    fingerprints['a'] = 'other'
    readAnew('orders', [])
    readAnew('positions', [])
    await clock.advance(60_000)
    const awaited = async () => {
      const seenAnew = await pictures.lookAnew('a', { isWithPositions: true })
      return seenAnew.ok && seenAnew.value.orders.awaited()
    }
    // These may be new keys of the same client.
    expect(await awaited()).toBe(1)
    others.add(ownLogin).add('other')
    expect(await awaited()).toBe(0)
  })

  it('awaits an order that it did not show and a poll showed since, though a profile tells only then whose it is', async () => {
    const fingerprints: Record<string, string> = { a: 'renewed' }
    const [others, same] = [new Set([ownLogin, 'renewed']), new Set<string>()]
    const { clock, pictures, answer, readAnew } = newPictures({
      ...{ fingerprints, others, same },
      between: () => {
        answer('a', 'orders', [order('1')])
        others.clear()
        same.add(ownLogin).add('renewed')
      },
    })
    pictures.follow([
      after([...wireEvents({ account: 'a' }), { kind: 'answered', parts: [accepted('1')] }]),
    ])
    await clock.advance(60_000)
    readAnew('orders', [])
    readAnew('positions', [])
    const seenAnew = await pictures.lookAnew('a', { isWithPositions: true })
    expect(seenAnew.ok && seenAnew.value.orders.awaited()).toBe(1)
  })

  it('awaits an order that it did not show, though a poll showed it since', async () => {
    const intent = after([
      recordedEvent({ account: 'a' }),
      { kind: 'sent', rivals: [], bookAge: 0 },
      { kind: 'answered', parts: [accepted('1')] },
    ])
    const { clock, pictures, answer, readAnew } = newPictures({
      between: async () => {
        answer('a', 'orders', [order('1')])
        await clock.advance(60_000)
      },
    })
    pictures.follow([intent])
    readAnew('orders', [])
    readAnew('positions', [])
    const seenAnew = await pictures.lookAnew('a', { isWithPositions: true })
    expect(seenAnew.ok && seenAnew.value.orders.awaited()).toBe(1)
  })
})

it('looks through a book once it has a moment, and not while an order waits', async () => {
  const { pictures, answer } = newPictures()
  let looks = 0
  const watched = {
    ...order('1'),
    get status() {
      looks++
      return 'open'
    },
  }
  answer('a', 'orders', [watched])
  answer('a', 'positions', [])
  // Behind all that waited for a turn before.
  for (let turn = 0; turn < 3; turn++) await nextTurn()
  looks = 0
  const { orders, pnl } = pictures.of('a')
  expect([orders.openCount, pnl.profit]).toEqual([1, 0])
  expect(looks).toBe(0)
})

describe('an order book with a row that cannot be read', () => {
  const isFlatWith = (text: string): boolean => {
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [], { unreadable: [text] })
    answer('a', 'positions', [position(0)])
    return isFlat(remainderOf(pictures.of('a'), nothingAtAll))
  }

  it('is not flat, but for a rejected order to which the broker gave no number', () => {
    const row = { symbol: 'INFY-EQ', action: 'BUY', quantity: 10, order_id: '' }
    expect(isFlatWith(JSON.stringify({ ...row, status: 'open' }))).toBe(false)
    expect(isFlatWith(JSON.stringify({ ...row, status: 'rejected' }))).toBe(true)
  })
})

describe('a position book that shows nothing at all', () => {
  const remainder = (pictures: LoginPictures, goal: ExitGoal) => remainderOf(pictures.of('a'), goal)

  it('is not flat until it had its time to show something, which orders alone do not wait for', async () => {
    const { clock, pictures, answer } = newPictures()
    const read = (): void => {
      answer('a', 'orders', [])
      answer('a', 'positions', [])
    }
    read()
    for (let second = 0; second < 20; second++) {
      expect(remainder(pictures, nothingAtAll).silent).toBe(1)
      expect(isFlat(remainder(pictures, noPositions(new Set())))).toBe(false)
      expect(isFlat(remainder(pictures, noOrders))).toBe(true)
      await clock.advance(1000)
      read()
    }
    expect(isFlat(remainder(pictures, nothingAtAll))).toBe(true)
  })

  it('is not flat, however long it is silent, where an order of the day is known that no book shows', async () => {
    const taken = after([
      ...wireEvents({ account: 'a' }),
      { kind: 'answered', parts: [accepted('42')] },
    ])
    const { clock, pictures, answer } = newPictures({
      recorded: [taken],
      fingerprints: { a: ownLogin },
      now: () => sentAt,
    })
    pictures.takeUp(() => ({ at: sentAt, number: 1 }))
    for (const goal of [nothingAtAll, noOrders]) {
      answer('a', 'orders', [])
      answer('a', 'positions', [])
      await clock.advance(60_000)
      expect(remainder(pictures, goal).besideBlankBooks).toEqual(['42'])
      expect(todoOf(remainder(pictures, goal))).toContain('taken order 42, and')
    }
    // Whoever dropped it shows others of the day.
    answer('a', 'orders', [order('7', { status: 'rejected' })])
    answer('a', 'orders', [])
    expect(isFlat(remainder(pictures, nothingAtAll))).toBe(true)
  })

  it('is flat at once where it has shown a position that was closed since', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [])
    answer('a', 'positions', [position(0)])
    answer('a', 'positions', [])
    expect(isFlat(remainder(pictures, nothingAtAll))).toBe(true)
  })

  it('says so where the exit has come to its end before', () => {
    const { pictures, answer } = newPictures()
    answer('a', 'orders', [])
    answer('a', 'positions', [])
    expect(todoOf(remainder(pictures, nothingAtAll))).toMatch(
      /^The position book has shown nothing/,
    )
  })
})

describe('two positions in two spellings', () => {
  const mayBeOne = (first: Row, second: Row): boolean => {
    const { pictures, answer } = newPictures()
    answer('a', 'positions', [first, second])
    return pictures.of('a').positions.mayBeOne(positionOfRow(first), positionOfRow(second))
  }
  const share = position(100)
  const other = { symbol: 'INFY' }

  it('may be one where as many units of each are held', () => {
    expect(mayBeOne(share, position(100, other))).toBe(true)
    expect(mayBeOne(share, position(40, other))).toBe(false)
  })

  it('are two where their tokens, exchanges, products or names say so', () => {
    const token = { token: '1594' }
    const withToken = position(100, token)
    expect(mayBeOne(withToken, position(100, { ...other, ...token }))).toBe(true)
    expect(mayBeOne(withToken, position(100, { ...other, token: '77' }))).toBe(false)
    expect(mayBeOne(withToken, position(100, { symbol: 'INFOSYS LTD', ...token }))).toBe(true)
    expect(mayBeOne(share, position(100, { ...other, exchange: 'BSE' }))).toBe(false)
    expect(mayBeOne(share, position(100, { ...other, product: 'CNC' }))).toBe(false)
    expect(mayBeOne(share, position(100, { symbol: 'TCS-EQ' }))).toBe(false)
  })
})

it('orders that work may close what is open as long as nobody read what that is', () => {
  const { pictures, answer } = newPictures()
  answer('a', 'orders', [order('1', { fillshares: 40 }), order('2', { status: 'cancelled' })])
  const closing = () =>
    pictures.of('a').closingOrders.map(({ row, units }) => [row['order_id'], units])
  expect(closing()).toEqual([['1', 60]])
  answer('a', 'positions', [])
  expect(closing()).toEqual([])
})

it('nothing is said to be held of a contract which the book may have in another form', () => {
  const { pictures, answer } = newPictures()
  const of = { exchange: 'NFO', product: 'NRML' }
  answer('a', 'positions', [position(65, { ...of, symbol: 'NIFTY24NOV26C24500' })])
  const held = (symbol: string) => pictures.of('a').positions.held({ ...of, symbol })
  expect(held('NIFTY26N2424500CE')).toBeNull()
  expect(held('NIFTY26NOV24500CE')).toBeNull()
  expect(held('NIFTY26N1724500CE')).toBe(0)
  expect(held('NIFTY26N2424600CE')).toBe(0)
})
