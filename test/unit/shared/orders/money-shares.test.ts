import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, decimalOf, times } from '../../../../src/shared/core/decimal.ts'
import {
  percentOf,
  SharePercent,
  unitsForMoney,
} from '../../../../src/shared/orders/money-shares.ts'

const paise = (most: number) =>
  fc.integer({ min: 1, max: most }).map((all) => (all / 100).toFixed(2))
const lot = fc.integer({ min: 1, max: 5000 })

describe('the units that money buys', () => {
  it('are whole lots, cost no more than the money, and a lot more would', () => {
    fc.assert(
      fc.property(paise(1e12), paise(1e9), lot, (money, price, size) => {
        const units = unitsForMoney(money, { price, lot: size })
        expect(Number(units) % size).toBe(0)
        expect(compare(times(price, units), money)).toBeLessThanOrEqual(0)
        expect(compare(times(price, String(Number(units) + size)), money)).toBeGreaterThan(0)
      }),
    )
  })

  it('are exact where binary fractions are not', () => {
    expect(unitsForMoney('0.3', { price: '0.1', lot: 1 })).toBe('3')
    expect(unitsForMoney('4.35', { price: '0.05', lot: 1 })).toBe('87')
    expect(unitsForMoney('150000', { price: '1500', lot: 1 })).toBe('100')
    expect(unitsForMoney('149999.99', { price: '1500', lot: 1 })).toBe('99')
  })

  it('are reckoned at once at the least price that a broken service can name', () => {
    const price = decimalOf(1e-12)
    expect(unitsForMoney('999999999999.99', { price, lot: 1 })).toBe('999999999999990000000000')
    expect(unitsForMoney('1', { price: decimalOf(3e-300), lot: 1 })).toMatch(/^3{300}$/)
  })

  it.each(['0', '-5', '-100000'])('are none of %s rupees', (money) => {
    expect(unitsForMoney(money, { price: '10', lot: 1 })).toBe('0')
  })

  it('are none at no price', () => {
    expect(unitsForMoney('100', { price: '0', lot: 1 })).toBe('0')
  })
})

describe('a percentage', () => {
  it('is taken to the last digit', () => {
    expect(percentOf('100000.10', '33.3333')).toBe('33333.3333333')
  })

  it.each(['0', '0.00', '100.1', '999', '-5', '1e1', ''])('is not %j', (wrong) => {
    expect(SharePercent.safeParse(wrong).success).toBe(false)
  })
})
