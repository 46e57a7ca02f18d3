import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../../../../src/renderer/components/grid/columns.ts'
import { Grouper, RowGroup } from '../../../../../src/renderer/components/grid/grouping.ts'

interface Row {
  id: string
  of: string | null
  figure: number
}

let reckoned = 0
const by = (more: Partial<Column<Row>> = {}): Column<Row> => ({
  id: 'of',
  title: 'Of',
  width: 80,
  value: ({ of }) => of,
  text: ({ of }) => of ?? '–',
  group: ({ of }) => of,
  ...more,
})
const figure: Column<Row> = {
  id: 'figure',
  title: 'Figure',
  width: 80,
  value: (row) => row.figure,
  text: (row) => String(row.figure),
  total: (rows) => {
    reckoned++
    const value = rows.reduce((sum, row) => sum + row.figure, 0)
    return { text: String(value), value }
  },
}
const row = (id: string, of: string | null, amount = 1): Row => ({ id, of, figure: amount })
const usual = { toggled: new Set<string>(), sort: null }
const ids = (lines: readonly { id: string }[]): string[] => lines.map(({ id }) => id)

describe('groups of rows', () => {
  it('begin open, or folded where their column says so, until they are toggled', () => {
    const rows = [row('a', 'X'), row('b', 'X')]
    const lines = (column: Column<Row>, toggled = new Set<string>()) =>
      ids(new Grouper<Row>().lines(rows, { column, toggled, sort: null }))
    expect(lines(by())).toEqual(['/of/X', 'a', 'b'])
    expect(lines(by(), new Set(['/of/X']))).toEqual(['/of/X'])
    expect(lines(by({ folds: true }))).toEqual(['/of/X'])
    expect(lines(by({ folds: true }), new Set(['/of/X']))).toEqual(['/of/X', 'a', 'b'])
  })

  it('leave a row alone that has no other, where their column says so', () => {
    const rows = [row('a', 'X'), row('b', 'Y'), row('c', 'X')]
    const column = by({ folds: true, leavesAlone: true })
    expect(ids(new Grouper<Row>().lines(rows, { ...usual, column }))).toEqual(['/of/X', 'b'])
  })

  it('are in order of what their column puts them in order by', () => {
    const rows = [row('a', 'Feb'), row('b', 'Jan')]
    const column = by({ groupOrder: ({ of }) => (of === 'Jan' ? '1' : '2') })
    expect(ids(new Grouper<Row>().lines(rows, { ...usual, column }))).toEqual([
      '/of/Jan',
      'b',
      '/of/Feb',
      'a',
    ])
  })

  it('are the same objects while no row of theirs changed, and are not added up anew', () => {
    const grouper = new Grouper<Row>()
    const column = by()
    const sort = { column: figure, down: true }
    const groupsOf = (rows: readonly Row[]) =>
      grouper
        .lines(rows, { column, toggled: new Set<string>(), sort })
        .filter((line) => line instanceof RowGroup)
    const rows = Array.from({ length: 3000 }, (_, at) => row(`r${at}`, `of ${at % 100}`))
    const before = groupsOf(rows)
    reckoned = 0
    const changed = [row('r0', 'of 0', 5), ...rows.slice(1)]
    const after = groupsOf(changed)
    expect(reckoned).toBe(1)
    expect(after.filter((group) => !before.includes(group)).map(({ id }) => id)).toEqual([
      '/of/of 0',
    ])
    expect(after[0]?.id).toBe('/of/of 0')
  })

  it('made poll by poll are what they would be at once', () => {
    const titles = fc.constantFrom('X', 'Y', 'Z', null)
    const poll = fc.array(
      fc.record({ at: fc.nat(9), of: fc.option(titles, { nil: undefined }), isGone: fc.boolean() }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(
        fc.array(titles, { minLength: 1, maxLength: 10 }),
        fc.array(poll),
        (begin, polls) => {
          const grouper = new Grouper<Row>()
          const column = by()
          let rows = begin.map((of, at) => row(`r${at}`, of))
          for (const changes of [[], ...polls]) {
            rows = rows.slice()
            for (const { at, of, isGone } of changes)
              if (isGone && rows.length > 1) rows.splice(at % rows.length, 1)
              else {
                const place = at % rows.length
                const before = rows[place]!
                rows[place] = { ...before, of: of === undefined ? before.of : of, figure: at }
              }
            expect(grouper.lines(rows, { ...usual, column })).toEqual(
              new Grouper<Row>().lines(rows, { ...usual, column }),
            )
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
