import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../../src/main/exits/remainder.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, newPictures, position } from '../pictures.ts'

const second = 1000
const minute = 60_000
const nrml = { product: 'NRML' }

type RowOf = (bought: number, sold: number, more?: Row) => Row
const traded: RowOf = (bqty, sqty, more = {}) =>
  position(bqty - sqty, { ...{ cfbuyqty: 0, cfsellqty: 0, bqty, sqty }, ...more })
const each: readonly (readonly [string, RowOf])[] = [
  ['with figures of the day', traded],
  ['without them', (bought, sold, more = {}) => position(bought - sold, more)],
]

/** Books that answer at moments of their own. */
function newDesk(options: Parameters<typeof newPictures>[0] = {}) {
  const { clock, pictures, answer } = newPictures(options)
  let latest: readonly Row[] = []
  return {
    clock,
    isFlat: () => isFlat(remainderOf(pictures.of('a'), nothingAtAll)),
    till: async (at: number): Promise<void> => void (await clock.advance(at - clock.now())),
    orders: (...rows: Row[]) => answer('a', 'orders', (latest = rows)),
    positions: (...rows: Row[]) => answer('a', 'positions', rows),
    /** These positions each second, and the same orders; or none at all, where their book has trouble. */
    keep: async (seconds: number, rows: readonly Row[], { isRead = true } = {}): Promise<void> => {
      for (let n = 0; n < seconds; n++) {
        await clock.advance(second)
        if (isRead) answer('a', 'orders', latest)
        answer('a', 'positions', rows)
      }
    },
  }
}

async function heldForAMinute(row: Row) {
  const desk = newDesk()
  desk.orders()
  desk.positions(row)
  await desk.keep(60, [row])
  desk.orders()
  return desk
}

describe('what is left of a position is not flat where its row is left out', () => {
  it.each(each)('and the positions were ahead of the orders (%s)', async (_, row) => {
    const desk = await heldForAMinute(row(100, 0))
    await desk.till(60_500)
    desk.positions(row(100, 50))
    for (const at of [61, 62, 63, 64]) {
      await desk.till(at * second)
      desk.orders()
      desk.positions(row(100, 50))
    }
    await desk.till(66 * second)
    desk.orders(filled('2', 'SELL', 50))
    desk.positions(row(100, 50))
    await desk.keep(31, [])
    expect(desk.isFlat()).toBe(false)
  })

  it.each(each)('and the orders could not be read for a while (%s)', async (_, row) => {
    const desk = await heldForAMinute(row(100, 0))
    await desk.till(62 * second)
    desk.positions(row(100, 50))
    await desk.keep(18, [row(100, 50)], { isRead: false })
    desk.orders(filled('2', 'SELL', 50))
    await desk.keep(3, [row(100, 50)])
    await desk.keep(30, [])
    expect(desk.isFlat()).toBe(false)
  })

  it.each(each)('and one answer forgot what its order was filled with (%s)', async (_, row) => {
    const desk = await heldForAMinute(row(100, 0))
    const sold = filled('2', 'SELL', 50)
    desk.orders(sold)
    await desk.keep(61, [row(100, 50)])
    desk.orders({ ...sold, fillshares: null, status: '' })
    await desk.keep(1, [row(100, 50)])
    desk.orders(sold)
    await desk.keep(2, [row(100, 50)])
    await desk.keep(60, [])
    expect(desk.isFlat()).toBe(false)
  })

  it.each(each)('and its order was given twice (%s)', async (_, row) => {
    const desk = await heldForAMinute(row(100, 0))
    const sold = filled('2', 'SELL', 50)
    desk.orders(sold, sold)
    await desk.keep(2, [row(100, 50)])
    await desk.keep(60, [])
    expect(desk.isFlat()).toBe(false)
  })

  it.each(each)('an hour after one answer had somebody else’s order (%s)', async (_, row) => {
    const desk = await heldForAMinute(row(100, 0))
    desk.orders(filled('f', 'SELL', 100))
    await desk.keep(1, [row(100, 0)], { isRead: false })
    desk.orders()
    await desk.keep(1, [row(100, 0)])
    await desk.till(62 * minute)
    await desk.keep(15, [row(100, 0)])
    await desk.keep(60, [])
    expect(desk.isFlat()).toBe(false)
  })

  it.each(each)('after a night, and the positions answered first (%s)', async (_, row) => {
    let now = Date.parse('2026-11-24T12:30:00Z')
    const desk = newDesk({ now: () => now })
    desk.orders()
    desk.positions(row(100, 0, nrml))
    await desk.till(minute)
    desk.orders()
    desk.positions(row(100, 0, nrml))
    now = Date.parse('2026-11-25T03:50:00Z')
    await desk.till(15 * 60 * minute)
    const carried = row === traded ? { cfbuyqty: 100, cfsellqty: 0, bqty: 0, sqty: 50 } : {}
    const held = position(50, { ...nrml, ...carried })
    desk.positions(held)
    await desk.clock.advance(300)
    desk.orders(filled('2', 'SELL', 50, nrml))
    await desk.keep(3, [held])
    await desk.keep(60, [])
    expect(desk.isFlat()).toBe(false)
  })

  it.each(each)(
    'beside one of as many units the other way, left out with it (%s)',
    async (_, row) => {
      const desk = newDesk()
      const both = [row(100, 0), row(0, 100, nrml)]
      desk.orders()
      desk.positions(...both)
      await desk.keep(60, both)
      await desk.keep(30, [])
      expect(desk.isFlat()).toBe(false)
    },
  )

  it.each(each)('before any order book had its order (%s)', async (_, row) => {
    const desk = newDesk()
    desk.orders()
    desk.positions()
    await desk.keep(60, [])
    await desk.keep(2, [row(50, 0)])
    await desk.keep(1, [])
    expect(desk.isFlat()).toBe(false)
    await desk.keep(60, [])
    expect(desk.isFlat()).toBe(false)
  })
})

