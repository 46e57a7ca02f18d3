import { describe, expect, it } from 'vitest'
import { rowsToSpare } from '../../../../../src/main/orders/doubt/rows-to-spare.ts'

const spare = (rows: Record<string, string>, parts: Record<string, number> = {}): string[] =>
  [
    ...rowsToSpare(
      Object.entries(rows).map(([id, mayBe]) => ({ id, mayBe: [...mayBe] })),
      (order) => parts[order] ?? 1,
    ),
  ].toSorted()

describe('rows of which others can do without', () => {
  it('are none where each is needed', () => {
    expect(spare({ 1: 'a' })).toEqual([])
    expect(spare({ 1: 'ab' })).toEqual([])
    expect(spare({ 1: 'ab', 2: 'a' })).toEqual([])
    expect(spare({ 1: 'a', 2: 'a' }, { a: 2 })).toEqual([])
  })

  it('are those that nobody may be', () => {
    expect(spare({ 1: '', 2: 'a' })).toEqual(['1'])
  })

  it('are all of more than there are orders, whichever of them is which', () => {
    expect(spare({ 1: 'a', 2: 'a' })).toEqual(['1', '2'])
    expect(spare({ 1: 'a', 2: 'ab', 3: 'b' })).toEqual(['1', '2', '3'])
    expect(spare({ 1: 'a', 2: 'a', 3: 'a' }, { a: 2 })).toEqual(['1', '2', '3'])
  })

  it('are not those of an order that can be no other', () => {
    expect(spare({ 1: 'a', 2: 'b', 3: 'b' })).toEqual(['2', '3'])
    expect(spare({ 1: 'ab', 2: 'a', 3: 'c', 4: 'c' })).toEqual(['3', '4'])
  })
})
