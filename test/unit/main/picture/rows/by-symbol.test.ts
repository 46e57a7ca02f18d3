import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BySymbol } from '../../../../../src/main/picture/rows/by-symbol.ts'
import { type Row, type Rows, diff } from '../../../../../src/shared/core/patch.ts'

const symbols = ['INFY', 'TCS', 'SBIN'] as const

/** A book that says how often it was looked through. */
class LookedThrough extends Map<string, Row> {
  looks = 0

  override values() {
    this.looks++
    return super.values()
  }

  override [Symbol.iterator]() {
    this.looks++
    return super[Symbol.iterator]()
  }
}

const book = fc
  .dictionary(
    fc.constantFrom('1', '2', '3', '4', '5', '6'),
    fc.record({
      symbol: fc.constantFrom(...symbols, null),
      ltp: fc.nat(2),
      more: fc.option(fc.nat(1), { nil: undefined }),
    }),
  )
  .map((rows): Rows => new Map(Object.entries(rows)))

it('finds the rows of a symbol in every reading, however the book changed', () => {
  fc.assert(
    fc.property(fc.array(book, { minLength: 1, maxLength: 6 }), fc.nat(6), (readings, asked) => {
      let before: Rows = new Map()
      for (const rows of readings) {
        BySymbol.follow(before, rows, diff(before, rows) ?? {})
        for (let n = 0; n < asked; n++) BySymbol.of(rows).find('INFY')
        for (const of of [rows, before])
          for (const symbol of symbols) {
            const found = BySymbol.of(of).find(symbol)
            const there = [...of.values()].filter((row) => row['symbol'] === symbol)
            expect(new Set(found)).toEqual(new Set(there))
            expect(found).toHaveLength(there.length)
          }
        before = rows
      }
    }),
  )
})

it('looks through no further reading once it was asked often', () => {
  const rowsAt = (ltp: number) =>
    new LookedThrough(
      Array.from({ length: 9 }, (_, n) => [`${n}`, { symbol: symbols[n % 3], ltp }]),
    )
  let before: Rows = rowsAt(0)
  for (let n = 0; n < 4; n++) BySymbol.of(before).find('TCS')
  for (let ltp = 1; ltp < 5; ltp++) {
    const rows = rowsAt(ltp)
    const patch = diff(before, rows)!
    rows.looks = 0
    BySymbol.follow(before, rows, patch)
    expect(BySymbol.of(rows).find('TCS')).toHaveLength(3)
    expect(rows.looks).toBe(0)
    before = rows
  }
})
