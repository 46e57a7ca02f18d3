import fc from 'fast-check'
import { expect, it } from 'vitest'
import { followWorking, workingCount } from '../../../../../src/main/picture/rows/reckoned-rows.ts'
import { isWorkingRow } from '../../../../../src/shared/books/open-rows.ts'
import { type Row, type Rows, diff } from '../../../../../src/shared/core/patch.ts'

/** A book that says how often it was looked through. */
class LookedThrough extends Map<string, Row> {
  looks = 0

  override values() {
    this.looks++
    return super.values()
  }
}

const book = fc
  .dictionary(
    fc.constantFrom('1', '2', '3', '4', '5', '6'),
    fc.record({
      status: fc.constantFrom('open', 'complete', 'rejected', 'something new', null),
      quantity: fc.constant(10),
      fillshares: fc.constantFrom(0, 10),
      more: fc.option(fc.nat(1), { nil: undefined }),
    }),
  )
  .map((rows) => new LookedThrough(Object.entries(rows)))

const read = (before: Rows, rows: Rows): void =>
  followWorking(before, rows, diff(before, rows) ?? {})

it('counts the orders that work in every reading, however the book changed', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(book, fc.boolean()), { maxLength: 8 }), (readings) => {
      let before: Rows = new Map()
      for (const [rows, isAsked] of readings) {
        read(before, rows)
        if (isAsked) expect(workingCount(rows)).toBe([...rows.values()].filter(isWorkingRow).length)
        before = rows
      }
    }),
  )
})

it('looks through no further reading once it was asked', () => {
  fc.assert(
    fc.property(book, book, (first, second) => {
      workingCount(first)
      read(first, second)
      second.looks = 0
      workingCount(second)
      expect(second.looks).toBe(0)
    }),
  )
})
