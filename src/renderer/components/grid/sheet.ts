import { withoutFormula } from '../../../shared/core/formulas.ts'
import type { Column } from './columns.ts'

export type SheetCell = string | number

/** Without grouping, and without the noise of binary fractions. */
const figure = (value: number): string => String(Math.round(value * 1e8) / 1e8)

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

const written = (cell: SheetCell, special: RegExp): string => {
  const text = typeof cell === 'number' ? figure(cell) : withoutFormula(cell)
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180; where commas are in figures, spreadsheets cut at semicolons, and at tabs everywhere. */
export const writeCsv = (sheet: readonly (readonly SheetCell[])[]): string =>
  sheet.map((line) => line.map((cell) => written(cell, /[",;\t\r\n]/)).join(',') + '\r\n').join('')

/** As spreadsheets put it on the clipboard. */
export const writeTabs = (sheet: readonly (readonly SheetCell[])[]): string =>
  sheet.map((line) => line.map((cell) => written(cell, /["\t\r\n]/)).join('\t')).join('\n')
