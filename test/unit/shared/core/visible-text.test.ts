import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparable, hasUnseen, visible } from '../../../../src/shared/core/visible-text.ts'

const any = fc.string({ unit: 'binary', maxLength: 200 })
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
  .map((codes) => String.fromCharCode(...codes))

describe('what is made visible', () => {
  test('names what turns or hides text', () => {
    expect(visible('BUY\u202e001')).toBe('BUY[U+202E]001')
    expect(visible('IN\u200bFY\0')).toBe('IN[U+200B]FY[U+0000]')
    expect(visible('x\ud800y')).toBe('x[U+D800]y')
    expect(visible('\u{e0041}')).toBe('[U+E0041]')
  })

  test('leaves what people write as it is', () => {
    for (const text of ['M&M-EQ', 'NIFTY 24 500 ₹', 'line\n\tnext', 'مرحبا', '😀', 'क्\u200dष'])
      expect(visible(text)).toBe(text)
  })

  test('lets no text turn another, and does it once', () => {
    fc.assert(
      fc.property(fc.oneof(any, units), (text) => {
        const shown = visible(text)
        expect(shown).not.toMatch(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/)
        expect(shown.isWellFormed()).toBe(true)
        expect(visible(shown)).toBe(shown)
      }),
    )
  })

  test('never makes one text of two that differ, but for a text that writes such a name out', () => {
    fc.assert(
      fc.property(fc.oneof(any, units), fc.oneof(any, units), (one, other) => {
        fc.pre(one !== other && !/\[U\+/.test(one + other))
        expect(visible(one)).not.toBe(visible(other))
      }),
    )
  })
})

describe('the name of something', () => {
  test('is compared as it is seen', () => {
    for (const other of ['infy-eq', ' INFY-EQ', 'IN\u200bFY-EQ', 'INFY-EQ\ufe0f', '\u2060ＩNFY-EQ'])
      expect(comparable(other)).toBe('INFY-EQ')
    expect(comparable('INFY-BE')).not.toBe(comparable('INFY-EQ'))
  })

  test('has nothing unseen where it looks the same without it', () => {
    for (const text of ['INFY\u200b', 'M\u00adM', 'A\ufe0f', 'A\u00a0B', 'A\u2800', 'A\tB\u0007'])
      expect(hasUnseen(text)).toBe(true)
    for (const text of ['M&M-EQ', 'NIFTY 50', '₹', 'é']) expect(hasUnseen(text)).toBe(false)
  })
})
