import { type SheetCell, csvLine, tabsLine } from '../../../shared/core/spreadsheets.ts'
import type { Column } from './columns.ts'

function cellOf<Row>(column: Column<Row>, row: Row): SheetCell {
  const value = column.value(row)
  const plain = column.plain?.(row) ?? (column.align === 'end' ? value : null)
  if (plain !== null) return plain
  return value === null || value === '' || column.align === 'end' ? '' : column.text(row)
}

/** A line of titles and a line for each row. */
export const sheetOf = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): SheetCell[][] => [
  columns.map(({ title }) => title),
  ...rows.map((row) => columns.map((column) => cellOf(column, row))),
]

export const writeCsv = (sheet: readonly (readonly SheetCell[])[]): string =>
  sheet.map(csvLine).join('')

export const writeTabs = (sheet: readonly (readonly SheetCell[])[]): string =>
  sheet.map(tabsLine).join('\n')
