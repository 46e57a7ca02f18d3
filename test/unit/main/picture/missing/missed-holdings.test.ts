import { expect, it } from 'vitest'
import { recordKey } from '../../../../../src/shared/books/books.ts'
import { MissedHoldings } from '../../../../../src/main/picture/missing/missed-holdings.ts'
import { dayLength } from '../../../../../src/shared/core/india.ts'
import type { Row, Rows } from '../../../../../src/shared/core/patch.ts'
import { infosys, newPictures, order, position } from '../pictures.ts'

const share = { exchange: infosys.exchange, symbol: infosys.symbol, isin: 'INE009A01021' }
const holding = (more: Row = {}): Row => ({ ...share, product: 'CNC', holdqty: 100, ...more })
const hour = 3_600_000

const sold = (units: number, more: Row = {}): Row =>
  order('7', {
    ...{ action: 'SELL', product: 'CNC', status: 'complete' },
    ...{ quantity: units, fillshares: units, ...more },
  })

function missing(...now: Row[]) {
  const desk = newPictures({ now: () => desk.clock.now() })
  desk.answer('a', 'holdings', [holding()])
  desk.answer('a', 'holdings', now)
  return { ...desk, leavesOut: () => desk.pictures.leftOutOfHoldings('a') }
}

it('a holding that an answer leaves out is missed, however often it is left out, until it is there again', async () => {
  const { answer, clock, leavesOut } = missing()
  for (let poll = 0; poll < 4; poll += 1) {
    expect(leavesOut()).toBe('rows')
    await clock.advance(5000)
    answer('a', 'holdings', [])
  }
  answer('a', 'holdings', [holding()])
  expect(leavesOut()).toBeNull()
})

it('it is missed for an hour, and on its own day', async () => {
  const { answer, clock, goOn, leavesOut } = missing()
  await goOn(3000, () => answer('a', 'holdings', []))
  // Nothing is read while the machine sleeps.
  await clock.advance(2 * hour)
  answer('a', 'holdings', [])
  expect(leavesOut()).toBe('rows')
  await goOn(hour, () => answer('a', 'holdings', []))
  expect(leavesOut()).toBeNull()
  let day = 0
  const other = newPictures({ now: () => other.clock.now() + day })
  other.answer('a', 'holdings', [holding()])
  day = dayLength
  other.answer('a', 'holdings', [])
  expect(other.pictures.leftOutOfHoldings('a')).toBeNull()
})

it.each(['before', 'after'])(
  'what an earlier session of the day saw is missed: recalled %s the first answer',
  (when) => {
    const { pictures, answer } = newPictures()
    const kept = holding()
    const recall = () =>
      pictures.recall({
        ...{ account: 'a', book: 'holdings', at: 0 },
        rows: [[recordKey('holdings', kept), kept]],
      })
    if (when === 'before') recall()
    answer('a', 'holdings', [])
    if (when === 'after') recall()
    expect(pictures.leftOutOfHoldings('a')).toBe('rows')
    answer('a', 'orders', [sold(100)])
    expect(pictures.leftOutOfHoldings('a')).toBeNull()
  },
)

it('what one of the day before saw is not', () => {
  const kept = holding()
  const { pictures, answer } = newPictures({ now: () => dayLength })
  pictures.recall({
    ...{ account: 'a', book: 'holdings', at: 0 },
    rows: [[recordKey('holdings', kept), kept]],
  })
  answer('a', 'holdings', [])
  expect(pictures.leftOutOfHoldings('a')).toBeNull()
})

it.each([
  ['an order', 'orders', [sold(100)]],
  ['orders', 'orders', [sold(60), { ...sold(40), order_id: '8' }]],
  ['a trade', 'trades', [{ ...sold(100), exchtime: '2026-11-27 10:00:00', price: 1500 }]],
  ['a position', 'positions', [{ ...position(-100), product: 'CNC', sqty: 100 }]],
] as const)('%s of the day that sold all of it speaks for that', (_, book, rows) => {
  const { answer, leavesOut } = missing()
  answer('a', book, [...rows])
  expect(leavesOut()).toBeNull()
})

it.each([
  ['an order', 'orders', [sold(100), { ...sold(100, { action: 'BUY' }), order_id: '8' }]],
  ['a position', 'positions', [{ ...position(0), product: 'CNC', sqty: 100, bqty: 100 }]],
] as const)('%s of the day that sold all of it and bought it again does not', (_, book, rows) => {
  const { answer, leavesOut } = missing()
  answer('a', book, [...rows])
  expect(leavesOut()).toBe('rows')
})

it('nor does one that the book had shown the rest of', () => {
  const desk = newPictures({ now: () => desk.clock.now() })
  desk.answer('a', 'orders', [sold(100)])
  desk.answer('a', 'holdings', [holding({ holdqty: 200 })])
  desk.answer('a', 'holdings', [holding()])
  desk.answer('a', 'holdings', [])
  expect(desk.pictures.leftOutOfHoldings('a')).toBe('rows')
  desk.answer('a', 'orders', [sold(200)])
  expect(desk.pictures.leftOutOfHoldings('a')).toBeNull()
})

it('what stood beside it before is another holding', () => {
  const pledged = holding({ product: 'MTF' })
  const desk = newPictures({ now: () => desk.clock.now() })
  desk.answer('a', 'holdings', [holding(), pledged])
  desk.answer('a', 'holdings', [pledged])
  expect(desk.pictures.leftOutOfHoldings('a')).toBe('rows')
  desk.answer('a', 'holdings', [{ ...pledged, holdqty: 200 }])
  expect(desk.pictures.leftOutOfHoldings('a')).toBeNull()
})

