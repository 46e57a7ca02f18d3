import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  change,
  money,
  formatPrice,
  priceText,
  quantity,
  shortMoney,
  signedShortMoney,
  signedMoney,
  signedQuantity,
  tone,
  unknown,
} from '../../../../src/renderer/components/amounts.ts'

const amounts = fc.double({ min: -1e12, max: 1e12, noNaN: true })

/** Reads a figure back as a person would. */
const readBack = (text: string): number => Number(text.replaceAll(/[₹, +]/g, '').replace('−', '-'))

describe('amounts', () => {
  it('are grouped the Indian way', () => {
    expect(money(1234567.5)).toBe('₹12,34,567.50')
    expect(money(1e7)).toBe('₹1,00,00,000.00')
    expect(quantity(150000)).toBe('1,50,000')
  })

  it('carry their sign before the rupee sign', () => {
    expect(signedMoney(18462.5)).toBe('+₹18,462.50')
    expect(signedMoney(-345)).toBe('−₹345.00')
    expect(change(-345)).toBe('−345.00')
    expect(signedQuantity(-75)).toBe('−75')
    expect(signedQuantity(150)).toBe('+150')
  })

  it('have no sign where they round to nothing', () => {
    for (const nothing of [0, -0, 0.004, -0.004]) {
      expect(signedMoney(nothing)).toBe('₹0.00')
      expect(tone(nothing)).toBe('dim')
    }
  })

  it('are a dash where they are unknown, and never a zero', () => {
    for (const say of [
      formatPrice,
      quantity,
      change,
      money,
      signedMoney,
      shortMoney,
      signedQuantity,
    ]) {
      expect(say(null)).toBe(unknown)
      expect(say(undefined)).toBe(unknown)
      expect(say(Number.NaN)).toBe(unknown)
    }
  })

  it('keep up to four decimals of a price, for currencies', () => {
    expect(formatPrice(84.2625)).toBe('84.2625')
    expect(formatPrice(26118.4)).toBe('26,118.40')
  })

  it('are written as the platform writes them, whatever they are', () => {
    const short = fc.tuple(fc.nat(1e7), fc.nat(1e6)).map(([of, by]) => of / 10 ** (by % 7))
    const any = fc.double({ min: 0, noNaN: true })
    const format = (most: number) =>
      new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: most })
    const [two, four] = [format(2), format(4)]
    fc.assert(
      fc.property(
        fc.oneof(short, any, fc.constantFrom(1.005, 0.995, 9.995, 1e21, 1e-7)),
        (size) => {
          expect(money(size)).toBe(`₹${two.format(size)}`)
          expect(formatPrice(size)).toBe(four.format(size))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('are written without a format of the platform, which takes longer than the rest of a row', () => {
    const made = vi.spyOn(Intl, 'NumberFormat')
    for (const say of [money, formatPrice, quantity, shortMoney]) say(1234567.895)
    expect(made).not.toHaveBeenCalled()
    made.mockRestore()
  })

  it('lose no digit of a price that was typed', () => {
    expect(priceText('840')).toBe('840.00')
    expect(priceText('1531.9')).toBe('1,531.90')
    expect(priceText('123456.123456')).toBe('1,23,456.123456')
    expect(priceText('-1531.9')).toBe('-1,531.90')
    expect(priceText('none')).toBe('NaN')
  })

  it('are read back within half a paisa', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(Math.abs(readBack(signedMoney(amount)) - amount)).toBeLessThanOrEqual(0.0051)
      }),
    )
  })

  it('show a sign exactly where the figure shown is not zero', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (amount) => {
        const text = signedMoney(amount)
        expect(/^[+−]/.test(text)).toBe(readBack(text) !== 0)
      }),
    )
  })
})

describe('short amounts', () => {
  it.each([
    [1240000, '₹12.4 L'],
    [36000000, '₹3.6 Cr'],
    [182000, '₹1.82 L'],
    [50000, '₹50,000'],
    [99999.4, '₹99,999'],
    [99999.6, '₹1 L'],
    [9994000, '₹99.9 L'],
    [9995000, '₹1 Cr'],
    [9999999, '₹1 Cr'],
    [12345678901, '₹1,235 Cr'],
    [-231480, '−₹2.31 L'],
    [0, '₹0'],
  ])('say %d as %s', (amount, text) => {
    expect(shortMoney(amount)).toBe(text)
  })

  it.each([
    [231480, '+₹2.31 L'],
    [-231480, '−₹2.31 L'],
    [0.2, '₹0'],
    [null, '–'],
  ])('say %s with its sign as %s', (amount, text) => {
    expect(signedShortMoney(amount)).toBe(text)
  })

  it('stay within half a percent of the amount, from a hundred rupees up', () => {
    const scale = { L: 1e5, Cr: 1e7 }
    fc.assert(
      fc.property(fc.double({ min: 100, max: 1e12, noNaN: true }), (amount) => {
        const [figure = '', unit] = shortMoney(amount).split(' ')
        const read = readBack(figure) * (unit === 'L' || unit === 'Cr' ? scale[unit] : 1)
        expect(Math.abs(read - amount) / amount).toBeLessThanOrEqual(0.00501)
      }),
    )
  })

  it('never say 100 L or more: that is a crore', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 2e7, noNaN: true }), (amount) => {
        const [figure = '', unit] = shortMoney(amount).split(' ')
        if (unit === 'L') expect(readBack(figure)).toBeLessThan(100)
        if (unit === undefined) expect(readBack(figure)).toBeLessThan(1e5)
      }),
    )
  })
})
