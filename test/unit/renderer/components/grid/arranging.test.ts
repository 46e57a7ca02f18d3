import { describe, expect, it } from 'vitest'
import {
  arrange,
  columnList,
  movedColumn,
  pinnedColumn,
  shiftedColumn,
  sizedColumn,
  toggledColumn,
  unarranged,
} from '../../../../../src/renderer/components/grid/arranging.ts'
import type { Column } from '../../../../../src/renderer/components/grid/columns.ts'
import { type GridLook, usualLook } from '../../../../../src/shared/workspace/grid-looks.ts'

const column = (id: string, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  title: id,
  width: 100,
  value: (row) => row,
  text: (row) => row,
  ...more,
})
const columns = [
  column('symbol', { pinned: true }),
  column('side', { width: 60, grow: 2 }),
  column('price'),
  column('tag', { hidden: true }),
]
const look = (changes: Partial<GridLook>): GridLook => ({ ...usualLook, ...changes })
const shown = (look: GridLook) => arrange(columns, look).map(({ column }) => column.id)

describe('the columns of a grid', () => {
  it('stand as they come until somebody arranges them', () => {
    expect(arrange(columns, usualLook)).toEqual([
      { column: columns[0], width: 100, grow: 1, left: 0 },
      { column: columns[1], width: 60, grow: 2, left: null },
      { column: columns[2], width: 100, grow: 1, left: null },
    ])
  })

  it('that give way stand behind the others where not all find room, but not once a person arranged them', () => {
    const some = [columns[0]!, column('average', { givesWay: true }), column('profit')]
    const ids = (look: GridLook, isTight: boolean) =>
      arrange(some, look, { isTight }).map(({ column }) => column.id)
    expect(ids(usualLook, false)).toEqual(['symbol', 'average', 'profit'])
    expect(ids(usualLook, true)).toEqual(['symbol', 'profit', 'average'])
    for (const own of [{ order: ['symbol', 'average'] }, { widths: { profit: 90 } }])
      expect(ids(look(own), true)).toEqual(['symbol', 'average', 'profit'])
  })

  it('stand in a look as it says; those that it does not know follow, those that are gone are left out', () => {
    expect(shown(look({ order: ['price', 'gone'], visible: { tag: true } }))).toEqual([
      'symbol',
      'price',
      'side',
      'tag',
    ])
  })

  it('are pinned in the order of the pins, each beside the ones before it, and the last of them alone can grow', () => {
    const pinned = arrange(columns, look({ pinned: ['price', 'side'], widths: { price: 140 } }))
    expect(pinned.map(({ column, left, grow }) => [column.id, left, grow])).toEqual([
      ['price', 0, null],
      ['side', 140, 2],
      ['symbol', null, 1],
    ])
  })

  it('keep a width that was dragged, between what can be read and what fits', () => {
    const [, side] = arrange(columns, sizedColumn(usualLook, 'side', 81.4))
    expect(side).toMatchObject({ width: 81, grow: null })
    expect(sizedColumn(usualLook, 'side', 3).widths).toEqual({ side: 40 })
    expect(sizedColumn(usualLook, 'side', 9999).widths).toEqual({ side: 1200 })
    expect(sizedColumn(look({ widths: { side: 81 } }), 'side', null).widths).toEqual({})
  })

  it('are shown and hidden, but never all hidden', () => {
    const { visible } = toggledColumn(columns, usualLook, 'tag')
    expect(visible).toEqual({ tag: true })
    expect(shown(toggledColumn(columns, look({ visible }), 'side'))).toEqual([
      'symbol',
      'price',
      'tag',
    ])
    const last = look({ visible: { symbol: false, side: false } })
    expect(toggledColumn(columns, last, 'price')).toBe(last)
  })

  it('are pinned and let go one by one', () => {
    const pinned = pinnedColumn(columns, usualLook, 'price')
    expect(pinned.pinned).toEqual(['symbol', 'price'])
    expect(columnList(columns, pinned).map(({ isPinned }) => isPinned)).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(pinnedColumn(columns, pinned, 'symbol').pinned).toEqual(['price'])
  })

  it('move to where another is, which makes room towards where they came from', () => {
    const to = (id: string, to: string) => shown(movedColumn(columns, usualLook, { id, to }))
    expect(to('side', 'price')).toEqual(['symbol', 'price', 'side'])
    expect(to('price', 'side')).toEqual(['symbol', 'price', 'side'])
  })

  it('move among the pinned or among the others, not between them', () => {
    expect(movedColumn(columns, usualLook, { id: 'symbol', to: 'side' })).toBe(usualLook)
    const pinned = look({ pinned: ['symbol', 'price'] })
    expect(movedColumn(columns, pinned, { id: 'price', to: 'symbol' }).pinned).toEqual([
      'price',
      'symbol',
    ])
  })

  it('step over those that are hidden, and stay at the end', () => {
    const hidden = look({ order: ['symbol', 'side', 'tag', 'price'] })
    expect(shown(shiftedColumn(columns, hidden, { id: 'side', by: 1 }))).toEqual([
      'symbol',
      'price',
      'side',
    ])
    expect(shiftedColumn(columns, hidden, { id: 'price', by: 1 })).toBe(hidden)
  })

  it('come back as they came; what rows are shown stays', () => {
    const arranged = look({ order: ['price'], widths: { side: 81 }, group: 'side' })
    expect(unarranged(arranged)).toEqual({ ...usualLook, group: 'side' })
  })
})
