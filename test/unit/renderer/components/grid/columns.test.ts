import { describe, expect, it } from 'vitest'
import {
  type Column,
  moveTo,
  nextSort,
  type Sort,
} from '../../../../../src/renderer/components/grid/columns.ts'
import { Sorter } from '../../../../../src/renderer/components/grid/sorting.ts'

interface Thing {
  name: string
  worth: number | null
}
const name: Column<Thing> = {
  id: 'name',
  title: 'Name',
  width: 10,
  value: (row) => row.name,
  text: (row) => row.name,
}
const worth: Column<Thing> = {
  id: 'worth',
  title: 'Worth',
  width: 10,
  align: 'end',
  value: (row) => row.worth,
  text: (row) => String(row.worth),
}
const sortRows = (some: readonly Thing[], columns: readonly Column<Thing>[], sort: Sort | null) =>
  new Sorter<Thing>().sort(some, columns, sort)
const rows = [
  { name: 'b10', worth: 2 },
  { name: 'b9', worth: null },
  { name: 'a', worth: -1 },
]
const names = (sorted: readonly Thing[]) => sorted.map((row) => row.name)

describe('sorting', () => {
  it('leaves rows as they came until asked', () => {
    expect(sortRows(rows, [name, worth], null)).toBe(rows)
  })

  it('reads figures inside words as figures', () => {
    expect(names(sortRows(rows, [name], { column: 'name', down: false }))).toEqual([
      'a',
      'b9',
      'b10',
    ])
  })

  it('puts the unknown last in either direction', () => {
    expect(names(sortRows(rows, [worth], { column: 'worth', down: true }))).toEqual([
      'b10',
      'a',
      'b9',
    ])
    expect(names(sortRows(rows, [worth], { column: 'worth', down: false }))).toEqual([
      'a',
      'b10',
      'b9',
    ])
  })

  it('goes through both directions and back, figures with the largest first', () => {
    const first = nextSort(worth, null)
    expect(first).toEqual({ column: 'worth', down: true })
    const second = nextSort(worth, first)
    expect(second).toEqual({ column: 'worth', down: false })
    expect(nextSort(worth, second)).toBeNull()
    expect(nextSort(name, first)).toEqual({ column: 'name', down: false })
  })
})

describe('keys in a grid', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['ArrowDown', 99, 99],
    ['ArrowUp', 0, 0],
    ['ArrowDown', -1, 0],
    ['PageDown', 95, 99],
    ['PageDown', 3, 13],
    ['PageUp', 3, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
  ])('%s from row %d of a hundred leads to row %d', (key, from, to) => {
    expect(moveTo(key, { from, count: 100, page: 10 })).toBe(to)
  })

  it('lead nowhere in an empty grid, and other keys are left to others', () => {
    expect(moveTo('End', { from: -1, count: 0, page: 10 })).toBeNull()
    expect(moveTo('a', { from: 5, count: 100, page: 10 })).toBeNull()
  })
})
