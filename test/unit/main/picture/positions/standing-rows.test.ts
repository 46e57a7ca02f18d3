import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../../src/main/exits/remainder.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, infosys, newPictures, position } from '../pictures.ts'

const second = 1000
const traded = (bqty: number, sqty: number, more: Row = {}): Row =>
  position(bqty - sqty, { ...{ cfbuyqty: 0, cfsellqty: 0, bqty, sqty }, ...more })

/** Books that have stood for a minute. */
async function newDesk(orders: readonly Row[], positions: readonly Row[]) {
  const { clock, pictures, answer } = newPictures()
  let shown = { orders, positions }
  const desk = {
    isFlat: () => isFlat(remainderOf(pictures.of('a'), nothingAtAll)),
    picture: () => pictures.of('a'),
    /** What the books answer from now on. */
    show: (now: Partial<typeof shown>) => void (shown = { ...shown, ...now }),
    /** Each second for a while; or the orders alone. */
    keep: async (seconds: number, { isRead = true } = {}): Promise<void> => {
      for (let n = 0; n < seconds; n++) {
        answer('a', 'orders', shown.orders)
        if (isRead) answer('a', 'positions', shown.positions)
        await clock.advance(second)
      }
    },
    pass: (seconds: number) => clock.advance(seconds * second),
  }
  await desk.keep(60)
  return desk
}

describe('a row that stands still while orders in it are filled', () => {
  it.each(['MIS', 'NRML', 'CNC'])('is not known to be closed (%s)', async (product) => {
    const of = { product }
    const morning = [filled('1', 'BUY', 100, of), filled('2', 'SELL', 100, of)]
    const desk = await newDesk(morning, [traded(100, 100, of)])
    expect(desk.isFlat()).toBe(true)
    desk.show({ orders: [...morning, filled('3', 'BUY', 100, of)] })
    for (let seconds = 0; seconds < 100; seconds++) {
      await desk.keep(1)
      expect(desk.isFlat()).toBe(false)
    }
    expect(desk.picture().underWay({ ...infosys, product }).unknown).toEqual([
      'its row says that 0 is held, and by the orders it is +100, so one of these is wrong',
    ])
    expect(desk.picture().pnl.check.uncheckable).toEqual([infosys.symbol])
    expect(desk.picture().pnl.strayed).toBe('rows')
  })

  it('is found where something is open, too', async () => {
    const bought = filled('1', 'BUY', 50)
    const desk = await newDesk([bought], [traded(50, 0)])
    desk.show({ orders: [bought, filled('2', 'BUY', 100)] })
    await desk.keep(15)
    expect(desk.picture().positions.contradicting).toMatchObject([{ held: 50, expected: 150 }])
  })

  it('is remembered when more is filled', async () => {
    const row = position(0)
    const desk = await newDesk([], [row])
    desk.show({ orders: [filled('1', 'BUY', 100)] })
    await desk.keep(30)
    desk.show({
      orders: [filled('1', 'BUY', 100), filled('2', 'BUY', 10)],
      positions: [position(10)],
    })
    await desk.keep(30)
    expect(desk.picture().positions.contradicting).toMatchObject([{ held: 10, expected: 110 }])
  })

  it('is asked about for an hour', async () => {
    const desk = await newDesk([], [position(0)])
    desk.show({ orders: [filled('1', 'BUY', 100)] })
    await desk.keep(30)
    await desk.pass(3600)
    await desk.keep(2)
    expect(desk.picture().positions.contradicting).toEqual([])
  })
})

describe('a row contradicts nothing', () => {
  it('once it shows what was filled, however late', async () => {
    const desk = await newDesk([], [traded(0, 0)])
    desk.show({ orders: [filled('1', 'BUY', 100)] })
    await desk.keep(45)
    desk.show({ positions: [traded(100, 0)] })
    await desk.keep(1)
    expect(desk.picture().positions.contradicting).toEqual([])
    expect(desk.picture().underWay(infosys).unknown).toEqual([])
    desk.show({
      orders: [filled('1', 'BUY', 100), filled('2', 'SELL', 100)],
      positions: [traded(100, 100)],
    })
    await desk.keep(1)
    expect(desk.isFlat()).toBe(true)
  })

  it.each([
    ['in its first ten seconds', 9, true],
    ['until it is read again', 20, false],
  ])('%s', async (_, seconds, isRead) => {
    const desk = await newDesk([], [traded(0, 0)])
    desk.show({ orders: [filled('1', 'BUY', 100)] })
    await desk.keep(seconds, { isRead })
    expect(desk.picture().positions.contradicting).toEqual([])
  })

  it('where what was filled comes to nothing', async () => {
    const desk = await newDesk([], [position(0)])
    desk.show({ orders: [filled('1', 'BUY', 100), filled('2', 'SELL', 100)] })
    await desk.keep(30)
    expect(desk.picture().positions.contradicting).toEqual([])
    expect(desk.isFlat()).toBe(true)
  })
})
