import type { SheetCell } from '../../../shared/core/spreadsheets.ts'
import { RowGroup } from './grouping.ts'
import type { GridParts } from './parts.ts'
import { cellOf, type RowNote, sheetOf } from './sheet.ts'

/** Rows that are chosen; or the cell that the keys are on; or everything. */
export function copyOf<Row extends { id: string }>(
  { columns, lines, cursor, choice }: GridParts<Row>,
  noteOf?: RowNote<Row>,
): { cells: SheetCell[][]; said: string } {
  const chosen = choice.rows
  const line = lines.all[cursor.index]
  const { column } = cursor
  if (chosen.length === 0 && column !== null && line !== undefined && !(line instanceof RowGroup))
    return { cells: [[cellOf(column, line)]], said: `${column.title} copied` }
  const rows = chosen.length === 0 ? lines.rows : chosen
  return { cells: sheetOf(columns.written, rows, noteOf), said: `${rows.length} rows copied` }
}
