import { type FieldName, fieldNames, fieldRow, type TicketText } from '../ticket/field-table.ts'
import { isUsed } from '../ticket/ticket-shape.ts'
import type { LineTargets } from './line-target.ts'
import { isInLine } from './spread-line.ts'

export interface CellColumn {
  field: FieldName
  title: string
  /** Pixels. */
  width: number
  isNumber: boolean
}

/** Columns that some line of the basket has a use for; and what few need is left to files. */
export function columnsFor(
  lines: readonly TicketText[],
  targets: LineTargets,
): readonly CellColumn[] {
  const used = new Map(lines.map(({ kind, type }) => [`${kind}/${type}`, { kind, type }]))
  return fieldNames.flatMap((field) => {
    const { column, width, input } = fieldRow(field)
    const isThere =
      field === 'sum'
        ? lines.some((line) => isInLine(field, line, targets))
        : [...used.values()].some((line) => isUsed(field, line))
    if (width === null || !isThere) return []
    const title = column[0]!.toUpperCase() + column.slice(1)
    return [{ field, title, width, isNumber: input.as === 'number' }]
  })
}
