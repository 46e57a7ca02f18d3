import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { compareTexts } from '../../../../../src/renderer/components/grid/text-order.ts'

const collator = new Intl.Collator('en', { numeric: true })
const platforms = (one: string, other: string): number => collator.compare(one, other)

it('texts are ordered by the numbers in them, and the platform is asked for its order only where it knows better', async () => {
  vi.resetModules()
  const made = vi.spyOn(Intl, 'Collator')
  await import('../../../../../src/renderer/components/grid/grouping.ts')
  const { compareValues } = await import('../../../../../src/renderer/components/grid/sorting.ts')
  expect(compareValues(9, 10, false)).toBeLessThan(0)
  expect(compareValues('same', 'same', false)).toBe(0)
  expect(compareValues('NIFTY 9', 'NIFTY 10', false)).toBeLessThan(0)
  expect(compareValues('NIFTY 9', 'nifty 10', true)).toBeGreaterThan(0)
  expect(made).not.toHaveBeenCalled()

  expect(compareValues('Zürich', 'Zurich B', false)).toBeLessThan(0)
  expect(compareValues('nifty 09', 'NIFTY 9', false)).toBeLessThan(0)
  expect(made).toHaveBeenCalledOnce()
  made.mockRestore()
})

it('every two texts are in the order that the platform has them in', () => {
  const unit = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'aAbBzZ0019 _-&.') },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('é', 'ß', '₹', '\u0301', '\u00b7', '\t', '\u007f', '١'),
    },
  )
  const text = fc.oneof(fc.string({ unit, maxLength: 8 }), fc.string({ unit: 'grapheme-ascii' }))
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(Math.sign(compareTexts(one, other))).toBe(platforms(one, other))
    }),
    { numRuns: 5000 },
  )
})

it('every two signs of a keyboard are in the order that the platform has them in', () => {
  const signs = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
  const pairs = signs.flatMap((one) => signs.map((other) => [one, other] as const))
  const otherwise = pairs.filter(
    ([one, other]) => Math.sign(compareTexts(one, other)) !== platforms(one, other),
  )
  expect(otherwise).toEqual([])
})
