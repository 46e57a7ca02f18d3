import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import { filled, newAccount, position } from '../pictures.ts'

const delivery = { product: 'NRML' }
const bought = (units: number): Row => filled('1', 'BUY', units, delivery)
const sold = (units: number): Row => filled('2', 'SELL', units, delivery)

describe('A position whose row says zero, and whose figures are written in another way', () => {
  it('is closed where what was sold is written below zero', async () => {
    const { answer, isFlatAfter } = newAccount()
    const of = { cfbuyqty: 0, cfsellqty: 0, bqty: 100 }
    answer({ orders: [], positions: [] })
    await isFlatAfter(60_000)
    answer({ orders: [filled('1', 'BUY', 100)], positions: [position(100, { ...of, sqty: 0 })] })
    expect(await isFlatAfter(60_000)).toBe(false)
    answer({
      orders: [filled('1', 'BUY', 100), filled('2', 'SELL', 100)],
      positions: [position(0, { ...of, sqty: -100 })],
    })
    expect(await isFlatAfter(60_000)).toBe(true)
  })

  it('is closed where what was brought forward counts as bought today', async () => {
    const { answer, isFlatAfter, picture } = newAccount()
    const row = (net: number, sqty: number): Row =>
      position(net, { ...delivery, ...{ cfbuyqty: 100, cfsellqty: 0, bqty: 100, sqty } })
    answer({ orders: [], positions: [row(100, 0)] })
    expect(await isFlatAfter(60_000)).toBe(false)
    answer({ orders: [sold(100)], positions: [row(0, 100)] })
    expect(await isFlatAfter(60_000)).toBe(true)
    expect(picture().positions.open).toEqual([])
  })

  it('is open where the orders say that as much was bought today, and the net leaves out what was brought forward', async () => {
    const { answer, isFlatAfter, picture } = newAccount()
    const row = (sqty: number): Row =>
      position(0, { ...delivery, ...{ cfbuyqty: 100, cfsellqty: 0, bqty: 100, sqty } })
    answer({ orders: [bought(100)], positions: [row(0)] })
    answer({ orders: [bought(100), sold(100)], positions: [row(100)] })
    expect(await isFlatAfter(60_000)).toBe(false)
    expect(picture().positions.open).toHaveLength(1)
  })

  it('is not known to be closed where no order tells of it', async () => {
    const { answer, isFlatAfter } = newAccount()
    const of = { ...delivery, cfbuyqty: 100, cfsellqty: 0, bqty: 100, sqty: 100 }
    answer({ orders: [], positions: [position(0, of)] })
    expect(await isFlatAfter(60_000)).toBe(false)
  })
})