describe('a position that no answer ever had', () => {
  it.each([1, 5, 9, 30])('is not flat %d s after a part of it was closed', async (seconds) => {
    const desk = newDesk()
    desk.orders()
    desk.positions()
    await desk.keep(60, [])
    desk.orders(filled('1', 'SELL', 100))
    await desk.keep(60, [])
    desk.orders(filled('1', 'SELL', 100), filled('2', 'BUY', 50))
    await desk.keep(seconds, [])
    expect(desk.isFlat()).toBe(false)
  })
})

describe('an honest broker', () => {
  it.each(each)(
    'is flat after a quick round trip that its orders tell late (%s)',
    async (_, row) => {
      const desk = newDesk()
      desk.orders()
      desk.positions()
      await desk.keep(60, [])
      desk.orders()
      await desk.till(60_500)
      desk.positions(row(100, 0))
      for (const at of [61, 62, 63, 64]) {
        await desk.till(at * second)
        desk.orders()
        desk.positions(row(100, 0))
      }
      await desk.till(66 * second)
      const bought = filled('1', 'BUY', 100)
      desk.orders(bought)
      desk.positions(row(100, 0))
      await desk.till(70 * second)
      desk.orders(bought, filled('2', 'SELL', 100))
      desk.positions()
      await desk.keep(90, [])
      expect(desk.isFlat()).toBe(true)
    },
  )

  it.each(each)(
    'is flat where it gave an order twice, and drops what is closed (%s)',
    async (_, row) => {
      const desk = newDesk()
      desk.orders()
      desk.positions()
      await desk.keep(60, [])
      const bought = filled('1', 'BUY', 50)
      desk.orders(bought, bought)
      await desk.keep(60, [row(50, 0)])
      desk.orders(bought, filled('2', 'SELL', 50))
      await desk.keep(1, [row(50, 0)])
      await desk.keep(90, [])
      expect(desk.isFlat()).toBe(true)
    },
  )
})