it.each([
  ['of less', [sold(60)]],
  ['that its book has twice', [sold(60), sold(60)]],
  ['within the day', [sold(100, { product: 'MIS' })]],
  ['that was not filled', [sold(100, { status: 'rejected', fillshares: 0 })]],
  ['that bought', [sold(100, { action: 'BUY' })]],
  ['of another share', [sold(100, { symbol: 'TCS-EQ' })]],
])('an order %s does not', (_, rows) => {
  const { answer, leavesOut } = missing()
  answer('a', 'orders', rows)
  expect(leavesOut()).toBe('rows')
})

it('a holding that stands under another name, product or exchange is there', () => {
  expect(missing(holding({ product: 'T1' })).leavesOut()).toBeNull()
  expect(missing(holding({ symbol: 'INFOSYS', exchange: 'BSE' })).leavesOut()).toBeNull()
  expect(missing(holding({ product: 'T1', holdqty: 50 })).leavesOut()).toBe('rows')
  const { answer, leavesOut } = missing(holding())
  // What was nothing is not missed.
  answer('a', 'holdings', [holding(), holding({ symbol: 'TCS-EQ', isin: '', holdqty: 0 })])
  answer('a', 'holdings', [holding()])
  expect(leavesOut()).toBeNull()
})

it('shares that were bought lately, and sold, are counted once where they are among what is held', () => {
  const lately = { holdqty: 100, btst_qty: 100, ltp: 10, hld_val: 1000 }
  const soldAll = (more: Row) => {
    const desk = newPictures({ now: () => desk.clock.now() })
    desk.answer('a', 'holdings', [holding({ ...lately, ...more })])
    desk.answer('a', 'orders', [sold(100)])
    desk.answer('a', 'holdings', [])
    return desk.pictures.leftOutOfHoldings('a')
  }
  expect(soldAll({})).toBeNull()
  expect(soldAll({ hld_val: 2000 })).toBe('rows')
  // Nothing tells which.
  expect(soldAll({ hld_val: null })).toBe('rows')
})

it('a sale within the day that opened no position came out of the holding', () => {
  const sale = sold(100, { product: 'MIS' })
  const { answer, leavesOut } = missing()
  answer('a', 'orders', [sale])
  answer('a', 'positions', [position(-100)])
  expect(leavesOut()).toBe('rows')
  answer('a', 'positions', [position(50, { symbol: 'TCS-EQ' })])
  expect(leavesOut()).toBeNull()
})

it('a holding of which the book shows less is missed in part, until sales tell why, or for an hour', async () => {
  const desk = newPictures({ now: () => desk.clock.now() })
  const { answer, goOn, pictures } = desk
  const leavesOut = () => pictures.leftOutOfHoldings('a')
  answer('a', 'holdings', [holding()])
  answer('a', 'holdings', [holding({ holdqty: 60 })])
  expect(leavesOut()).toBe('rows')
  answer('a', 'orders', [sold(30)])
  expect(leavesOut()).toBe('rows')
  answer('a', 'orders', [sold(40)])
  expect(leavesOut()).toBeNull()
  answer('a', 'orders', [sold(40, { status: 'open', fillshares: 0 })])
  expect(leavesOut()).toBeNull()
  answer('a', 'orders', [])
  expect(leavesOut()).toBe('rows')
  answer('a', 'holdings', [holding()])
  expect(leavesOut()).toBeNull()
  answer('a', 'holdings', [holding({ holdqty: 60 })])
  await goOn(hour + 60_000, () => answer('a', 'holdings', [holding({ holdqty: 60 })]))
  expect(leavesOut()).toBeNull()
})

it('what is pledged, or written in another row, is still there', () => {
  const after = (...rows: Row[]) => {
    const desk = newPictures({ now: () => desk.clock.now() })
    desk.answer('a', 'holdings', [holding(), holding({ product: 'T1', holdqty: 20 })])
    desk.answer('a', 'holdings', rows)
    return desk.pictures.leftOutOfHoldings('a')
  }
  const lately = holding({ product: 'T1', holdqty: 20 })
  expect(after(holding({ holdqty: 60, coll_qty: 40 }), lately)).toBeNull()
  expect(after(holding({ holdqty: 120 }), holding({ product: 'T1', holdqty: 0 }))).toBeNull()
  expect(after(holding({ holdqty: 110 }), holding({ product: 'T1', holdqty: 0 }))).toBe('rows')
})

it('each row of the books is looked at a few times, however many holdings show less', () => {
  let looks = 0
  const names = Array.from({ length: 200 }, (_, at) => `SHARE${at}`)
  const counted = (rowOf: (symbol: string) => Row): Rows =>
    new Map(
      names.map((name) => {
        const { symbol: _, ...row } = rowOf(name)
        const symbol = () => {
          looks += 1
          return name
        }
        return [name, Object.defineProperty(row, 'symbol', { enumerable: true, get: symbol })]
      }),
    )
  const holdings = new MissedHoldings()
  for (const [at, holdqty] of [100, 40].entries())
    holdings.see(
      counted((symbol) => holding({ symbol, isin: symbol, holdqty })),
      { at, day: '2026-11-20' },
    )
  const orders = counted((symbol) => sold(60, { symbol, order_id: symbol, product: 'MIS' }))
  const books = { orders, trades: new Map(), positions: counted(() => position(0)) }
  expect(holdings.mayLeaveOut(() => ({ ...books, positions: new Map() }))).toBe(false)
  expect(holdings.mayLeaveOut(() => books)).toBe(true)
  expect(looks).toBeLessThan(30 * names.length)
})
