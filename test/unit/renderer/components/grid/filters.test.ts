import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../../../../src/renderer/components/grid/columns.ts'
import {
  namedTexts,
  oneOf,
  readFilter,
  RowFilter,
} from '../../../../../src/renderer/components/grid/filters.ts'

const passes = (source: string, value: number | string | null): boolean => {
  const read = readFilter(source, typeof value !== 'string')
  if (!read.ok) throw new Error(read.why)
  return read.passes({ value, text: String(value ?? '–') })
}

describe('a filter of figures', () => {
  it.each<[string, number | null, boolean]>([
    ['>100', 100, false],
    ['> 100', 100.01, true],
    ['>=1,00,000', 100000, true],
    ['<0', -0.05, true],
    ['≤ -5', -5, true],
    ['10..20', 20, true],
    ['20 .. 10', 15, true],
    ['10..20', 20.01, false],
    ['-5..-1', -3, true],
    ['−5', -5, true],
    ['1.5L', 150000, true],
    ['>2cr', 20000001, true],
    ['10k', 10000, true],
    ['1512.35', 1512.3467, true],
    ['100', 100.4, false],
    ['!=0', 0, false],
    ['>10 <20', 15, true],
    ['>10 <20', 25, false],
    ['<0 | >100', 101, true],
    ['>0', null, false],
    ['!=0', null, false],
    ['–', null, true],
    ['–', 0, false],
    ['', 7, true],
  ])('%s asked of %s is %s', (source, value, is) => {
    const read = readFilter(source, true)
    expect(read.ok && read.passes({ value, text: '' })).toBe(is)
  })

  it.each(['abc', '>', '10..', '>>5', '1.2.3', '5 apples', '>1500,50', '12,50..20'])(
    '%s is not read, and says why',
    (it) => {
      expect(readFilter(it, true)).toEqual({
        ok: false,
        why: expect.stringContaining('not a number'),
      })
    },
  )

  it('finds every figure between its two ends and no other', () => {
    const figure = fc.integer({ min: -1e6, max: 1e6 })
    fc.assert(
      fc.property(figure, figure, figure, (one, other, value) => {
        const isBetween = value >= Math.min(one, other) && value <= Math.max(one, other)
        expect(passes(`${one}..${other}`, value)).toBe(isBetween)
        expect(passes(`>${one}`, value)).toBe(value > one)
        expect(passes(`<=${one}`, value)).toBe(value <= one)
      }),
    )
  })
})

describe('a filter of words', () => {
  it.each<[string, string, boolean]>([
    ['infy', 'INFY-EQ', true],
    ['=infy', 'INFY-EQ', false],
    ['=infy-eq', 'INFY-EQ', true],
    ['!infy', 'INFY-EQ', false],
    ['infy|sbin', 'SBIN-EQ', true],
    ['!infy|!sbin', 'SBIN-EQ', false],
    ['nifty|!26200', 'NIFTY26NOV26200CE', false],
    ['infy|', 'SBIN-EQ', false],
    ['="a|b"', 'a|b', true],
    ['', 'anything', true],
  ])('%s asked of %s is %s', (source, text, is) => {
    expect(passes(source, text)).toBe(is)
  })

  it('that is not finished says so', () => {
    expect(readFilter('="MIS', false)).toEqual({ ok: false, why: expect.any(String) })
    expect(readFilter('!', false)).toEqual({ ok: false, why: expect.any(String) })
  })

  it('made of chosen values lets these pass and no other', () => {
    const text = fc.string({ minLength: 1 }).filter((one) => one.trim() !== '')
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 5 }), text, (chosen, other) => {
        const source = oneOf(chosen)
        for (const one of chosen) expect(passes(source, one)).toBe(true)
        const isAmong = chosen.some((one) => one.toLowerCase() === other.toLowerCase())
        expect(passes(source, other)).toBe(isAmong)
        expect(namedTexts(source)).toEqual(chosen)
      }),
    )
  })
})

it('any filter whatever is read, or says why not, and never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom(...`-<>=!.|0129,lkcr "`) }),
      ),
      fc.boolean(),
      fc.option(fc.double()),
      (source, isFigure, value) => {
        const read = readFilter(source, isFigure)
        if (read.ok) expect(typeof read.passes({ value, text: source })).toBe('boolean')
        else expect(read.why).not.toBe('')
      },
    ),
  )
})

describe('rows', () => {
  const columns: Column<{ price: number | null }>[] = [
    {
      id: 'price',
      title: 'Price',
      width: 80,
      align: 'end',
      value: ({ price }) => price,
      text: ({ price }) => String(price),
    },
  ]
  const rows = [{ price: 1 }, { price: 200 }, { price: null }]

  it('are those that pass every filter', () => {
    expect(new RowFilter<(typeof rows)[0]>().filter(rows, columns, { price: '>100' })).toEqual([
      rows[1],
    ])
  })

  it('are all there where a filter cannot be read, or is of a column that is not', () => {
    const rowFilter = new RowFilter<(typeof rows)[0]>()
    expect(rowFilter.filter(rows, columns, { price: 'lots' })).toBe(rows)
    expect(rowFilter.filter(rows, columns, { gone: '>100' })).toBe(rows)
  })
})
