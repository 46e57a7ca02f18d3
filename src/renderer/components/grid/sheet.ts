import { type SheetCell, csvLine, tabsLine } from '../../../shared/core/spreadsheets.ts'
import type { Column } from './columns.ts'

/** What one cell says in a file or on a clipboard. */
export function cellOf<Row>(column: Column<Row>, row: Row): SheetCell {
  const value = column.value(row)
  const plain = column.plain?.(row) ?? (column.align === 'end' ? value : null)
  if (plain !== null) return plain
  return value === null || value === '' || column.align === 'end' ? '' : column.text(row)
}

/** What is to be known of a row beside its cells; null where nothing is. */
export type RowNote<Row> = (row: Row) => string | null

/**
 * A line of titles and a line for each row. What the screen marks stands in words behind the cells,
 * where there is any: a figure without its mark would say more than is known.
 */
export function sheetOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  noteOf: RowNote<Row> = () => null,
): SheetCell[][] {
  const notes = rows.map((row) => {
    const ofCells = columns.map(({ title, note }) => {
      const said = note?.(row) ?? null
      return said === null ? null : `${title}: ${said}`
    })
    return [noteOf(row), ...ofCells].filter((said) => said !== null).join(' ')
  })
  const hasNotes = notes.some((note) => note !== '')
  const withNote = (cells: SheetCell[], note: string): SheetCell[] =>
    hasNotes ? [...cells, note] : cells
  return [
    withNote(
      columns.map(({ title }) => title),
      'Note',
    ),
    ...rows.map((row, at) =>
      withNote(
        columns.map((column) => cellOf(column, row)),
        notes[at]!,
      ),
    ),
  ]
}

export const writeCsv = (sheet: readonly (readonly SheetCell[])[]): string =>
  sheet.map(csvLine).join('')

export const writeTabs = (sheet: readonly (readonly SheetCell[])[]): string =>
  sheet.map(tabsLine).join('\n')
