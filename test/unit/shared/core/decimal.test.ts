import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Rounding,
  amountOf,
  plusPercent,
  compare,
  decimalOf,
  isDecimal,
  isOnTick,
  minus,
  plus,
  stepped,
  times,
  toTick,
} from '../../../../src/shared/core/decimal.ts'

/** Whole numbers of any size reckon exactly: a decimal is one of them, and the count of its decimals. */
const scale = 30
const exact = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const count = BigInt(whole + fraction.padEnd(scale, '0'))
  return text.startsWith('-') ? -count : count
}
const one = 10n ** BigInt(scale)

/** From those of every day to those of which the machine's numbers lose digits. */
const amount = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 999_999_999_999 })),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\d{1,2}$/), fc.stringMatching(/^\d{1,6}$/)),
  )
  .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`))
const signed = fc
  .tuple(fc.boolean(), amount)
  .map(([isMinus, text]) => (isMinus ? `-${text}` : text))
const tick = fc.oneof(
  fc.constantFrom('0.01', '0.05', '0.0025', '0.10', '0.5', '1', '5', '10'),
  amount.filter((text) => /[1-9]/.test(text)),
)

/** What a tick's multiple has to be, in whole numbers. */
function nextTo(price: string, step: string, rounding: Rounding): bigint {
  const [count, size] = [exact(price), exact(step)]
  const rest = count % size
  const sign = rest < 0n ? -1n : 1n
  const isAway =
    rounding === 'up' ? rest !== 0n : rounding === 'nearest' && 2n * rest * sign >= size
  return count - rest + (isAway ? sign * size : 0n)
}

describe('decimals', () => {
  it('are added, taken away and multiplied to the last digit', () => {
    fc.assert(
      fc.property(signed, signed, (a, b) => {
        expect(exact(plus(a, b))).toBe(exact(a) + exact(b))
        expect(exact(minus(a, b))).toBe(exact(a) - exact(b))
        expect(exact(times(a, b)) * one).toBe(exact(a) * exact(b))
      }),
      { numRuns: 1000 },
    )
  })

  it('make the amount that so many units cost, as the number next to it', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 999_999_999_999 }), (price, units) => {
        expect(amountOf(price, units)).toBe(Number(times(price, String(units))))
      }),
      { numRuns: 1000 },
    )
  })

  it('are compared as amounts, not as texts', () => {
    fc.assert(
      fc.property(signed, signed, (a, b) => {
        const order = exact(a) < exact(b) ? -1 : exact(a) > exact(b) ? 1 : 0
        expect(Math.sign(compare(a, b))).toBe(order)
        expect(compare(a, plus(a, '0.000000'))).toBe(0)
      }),
      { numRuns: 1000 },
    )
  })

  it('are moved by a percentage exactly', () => {
    fc.assert(
      fc.property(amount, signed, (price, percent) => {
        expect(exact(plusPercent(price, percent)) * 100n * one).toBe(
          exact(price) * (100n * one + exact(percent)),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('go to the tick below, above or next to them', () => {
    fc.assert(
      fc.property(
        signed,
        tick,
        fc.constantFrom<Rounding>('down', 'up', 'nearest'),
        (price, step, rounding) => {
          const moved = toTick(price, step, rounding)
          expect(exact(moved)).toBe(nextTo(price, step, rounding))
          expect(isOnTick(moved, step)).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('are on a tick exactly where they are a multiple of it', () => {
    fc.assert(
      fc.property(signed, tick, (price, step) => {
        expect(isOnTick(price, step)).toBe(exact(price) % exact(step) === 0n)
      }),
      { numRuns: 1000 },
    )
  })

  it('step from tick to tick, and never below zero', () => {
    expect(stepped('100', '0.05', 1)).toBe('100.05')
    expect(stepped('100.02', '0.05', 1)).toBe('100.05')
    expect(stepped('100.02', '0.05', -1)).toBe('100')
    expect(stepped('100', '0.05', -2)).toBe('99.9')
    expect(stepped('0.05', '0.05', -3)).toBe('0')
  })

  it('are written in plain digits, however small or large', () => {
    expect(times('0.000001', '0.000001')).toBe('0.000000000001')
    expect(times('999999999999', '999999999999')).toBe('999999999998000000000001')
    expect(decimalOf(1e-7)).toBe('0.0000001')
    expect(decimalOf(1e21)).toBe('1000000000000000000000')
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        for (const text of [plus(a, b), minus(a, b), plusPercent(a, '0.5')])
          expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/)
      }),
    )
  })

  it('of numbers are without the dust of binary fractions', () => {
    expect(decimalOf(0.1 + 0.2)).toBe('0.3')
    expect(decimalOf(1531.9)).toBe('1531.9')
    expect(decimalOf(-0)).toBe('0')
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (paise) => {
        expect(exact(decimalOf(paise / 100)) * 100n).toBe(BigInt(paise) * one)
      }),
    )
  })

  it('are never made of what is no number', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => decimalOf(value)).toThrow()
    for (const text of ['', 'NaN', '1e5', ' 1', '1.', '.5', '+1'])
      expect(isDecimal(text)).toBe(false)
    expect(isDecimal('-12.50')).toBe(true)
  })
})
